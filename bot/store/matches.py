"""Matches: their logs, their columns, their seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, case, delete, false, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app.ports import Conflict
from bot.app.records import MatchRecord, SeatAt
from bot.engine.events import Event, Seat
from bot.engine.match import MatchState, Phase, replay
from bot.store import tables as t
from bot.store.columns import LIVE, columns_of
from bot.store.connection import Connected, record
from bot.store.log import GAME_WON, insert_events, load_log, load_whole_log
from bot.store.people import PLAYERS, channel_of, player_of
from bot.store.views import want


class Matches(Connected):
    """The `EventStore` port."""

    async def match(self, match: int) -> MatchRecord | None:
        """Return a match as it stands."""
        query = select(t.match, t.channel).join(t.channel, t.match.c.channel_id == t.channel.c.id)
        async with self._reading() as connection:
            row = (await connection.execute(query.where(t.match.c.id == match))).mappings().first()
            if row is None:
                return None
            seats = await _load_seats(connection, match)
            events = await load_log(connection, match)
        state = replay(events, row[t.match.c.version])
        return MatchRecord(match, channel_of(row), state, events, seats, row[t.match.c.tentative])

    async def started_at(self, match: int) -> datetime:
        """Return when a match that there is was started."""
        query = select(t.match.c.started_at).where(t.match.c.id == match)
        async with self._reading() as connection:
            started: datetime = (await connection.scalars(query)).one()
        return started

    async def live_matches_of(self, player: int) -> tuple[int, ...]:
        """Return the ids of all live matches that a person sits in, oldest first."""
        m, seat = t.match.c, t.seat.c
        query = select(m.id).join(t.seat, seat.match_id == m.id).order_by(m.id)
        async with self._reading() as connection:
            return tuple(await connection.scalars(query.where(m.status == LIVE, seat.player_id == player)))

    async def live_match(self, channel: int, player: int) -> int | None:
        """Return the id of the live match that a player sits in, in a channel."""
        s = t.live_seat.c
        query = select(s.match_id).where(s.channel_id == channel, s.player_id == player)
        async with self._reading() as connection:
            found: int | None = await connection.scalar(query)
        return found

    async def last_match(self, channel: int, player: int) -> int | None:
        """Return the id of the newest match, live or over, that a player sat in, in a channel."""
        query = (
            select(func.max(t.match.c.id))
            .join(t.seat, t.seat.c.match_id == t.match.c.id)
            .where(t.match.c.id.in_(_played_in(channel)), t.seat.c.player_id == player)
        )
        async with self._reading() as connection:
            found: int | None = await connection.scalar(query)
        return found

    async def last_finished(self, channel: int, player: int | None = None) -> int | None:
        """Return the id of the match in which a game ended last, of those played in a channel (that a
        player sat in)."""
        e, s = t.event.c, t.seat.c
        query = select(e.match_id).where(e.type == GAME_WON, e.match_id.in_(_played_in(channel)))
        if player is not None:
            query = query.where(e.match_id.in_(select(s.match_id).where(s.player_id == player)))
        async with self._reading() as connection:
            found: int | None = await connection.scalar(
                query.order_by(e.at.desc(), e.match_id.desc()).limit(1)
            )
        return found

    async def log(self, match: int) -> tuple[Event, ...]:
        """Return the whole log of a match, from `MatchStarted` on; empty if there is no such match."""
        async with self._reading() as connection:
            return await load_whole_log(connection, match)

    async def live_matches(self, channel: int | None = None) -> tuple[int, ...]:
        """Return the ids of all live matches (of a channel), oldest first."""
        m = t.match.c
        query = select(m.id).where(m.status == LIVE).order_by(m.id)
        if channel is not None:
            query = query.where(m.id.in_(_played_in(channel)))
        async with self._reading() as connection:
            return tuple(await connection.scalars(query))

    async def match_by_code(self, code: str) -> int | None:
        """Return the id of the match whose challenge bears a code."""
        query = select(t.match.c.id).join(t.challenge, t.match.c.challenge_id == t.challenge.c.id)
        async with self._reading() as connection:
            found: int | None = await connection.scalar(query.where(t.challenge.c.code == code))
        return found

    async def code_of(self, match: int) -> str:
        """Return the code that names a match in other channels."""
        query = select(t.challenge.c.code).join(t.match, t.match.c.challenge_id == t.challenge.c.id)
        async with self._reading() as connection:
            code: str = (await connection.scalars(query.where(t.match.c.id == match))).one()
        return code

    async def append(
        self,
        request: str,
        match: int,
        expected: int,
        seat: Seat | None,
        events: Sequence[Event],
        state: MatchState,
        *,
        show: bool,
        anew: bool,
        now: datetime,
    ) -> None:
        """Append events after version `expected`, in one transaction; raise `Seen` or `Conflict`.

        `state` is the fold of the log with `events`; ValueError if its version says otherwise.
        """
        if state.version != expected + len(events):
            raise ValueError(f"{len(events)} events after {expected} do not make version {state.version}")
        over = state.phase is Phase.MATCH_OVER
        values = columns_of(state) | {"changed_at": now, "ended_at": now if over else None}
        values["tentative"] = case((_same_roll(state), t.match.c.tentative), else_="")
        async with self._writing(request) as connection:
            await _change(connection, match, expected, values)
            await record(connection, request, match, state.version)
            await insert_events(connection, match, expected, events, now)
            if seat is not None:
                acted = update(t.seat).where(t.seat.c.match_id == match, t.seat.c.seat == seat)
                await connection.execute(acted.values(acted_at=now))
            await want(connection, t.view.c.match_id == match, anew=anew, show=show)
            if over:
                await _free_seats(connection, match)

    async def set_tentative(
        self, request: str, match: int, expected: int, tentative: str, *, anew: bool, now: datetime
    ) -> None:
        """Keep a tentative play on version `expected`; every view wants one more. `Seen`, `Conflict`."""
        async with self._writing(request) as connection:
            await _change(connection, match, expected, {"tentative": tentative, "changed_at": now})
            await record(connection, request, match, expected)
            await want(connection, t.view.c.match_id == match, anew=anew)


def _played_in(channel: int) -> Select[tuple[int | None]]:
    """Select the ids of the matches that are played, not only watched, in a channel."""
    v = t.view.c
    return select(v.match_id).where(v.channel_id == channel, v.match_id.is_not(None), v.watching.is_(False))


def _same_roll(state: MatchState) -> ColumnElement[bool]:
    """Select matches, before they change, in which the roll that `state` has to play is being played."""
    m, now = t.match.c, columns_of(state)
    if state.dice is None:
        return false()
    return and_(*(m[name] == now[name] for name in ("game", "position_id", "on_roll", "dice")))


async def _load_seats(connection: AsyncConnection, match: int) -> tuple[SeatAt, ...]:
    s = t.seat.c
    query = PLAYERS.add_columns(s.seat, s.acted_at).join(t.seat, s.player_id == t.player.c.id)
    rows = await connection.execute(query.where(s.match_id == match).order_by(s.seat))
    return tuple(SeatAt(row[s.seat], player_of(row), row[s.acted_at]) for row in rows.mappings())


async def _change(connection: AsyncConnection, match: int, expected: int, values: dict[str, object]) -> None:
    """Change the row of a match that is still at version `expected`; raise `Conflict` if not."""
    m = t.match.c
    still = update(t.match).where(m.id == match, m.version == expected)
    if (await connection.execute(still.values(values))).rowcount != 1:
        raise Conflict


async def _free_seats(connection: AsyncConnection, match: int) -> None:
    """Free the live seats of a match that is over.

    Who sits in another live match of the channel that had to wait (see `moving`) is seated there.
    """
    s, m, seat = t.live_seat.c, t.match.c, t.seat.c
    free = delete(t.live_seat).where(s.match_id == match).returning(s.channel_id, s.player_id)
    for channel, player in (await connection.execute(free)).all():
        waiting = await connection.scalar(
            select(func.min(m.id))
            .join(t.seat, seat.match_id == m.id)
            .where(m.channel_id == channel, m.status == LIVE, seat.player_id == player)
        )
        if waiting is not None:
            values = {"channel_id": channel, "player_id": player, "match_id": waiting}
            await connection.execute(insert(t.live_seat).values(values))
