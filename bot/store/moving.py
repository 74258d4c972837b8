"""A chat gets a new id: its channels move there, or are merged into those that exist already."""

from __future__ import annotations

from sqlalchemy import RowMapping, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app.records import Looks
from bot.store import tables as t
from bot.store.columns import LIVE, OPEN, REVEALED


async def move_chat(connection: AsyncConnection, platform: str, old_chat: str, new_chat: str) -> None:
    """Move every channel (topic) of `old_chat` to `new_chat`. Without such a channel nothing happens.

    Messages stay behind in the old chat: every view there forgets its live message, and what is
    still being played or offered is posted anew. Where the new channel is known already, the old
    one is merged into it and disappears; settings chosen in the new one win.
    """
    if old_chat == new_chat:
        return
    c = t.channel.c
    old = select(t.channel).where(c.platform == platform, c.chat == old_chat).order_by(c.id)
    for row in (await connection.execute(old)).mappings().all():
        await _forget_messages(connection, row[c.id], old_chat)
        same_topic = select(t.channel).where(
            c.platform == platform, c.chat == new_chat, c.topic == row[c.topic]
        )
        known = (await connection.execute(same_topic)).mappings().first()
        if known is None:
            moved = update(t.channel).where(c.id == row[c.id]).values(chat=new_chat, lost=False)
            await connection.execute(moved)
        else:
            await _merge(connection, row, known)


async def _forget_messages(connection: AsyncConnection, channel: int, old_chat: str) -> None:
    """Cut the views of a channel from their messages in the old chat; want the live ones anew."""
    v = t.view.c
    live = or_(
        v.match_id.in_(select(t.match.c.id).where(t.match.c.status == LIVE)),
        v.challenge_id.in_(select(t.challenge.c.id).where(t.challenge.c.status == OPEN)),
        v.position_id.in_(select(t.position.c.id).where(t.position.c.status != REVEALED)),
    )
    here = v.channel_id == channel
    await connection.execute(
        update(t.view).where(here, live).values(wanted=v.wanted + 1, anew_at=v.wanted + 1)
    )
    await connection.execute(
        update(t.view)
        .where(here, v.live_chat == old_chat)
        .values(live_chat=None, live_message=None, live_at=None)
    )


async def _merge(connection: AsyncConnection, old: RowMapping, new: RowMapping) -> None:
    """Hand everything of the channel `old` to `new` and delete `old`.

    A person who sits in a live match of each keeps the seat of the new channel. The other match
    stays live with its board and its buttons; its live seat comes back when the first is over.
    """
    c = t.channel.c
    source, target = old[c.id], new[c.id]
    await connection.execute(
        update(t.channel)
        .where(c.id == target)
        .values(
            locale=new[c.locale] or old[c.locale],
            theme=_chosen(old[c.theme], new[c.theme], Looks().theme),
            home=_chosen(old[c.home], new[c.home], Looks().home),
        )
    )
    await _keep_what_is_played(connection, source, target)
    await _drop_twins(connection, source, target)
    for table in (t.view, t.live_seat, t.challenge, t.match, t.position):
        moved = update(table).where(table.c.channel_id == source).values(channel_id=target)
        await connection.execute(moved)
    await connection.execute(delete(t.channel).where(c.id == source))


def _chosen(old: str, new: str, default: str) -> str:
    """Return what was chosen for the new channel, or else for the old one."""
    return old if new == default else new


async def _keep_what_is_played(connection: AsyncConnection, source: int, target: int) -> None:
    """Have `target` play the matches of `source` that it only watched so far."""
    v = t.view.c
    played = select(v.match_id).where(v.channel_id == source, v.watching.is_(False), v.match_id.is_not(None))
    watched = update(t.view).where(v.channel_id == target, v.watching.is_(True), v.match_id.in_(played))
    anew = {"watching": False, "wanted": v.wanted + 1, "anew_at": v.wanted + 1}
    await connection.execute(watched.values(anew))


async def _drop_twins(connection: AsyncConnection, source: int, target: int) -> None:
    """Delete the rows of channel `source` for which `target` has one that serves."""
    for table, subject in (
        (t.view, t.view.c.match_id),
        (t.view, t.view.c.challenge_id),
        (t.live_seat, t.live_seat.c.player_id),
    ):
        there = select(subject).where(table.c.channel_id == target, subject.is_not(None))
        await connection.execute(delete(table).where(table.c.channel_id == source, subject.in_(there)))
