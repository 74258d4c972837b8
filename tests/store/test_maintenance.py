"""Upgrades and backups."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

import bot.store
from bot.store import NewerSchema, NoDatabaseFile, backup, open_store, upgrade
from bot.store.connection import create_engine
from bot.store.maintenance import backup_file
from bot.store.tables import metadata
from tests.store.club import Club

NEWEST = max(Path(bot.store.__file__).parent.glob("migrations/versions/r*.py"))
HEAD = NEWEST.name[1:5]
NEXT = f"{int(HEAD) + 1:04}"
REVISION = """
from alembic import op
import sqlalchemy as sa

revision = "{next}"
down_revision = "{head}"


def upgrade():
{body}
"""
REBUILD_CHANNEL = """
    with op.batch_alter_table("channel") as batch:
        batch.alter_column("theme", new_column_name="look")
"""
FAIL_HALFWAY = """
    op.add_column("player", sa.Column("rating", sa.Integer))
    op.execute("UPDATE player SET rating = 1500")
    op.execute("INSERT INTO nowhere VALUES (1)")
"""
LEAVE_AN_ORPHAN = """
    op.execute("DELETE FROM player")
"""

OLD_ROWS = (
    "INSERT INTO player VALUES (1, NULL, 0)",
    "INSERT INTO account VALUES ('test', '1', 1, 'Ana', NULL, 'person')",
    "INSERT INTO channel VALUES (1, 'test', 'club', '', 0, NULL, 'classic', 'right', 0)",
    "INSERT INTO challenge VALUES"
    " (1, 1, 1, NULL, NULL, NULL, 'K7Q2XM', 0, '{}', 0, 'open', '2026-01-01 12:00:00.000000')",
    "INSERT INTO view VALUES (7, NULL, 1, 1, 'pt_BR', 0, 'club', '17', NULL, 0, 3, 2, 1)",
)


def migrations(tmp_path: Path, body: str) -> str:
    """Return a script location with the revisions there are and one more."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(bot.store.__file__).parent / "migrations", folder)
    (folder / "versions" / f"r{NEXT}_next.py").write_text(REVISION.format(body=body, next=NEXT, head=HEAD))
    return str(folder)


