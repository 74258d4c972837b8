"""How the database is opened: one pool, and for SQLite the settings that make it safe."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

import aiosqlite
from sqlalchemy import URL, Connection, event, make_url, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.app.ports import Conflict, Seen
from bot.store import tables

PRAGMAS = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
"""`busy_timeout` first: the switch to WAL may have to wait for another process."""
LOCKED_TRIES = 100
LOCKED_SECONDS = 0.05
"""How often, and after what time, a connection that is being set up tries again."""


class _SqliteConnection(Protocol):
    """The part of SQLAlchemy's adapted aiosqlite connection that is used here."""

    isolation_level: str | None

    def run_async(self, function: Callable[[aiosqlite.Connection], Awaitable[None]]) -> None: ...


def create_engine(url: str) -> AsyncEngine:
    """Return an engine for `url`, e.g. `sqlite+aiosqlite:///gamao.db`.

    SQLite has one writer at a time, so its pool holds one connection and callers queue for it;
    a method that asked for a second one inside would wait for itself.
    """
    dumps = partial(json.dumps, ensure_ascii=False)
    if make_url(url).get_backend_name() != "sqlite":
        return create_async_engine(url, json_serializer=dumps)
    engine = create_async_engine(
        url, json_serializer=dumps, poolclass=AsyncAdaptedQueuePool, pool_size=1, max_overflow=0
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def reading(engine: AsyncEngine) -> AsyncEngine:
    """Return `engine` as it is used for reads: every statement of a transaction sees one moment."""
    if engine.dialect.name == "sqlite":
        return engine.execution_options(read=True)
    return engine.execution_options(isolation_level="REPEATABLE READ")


def database_file(url: str | URL) -> Path | None:
    """Return the file behind a SQLite URL; None for a database in memory or another kind."""
    parts = make_url(url)
    if parts.get_backend_name() != "sqlite" or parts.database in {None, "", ":memory:"}:
        return None
    return Path(str(parts.database))


def _prepare(connection: _SqliteConnection, _record: object) -> None:
    """Set up a new SQLite connection; the driver shall not begin transactions by itself."""
    connection.isolation_level = None
    connection.run_async(_set_up)


async def _set_up(connection: aiosqlite.Connection) -> None:
    for pragma in PRAGMAS:
        await _patiently(connection, f"PRAGMA {pragma}")


async def _patiently(connection: aiosqlite.Connection, statement: str) -> None:
    """Execute a statement. Who switches to WAL beside a writer is not made to wait, but refused."""
    for _ in range(LOCKED_TRIES):
        try:
            await connection.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY":
                raise
            await asyncio.sleep(LOCKED_SECONDS)
        else:
            return
    await connection.execute(statement)


def _begin(connection: Connection) -> None:
    """Begin a SQLite transaction.

    A write takes the lock at once: a deferred transaction that reads first and writes after
    another process committed fails, and no waiting helps.
    """
    read = connection.get_execution_options().get("read")
    connection.exec_driver_sql("BEGIN" if read else "BEGIN IMMEDIATE")


def is_duplicate(error: IntegrityError) -> bool:
    """Return whether a key was taken already (and not: another promise of the schema was broken)."""
    name = getattr(error.orig, "sqlite_errorname", None)
    state = getattr(error.orig, "sqlstate", None)
    return name in {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"} or state == "23505"


class Connected:
    """What every part of the store shares: the engine, reads, and writes in the name of a request."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._reader = reading(engine)

    def _reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a transaction that only reads."""
        return self._reader.begin()

    @asynccontextmanager
    async def _writing(self, request: str) -> AsyncIterator[AsyncConnection]:
        """Open a write transaction for a request; the caller records it with `record`.

        Raises `Seen` if the request was recorded before, and `Conflict` if a rival took the same
        key at the same moment; then nothing was written.
        """
        try:
            async with self._engine.begin() as connection:
                if await is_recorded(connection, request):
                    raise Seen(request)
                try:
                    yield connection
                except Conflict:
                    # Where writers run side by side, the rival may have been this very request.
                    if await is_recorded(connection, request):
                        raise Seen(request) from None
                    raise
        except IntegrityError as error:
            if not is_duplicate(error):
                raise
            raise (Seen(request) if await self.seen(request) else Conflict()) from error

    async def seen(self, request: str) -> bool:
        """Return whether a request was recorded."""
        async with self._reading() as connection:
            return await is_recorded(connection, request)


async def is_recorded(connection: AsyncConnection, request: str) -> bool:
    """Return whether a request was recorded, as this transaction sees it."""
    query = select(tables.request.c.id).where(tables.request.c.id == request)
    return await connection.scalar(query) is not None


async def record(
    connection: AsyncConnection, request: str, match: int | None = None, version: int | None = None
) -> None:
    """Record a request, and for one about a match the version that it led to."""
    await connection.execute(tables.request.insert().values(id=request, match_id=match, version=version))
