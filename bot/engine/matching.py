"""Find the orders in which written moves can be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from bot.engine.turn import Turn
from bot.engine.written import WrittenMove


class Underway(NamedTuple):
    """A written checker: the written point that it left last, where it is, the written points ahead."""

    left: int
    here: int
    ahead: tuple[int, ...]


Pending: TypeAlias = tuple[Underway, ...]
"""The written checkers that are not where they should end, sorted."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A stage in making written moves: the turn so far, and the checkers still under way."""

    turn: Turn
    pending: Pending

    @property
    def between_stops(self) -> bool:
        """Some checker is on its way from one written point to the next."""
        return any(checker.left != checker.here for checker in self.pending)


def tellings(start: Turn, written: tuple[WrittenMove, ...]) -> list[Telling]:
    """Return all stages of making `written` in every order that the dice allow, from `start` on.

    Those with nothing pending have told it all. Whether they are legal is not judged. More checkers
    than the roll has numbers are not even begun with.
    """
    checkers = sorted(
        Underway(move.points[0], move.points[0], move.points[1:])
        for move in written
        for _ in range(move.times)
    )
    reached = [Telling(start, tuple(checkers))]
    if len(checkers) > len(start.dice):
        return reached
    seen = set()
    for stage in reached:
        for after in _following(stage):
            key = after.turn.here, after.turn.dice, after.pending
            if key not in seen:
                seen.add(key)
                reached.append(after)
    return reached


def _following(stage: Telling) -> Iterator[Telling]:
    for move, after in stage.turn.steps():
        for index, checker in enumerate(stage.pending):
            stop = checker.ahead[0]
            if checker.here != move.start or move.end < stop:
                continue
            others = stage.pending[:index] + stage.pending[index + 1 :]
            if move.end > stop:
                others = (*others, Underway(checker.left, move.end, checker.ahead))
            elif len(checker.ahead) > 1:
                others = (*others, Underway(stop, stop, checker.ahead[1:]))
            yield Telling(after, tuple(sorted(others)))
