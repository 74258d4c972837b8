"""What bgsage is told: a board, a cube and a score as one side sees them, checked.

bgsage checks nothing itself: nonsense makes it crash, hang or answer nonsense. So it is only ever
handed a `Told`, which cannot be built from nonsense.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bot.engine.cube import HARD_CAP
from bot.engine.doubling import cap_of, is_dead
from bot.engine.house_rules import HouseRules
from bot.engine.match import MatchState
from bot.engine.position import BAR, POINTS, Position, Side, other
from bot.engine.rules import opposite
from bot.engine.scoring import needed
from bot.engine.variants import rules_of

Board: TypeAlias = tuple[int, ...]
"""As the side to move sees it: [0] the opponent's bar, [1..24] the points, own checkers positive,
[25] the own bar. What is missing from fifteen is off."""
Owner: TypeAlias = Literal["centered", "player", "opponent"]

CHECKERS = 15
LONGEST = 25
"""The most points away that bgsage's match equity table knows."""


def can_be_told(variant: str) -> bool:
    """Return whether bgsage knows the game: fifteen checkers that move against each other."""
    rules = rules_of(variant)
    return rules.checkers == CHECKERS and rules.facing is opposite


def board_of(position: Position, side: Side) -> Board:
    """Return `position` as `side` sees it; raise ValueError for one that bgsage must not see."""
    mine, theirs = position.row(side), position.row(other(side))
    if any(mine[point] and theirs[opposite(point)] for point in POINTS):
        raise ValueError("both sides stand on one point")
    if sum(mine) != CHECKERS or sum(theirs) != CHECKERS:
        raise ValueError(f"a side has {CHECKERS} checkers")
    if not any(mine[1:]) or not any(theirs[1:]):
        raise ValueError("the game is over")
    points = (mine[point] - theirs[opposite(point)] for point in POINTS)
    return (theirs[BAR], *points, mine[BAR])


def flipped(board: Board) -> Board:
    """Return the board as the opponent sees it."""
    return (board[BAR], *(-count for count in board[BAR - 1 : 0 : -1]), board[0])


@dataclass(frozen=True, slots=True)
class Told:
    """Cube and score, as the side sees them that is to roll or to play.

    Raises ValueError for what bgsage must not be told.
    """

    cube: int = 1
    owner: Owner = "centered"
    away: tuple[int, int] = (0, 0)
    """Points that the side and its opponent still need, 1 to 25; money: 0 and 0."""
    crawford: bool = False
    jacoby: bool = False
    beaver: bool = False
    cap: int = 0
    """The highest cube; 0: none."""

    def __post_init__(self) -> None:
        if not (1 <= self.cube <= HARD_CAP and self.cube.bit_count() == 1):
            raise ValueError(f"a cube is a power of two, not {self.cube}")
        if self.away != (0, 0) and not all(1 <= away <= LONGEST for away in self.away):
            raise ValueError(f"a score is 1 to {LONGEST} points away for both, or money, not {self.away}")
        if self.money and self.crawford:
            raise ValueError("there is no Crawford game in money play")
        if not self.money and (self.jacoby or self.beaver):
            raise ValueError("the Jacoby rule and beavers belong to money play")

    @property
    def money(self) -> bool:
        """Whether nothing but points counts."""
        return self.away == (0, 0)

    def turned(self) -> Told:
        """Return the same as the opponent sees it."""
        owners: dict[Owner, Owner] = {"centered": "centered", "player": "opponent", "opponent": "player"}
        return replace(self, owner=owners[self.owner], away=(self.away[1], self.away[0]))


def told(state: MatchState, side: Side) -> Told:
    """Return cube and score of `state` as `side` sees them; an offer that is pending is left out."""
    owner: Owner = "centered" if state.cube.owner is None else "opponent"
    owner = "player" if state.cube.owner == side else owner
    rules = state.house_rules
    cap = 0 if rules.cube_cap is None else cap_of(rules)
    mine, theirs = needed(state, side), needed(state, other(side))
    if mine is None or theirs is None:
        beaver = rules.beavers > 0 and 4 * state.cube.value <= cap_of(rules)
        return Told(state.cube.value, owner, jacoby=rules.jacoby, beaver=beaver, cap=cap)
    cube, away = _shortened(state.cube.value, (mine, theirs))
    return Told(cube, owner, away, crawford=state.crawford, cap=cap)


def told_without_cube(state: MatchState, side: Side) -> Told:
    """Return the score as `side` sees it where nobody doubles any more.

    A Crawford game is the one thing known to bgsage that is played without doubling; far from the
    end of a match it is as good as a money game.
    """
    whole = told(state, side)
    if whole.money:
        return Told(away=(LONGEST, LONGEST), crawford=True)
    return Told(whole.cube, away=whole.away, crawford=True)


def plays_without_cube(state: MatchState) -> bool:
    """Return whether chances alone decide: no cube, or a count of wins that bgsage does not know.

    In a match bgsage sees by itself that a cube is dead.
    """
    dead_money = needed(state, 0) is None and is_dead(state)
    return not state.house_rules.cube or dead_money or counts_otherwise(state.house_rules)


def counts_otherwise(rules: HouseRules) -> bool:
    """Return whether wins are counted in a way that bgsage does not know."""
    return rules.scoring != "standard" or not rules.backgammons


def _shortened(cube: int, away: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """Return cube and score within the table: the stakes halved while that is the same, then cut."""
    mine, theirs = away
    while max(mine, theirs) > LONGEST and cube > 1:
        cube, mine, theirs = cube // 2, -(-mine // 2), -(-theirs // 2)
    return cube, (min(mine, LONGEST), min(theirs, LONGEST))
