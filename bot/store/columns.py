"""A match state as columns that people can read, and an offer as JSON."""

from __future__ import annotations

from typing import assert_never

from bot.app.records import Offer
from bot.engine import codec
from bot.engine.events import MatchStarted
from bot.engine.house_rules import Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase
from bot.engine.position_id import position_id

LIVE, OVER = "live", "over"
"""What a match is."""
OPEN, ACCEPTED = "open", "accepted"
"""What a challenge is, among others."""
THINKING, REVEALED = "thinking", "revealed"
"""What a position is, before and after it is open."""
MATCH_STARTED = "match_started"
"""The codec's name, which never changes."""


def columns_of(state: MatchState) -> dict[str, object]:
    """Return the columns of table `match` that tell what `state` is."""
    return {
        "status": OVER if state.phase is Phase.MATCH_OVER else LIVE,
        "version": state.version,
        "variant": state.variant,
        "length": length_text(state.length),
        "game": state.game,
        "score_0": state.score[0],
        "score_1": state.score[1],
        "crawford": state.crawford,
        "phase": state.phase.value,
        "position_id": position_id(state.position, state.on_roll),
        "on_roll": state.on_roll,
        "dice": None if state.dice is None else f"{state.dice[0]}-{state.dice[1]}",
        "cube_value": state.cube.value,
        "cube_owner": state.cube.owner,
        "cube_offered": state.offered,
    }


def length_text(length: Length) -> str:
    """Return the length of a match in words."""
    match length:
        case Match(points):
            return f"match to {points}"
        case Money():
            return "money session"
        case SingleGame():
            return "single game"
        case _:
            assert_never(length)


def encode_offer(offer: Offer) -> dict[str, object]:
    """Return an offer as JSON: the data of the `MatchStarted` that it would become."""
    return codec.encode(MatchStarted(offer.variant, offer.length, offer.house_rules))[1]


def decode_offer(data: dict[str, object]) -> Offer:
    """Return the offer that `encode_offer` wrote; raise ValueError for anything else."""
    event = codec.decode(MATCH_STARTED, data)
    if not isinstance(event, MatchStarted):
        raise TypeError(f"{MATCH_STARTED} is no longer a MatchStarted but {event!r}")
    return Offer(event.variant, event.length, event.house_rules)
