"""Plays and positions rated: at a glance, then a few of them searched.

bgsage's own analysis searches every legal play; looking at all and searching the best five finds
the same plays many times faster.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.match import MatchState, due
from bot.engine.position import Side
from bot.engine.rules import LegalPlay
from bot.engine.variants import rules_of
from bot.players.sage.net import Chances, net
from bot.players.sage.told import Board, Told, board_of, flipped, plays_without_cube, told, told_without_cube
from bot.players.sage.value import Worth

SHORTLIST = 5
WITHIN = 0.08
"""How far behind the best at a glance a play may be and still be searched."""


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """A legal play, what it is worth to who makes it, and what it would be worth without a cube."""

    legal: LegalPlay
    equity: float
    cubeless: float

    @property
    def rank(self) -> tuple[float, float]:
        """Return what plays are compared by: many are worth exactly a drop, then chances decide."""
        return round(self.equity, 6), self.cubeless


def rated_plays(state: MatchState, plies: int = 1) -> tuple[RatedPlay, ...]:
    """Return the legal plays of the roll that is to be played, the best first.

    With two plies or more the shortlist alone. A play that ends the game leaves out all others.
    """
    rules, side = rules_of(state.variant), state.on_roll
    legal = rules.legal_plays(state.position, side, due(state.dice))
    rater = _Rater.of(state)
    won = [rater.won(each, rules.win_size(each.result, side)) for each in legal if _is_over(each, side)]
    glanced = sorted(won or map(rater.glance, legal), key=lambda rated: rated.rank, reverse=True)
    if plies == 1 or won:
        return tuple(glanced)
    best = [rated for rated in glanced[:SHORTLIST] if glanced[0].equity - rated.equity <= WITHIN]
    if len(best) == 1:
        return tuple(best)
    searched = (rater.search(rated.legal, plies) for rated in best)
    return tuple(sorted(searched, key=lambda rated: rated.rank, reverse=True))


def searched_play(state: MatchState, legal: LegalPlay, plies: int) -> RatedPlay:
    """Return one play of the side on roll, which does not end the game, searched."""
    return _Rater.of(state).search(legal, plies)


def equity_on_roll(state: MatchState, plies: int) -> float:
    """Return what the game is worth to the side on roll: with its roll, if it has one, played best."""
    if state.dice is not None:
        return rated_plays(state, plies)[0].equity
    rater = _Rater.of(state)
    equity, chances = net().searched(rater.told, rater.board, plies)
    return rater.equity(equity, chances)


def _is_over(legal: LegalPlay, side: Side) -> bool:
    return not any(legal.result.row(side)[1:])


@dataclass(frozen=True, slots=True)
class _Rater:
    """The side on roll, its board, and what counts."""

    side: Side
    board: Board
    told: Told
    worth: Worth
    cubeless: bool
    """Chances alone decide."""

    @classmethod
    def of(cls, state: MatchState) -> _Rater:
        side, cubeless = state.on_roll, plays_without_cube(state)
        stakes = told_without_cube(state, side) if cubeless else told(state, side)
        return cls(side, board_of(state.position, side), stakes, Worth.of(state, side), cubeless)

    def equity(self, equity: float, chances: Chances) -> float:
        """Return the equity that counts: bgsage's with the cube, or what the chances are worth."""
        return self.worth.of_chances(chances) if self.cubeless else equity

    def won(self, legal: LegalPlay, size: int) -> RatedPlay:
        """Return a play that wins the game."""
        return RatedPlay(legal, self.worth.wins[size - 1], float(size))

    def glance(self, legal: LegalPlay) -> RatedPlay:
        """Return a play as it looks at a glance."""
        after = board_of(legal.result, self.side)
        chances = net().chances_after(after, self.board)
        equity = 0.0 if self.cubeless else net().with_cube(self.told, after, chances)
        return RatedPlay(legal, self.equity(equity, chances), chances.equity())

    def search(self, legal: LegalPlay, plies: int) -> RatedPlay:
        """Return a play after some thought."""
        theirs = flipped(board_of(legal.result, self.side))
        equity, chances = net().searched(self.told.turned(), theirs, plies, self.board)
        mine = chances.turned()
        return RatedPlay(legal, self.equity(-equity, mine), mine.equity())
