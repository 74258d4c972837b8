"""What happened, cut into what one line tells: a turn, an opening, a cube action, a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.events import (
    AutomaticallyDoubled,
    AutoRollChosen,
    Beavered,
    Doubled,
    Dropped,
    Event,
    FirstRollRefused,
    GameStarted,
    GameWon,
    MatchStarted,
    MatchWon,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationOffered,
    ResignationRejected,
    Rolled,
    Seat,
    SettlementAccepted,
    SettlementOffered,
    SettlementRejected,
    Taken,
)
from bot.engine.position import Play, Roll

_QUIET = (MatchStarted, GameStarted, Rolled, AutoRollChosen)
"""They tell nothing by themselves: a roll is told with its play."""

_ANSWERS = (
    Taken,
    Dropped,
    Beavered,
    Raccooned,
    ResignationAccepted,
    ResignationRejected,
    SettlementAccepted,
    SettlementRejected,
)
"""They end the line that the offer began."""

_DECISIONS = (
    FirstRollRefused,
    Doubled,
    Taken,
    Dropped,
    Beavered,
    Raccooned,
    ResignationOffered,
    ResignationRejected,
    SettlementOffered,
    SettlementAccepted,
    SettlementRejected,
)
"""What a seat does itself. A roll is not among them (what went before it stays in sight), nor is an
accepted resignation (the rules may have accepted it)."""


@dataclass(frozen=True, slots=True)
class Happening:
    """The events of one line, in order; `last` is the place of the newest in the log."""

    events: tuple[Event, ...]
    last: int
    roll: Roll | None = None
    """The roll that was played or refused."""


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A finished turn; `play` is empty where there was no legal play."""

    seat: Seat
    roll: Roll
    play: Play


def happenings(events: Sequence[Event]) -> tuple[Happening, ...]:
    """Return what a log tells, in order, one item a line."""
    told: list[Happening] = []
    roll: Roll | None = None
    for place, event in enumerate(events):
        if isinstance(event, OpeningRolled | Rolled):
            roll = event.dice
        if isinstance(event, _QUIET):
            continue
        if told and _continues(told[-1], event):
            told[-1] = Happening((*told[-1].events, event), place)
        else:
            told.append(Happening((event,), place, roll if _has_roll(event) else None))
    return tuple(told)


def unseen(events: Sequence[Event], seat: Seat) -> tuple[Happening, ...]:
    """Return what happened since `seat` last decided something itself; at least the newest item."""
    own = max((place for place, event in enumerate(events) if _decided(event, seat)), default=-1)
    told = happenings(events)
    return tuple(item for item in told if item.last > own) or told[-1:]


def last_turn(events: Sequence[Event]) -> TurnPlayed | None:
    """Return the newest finished turn of the newest game, or None before the first."""
    start = max((place for place, event in enumerate(events) if isinstance(event, GameStarted)), default=0)
    for item in reversed(happenings(events[start:])):
        played = item.events[0]
        if isinstance(played, Played) and item.roll:
            return TurnPlayed(played.seat, item.roll, played.play)
    return None


def newest_finished_game(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the log of the game that ended last, from the match's first event to its result.

    Raises `ValueError` if no game has ended in these events.
    """
    ends = [place for place, event in enumerate(events) if isinstance(event, GameWon)]
    if not ends:
        raise ValueError("no game has ended in these events")
    end = ends[-1] + 1
    while end < len(events) and isinstance(events[end], MatchWon):
        end += 1
    start = max(place for place, event in enumerate(events[:end]) if isinstance(event, GameStarted))
    return (*events[:1], *events[start:end])


def _continues(item: Happening, event: Event) -> bool:
    if isinstance(event, OpeningRolled | AutomaticallyDoubled):
        return isinstance(item.events[-1], OpeningRolled | AutomaticallyDoubled)
    return isinstance(event, _ANSWERS)


def _has_roll(event: Event) -> bool:
    return isinstance(event, Played | FirstRollRefused)


def _decided(event: Event, seat: Seat) -> bool:
    if isinstance(event, Played):
        return event.seat == seat and bool(event.play)
    return isinstance(event, _DECISIONS) and event.seat == seat
