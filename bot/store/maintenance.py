"""Upgrades the schema, and makes backups."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import SameFileError

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.connection import create_engine, database_file
from bot.store.games import CREATE_GAMES, DROP_GAMES

MIGRATIONS = "bot.store:migrations"


class NewerSchema(Exception):
    """The database was written by a newer bot: its revision is unknown here. Nothing was changed."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"the database is at revision {revision}, which this version does not know")
        self.revision = revision


class OlderSchema(Exception):
    """The database was written by an older bot, or has not been used yet."""


class NoDatabaseFile(Exception):
    """There is no SQLite file: it was never made, or the database is of another kind."""


async def upgrade(url: str, migrations: str = MIGRATIONS) -> Path | None:
    """Bring the schema of the database behind `url` up to date: all of it, or nothing is changed.

    A SQLite file that holds an older schema is backed up beside itself first; the path of the
    backup is returned. `migrations` is Alembic's script location. Raises `NewerSchema`.
    """
    engine = create_engine(url)
    try:
        return await upgrade_with(engine, migrations)
    finally:
        await engine.dispose()


async def check(engine: AsyncEngine, migrations: str = MIGRATIONS) -> None:
    """Make sure that a database is as this version writes it; nothing is changed.

    Raises `NoDatabaseFile` where a SQLite file would first have to be made, `OlderSchema`, `NewerSchema`.
    """
    if (file := database_file(engine.url)) and not file.is_file():
        raise NoDatabaseFile(f"there is no database at {file}")
    scripts = ScriptDirectory.from_config(_config(migrations))
    async with engine.connect() as connection:
        revision = await connection.run_sync(_revision)
    if not _knows(scripts, revision):
        raise NewerSchema(str(revision))
    if revision != scripts.get_current_head():
        raise OlderSchema(revision)


async def upgrade_with(engine: AsyncEngine, migrations: str = MIGRATIONS) -> Path | None:
    """Do what `upgrade` says with an engine that is open already."""
    config = _config(migrations)
    scripts = ScriptDirectory.from_config(config)
    async with engine.connect() as connection:
        revision = await connection.run_sync(_revision)
        await connection.rollback()
        if revision == scripts.get_current_head():
            return None
        if not _knows(scripts, revision):
            raise NewerSchema(str(revision))
        kept = None
        if revision is not None and (file := database_file(engine.url)):
            kept = file.with_name(f"{file.name}.{revision}.bak")
            await asyncio.to_thread(backup_file, file, kept)
        await _migrate(connection, config)
    return kept


def _config(migrations: str) -> Config:
    config = Config()
    config.set_main_option("script_location", migrations)
    return config


def _knows(scripts: ScriptDirectory, revision: str | None) -> bool:
    """Return whether this version has migrations from `revision` on; None: from nothing."""
    return revision is None or revision in {script.revision for script in scripts.walk_revisions()}


async def _migrate(connection: AsyncConnection, config: Config) -> None:
    """Run the pending migrations in one transaction."""
    if connection.dialect.name != "sqlite":
        async with connection.begin():
            await connection.run_sync(_upgrade, config)
        return
    # A table that is built anew is dropped in between, which its children would forbid. The
    # switch works outside a transaction only; what was broken meanwhile is found at the end.
    await _pragma(connection, "foreign_keys=OFF")
    try:
        async with connection.begin():
            await connection.run_sync(_upgrade, config)
            await connection.run_sync(_check_foreign_keys)
    finally:
        await _pragma(connection, "foreign_keys=ON")


def _upgrade(connection: Connection, config: Config) -> None:
    """Run the pending migrations on a connection in a transaction."""
    connection.exec_driver_sql(DROP_GAMES)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.exec_driver_sql(CREATE_GAMES)


def _revision(connection: Connection) -> str | None:
    """Return the revision that the database says it is at; None for an empty one."""
    context = MigrationContext.configure(connection, opts={"transactional_ddl": True})
    return context.get_current_revision()


def _check_foreign_keys(connection: Connection) -> None:
    """Raise IntegrityError if a migration left a row that points nowhere."""
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        raise sqlite3.IntegrityError(f"rows that point nowhere: {broken[:5]}")


async def _pragma(connection: AsyncConnection, pragma: str) -> None:
    """Set a PRAGMA outside any transaction."""
    raw = await connection.get_raw_connection()
    driver = raw.driver_connection
    if driver is None:
        raise ConnectionError("the connection is closed")
    await driver.execute(f"PRAGMA {pragma}")


async def backup(url: str, target: Path) -> None:
    """Copy the SQLite database behind `url` to `target`, also while the bot runs.

    Raises `NoDatabaseFile`.
    """
    file = database_file(url)
    if file is None:
        raise NoDatabaseFile("only a SQLite file can be backed up here; use the tools of the database")
    await asyncio.to_thread(backup_file, file, target)


def backup_file(source: Path, target: Path) -> None:
    """Copy a SQLite file to `target` as of one moment; `target` is whole or untouched.

    Blocks for about 5 s a GB. An older backup at `target` is replaced. Raises `NoDatabaseFile`,
    and `SameFileError` where `target` is the database itself.
    """
    if not source.is_file():
        raise NoDatabaseFile(f"there is no database at {source}")
    if target.exists() and target.samefile(source):
        raise SameFileError(f"{target} is the database itself")
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(source, timeout=5)) as connection:
        connection.execute("VACUUM INTO ?", (str(unfinished),))
    _sync(unfinished)
    unfinished.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