def dump(path: Path) -> list[str]:
    """Return a database as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def schema(path: Path) -> set[tuple[str, str, frozenset[str]]]:
    """Return the name, the SQL and, in any order, the constraints of all tables and indices."""
    found = set()
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT name, sql FROM sqlite_master WHERE type != 'view' AND sql IS NOT NULL"
        for name, sql in connection.execute(query):
            written, *constraints = " ".join(sql.split()).removesuffix(" )").split(", CONSTRAINT ")
            found.add((name, written, frozenset(constraints)))
    return found


def revision_of(path: Path) -> str:
    """Return the revision that a database says it is at."""
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


async def a_match(url: str) -> int:
    """Start a match in the database of `url` and close it."""
    store = await open_store(url)
    club = await Club.of(store)
    match = await club.start()
    await club.append(match)
    await store.close()
    return match


# -- upgrades ----------------------------------------------------------------------------------


async def test_the_migrations_make_the_tables_of_the_code(url: str) -> None:
    await upgrade(url)
    engine = create_engine(url)

    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_to_the_letter(sqlite_url: str, path: Path, tmp_path: Path) -> None:
    await upgrade(sqlite_url)
    made = tmp_path / "made.db"
    engine = create_engine(f"sqlite+aiosqlite:///{made}")
    async with engine.begin() as connection:
        await connection.run_sync(metadata.create_all)
    await engine.dispose()
    migrated = {entry for entry in schema(path) if entry[0] != "alembic_version"}
    assert migrated == schema(made)


def test_an_upgrade_from_the_command_line(sqlite_url: str, path: Path) -> None:
    assert asyncio.run(upgrade(sqlite_url)) is None
    assert revision_of(path) == HEAD


async def test_upgrading_again_changes_nothing(sqlite_url: str, path: Path) -> None:
    await a_match(sqlite_url)
    before = dump(path)
    assert await upgrade(sqlite_url) is None
    assert dump(path) == before
    assert [file.name for file in path.parent.glob("*.bak")] == []


async def test_two_upgrades_at_once(sqlite_url: str) -> None:
    await asyncio.gather(*(upgrade(sqlite_url) for _ in range(4)))
    await a_match(sqlite_url)


async def test_who_opens_a_new_file_waits_for_who_writes_it(sqlite_url: str, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(upgrade(sqlite_url))
        await asyncio.wait({opening}, timeout=0.2)
        assert not opening.done()
        writer.execute("ROLLBACK")
        assert await opening is None
    await a_match(sqlite_url)


async def test_a_newer_database_is_refused_and_left_alone(sqlite_url: str, path: Path) -> None:
    await a_match(sqlite_url)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = dump(path)
    with pytest.raises(NewerSchema, match="9999"):
        await upgrade(sqlite_url)
    with pytest.raises(NewerSchema) as refused:
        await open_store(sqlite_url)
    assert refused.value.revision == "9999"
    assert dump(path) == before
    assert list(path.parent.glob("*.bak")) == []


async def test_a_table_built_anew_keeps_everything(sqlite_url: str, path: Path, tmp_path: Path) -> None:
    await a_match(sqlite_url)
    before = dump(path)
    kept = await upgrade(sqlite_url, migrations(tmp_path, REBUILD_CHANNEL))
    assert revision_of(path) == NEXT
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT chat, look FROM channel").fetchall() == [("club", "classic")]
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (1,)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert kept == path.with_name(f"gamao.db.{HEAD}.bak")
    assert dump(kept) == before


async def test_views_are_kept_when_they_may_show_positions(
    sqlite_url: str, path: Path, tmp_path: Path
) -> None:
    before = tmp_path / "before"
    shutil.copytree(Path(bot.store.__file__).parent / "migrations", before)
    for later in before.glob("versions/r*.py"):
        if later.name >= "r0003":
            later.unlink()
    await upgrade(sqlite_url, str(before))
    with closing(sqlite3.connect(path)) as connection:
        for statement in OLD_ROWS:
            connection.execute(statement)
        connection.commit()
        kept = connection.execute("SELECT * FROM view ORDER BY id").fetchall()
    await upgrade(sqlite_url)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM view ORDER BY id").fetchall() == [
            (*row, None) for row in kept
        ]
        assert connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'view'").fetchone() == (7,)
    store = await open_store(sqlite_url)
    assert await store.due_views() == (7,)
    card = await store.view(7)
    assert card is not None
    assert (card.challenge, card.locale, card.position) == (1, "pt_BR", None)
    await store.close()


async def test_an_upgrade_that_fails_changes_nothing(sqlite_url: str, path: Path, tmp_path: Path) -> None:
    match = await a_match(sqlite_url)
    before = dump(path)
    with pytest.raises(OperationalError, match="nowhere"):
        await upgrade(sqlite_url, migrations(tmp_path, FAIL_HALFWAY))
    assert dump(path) == before
    store = await open_store(sqlite_url)
    assert await store.match(match) is not None
    await store.close()


async def test_an_upgrade_that_leaves_orphans_changes_nothing(
    sqlite_url: str, path: Path, tmp_path: Path
) -> None:
    await a_match(sqlite_url)
    before = dump(path)
    with pytest.raises(sqlite3.IntegrityError, match="point nowhere"):
        await upgrade(sqlite_url, migrations(tmp_path, LEAVE_AN_ORPHAN))
    assert dump(path) == before


async def test_foreign_keys_are_watched_again_after_an_upgrade(sqlite_url: str) -> None:
    store = await open_store(sqlite_url)
    with pytest.raises(IntegrityError):
        await store.watch(99, 99, "en")
    await store.close()


# -- backups -----------------------------------------------------------------------------------


async def test_a_backup_of_a_running_bot_restores(sqlite_url: str, path: Path, tmp_path: Path) -> None:
    store = await open_store(sqlite_url)
    club = await Club.of(store)
    match = await club.start()
    writing = asyncio.create_task(append_forever(club, match))
    copies = []
    for number in range(5):
        await asyncio.sleep(0.02)
        least = (await club.load(match)).state.version
        target = tmp_path / f"copy{number}.db"
        await backup(sqlite_url, target)
        copies.append((target, least))
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    final = (await club.load(match)).state.version
    await store.close()
    assert final > copies[0][1]
    for target, least in copies:
        restored = await open_store(f"sqlite+aiosqlite:///{target}")
        record = await restored.match(match)
        assert record is not None
        assert least <= record.state.version == len(record.events) <= final
        assert (await (await Club.of(restored)).append(match, request="next")).version > least
        await restored.close()


async def append_forever(club: Club, match: int) -> None:
    """Keep the writer busy."""
    while True:
        await club.append(match)


async def test_a_restored_database_is_the_same(sqlite_url: str, path: Path, tmp_path: Path) -> None:
    match = await a_match(sqlite_url)
    store = await open_store(sqlite_url)
    record = await store.match(match)
    await store.close()
    copy = tmp_path / "copy.db"
    await backup(sqlite_url, copy)
    assert dump(copy) == dump(path)
    for file in path.parent.glob("gamao.db*"):
        file.unlink()
    copy.rename(path)
    again = await open_store(sqlite_url)
    assert await again.match(match) == record
    await again.close()


async def test_a_backup_replaces_an_older_one_only_when_it_is_whole(
    sqlite_url: str, path: Path, tmp_path: Path
) -> None:
    await a_match(sqlite_url)
    target = tmp_path / "copy.db"
    target.write_text("the older backup")
    (tmp_path / "copy.db.part").write_text("left by a backup that was killed")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        backup_file(broken, target)
    assert target.read_text() == "the older backup"
    backup_file(path, target)
    assert dump(target) == dump(path)
    assert not (tmp_path / "copy.db.part").exists()


async def test_a_database_is_never_replaced_by_its_backup(sqlite_url: str, path: Path) -> None:
    store = await open_store(sqlite_url)
    with pytest.raises(shutil.SameFileError):
        await backup(sqlite_url, path)
    await store.close()
    assert revision_of(path) == HEAD


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "postgresql+asyncpg://gamao@localhost/gamao"])
async def test_only_a_file_can_be_backed_up(url: str, tmp_path: Path) -> None:
    with pytest.raises(NoDatabaseFile):
        await backup(url, tmp_path / "copy.db")


def test_a_backup_makes_no_database(sqlite_url: str, path: Path, tmp_path: Path) -> None:
    with pytest.raises(NoDatabaseFile, match=r"gamao\.db"):
        asyncio.run(backup(sqlite_url, tmp_path / "copy.db"))
    assert list(tmp_path.iterdir()) == []
    assert not path.exists()
