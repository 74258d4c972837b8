"""Legal plays that begin as somebody types."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.records import MatchRecord
from bot.engine.actions import MakePlay
from bot.engine.decide import legal_actions
from bot.engine.match import Phase, seats_to_act

MOST = 25


def suggestions(record: MatchRecord, player: int, typed: str) -> tuple[str, ...]:
    """Return at most 25 legal plays of `player` that begin as `typed` does.

    The moves typed so far stand first, in the order typed; case, separators and stars do not
    matter. Empty when it is not that player's turn to play.
    """
    seat = next((at.seat for at in record.seats if at.player.id == player), None)
    if seat is None or record.state.phase is not Phase.TO_PLAY or seat not in seats_to_act(record.state):
        return ()
    plays = (action.notation for action in legal_actions(record.state, seat) if isinstance(action, MakePlay))
    return tuple(beginning_as(typed, plays))[:MOST]


def beginning_as(typed: str, plays: Iterator[str]) -> Iterator[str]:
    """Yield the plays that contain the typed moves, these first; the last one may be cut short."""
    wanted = comparable(typed).split()
    for play in plays:
        ordered = typed_first(wanted, play.split())
        if ordered is not None:
            yield " ".join(ordered)


def typed_first(wanted: list[str], moves: list[str]) -> list[str] | None:
    """Return `moves` with those that match `wanted` in front, or None if one matches none."""
    rest = list(moves)
    front: list[str] = []
    for number, text in enumerate(wanted, 1):
        last = number == len(wanted)
        found = next((move for move in rest if fits(text, comparable(move), cut_short=last)), None)
        if found is None:
            return None
        rest.remove(found)
        front.append(found)
    return front + rest


def fits(typed: str, move: str, *, cut_short: bool) -> bool:
    """Return whether a typed move is `move`, or begins as it does."""
    return move.startswith(typed) if cut_short else move == typed


def comparable(text: str) -> str:
    """Return moves as they compare: lower case, one kind of separator, no stars."""
    text = text.lower().replace("*", "")
    for separator in "->→":
        text = text.replace(separator, "/")
    for separator in ",;|":
        text = text.replace(separator, " ")
    return text
