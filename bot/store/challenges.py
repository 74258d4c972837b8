"""Challenges, up to the match that an accepted one becomes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, false, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app.ports import Conflict, SeatTaken
from bot.app.records import Challenge, Guest, Offer, Player
from bot.app.requests import Handle
from bot.engine.events import Event
from bot.engine.match import MatchState
from bot.store import tables as t
from bot.store.columns import ACCEPTED, OPEN, columns_of, decode_offer, encode_offer
from bot.store.connection import Connected, record
from bot.store.log import insert_events
from bot.store.people import channel_of, load_players
from bot.store.views import insert_view, want


class Challenges(Connected):
    """The `ChallengeStore` port."""

    async def open_challenge(
        self,
        request: str,
        channel: int,
        challenger: int,
        invited: int | Handle | None,
        offer: Offer,
        locale: str,
        now: datetime,
        *,
        code: str,
        by_code: bool = False,
        guests: Sequence[Guest] = (),
    ) -> int:
        """Put a challenge on the table with views in its channel and the `guests`; return its id.

        Raises `Seen`, or `Conflict` if another challenge bears this code.
        """
        row = insert(t.challenge).values(
            channel_id=channel,
            challenger_id=challenger,
            **_bound_to(invited),
            code=code,
            by_code=by_code,
            offer=encode_offer(offer),
            revision=0,
            status=OPEN,
            created_at=now,
        )
        async with self._writing(request) as connection:
            challenge: int = (await connection.execute(row.returning(t.challenge.c.id))).scalar_one()
            for place in (Guest(channel, locale), *guests):
                await insert_view(connection, place.channel, place.locale, challenge=challenge)
            await record(connection, request)
        return challenge

    async def challenge(self, challenge: int) -> Challenge | None:
        """Return a challenge."""
        async with self._reading() as connection:
            found = await _load(connection, t.challenge.c.id == challenge)
        return found[0] if found else None

    async def challenge_by_code(self, code: str) -> Challenge | None:
        """Return the challenge that bears a code."""
        async with self._reading() as connection:
            found = await _load(connection, t.challenge.c.code == code)
        return found[0] if found else None

    async def open_challenges(self, channel: int | None = None) -> tuple[Challenge, ...]:
        """Return all open challenges (those shown in a channel), newest first."""
        which = t.challenge.c.status == OPEN
        if channel is not None:
            shown = select(t.view.c.challenge_id).where(t.view.c.channel_id == channel)
            which &= t.challenge.c.id.in_(shown.where(t.view.c.challenge_id.is_not(None)))
        async with self._reading() as connection:
            return await _load(connection, which)

    async def revise_challenge(self, request: str, challenge: int, revision: int, offer: Offer) -> None:
        """Change an open challenge seen at `revision`; raise `Seen`, or `Conflict` if it has moved on."""
        async with self._writing(request) as connection:
            changes = {"offer": encode_offer(offer), "revision": revision + 1}
            await _change(connection, challenge, t.challenge.c.revision == revision, changes)
            await record(connection, request)

    async def close_challenge(self, request: str, challenge: int, status: str) -> None:
        """End an open challenge as declined, cancelled or expired.

        Raises `Seen`, or `Conflict` if it is not open.
        """
        async with self._writing(request) as connection:
            await _change(connection, challenge, None, {"status": status})
            await record(connection, request)

    async def start_match(
        self,
        request: str,
        challenge: int,
        revision: int,
        players: Sequence[int],
        events: Sequence[Event],
        state: MatchState,
        now: datetime,
        *,
        show: bool = True,
        guest: Guest | None = None,
    ) -> int:
        """Accept an open challenge as seen at `revision` and start its match; return the match id.

        `players` are in seat order; with a `guest` channel the last of them plays from there. A
        computer takes no live seat: it never types, so it may sit in many matches of a channel.
        Raises `Seen`, `Conflict` or `SeatTaken`.
        """
        async with self._writing(request) as connection:
            seen = t.challenge.c.revision == revision
            channel, locale = await _change(connection, challenge, seen, {"status": ACCEPTED})
            match = await _insert_match(connection, challenge, channel, state, now)
            places = [channel for _ in players[1:]] + [guest.channel if guest else channel]
            challenged = select(t.challenge.c.created_at).where(t.challenge.c.id == challenge)
            acted = ((await connection.execute(challenged)).scalar_one(), *(now for _ in players[1:]))
            await _take_seats(connection, match, places, players, acted)
            await insert_events(connection, match, 0, events, now)
            await insert_view(connection, channel, locale, match=match, show=show)
            if guest and guest.channel != channel:
                await insert_view(connection, guest.channel, guest.locale, match=match, show=show)
            await record(connection, request, match, state.version)
        return match


def _bound_to(invited: int | Handle | None) -> dict[str, object]:
    """Return the columns that tell whom a challenge is bound to."""
    handle = invited if isinstance(invited, Handle) else None
    return {
        "invited_id": None if handle else invited,
        "invited_platform": handle and handle.platform,
        "invited_username": handle and handle.username,
    }


async def _load(connection: AsyncConnection, which: ColumnElement[bool]) -> tuple[Challenge, ...]:
    """Return challenges, newest first."""
    c = t.challenge.c
    query = select(t.challenge, t.channel).join(t.channel, c.channel_id == t.channel.c.id)
    rows = (await connection.execute(query.where(which).order_by(c.id.desc()))).mappings().all()
    ids = {row[key] for row in rows for key in (c.challenger_id, c.invited_id)} - {None}
    players = await load_players(connection, ids) if ids else {}

    def invited(platform: str | None, username: str | None, player: int | None) -> Player | Handle | None:
        if platform is not None and username is not None:
            return Handle(platform, username)
        return None if player is None else players[player]

    return tuple(
        Challenge(
            row[c.id],
            channel_of(row),
            players[row[c.challenger_id]],
            invited(row[c.invited_platform], row[c.invited_username], row[c.invited_id]),
            decode_offer(row[c.offer]),
            row[c.revision],
            row[c.status],
            row[c.created_at],
            row[c.code],
            row[c.by_code],
        )
        for row in rows
    )


async def _change(
    connection: AsyncConnection,
    challenge: int,
    seen: ColumnElement[bool] | None,
    values: dict[str, object],
) -> tuple[int, str]:
    """Change an open challenge and want its card once more; return its channel and locale.

    Raises `Conflict` if it is not open, or not as it was `seen`.
    """
    c, v = t.challenge.c, t.view.c
    still = (c.id == challenge) & (c.status == OPEN)
    changed = update(t.challenge).where(still if seen is None else still & seen).values(values)
    channel = (await connection.execute(changed.returning(c.channel_id))).scalar_one_or_none()
    if channel is None:
        raise Conflict
    await want(connection, v.challenge_id == challenge)
    card = select(v.locale).where(v.challenge_id == challenge, v.channel_id == channel)
    return channel, (await connection.execute(card)).scalar_one()


async def _insert_match(
    connection: AsyncConnection, challenge: int, channel: int, state: MatchState, now: datetime
) -> int:
    """Insert the row of a new match; return its id."""
    row = insert(t.match).values(
        challenge_id=challenge,
        channel_id=channel,
        tentative="",
        started_at=now,
        changed_at=now,
        **columns_of(state),
    )
    match: int = (await connection.execute(row.returning(t.match.c.id))).scalar_one()
    return match


async def _take_seats(
    connection: AsyncConnection,
    match: int,
    places: Sequence[int],
    players: Sequence[int],
    acted: Sequence[datetime],
) -> None:
    """Seat the players, who `acted` last then, and the people among them live in the channel of their place.

    Raises `SeatTaken` for one who sits in another live match there.
    """
    known = await load_players(connection, players)
    people = [
        (channel, player)
        for channel, player in zip(places, players, strict=True)
        if not known[player].ref.is_computer
    ]
    s = t.live_seat.c
    there = [(s.channel_id == channel) & (s.player_id == player) for channel, player in people]
    taken = select(s.player_id, s.match_id).where(or_(false(), *there))
    sitting = (await connection.execute(taken)).first()
    if sitting is not None:
        raise SeatTaken(known[sitting.player_id], sitting.match_id)
    seats = [
        {"match_id": match, "seat": seat, "player_id": player, "acted_at": at}
        for seat, (player, at) in enumerate(zip(players, acted, strict=True))
    ]
    await connection.execute(insert(t.seat), seats)
    live = [{"match_id": match, "channel_id": channel, "player_id": player} for channel, player in people]
    if live:
        await connection.execute(insert(t.live_seat), live)
