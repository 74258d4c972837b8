"""Find the orders in which written moves can be made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.engine.turn import Turn
from bot.engine.written import WrittenMove

Pending: TypeAlias = tuple[tuple[int, ...], ...]
"""For each written checker under way: where it stands, and the stops before it."""


@dataclass(slots=True)
class Tellings:
    """What became of written moves: turns in which all are made, and turns that got stuck."""

    finished: list[Turn] = field(default_factory=list)
    stuck: list[tuple[Turn, Pending]] = field(default_factory=list)


def tellings(turn: Turn, written: tuple[WrittenMove, ...]) -> Tellings:
    """Make the `written` moves in every order that the dice allow, from the start of `turn`."""
    pending = tuple(move.points for move in written for _ in range(move.times))
    found = Tellings()
    seen = set()
    todo = [(turn, pending)] if len(pending) <= len(turn.dice) else []
    while todo:
        here, pending = todo.pop()
        key = here.here, here.dice, pending
        if key in seen:
            continue
        seen.add(key)
        if not pending:
            found.finished.append(here)
            continue
        following = list(_advance(here, pending))
        todo += following
        if not following:
            found.stuck.append((here, pending))
    return found


def _advance(turn: Turn, pending: Pending) -> list[tuple[Turn, Pending]]:
    following = []
    for move, after in turn.steps():
        for index, points in enumerate(pending):
            if points[0] != move.start or move.end < points[1]:
                continue
            left = points[1:] if move.end == points[1] else (move.end, *points[1:])
            others = pending[:index] + pending[index + 1 :]
            following.append((after, tuple(sorted((*others, left))) if len(left) > 1 else others))
    return following
