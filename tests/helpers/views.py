"""Views as the outbox hands them to an adapter."""

from __future__ import annotations

from bot.app.records import Channel, View
from bot.app.requests import ChannelRef


def view_of(place: ChannelRef, wanted: int) -> View:
    """Return a view of a match at a place."""
    return View(
        id=1,
        channel=Channel(1, place),
        match=1,
        challenge=None,
        locale="en",
        live=None,
        live_at=None,
        live_game=1,
        wanted=wanted,
        shown=0,
        watching=False,
        anew=True,
    )
