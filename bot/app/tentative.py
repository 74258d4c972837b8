"""Tentative plays: checker moves tapped or typed in part, kept until the dice are picked up."""

from __future__ import annotations

from bot.app.records import MatchRecord
from bot.app.standing import judged
from bot.app.turn import Turn, turn_under_way
from bot.engine.actions import MakePlay
from bot.engine.events import Seat
from bot.engine.match import Phase, side_of
from bot.engine.notation import Matched, match_play, spell_play, unpack
from bot.engine.position import Play, Roll
from bot.engine.refusals import IllegalPlay, NotNow, Refusal
from bot.engine.variants import rules_of


def require_dice(record: MatchRecord, seat: Seat) -> Roll:
    """Return the roll that `seat` has to play; refuse with the reason if it has none."""
    state = record.state
    if state.phase is Phase.TO_PLAY and side_of(state, seat) == state.on_roll and state.dice:
        return state.dice
    judged(record, seat, MakePlay(""))
    raise NotNow("not-now")


def drawn(record: MatchRecord) -> Turn:
    """Return the turn as the board shows it, with the checker moves that are forced; refuse without one."""
    turn = turn_under_way(record)
    if turn is None:
        raise NotNow("not-now")
    return turn


def read_tentative(record: MatchRecord, packed: str) -> Play:
    """Return the checker moves that `packed` stands for on the present roll; refuse illegal ones."""
    state = record.state
    if state.dice is None:
        raise NotNow("not-now")
    return unpack(rules_of(state.variant), state.position, state.on_roll, state.dice, packed)


def match_typed(record: MatchRecord, text: str) -> Matched:
    """Match a typed play: as a whole, else as the continuation of the tentative one.

    Raises the refusals of `notation.match_play` about the text as it was typed.
    """
    try:
        whole = alone(record, text)
    except IllegalPlay:
        joined = joined_to_tentative(record, text)
        if joined is None:
            raise
        return joined
    if whole.complete:
        return whole
    return joined_to_tentative(record, text) or whole


def alone(record: MatchRecord, text: str) -> Matched:
    """Match a play with the present roll alone."""
    state = record.state
    if state.dice is None:
        raise NotNow("not-now")
    return match_play(rules_of(state.variant), state.position, state.on_roll, state.dice, text)


def joined_to_tentative(record: MatchRecord, text: str) -> Matched | None:
    """Match the text behind the tentative play; None if there is none or they do not go together."""
    if not record.tentative:
        return None
    try:
        return alone(record, f"{spell_play(read_tentative(record, record.tentative))} {text}")
    except Refusal:
        return None
