"""What results are worth to a side: points in money play, chances of winning in a match."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.actions import WinSize
from bot.engine.match import MatchState
from bot.engine.position import Side, other
from bot.engine.scoring import base_points, counted_size
from bot.players.sage.net import Chances, net
from bot.players.sage.told import Told, told

SIZES: tuple[WinSize, ...] = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a win of each size is worth to a side and to its opponent, on the scale of `net`."""

    wins: tuple[float, ...]
    losses: tuple[float, ...]

    @classmethod
    def of(cls, state: MatchState, side: Side) -> Worth:
        """Return what the present game can bring as wins count in it now."""
        return cls(*(tuple(_wins(state, each)) for each in (side, other(side))))

    def of_win(self, size: WinSize) -> float:
        """Return what winning by `size` is worth."""
        return self.wins[size - 1]

    def of_chances(self, chances: Chances) -> float:
        """Return what the game is worth with these chances, if nobody doubles any more."""
        lost = chances.turned()
        mine = _expected(self.wins, chances.win, chances.gammon, chances.backgammon)
        return mine - _expected(self.losses, lost.win, lost.gammon, lost.backgammon)


def as_counted(state: MatchState, chances: Chances) -> Chances:
    """Return chances that give as many points in bgsage's count as these do in that of the game.

    Where a gammon counts three, for example, each becomes a backgammon. Gammons that the Jacoby rule
    does not count yet are left alone: bgsage knows that rule.
    """
    rules = replace(state.house_rules, jacoby=False)
    points = [base_points(rules, counted_size(replace(state, house_rules=rules), size)) for size in SIZES]
    lost = chances.turned()
    mine = _told_as(points, chances.win, chances.gammon, chances.backgammon)
    return Chances(chances.win, *mine, *_told_as(points, lost.win, lost.gammon, lost.backgammon))


def _told_as(points: list[int], win: float, gammon: float, backgammon: float) -> tuple[float, float]:
    """Return the gammons and backgammons that bring one point more each."""
    single, double, triple = points
    more = (double - single) * gammon + (triple - double) * backgammon
    gammons = min(win, max(gammon, more / 2))
    return gammons, min(gammons, more - gammons)


def _expected(values: tuple[float, ...], win: float, gammon: float, backgammon: float) -> float:
    single, double, triple = values
    return (win - gammon) * single + (gammon - backgammon) * double + backgammon * triple


def _wins(state: MatchState, side: Side) -> list[float]:
    at = told(state, side)
    return [_win(state, at, base_points(state.house_rules, counted_size(state, size))) for size in SIZES]


def _win(state: MatchState, at: Told, points: int) -> float:
    if at.money:
        return float(points)
    mine, theirs = at.away
    over = _crawford_over(state)

    def chance(won: int, lost: int) -> float:
        away = max(0, mine - won * at.cube), max(0, theirs - lost * at.cube)
        return net().match_chance(away, crawford_over=over)

    single, lost = chance(1, 0), chance(0, 1)
    return (2 * chance(points, 0) - single - lost) / (single - lost)


def _crawford_over(state: MatchState) -> bool:
    """Return whether the next game, if somebody needs one point then, is no Crawford game."""
    match state.house_rules.crawford:
        case "off":
            return True
        case "always":
            return False
        case _:
            return state.crawford or state.crawford_played
