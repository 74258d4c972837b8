"""The database for a command: held alone, and every trouble with it told in one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from bot.config import Settings
from bot.failures import Failure
from bot.instance_lock import AlreadyRunning, instance_lock
from bot.store import NewerSchema, NoDatabaseFile, backup, upgrade
from bot.store.connection import database_file


@contextmanager
def held(url: str) -> Iterator[None]:
    """Hold a SQLite file for this process alone; another kind of database is not locked.

    Raises `Failure` if another process runs on it, or if there can be no such file.
    """
    with ExitStack() as locked:
        with told():
            if file := database_file(url):
                locked.enter_context(instance_lock(file))
        yield


@contextmanager
def told() -> Iterator[None]:
    """Raise what is wrong with the database as a `Failure`."""
    try:
        yield
    except AlreadyRunning as running:
        reason = f"process {running.pid} runs on this database already ({running.path})"
        raise Failure(reason) from running
    except NewerSchema as newer:
        reason = f"a newer gamao wrote this database (revision {newer.revision}): install that version"
        raise Failure(reason) from newer
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise Failure(f"DATABASE_URL: {error}".splitlines()[0]) from error


async def upgrade_database(settings: Settings) -> Path | None:
    """Bring the database up to date; return the copy of an older SQLite file. Raises `Failure`."""
    with held(settings.database_url), told():
        return await upgrade(settings.database_url)


async def backup_database(settings: Settings, target: Path) -> None:
    """Copy the SQLite database to `target`, also while the bot runs. Raises `Failure`."""
    with told():
        try:
            await backup(settings.database_url, target)
        except NoDatabaseFile as missing:
            raise Failure(str(missing)) from missing
