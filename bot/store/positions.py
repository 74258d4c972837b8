"""Positions that were put to a channel, and the votes on them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app.ports import Conflict
from bot.app.records import PositionRecord, Vote
from bot.engine.diagram import state_of
from bot.engine.xgid import parse_xgid
from bot.players.judging import Option
from bot.store import tables as t
from bot.store.analyses import DIGITS
from bot.store.columns import OPEN, REVEALED, THINKING
from bot.store.connection import Connected, record
from bot.store.people import PLAYERS, channel_of, load_players, player_of
from bot.store.views import insert_view, want


class Positions(Connected):
    """The `PositionStore` port."""

    async def pose(
        self, request: str, channel: int, asker: int, xgid: str, locale: str, now: datetime, *, lacking: str
    ) -> int:
        """Put a position to a channel, shown there at once; return its id. Raises `Seen`."""
        row = insert(t.position).values(
            channel_id=channel,
            asker_id=asker,
            xgid=xgid,
            status=OPEN if lacking else THINKING,
            options=[],
            lacking=lacking,
            created_at=now,
        )
        async with self._writing(request) as connection:
            position: int = (await connection.execute(row.returning(t.position.c.id))).scalar_one()
            await insert_view(connection, channel, locale, position=position)
            await record(connection, request)
        return position

    async def position(self, position: int) -> PositionRecord | None:
        """Return a position with its votes, the first to have voted first."""
        p = t.position.c
        query = select(t.position, t.channel).join(t.channel, p.channel_id == t.channel.c.id)
        async with self._reading() as connection:
            row = (await connection.execute(query.where(p.id == position))).mappings().first()
            if row is None:
                return None
            asker = (await load_players(connection, [row[p.asker_id]]))[row[p.asker_id]]
            votes = await _votes(connection, position)
        options = tuple(Option(name, equity) for name, equity in row[p.options])
        state = state_of(parse_xgid(row[p.xgid]))
        return PositionRecord(
            row[p.id], channel_of(row), asker, state, row[p.status], options, row[p.lacking], votes
        )

    async def open_position(self, channel: int) -> int | None:
        """Return the newest position of a channel that is not revealed yet."""
        p = t.position.c
        here = select(p.id).where(p.channel_id == channel, p.status != REVEALED).order_by(p.id.desc())
        async with self._reading() as connection:
            newest: int | None = await connection.scalar(here.limit(1))
        return newest

    async def thinking_positions(self) -> tuple[int, ...]:
        """Return the positions whose options are not known yet, oldest first."""
        p = t.position.c
        async with self._reading() as connection:
            return tuple(await connection.scalars(select(p.id).where(p.status == THINKING).order_by(p.id)))

    async def weigh(self, position: int, options: Sequence[Option]) -> None:
        """Keep the engine's answer on a position that is thinking, which is open then."""
        p = t.position.c
        told = [[option.name, round(option.equity, DIGITS)] for option in options]
        weighed = update(t.position).where(p.id == position, p.status == THINKING)
        async with self._engine.begin() as connection:
            if (await connection.execute(weighed.values(status=OPEN, options=told))).rowcount:
                await want(connection, t.view.c.position_id == position)

    async def vote(self, request: str, position: int, player: int, choice: str, now: datetime) -> None:
        """Keep what a player would do, in the place of an earlier vote.

        Only a new voter changes what the channel sees. Raises `Seen`, or `Conflict` if the position is
        revealed.
        """
        p, v = t.position.c, t.vote.c
        # The row is locked first, so that no vote lands beside the reveal.
        still = update(t.position).where(p.id == position, p.status != REVEALED).values(status=p.status)
        own = update(t.vote).where(v.position_id == position, v.player_id == player)
        async with self._writing(request) as connection:
            if not (await connection.execute(still)).rowcount:
                raise Conflict
            if not (await connection.execute(own.values(choice=choice))).rowcount:
                new = insert(t.vote).values(position_id=position, player_id=player, choice=choice, at=now)
                await connection.execute(new)
                await want(connection, t.view.c.position_id == position)
            await record(connection, request)

    async def reveal(self, request: str, position: int, *, anew: bool) -> None:
        """Show the answer and the votes; raise `Seen`, or `Conflict` if the position is not open."""
        p = t.position.c
        revealed = update(t.position).where(p.id == position, p.status == OPEN).values(status=REVEALED)
        async with self._writing(request) as connection:
            if not (await connection.execute(revealed)).rowcount:
                raise Conflict
            await want(connection, t.view.c.position_id == position, anew=anew)
            await record(connection, request)


async def _votes(connection: AsyncConnection, position: int) -> tuple[Vote, ...]:
    v = t.vote.c
    query = PLAYERS.add_columns(v.choice).join(t.vote, v.player_id == t.player.c.id)
    cast = query.where(v.position_id == position).order_by(v.at, v.player_id)
    rows = (await connection.execute(cast)).mappings()
    return tuple(Vote(player_of(row), row[v.choice]) for row in rows)
