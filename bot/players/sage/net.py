"""bgsage itself: one set of nets a process, loaded when it is first asked.

Equities are points on a cube of 1; in a match, match winning chances put on that scale (a single
win at the present cube is 1, a loss -1). All values are those of the side that is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from bot.players.sage.told import Board, Told, flipped

_FILTER = (5, 0.08)
"""How many replies a search follows, and how far behind the best."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of a side, 0 to 1: each win or loss counts in the smaller ones too."""

    win: float
    gammon: float
    backgammon: float
    gammon_lost: float
    backgammon_lost: float

    def turned(self) -> Chances:
        """Return the opponent's."""
        return Chances(1 - self.win, self.gammon_lost, self.backgammon_lost, self.gammon, self.backgammon)

    def equity(self) -> float:
        """Return the points that the game is worth if it is played out without a cube."""
        won = self.win + self.gammon + self.backgammon
        return won - (1 - self.win + self.gammon_lost + self.backgammon_lost)

    def listed(self) -> list[float]:
        """Return them in bgsage's order."""
        return [self.win, self.gammon, self.backgammon, self.gammon_lost, self.backgammon_lost]


@dataclass(frozen=True, slots=True)
class CubeEquities:
    """What the side to roll can expect of the cube."""

    rolling: float
    """Without a double."""
    taken: float
    """If a double is taken, or beavered if that is better and allowed."""
    beaver: bool
    """The double would better be beavered."""


class Net:
    """bgsage's nets and its bear-off database. Importing it takes what `machine.missing` looks for."""

    def __init__(self) -> None:
        self._cpp = import_module("bgbot_cpp")
        self._weights = import_module("bgsage").default_weights()
        base = self._cpp.create_strategy(*self._files())
        self._bearoff = self._cpp.BearoffDB()
        self._bearoff.load(import_module("bgsage.weights").bearoff_db_path())
        self._strategy = self._cpp.BearoffStrategy(base, self._bearoff)

    def chances_after(self, after: Board, before: Board) -> Chances:
        """Return the mover's chances after a play, at a glance."""
        return Chances(*self._strategy.evaluate_board(list(after), list(before))["probs"])

    def chances_to_roll(self, board: Board) -> Chances:
        """Return the chances of the side to roll, at a glance."""
        passed = flipped(board)
        return self.chances_after(passed, passed).turned()

    def with_cube(self, told: Told, board: Board, chances: Chances) -> float:
        """Return the mover's equity after a play that led to `board` with these chances."""
        probs, owner = chances.listed(), self._owner(told)
        life = self._life(board, probs)
        if told.money:
            active = told.jacoby and told.owner == "centered"
            return float(self._cpp.cl2cf_money(probs, owner, life, jacoby_active=active))
        score = (*told.away, told.crawford)
        return float(self._cpp.cl2cf(probs, told.cube, owner, life, *score, jacoby=False))

    def searched(
        self, told: Told, board: Board, plies: int, before: Board | None = None
    ) -> tuple[float, Chances]:
        """Return equity and chances of the side to roll on `board`, `plies` half-moves deep.

        `before`: the board from which the opponent has just moved, as the opponent saw it.
        """
        found = self._cpp.cubeful_probs_and_equity_nply(
            list(board), self._owner(told), self._strategy, plies, *_FILTER, 1, *self._told(told),
            self._bearoff, list(before or ()),
        )  # fmt: skip
        return float(found["equity"]), Chances(*found["probs"])

    def cube(self, told: Told, board: Board, plies: int) -> CubeEquities:
        """Return what the side to roll, who may turn the cube, can expect of it."""
        if plies > 1:
            answer = self._cpp.cube_decision_nply_unified(
                list(board), told.cube, self._owner(told), plies, *self._files(), *_FILTER, 1, *told.away,
                told.crawford, jacoby=told.jacoby, beaver=told.beaver, max_cube_value=told.cap,
                bearoff_db=self._bearoff,
            )  # fmt: skip
            return CubeEquities(answer["equity_nd"], answer["equity_dt"], bool(answer["is_beaver"]))
        return self.cube_with(told, board, self.chances_to_roll(board))

    def cube_with(self, told: Told, board: Board, chances: Chances) -> CubeEquities:
        """Return what the side to roll can expect of the cube with these chances, at a glance."""
        probs = chances.listed()
        glance = self._cpp.cube_decision_1ply(
            probs, told.cube, self._owner(told), self._life(board, probs), *told.away, told.crawford,
            told.jacoby,
        )  # fmt: skip
        # Who is the favourite though doubled beavers: the same game at twice the stakes.
        beaver = told.beaver and glance.equity_dt < 0
        return CubeEquities(glance.equity_nd, glance.equity_dt * (2 if beaver else 1), beaver)

    def match_chance(self, away: tuple[int, int], *, crawford_over: bool) -> float:
        """Return the chance to win a match from a score between two games, 0 away being won."""
        return float(self._cpp.get_met(*away, crawford_over))

    def _files(self) -> tuple[str, list[str], list[int]]:
        weights = self._weights
        return weights.strategy_type, weights.weight_paths_list, weights.hidden_sizes_list

    def _owner(self, told: Told) -> object:
        return getattr(self._cpp.CubeOwner, told.owner.upper())

    def _told(self, told: Told) -> tuple[int | bool, ...]:
        return told.cube, *told.away, told.crawford, told.jacoby, told.beaver

    def _life(self, board: Board, probs: list[float]) -> float:
        """Return how alive the cube is, 0 to 1."""
        pips = self._cpp.pip_counts(list(board))
        return float(self._cpp.cube_efficiency(probs, self._cpp.is_race(list(board)), *pips))


@cache
def net() -> Net:
    """Return the nets of this process; raise ImportError where bgsage is missing."""
    return Net()
