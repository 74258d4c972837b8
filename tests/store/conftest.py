"""A database a test: a SQLite file, or the one that TEST_DATABASE_URL names (it is emptied)."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import SqlStore, open_store
from tests.store.club import Club


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a SQLite database may be made."""
    return tmp_path / "gamao.db"


@pytest.fixture
def sqlite_url(path: Path) -> str:
    """The URL of a SQLite database that is not there yet."""
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
async def url(sqlite_url: str) -> str:
    """The URL of an empty database."""
    other = os.environ.get("TEST_DATABASE_URL")
    if other is None:
        return sqlite_url
    engine = create_async_engine(other)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        await connection.exec_driver_sql("CREATE SCHEMA public")
    await engine.dispose()
    return other


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    """An open store."""
    opened = await open_store(url)
    yield opened
    await opened.close()


@pytest.fixture
async def club(store: SqlStore) -> Club:
    """A channel with Ana and Bruno."""
    return await Club.of(store)


@pytest.fixture
async def file_club(sqlite_url: str) -> AsyncIterator[Club]:
    """A channel with Ana and Bruno in a SQLite file, whatever the other tests use."""
    opened = await open_store(sqlite_url)
    yield await Club.of(opened)
    await opened.close()
