"""Estimates by rule of thumb: who is ahead, by how many pips, and how likely that wins.

Everything is counted in pips. To the difference of the pip counts comes what a person sees at a
glance: points made, a prime, blots that can be hit, checkers on the bar before a closed board.
The Kleinman count turns the lead into a chance of winning. Sizes are plausible, not tuned.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

from bot.engine.position import BAR, OFF, POINTS, Position, Row, Side, other
from bot.engine.rules import Rules

_POINT_WORTH = {2: 1, 3: 3, 4: 6, 5: 8, 6: 6, 7: 5, 8: 2, 16: 1, 18: 4, 20: 6, 21: 6, 22: 3}
"""Pips that a made point (two checkers or more) is worth while the sides are in contact."""
_SHOTS = {
    1: 11,
    2: 12,
    3: 14,
    4: 15,
    5: 15,
    6: 17,
    7: 6,
    8: 6,
    9: 5,
    10: 3,
    11: 2,
    12: 3,
    15: 1,
    16: 1,
    18: 1,
    20: 1,
}
"""How many of the 36 rolls hit a blot this far away on an open board."""
_TURN = 4
"""Pips that being on roll is worth: half an average roll."""
_CONTACT_SPREAD = 150
"""How much less a lead is worth while it can still be lost by a hit, in pips squared."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A position as one side sees it: its own row, and the opponent's checkers by its own points."""

    mine: Row
    theirs: Row
    """The opponent's row in the opponent's numbering."""
    facing: Row
    """How many opponents stand on each of my points; none at 0 and 25."""

    @classmethod
    def of(cls, rules: Rules, position: Position, side: Side) -> Outlook:
        """Return `position` as `side` sees it."""
        theirs = position.row(other(side))
        facing = (theirs[rules.facing(point)] if point in POINTS else 0 for point in range(26))
        return cls(position.row(side), theirs, tuple(facing))

    @property
    def contact(self) -> bool:
        """Whether a checker of one side still has to pass one of the other."""
        if self.theirs[BAR] or self.mine[BAR]:
            return True
        rear = max((point for point in POINTS if self.mine[point]), default=OFF)
        return any(self.facing[point] for point in range(1, rear))


def lead(rules: Rules, position: Position, side: Side, on_roll: Side) -> float:
    """Return how many pips `side` is ahead, with the roll and the structure of both counted in."""
    mine, theirs = Outlook.of(rules, position, side), Outlook.of(rules, position, other(side))
    race = position.pip_count(other(side)) - position.pip_count(side) + (_TURN if on_roll == side else -_TURN)
    if not mine.contact:
        return race + (mine.mine[OFF] - theirs.mine[OFF]) / 2
    return race + _structure(mine, exposed=on_roll != side) - _structure(theirs, exposed=on_roll == side)


def winning_chance(rules: Rules, position: Position, side: Side, on_roll: Side) -> float:
    """Return the estimated chance, 0 to 1, that `side` wins when the game is played out."""
    total = position.pip_count(side) + position.pip_count(other(side))
    spread = total + (_CONTACT_SPREAD if Outlook.of(rules, position, side).contact else 0)
    # Kleinman: the variance of what is still to be rolled grows with what is still to go.
    return (1 + erf(lead(rules, position, side, on_roll) / (2 * sqrt(max(spread - 4, 4))))) / 2


def gammon_chance(rules: Rules, position: Position, winner: Side) -> float:
    """Return the estimated chance, 0 to 1, that a win of `winner` is a gammon."""
    loser = other(winner)
    row = position.row(loser)
    if row[OFF]:
        return 0.0
    # To save the gammon the loser brings everybody home and bears one off; seven pips go to waste.
    to_save = sum((point - 6) * count for point, count in enumerate(row) if point > 6) + 7
    to_win = position.pip_count(winner) + 7
    return (1 + erf((to_save - to_win) / (2 * sqrt(to_save + to_win)))) / 2


def _structure(view: Outlook, *, exposed: bool) -> float:
    """Return what the arrangement of the side's checkers is worth, in pips."""
    row = view.mine
    made = sum(worth for point, worth in _POINT_WORTH.items() if row[point] >= 2)
    stacked = sum(row[point] - 4 for point in POINTS if row[point] > 4)
    closed = sum(row[point] >= 2 for point in range(1, 7))
    shut_out = 2 * closed * view.theirs[BAR]
    danger = sum(_risk(view, point) for point in POINTS if row[point] == 1)
    return made + _prime(view) + shut_out - stacked - danger * (1 if exposed else 0.3)


def _prime(view: Outlook) -> float:
    """Return the worth of the longest row of made points that an opponent stands behind."""
    longest = length = 0
    for point in range(2, 13):
        length = length + 1 if view.mine[point] >= 2 else 0
        behind = view.theirs[BAR] or any(view.facing[1 : point - length + 1])
        longest = max(longest, length if behind else 0)
    return 4.0 * (longest - 2) if longest > 2 else 0.0


def _risk(view: Outlook, blot: int) -> float:
    """Return the pips that a blot loses on average: the chance of a hit times the way back."""
    missed = (1 - _SHOTS.get(blot, 0) / 36) if view.theirs[BAR] else 1.0
    for shooter in range(1, blot):
        if view.facing[shooter]:
            missed *= 1 - _SHOTS.get(blot - shooter, 0) / 36
    their_home = sum(view.theirs[point] >= 2 for point in range(1, 7))
    return (1 - missed) * (BAR - blot + _TURN + 2 * their_home)
