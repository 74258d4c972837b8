"""Which match a caller means who names none."""

from __future__ import annotations

from bot.app.calls import Call
from bot.app.ports import Store
from bot.app.records import MatchRecord
from bot.engine.refusals import Refusal


async def match_meant(store: Store, call: Call, *, last: bool = False) -> MatchRecord:
    """Return the match meant: the pressed one, the caller's here, the newest one here.

    With `last` the caller's own match counts more, also if it is over. Raises `Refusal`: no-match.
    """
    pressed = call.press.subject if call.press and call.press.scope == "g" else None
    match = await _nearest(store, call, last=last) if pressed is None else pressed
    record = await store.match(match) if match is not None else None
    if record is None:
        raise Refusal("no-match")
    return record


async def finished_match(store: Store, call: Call) -> MatchRecord | None:
    """Return the pressed match, or the one in which the caller last finished a game here, or else
    anybody did; None: nobody did."""
    match = call.press.subject if call.press and call.press.scope == "g" else None
    if match is None:
        match = await store.last_finished(call.channel.id, call.player.id)
    if match is None:
        match = await store.last_finished(call.channel.id)
    return await store.match(match) if match is not None else None


async def _nearest(store: Store, call: Call, *, last: bool) -> int | None:
    here, caller = call.channel.id, call.player.id
    own = await store.live_match(here, caller)
    if own is None and last:
        own = await store.last_match(here, caller)
    if own is not None:
        return own
    live = await store.live_matches(here)
    return live[-1] if live else await store.last_match(here, caller)
