"""Estimates by rule of thumb: who is ahead, by how many pips, and how likely that wins.

Everything is counted in pips. To the difference of the pip counts comes what a person sees at a
glance: points made, a prime, blots that can be hit, checkers on the bar before a closed board.
The Kleinman count turns the lead into a chance of winning. The weights were fitted to the equities
of a neural net on 3,000 decisions and then rounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

from bot.engine.position import BAR, OFF, POINTS, Position, Row, Side, other
from bot.engine.rules import Rules

_POINT_WORTH = {1: 1, 2: 2, 3: 3.5, 4: 4, 5: 5, 6: 4.5, 20: 2, 21: 1, 23: -2, 24: -3}
"""Pips that a made point (two checkers or more) is worth while the sides are in contact."""
_SHOTS = dict(enumerate((11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3), start=1)) | dict.fromkeys(
    (15, 16, 18, 20), 1
)
"""How many of the 36 rolls hit a blot this far away on an open board."""
_TURN = 4
"""Pips that being on roll is worth: half an average roll."""
_LATER = 0.5
"""What is left of a blot's danger when its side is on roll first."""
_OUTSIDE = tuple(1 + 0.2 * (point - 6) + (3 if point > 18 else 0) for point in range(7, 26))
_WASTE = (0, 2, 1, 0.5, 0.2, 0, 0, *_OUTSIDE)
"""Pips that a checker on each field is likely to waste in a race: deep ones use big numbers badly,
and those farthest back decide gammons and backgammons."""
_CONTACT_SPREAD = 3000
"""Pips squared: how much less a lead is worth while it can still be lost by a hit."""
_GAMMON_SPREAD = 4000
"""The same for the lead over what the loser needs to save the gammon."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A position as one side sees it: its own row, and the opponent's checkers by its own points."""

    mine: Row
    theirs: Row
    """The opponent's row in the opponent's numbering."""
    facing: Row
    """How many opponents stand on each of my points; none at 0 and 25."""
    contact: bool
    """Whether a checker of one side still has to pass one of the other."""

    @classmethod
    def of(cls, rules: Rules, position: Position, side: Side) -> Outlook:
        """Return `position` as `side` sees it."""
        theirs = position.row(other(side))
        facing = (theirs[rules.facing(point)] if point in POINTS else 0 for point in range(26))
        return cls(position.row(side), theirs, tuple(facing), rules.in_contact(position))


def lead(rules: Rules, position: Position, side: Side, on_roll: Side) -> float:
    """Return how many pips `side` is ahead, with the roll and the structure of both counted in."""
    mine, theirs = Outlook.of(rules, position, side), Outlook.of(rules, position, other(side))
    race = position.pip_count(other(side)) - position.pip_count(side) + (_TURN if on_roll == side else -_TURN)
    if not mine.contact:
        return race + _waste(theirs.mine) - _waste(mine.mine)
    return race + _structure(mine, exposed=on_roll != side) - _structure(theirs, exposed=on_roll == side)


def winning_chance(rules: Rules, position: Position, side: Side, on_roll: Side) -> float:
    """Return the estimated chance, 0 to 1, that `side` wins when the game is played out."""
    total = position.pip_count(side) + position.pip_count(other(side))
    spread = total + (_CONTACT_SPREAD if Outlook.of(rules, position, side).contact else 0)
    # Kleinman: the variance of what is still to be rolled grows with what is still to go.
    return (1 + erf(lead(rules, position, side, on_roll) / (2 * sqrt(max(spread - 4, 4))))) / 2


def gammon_chance(rules: Rules, position: Position, winner: Side) -> float:
    """Return the estimated chance, 0 to 1, that a win of `winner` is a gammon."""
    row = position.row(other(winner))
    if row[OFF]:
        return 0.0
    # To save the gammon the loser brings everybody home and bears one off; some pips go to waste.
    to_save = sum((point - 6) * count for point, count in enumerate(row) if point > 6) + 7
    to_win = position.pip_count(winner) + 7
    ahead, spread = float(to_save - to_win), to_save + to_win
    if Outlook.of(rules, position, winner).contact:
        # Who wins after contact has mostly hit or held somebody: there is more to come.
        ahead += 20 + lead(rules, position, winner, winner) / 4
        spread += _GAMMON_SPREAD
    return (1 + erf(ahead / (2 * sqrt(spread)))) / 2


def _structure(view: Outlook, *, exposed: bool) -> float:
    """Return what the arrangement of the side's checkers is worth, in pips."""
    row = view.mine
    made = sum(worth for point, worth in _POINT_WORTH.items() if row[point] >= 2)
    builders = sum(row[point] > 0 for point in range(7, 12))
    stacked = sum(row[point] - 3 for point in POINTS if row[point] > 3)
    behind = sum(row[19:])
    shut_out = 2 * _closed(row) * view.theirs[BAR]
    danger = sum(_risk(view, point) for point in POINTS if row[point] == 1)
    shape = made + builders + _prime(view) + shut_out - 0.8 * stacked - 0.6 * behind
    return shape - danger * (1 if exposed else _LATER)


def _closed(row: Row) -> int:
    return sum(row[point] >= 2 for point in range(1, 7))


def _prime(view: Outlook) -> float:
    """Return the worth of the longest row of made points that an opponent stands behind."""
    longest = length = 0
    for point in range(2, 13):
        length = length + 1 if view.mine[point] >= 2 else 0
        behind = view.theirs[BAR] or any(view.facing[1 : point - length + 1])
        longest = max(longest, length if behind else 0)
    return 2.5 * max(0, longest - 2)


def _risk(view: Outlook, blot: int) -> float:
    """Return what a blot loses on average: the chance of a hit, times its way and the way back in."""
    missed = (1 - _SHOTS.get(blot, 0) / 36) if view.theirs[BAR] else 1.0
    for shooter in range(1, blot):
        if view.facing[shooter]:
            missed *= 1 - _SHOTS.get(blot - shooter, 0) / 36
    return (1 - missed) * (0.4 * (BAR - blot) + 1.4 * _closed(view.theirs))


def _waste(row: Row) -> float:
    """Return the pips that a side's arrangement wastes when it bears off."""
    return sum(count * _WASTE[point] for point, count in enumerate(row))
