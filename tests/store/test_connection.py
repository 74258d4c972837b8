"""How the database is opened, and what its errors mean."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from bot.app.ports import Conflict, Store
from bot.engine.match import replay
from bot.store import SqlStore, open_store
from bot.store.connection import create_engine, database_file, is_duplicate, reading
from tests.store.club import NOD, NOON, TO_THREE, Club, after, beginning


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
async def test_pragmas_are_set(sqlite_url: str, pragma: str, value: object) -> None:
    engine = create_engine(sqlite_url)
    for used in (engine, reading(engine)):
        async with used.connect() as connection:
            assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one() == value
    await engine.dispose()


async def test_pragmas_hold_after_an_upgrade(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    with pytest.raises(IntegrityError):
        await store.open_challenge("r", 99, 99, None, TO_THREE, "en", NOON, code="K7Q2XM")
    await store.close()


async def test_a_write_takes_the_lock_at_once_and_a_read_does_not(file_club: Club, path: Path) -> None:
    engine = create_engine(f"sqlite+aiosqlite:///{path}")
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        async with engine.begin():
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            assert other.execute("SELECT count(*) FROM player").fetchone() == (2,), "readers go on"
        async with reading(engine).begin() as connection:
            before = (await connection.exec_driver_sql("SELECT count(*) FROM channel")).scalar_one()
            other.execute("DELETE FROM channel")
            after = (await connection.exec_driver_sql("SELECT count(*) FROM channel")).scalar_one()
            assert (before, after) == (1, 1), "one moment for the whole transaction"
    await engine.dispose()


async def test_what_is_due_is_found_by_an_index(file_club: Club, path: Path) -> None:
    engine = create_engine(f"sqlite+aiosqlite:///{path}")
    asked: list[tuple[str, tuple[object, ...]]] = []

    def note(_c: object, _cursor: object, statement: str, parameters: tuple[object, ...], *_: object) -> None:
        asked.append((statement, parameters))

    event.listen(engine.sync_engine, "before_cursor_execute", note)
    assert await SqlStore(engine).due_views() == ()
    await engine.dispose()
    statement, parameters = asked[-1]
    with closing(sqlite3.connect(path)) as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
    assert any("ix_view_due" in step for step in plan), plan


DUPLICATES = [
    "INSERT INTO request (id) VALUES ('twice')",
    "INSERT INTO channel (platform, chat, topic, private, theme, home, lost)"
    " VALUES ('test', 'club', '', 0, '', '', 0)",
    "INSERT INTO event SELECT match_id, seq, type, data, at FROM event WHERE seq = 1",
]
OTHER_BREACHES = [
    "INSERT INTO request (id, match_id) VALUES ('r', 99)",
    "INSERT INTO channel (platform) VALUES ('test')",
    "UPDATE match SET status = 'lost'",
    "UPDATE view SET match_id = NULL",
]


@pytest.mark.parametrize(
    ("statement", "duplicate"),
    [*((statement, True) for statement in DUPLICATES), *((statement, False) for statement in OTHER_BREACHES)],
)
async def test_which_breach_means_that_somebody_was_faster(
    file_club: Club, path: Path, statement: str, duplicate: bool
) -> None:
    await file_club.append(await file_club.start(), request="twice")
    engine = create_engine(f"sqlite+aiosqlite:///{path}")
    with pytest.raises(IntegrityError) as breach:
        async with engine.begin() as connection:
            await connection.exec_driver_sql(statement)
    assert is_duplicate(breach.value) is duplicate
    await engine.dispose()


async def test_a_taken_number_in_the_log_is_a_conflict(file_club: Club, path: Path) -> None:
    match = await file_club.start()
    with closing(sqlite3.connect(path)) as other:
        other.execute("INSERT INTO event SELECT match_id, 4, type, data, at FROM event WHERE seq = 3")
        other.commit()
    with pytest.raises(Conflict):
        await append_blindly(file_club, match)
    assert not await file_club.store.seen("blind")
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT version FROM match").fetchone() == (3,)


async def append_blindly(club: Club, match: int) -> None:
    """Append to a match at its first version, without loading it."""
    state = after(replay(beginning()), NOD)
    await club.store.append("blind", match, 3, 0, NOD, state, show=True, anew=False, now=club.now)


async def test_our_own_mistakes_are_no_conflicts(club: Club) -> None:
    with pytest.raises(IntegrityError):
        await club.store.open_challenge("r", 99, club.ana.id, None, TO_THREE, "en", club.now, code="K7Q2XM")
    assert not await club.store.seen("r")


@pytest.mark.parametrize(
    ("url", "file"),
    [
        ("sqlite+aiosqlite:///gamao.db", Path("gamao.db")),
        ("sqlite+aiosqlite:////var/lib/gamao/gamao.db", Path("/var/lib/gamao/gamao.db")),
        ("sqlite+aiosqlite://", None),
        ("sqlite+aiosqlite:///:memory:", None),
        ("postgresql+asyncpg://gamao@localhost/gamao", None),
    ],
)
def test_the_file_behind_a_url(url: str, file: Path | None) -> None:
    assert database_file(url) == file


async def test_a_database_in_memory_lives_as_long_as_its_store() -> None:
    store = await open_store("sqlite+aiosqlite://")
    as_port: Store = store
    club = await Club.of(store)
    match = await club.start()
    await club.append(match)
    assert await as_port.live_matches() == (match,)
    await store.close()
