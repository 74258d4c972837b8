"""One process a database: two would answer every command twice."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class AlreadyRunning(Exception):
    """Another process holds the lock; `pid` as far as it is known."""

    def __init__(self, path: Path, pid: str) -> None:
        super().__init__(path, pid)
        self.path = path
        self.pid = pid


@contextmanager
def instance_lock(database: Path) -> Iterator[None]:
    """Hold `<database>.lock` until the block ends; the system lets go of it if the process dies.

    Raises `AlreadyRunning`. The file stays: removing it would let a third process lock a new one.
    """
    path = database.with_name(database.name + ".lock")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if not _locked(descriptor):
            raise AlreadyRunning(path, os.read(descriptor, 32).decode(errors="replace").strip())
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
