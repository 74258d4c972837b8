"""What checker moves amount to: where each checker left, where it landed, whom it hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from renderers.board_view import MoveView


@dataclass(frozen=True, slots=True)
class Trip:
    """One checker's way through a play: the points where it stopped, and those where it hit."""

    stops: tuple[int, ...]
    hits: frozenset[int] = frozenset()

    @property
    def start(self) -> int:
        """Where the checker left."""
        return self.stops[0]

    @property
    def end(self) -> int:
        """Where it landed."""
        return self.stops[-1]

    def turns(self) -> tuple[int, ...]:
        """Return the start, the stops on the way where it hit, and the end."""
        between = tuple(stop for stop in self.stops[1:-1] if stop in self.hits)
        return (self.start, *between, self.end)

    def direct(self) -> Trip:
        """Return the trip without the stops where nothing happened."""
        return Trip(self.turns(), self.hits)


def trips(moves: Iterable[MoveView]) -> tuple[Trip, ...]:
    """Join moves that one checker can have made, in order; the moves must be in the order made."""
    found: list[Trip] = []
    for move in moves:
        hits = frozenset({move.end}) if move.hit else frozenset()
        before = next((trip for trip in found if trip.end == move.start), None)
        if before is None:
            found.append(Trip((move.start, move.end), hits))
        else:
            found[found.index(before)] = Trip((*before.stops, move.end), before.hits | hits)
    return tuple(found)


def compared(
    first: Iterable[MoveView], second: Iterable[MoveView]
) -> tuple[tuple[Trip, ...], tuple[Trip, ...], tuple[Trip, ...]]:
    """Return the journeys that two plays of one side share, those of the first alone, those of the second.

    What a checker does alike in both is shared, also if they part then, or stop elsewhere on the way.
    """
    ones, others = Counter(first), Counter(second)
    common = ones & others
    one, other = (
        Counter(trip.direct() for trip in trips((moves - common).elements())) for moves in (ones, others)
    )
    same = one & other
    shared = (*trips(common.elements()), *same.elements())
    return shared, tuple((one - same).elements()), tuple((other - same).elements())


def left(journeys: Iterable[Trip]) -> Counter[int]:
    """Return how many checkers left each point."""
    return Counter(trip.start for trip in journeys)


def landed(journeys: Iterable[Trip]) -> Counter[int]:
    """Return how many checkers landed on each point."""
    return Counter(trip.end for trip in journeys)
