"""Where arrows start, turn and end, so that none hides another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from renderers.board_view import Row, Side
from renderers.geometry import FULL, TRAY, Layout
from renderers.things import Place
from renderers.trips import Trip, landed

_APART = 2
"""In a tray, arrows end so many slabs apart: a slab is lower than a head."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways of one side's checkers on one board."""

    layout: Layout
    side: Side
    row: Row
    shown: Callable[[int], int]
    """How many checkers the stack on a point shows."""

    def past(self, journeys: Sequence[Trip]) -> Iterator[tuple[Place, ...]]:
        """Yield the ways of checkers that have landed: from beside what is left, to the checker that came."""
        begun, starts = Counter[int](), list[Place]()
        for trip in journeys:
            starts.append(self._spot(trip.start, self.row[trip.start] + begun[trip.start]))
            begun[trip.start] += 1
        free = {}
        for point, count in landed(journeys).items():
            top = min(self.row[point], TRAY) if point == 0 else self.shown(point)
            free[point] = [top - 1 - place for place in range(count)]
        return self._ways(journeys, starts, free)

    def ahead(self, journeys: Sequence[Trip]) -> Iterator[tuple[Place, ...]]:
        """Yield the ways of checkers that have not moved: from the top of a stack to the top of another.

        Counts stay free, and no way begins where another ends.
        """
        free = {point: self._landing(point, count) for point, count in landed(journeys).items()}
        begun, starts = Counter[int](), list[Place]()
        for trip in journeys:
            above = min(free.get(trip.start, [FULL]))
            top = min(self.shown(trip.start) - self._counted(trip.start), above) - 1
            starts.append(self._spot(trip.start, top - begun[trip.start]))
            begun[trip.start] += 1
        return self._ways(journeys, starts, free)

    def _landing(self, point: int, count: int) -> list[int]:
        """Return the slots for checkers to come: on the stack, or on its last checkers if it is full."""
        if point == 0:
            first = min(self.row[point], TRAY - 1 - _APART * (count - 1))
            return [first + _APART * place for place in range(count)]
        first = min(self.row[point], FULL - self._counted(point) - count)
        return [max(first + place, 0) for place in range(count)]

    def _counted(self, point: int) -> bool:
        """Tell whether the last checker of a stack bears its count."""
        return self.row[point] > self.shown(point)

    def _spot(self, point: int, slot: int) -> Place:
        return self.layout.spot(self.side, point, max(slot, 0))

    def _ways(
        self, journeys: Sequence[Trip], starts: Sequence[Place], free: Mapping[int, Iterable[int]]
    ) -> Iterator[tuple[Place, ...]]:
        """Yield where each arrow starts, turns and ends; `free` has the slots to end on, by point.

        Arrows to one point end in the order from top to bottom in which they start, so as not to
        cross.
        """
        ends: dict[int, Place] = {}
        for point, slots in free.items():
            coming = [index for index, trip in enumerate(journeys) if trip.end == point]
            coming.sort(key=lambda index: starts[index][1])
            places = sorted((self._spot(point, slot) for slot in slots), key=lambda place: place[1])
            ends.update(zip(coming, places, strict=True))
        for index, trip in enumerate(journeys):
            between = (self._spot(stop, 0) for stop in trip.turns()[1:-1])
            yield (starts[index], *between, ends[index])
