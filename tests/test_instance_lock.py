"""One process a database."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.instance_lock import AlreadyRunning, instance_lock

HOLD = "import sys; from pathlib import Path; from bot.instance_lock import instance_lock\n"
HOLD += "with instance_lock(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()\n"


def test_another_process_is_named_while_it_holds_the_lock(tmp_path: Path) -> None:
    database = tmp_path / "gamao.db"
    command = [sys.executable, "-c", HOLD, str(database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(AlreadyRunning) as caught, instance_lock(database):
            pass
        assert caught.value.pid == str(other.pid)
        assert caught.value.path == tmp_path / "gamao.db.lock"
        other.kill()
        other.wait()
        with instance_lock(database):
            assert (tmp_path / "gamao.db.lock").read_text() == f"{os.getpid()}\n"


def test_the_lock_is_free_again_after_the_block(tmp_path: Path) -> None:
    for _ in range(2):
        with instance_lock(tmp_path / "gamao.db"):
            pass


def test_two_databases_do_not_hinder_each_other(tmp_path: Path) -> None:
    with instance_lock(tmp_path / "one.db"), instance_lock(tmp_path / "two.db"):
        assert sorted(path.name for path in tmp_path.iterdir()) == ["one.db.lock", "two.db.lock"]
