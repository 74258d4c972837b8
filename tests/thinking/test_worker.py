"""A worker process on its own, as the bot that started it leaves it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bot.players import SIMPLEST, player_of
from bot.thinking import worker
from bot.thinking.messages import Choosing, Question, packed
from tests.helpers.states import state

ROOT = Path(worker.__file__).parents[2]
QUESTION = packed(Question(Choosing(player_of(SIMPLEST), state(dice="31"), 0), 30))


def test_a_worker_whose_bot_was_killed_before_the_answer_ends_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", worker.__name__],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(QUESTION)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
