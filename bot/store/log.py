"""The log of a match: one row an event, numbered from 1. The numbers are the lock against rivals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import codec
from bot.engine.events import Event
from bot.store import tables as t

GAME_STARTED = "game_started"
GAME_WON = "game_won"
"""The codec's names, which never change."""


async def insert_events(
    connection: AsyncConnection, match: int, version: int, events: Sequence[Event], now: datetime
) -> None:
    """Insert events as numbers `version` + 1 and on."""
    rows: list[dict[str, object]] = []
    for seq, event in enumerate(events, version + 1):
        kind, data = codec.encode(event)
        rows.append({"match_id": match, "seq": seq, "type": kind, "data": data, "at": now})
    if rows:
        await connection.execute(insert(t.event), rows)


async def load_whole_log(connection: AsyncConnection, match: int) -> tuple[Event, ...]:
    """Return every event of a match, in order."""
    return await _events(connection, t.event.c.match_id == match)


async def load_log(connection: AsyncConnection, match: int) -> tuple[Event, ...]:
    """Return the first event and all since the last but one `GameStarted` (or all, if only one)."""
    e = t.event.c
    here = e.match_id == match
    games = select(e.seq).where(here, e.type == GAME_STARTED).order_by(e.seq.desc())
    start = func.coalesce(games.limit(1).offset(1).scalar_subquery(), 1)
    return await _events(connection, here, or_(e.seq == 1, e.seq >= start))


async def _events(connection: AsyncConnection, *which: ColumnElement[bool]) -> tuple[Event, ...]:
    e = t.event.c
    query = select(e.type, e.data).where(*which).order_by(e.seq)
    return tuple(codec.decode(kind, data) for kind, data in await connection.execute(query))
