"""The store in one piece."""

from __future__ import annotations

from bot.store.analyses import Analyses
from bot.store.challenges import Challenges
from bot.store.connection import create_engine
from bot.store.maintenance import check, upgrade_with
from bot.store.matches import Matches
from bot.store.people import People
from bot.store.positions import Positions
from bot.store.views import Views


class SqlStore(People, Challenges, Matches, Analyses, Positions, Views):
    """The `Store` port on SQLite or PostgreSQL. `open_store` makes one; `close` it at the end."""

    async def close(self) -> None:
        """Close the connections."""
        await self._engine.dispose()


async def open_store(url: str) -> SqlStore:
    """Bring the database behind `url` up to date and open it; raise `NewerSchema` for one of a newer bot."""
    engine = create_engine(url)
    try:
        await upgrade_with(engine)
    except BaseException:
        await engine.dispose()
        raise
    return SqlStore(engine)


async def open_as_it_is(url: str) -> SqlStore:
    """Open a database that a bot may be using, without changing its schema; raise as `check` does."""
    engine = create_engine(url)
    try:
        await check(engine)
    except BaseException:
        await engine.dispose()
        raise
    return SqlStore(engine)
