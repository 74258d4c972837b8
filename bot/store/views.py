"""The outbox: which channel shows what, what it shows now, and what it should."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, delete, false, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app.ports import Conflict
from bot.app.records import MessageRef, View
from bot.store import tables as t
from bot.store.connection import Connected, is_duplicate, record
from bot.store.people import channel_of

VIEWS = select(t.view, t.channel).join(t.channel, t.view.c.channel_id == t.channel.c.id)


class Views(Connected):
    """The `ViewStore` port."""

    async def view(self, view: int) -> View | None:
        """Return a view."""
        async with self._reading() as connection:
            row = (await connection.execute(VIEWS.where(t.view.c.id == view))).mappings().first()
        return None if row is None else _view_of(row)

    async def due_views(self) -> tuple[int, ...]:
        """Return the ids of the views that are due, in reachable channels, oldest first."""
        v = t.view.c
        query = (
            select(v.id)
            .join(t.channel, v.channel_id == t.channel.c.id)
            .where(v.shown < v.wanted, t.channel.c.lost.is_(False))
            .order_by(v.id)
        )
        async with self._reading() as connection:
            return tuple(await connection.scalars(query))

    async def views_of(
        self, *, match: int | None = None, challenge: int | None = None, position: int | None = None
    ) -> tuple[View, ...]:
        """Return the views of a match, a challenge or a position, oldest first. Of none: none."""
        v = t.view.c
        subjects = ((v.match_id, match), (v.challenge_id, challenge), (v.position_id, position))
        subject = or_(false(), *(column == number for column, number in subjects if number is not None))
        async with self._reading() as connection:
            rows = await connection.execute(VIEWS.where(subject).order_by(v.id))
            return tuple(_view_of(row) for row in rows.mappings())

    async def view_in(self, channel: int, message: str) -> View | None:
        """Return the view whose live message is this one, in a channel."""
        v = t.view.c
        shown = VIEWS.where(v.channel_id == channel, v.live_message == message)
        async with self._reading() as connection:
            row = (await connection.execute(shown)).mappings().first()
        return None if row is None else _view_of(row)

    async def watch(self, match: int, channel: int, locale: str) -> int:
        """Show a match in one more channel; return the view's id (the one there is, if any)."""
        there = select(t.view.c.id).where(t.view.c.match_id == match, t.view.c.channel_id == channel)
        try:
            async with self._engine.begin() as connection:
                known: int | None = await connection.scalar(there)
                if known is not None:
                    return known
                return await insert_view(connection, channel, locale, match=match, watching=True)
        except IntegrityError as error:
            if not is_duplicate(error):
                raise
        async with self._reading() as connection:
            made: int = (await connection.scalars(there)).one()
        return made

    async def unwatch(self, channel: int) -> int:
        """Show no match in a channel that is only watched there; return how many there were."""
        v = t.view.c
        watched = delete(t.view).where(v.channel_id == channel, v.watching.is_(True))
        async with self._engine.begin() as connection:
            return (await connection.execute(watched)).rowcount

    async def want_board(self, request: str, view: int, *, anew: bool) -> None:
        """Ask a view for its board once more; raise `Seen`, or `Conflict` if there is no such view."""
        async with self._writing(request) as connection:
            if not await want(connection, t.view.c.id == view, anew=anew):
                raise Conflict
            await record(connection, request)

    async def delivered(
        self, view: int, shown: int, live: MessageRef | None, live_game: int, *, posted: bool, now: datetime
    ) -> None:
        """Record what a view shows now; `posted`: as a new message, at `now`.

        A new message that was asked for at a `wanted` beyond `shown` is still owed.
        """
        values: dict[str, object] = {
            "shown": shown,
            "live_chat": live and live.chat,
            "live_message": live and live.message,
            "live_game": live_game,
        }
        if posted or live is None:
            values["live_at"] = now if posted else None
        async with self._engine.begin() as connection:
            await connection.execute(update(t.view).where(t.view.c.id == view).values(values))


def _view_of(row: RowMapping) -> View:
    """Return the view in a row of `view` and `channel` columns."""
    v = t.view.c
    live = None if row[v.live_message] is None else MessageRef(row[v.live_chat], row[v.live_message])
    return View(
        id=row[v.id],
        channel=channel_of(row),
        match=row[v.match_id],
        challenge=row[v.challenge_id],
        position=row[v.position_id],
        locale=row[v.locale],
        watching=row[v.watching],
        live=live,
        live_at=row[v.live_at],
        live_game=row[v.live_game],
        wanted=row[v.wanted],
        shown=row[v.shown],
        anew=row[v.shown] < row[v.anew_at],
    )


async def insert_view(
    connection: AsyncConnection,
    channel: int,
    locale: str,
    *,
    match: int | None = None,
    challenge: int | None = None,
    position: int | None = None,
    show: bool = True,
    watching: bool = False,
) -> int:
    """Insert a view whose first board is a new message, due at once if `show`; return its id."""
    row = insert(t.view).values(
        match_id=match,
        challenge_id=challenge,
        position_id=position,
        channel_id=channel,
        locale=locale,
        watching=watching,
        live_game=0,
        wanted=1 if show else 0,
        shown=0,
        anew_at=1,
    )
    view: int = (await connection.execute(row.returning(t.view.c.id))).scalar_one()
    return view


async def want(
    connection: AsyncConnection, which: ColumnElement[bool], *, anew: bool = False, show: bool = True
) -> int:
    """Make views want one more board, as a new message if `anew`; return how many there are.

    Without `show` nothing is due yet, but the next board that is will be a new message if `anew`.
    """
    v = t.view.c
    values = ({v.wanted: v.wanted + 1} if show else {}) | ({v.anew_at: v.wanted + 1} if anew else {})
    if not values:
        return 0
    return (await connection.execute(update(t.view).where(which).values(values))).rowcount
