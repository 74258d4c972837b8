"""Who is who in a match as it stands, and what a button of an older board means."""

from __future__ import annotations

from bot.app.calls import Call
from bot.app.records import MatchRecord
from bot.app.speech import is_computer, name_of
from bot.engine.actions import Action
from bot.engine.events import Event, GameStarted, Seat
from bot.engine.match import MatchState, evolve, seats_to_act
from bot.engine.permission import why_not
from bot.engine.refusals import NotYourTurn, Refusal


class StalePress(Exception):
    """A button of an older board. `own`: the presser acted on that board already."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(own)
        self.own = own


def fold(state: MatchState, events: tuple[Event, ...]) -> MatchState:
    """Return the state after `events`."""
    for event in events:
        state = evolve(state, event)
    return state


def computer_to_act(record: MatchRecord, state: MatchState) -> Seat | None:
    """Return the computer's seat if nobody but the computer is awaited."""
    seats = seats_to_act(state)
    if seats and all(is_computer(record, seat) for seat in seats):
        return seats[0]
    return None


def persons_to_act(record: MatchRecord, state: MatchState) -> tuple[int, ...]:
    """Return the ids of the people whose decision is awaited."""
    return tuple(
        record.seats[seat].player.id for seat in seats_to_act(state) if not is_computer(record, seat)
    )


def names_to_act(record: MatchRecord) -> str:
    """Return the names of those whose decision is awaited."""
    return " / ".join(name_of(record, seat) for seat in seats_to_act(record.state))


def may_be_helped(record: MatchRecord) -> bool:
    """Return whether hints are fair: against the computer, or where both agreed to be taught."""
    return record.state.house_rules.teaching or any(is_computer(record, at.seat) for at in record.seats)


def seat_of(record: MatchRecord, call: Call) -> Seat:
    """Return the caller's seat; refuse a stranger."""
    for seat in record.seats:
        if seat.player.id == call.player.id:
            return seat.seat
    raise stranger(record)


def stranger(record: MatchRecord) -> Refusal:
    """Return the refusal for somebody who does not play in this match."""
    names = names_to_act(record) or " / ".join(name_of(record, at.seat) for at in record.seats)
    return Refusal("stranger", name=names)


def check_board(record: MatchRecord, call: Call) -> Seat:
    """Return the caller's seat; refuse strangers, raise `StalePress` for an older board's button."""
    seat = seat_of(record, call)
    version = call.request.board_version
    if version is not None and version != record.state.version:
        raise StalePress(own=made_it_old(record, version, seat))
    return seat


def made_it_old(record: MatchRecord, version: int, seat: Seat) -> bool:
    """Return whether `seat` caused the first event after `version`, as far as the log at hand tells.

    The next game of a session is asked for by either seat, and its event does not say by which.
    """
    since = record.state.version - version
    events = record.events if len(record.events) == record.state.version else record.events[1:]
    if not 0 < since <= len(events):
        return False
    event = events[-since]
    return isinstance(event, GameStarted) or getattr(event, "seat", None) == seat


def judged(record: MatchRecord, seat: Seat, action: Action) -> None:
    """Refuse an action that could not be done now, naming whose turn it is; nothing happens yet."""
    reason = why_not(record.state, action, seat)
    if isinstance(reason, NotYourTurn):
        raise NotYourTurn("not-your-turn", name=names_to_act(record))
    if reason is not None:
        raise reason
