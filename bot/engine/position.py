"""Where the checkers stand, and how one of them moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Side: TypeAlias = Literal[0, 1]
"""One of the two sides of the board. Side 0 is XGID's bottom player and GNU's player 1."""

Roll: TypeAlias = tuple[int, int]
"""Two dice, each 1 to 6, in the order rolled."""

Row: TypeAlias = tuple[int, ...]
"""Checkers of one side: 26 counts in its owner's own numbering, [0] off, [1..24] points, [25] bar."""

OFF = 0
BAR = 25
POINTS = range(1, 25)


def other(side: Side) -> Side:
    """Return the opposing side."""
    return 1 if side == 0 else 0


@dataclass(frozen=True, slots=True)
class CheckerMove:
    """One checker moved with one die, in its owner's numbering: 25 is the bar, 0 is off."""

    start: int
    end: int
    hit: bool = False


Play: TypeAlias = tuple[CheckerMove, ...]
"""The checker moves of one turn, in an order in which they can be made. Empty: no legal play."""


@dataclass(frozen=True, slots=True)
class Position:
    """Both sides' checkers, each row in its owner's own numbering. Never flipped.

    Raises `ValueError` for a row that is not 26 counts of zero or more.
    """

    rows: tuple[Row, Row]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != 26 or min(row) < 0:
                raise ValueError(f"a row is 26 counts of zero or more, not {row!r}")

    def row(self, side: Side) -> Row:
        """Return the counts of `side`: [0] off, [1..24] points, [25] bar."""
        return self.rows[side]

    def pip_count(self, side: Side) -> int:
        """Return the pips `side` still has to go; a checker on the bar counts 25 (rules 1.5)."""
        return sum(point * count for point, count in enumerate(self.rows[side]))
