"""A killed process leaves whole transactions behind, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.store import open_store
from tests.store.club import Club


@asynccontextmanager
async def victim(url: str, match: int, frozen: int = 0) -> AsyncIterator[Process]:
    """Run a process that appends to a match; it does not outlive the block."""
    arguments = ("-m", "tests.store.victim", url, str(match), str(frozen))
    root = Path(__file__).parents[2]
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE, cwd=root)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def line_of(process: Process) -> str:
    """Return the next line that a process prints."""
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), 60)).decode().strip()


async def a_match(url: str) -> int:
    """Start a match and close the store."""
    store = await open_store(url)
    match = await (await Club.of(store)).start()
    await store.close()
    return match


def check_file(path: Path, match: int) -> int:
    """Check the log against the columns and the requests; return the version."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        (version,) = connection.execute("SELECT version FROM match WHERE id = ?", (match,)).fetchone()
        numbers = connection.execute("SELECT seq FROM event WHERE match_id = ? ORDER BY seq", (match,))
        assert [seq for (seq,) in numbers] == list(range(1, version + 1))
        recorded = connection.execute(
            "SELECT version FROM request WHERE match_id = ? ORDER BY version", (match,)
        )
        assert [seq for (seq,) in recorded] == list(range(3, version + 1))
    return int(version)


async def test_killed_in_the_middle_of_a_transaction(path: Path, sqlite_url: str) -> None:
    match = await a_match(sqlite_url)
    async with victim(sqlite_url, match, frozen=3) as process:
        assert [await line_of(process) for _ in range(3)] == ["4", "5", "in the middle"]
        with closing(sqlite3.connect(path, timeout=0)) as connection, pytest.raises(sqlite3.OperationalError):
            connection.execute("BEGIN IMMEDIATE")
        process.kill()
        await process.wait()
        assert check_file(path, match) == 5
        store = await open_store(sqlite_url)
        club = await Club.of(store)
        assert (await club.append(match, request="next")).version == 6
        assert (await club.load(match)).state.version == 6
        await store.close()
    assert check_file(path, match) == 6


@pytest.mark.parametrize("wait_ms", [0, 1, 2, 3, 5, 8])
async def test_killed_at_any_moment(path: Path, sqlite_url: str, wait_ms: int) -> None:
    match = await a_match(sqlite_url)
    async with victim(sqlite_url, match) as process:
        for _ in range(5):
            safe = int(await line_of(process))
        await asyncio.sleep(wait_ms / 1000)
        process.kill()
        await process.wait()
        assert process.stdout is not None
        rest = (await process.stdout.read()).decode().split()
    safe = int(rest[-1]) if rest else safe
    assert check_file(path, match) in {safe, safe + 1}, "what was said to be safe is there"
    store = await open_store(sqlite_url)
    await (await Club.of(store)).append(match, request="next")
    await store.close()
    assert check_file(path, match) in {safe + 1, safe + 2}
