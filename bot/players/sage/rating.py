"""Plays and positions rated: at a glance, then a few of them searched.

bgsage's own analysis searches every legal play; looking at all and searching the best five finds
the same plays many times faster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from bot.engine import generator
from bot.engine.match import MatchState, due
from bot.engine.position import Roll, Side, other
from bot.engine.rules import LegalPlay
from bot.engine.variants import rules_of
from bot.players.sage.net import Chances, CubeEquities, net
from bot.players.sage.told import (
    Board,
    Told,
    board_of,
    counts_otherwise,
    flipped,
    plays_without_cube,
    told,
    told_without_cube,
)
from bot.players.sage.value import Worth, as_counted

ROLLS: tuple[Roll, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls that can be told apart."""
OPENINGS = tuple(roll for roll in ROLLS if roll[0] != roll[1])
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


def rated_plays(
    state: MatchState, plies: int = 1, *, least: int = 1, also: Collection[LegalPlay] = ()
) -> tuple[RatedPlay, ...]:
    """Return the legal plays of the roll that is to be played, the best first.

    With two plies or more the shortlist alone: `least` plays at least, and `also`. One that stands
    there alone is rated at a glance. Plays that end the game leave out all that do not, but `also`.
    """
    rules, side = rules_of(state.variant), state.on_roll
    legal = rules.legal_plays(state.position, side, due(state.dice))
    listed, wanted = {each.result for each in legal}, {each.result for each in also}
    # The last checker may go off early (rules 3.4), which the list leaves out.
    legal = (*legal, *(each for each in also if each.result not in listed))
    rater = _Rater.of(state)
    won = [rater.won(each, rules.win_size(each.result, side)) for each in legal if _is_over(each, side)]
    if won:
        missed = [each for each in legal if each.result in wanted and not _is_over(each, side)]
        return (*_ranked(won), *_ranked(rater.rated(each, plies) for each in missed))
    glanced = _ranked(map(rater.glance, legal))
    if plies == 1:
        return glanced
    near = sum(glanced[0].equity - rated.equity <= WITHIN for rated in glanced[:SHORTLIST])
    best = [
        rated
        for place, rated in enumerate(glanced)
        if place < max(near, least) or rated.legal.result in wanted
    ]
    return tuple(best) if len(best) == 1 else _ranked(rater.search(rated.legal, plies) for rated in best)


def luck(state: MatchState) -> float:
    """Return how much better the roll that is to be played is than rolls are on average, at a glance.

    As GNU Backgammon counts it: each roll played as well as can be. The average of an opening is that
    of either side beginning, for who begins is luck as well.
    """
    side, roll = state.on_roll, due(state.dice)
    if sum(state.turns) > 1:
        rolls = _best_of_rolls(state, side, ROLLS)
        return rolls[_sorted(roll)] - sum(rolls[each] * _weight(each) for each in ROLLS) / 36
    own, theirs = (_best_of_rolls(state, each, OPENINGS) for each in (side, other(side)))
    return own[_sorted(roll)] - (sum(own.values()) - sum(theirs.values())) / (2 * len(OPENINGS))


def _best_of_rolls(state: MatchState, side: Side, rolls: Sequence[Roll]) -> dict[Roll, float]:
    """Return what each roll is worth to a side on roll, at a glance."""
    rater = _Rater.of(replace(state, on_roll=side))
    return {roll: rater.best_at_a_glance(state, roll) for roll in rolls}


def _sorted(roll: Roll) -> Roll:
    return max(roll), min(roll)


def _weight(roll: Roll) -> int:
    return 1 if roll[0] == roll[1] else 2


def _ranked(rated: Iterable[RatedPlay]) -> tuple[RatedPlay, ...]:
    return tuple(sorted(rated, key=lambda each: each.rank, reverse=True))


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


def cube_on_roll(state: MatchState, plies: int) -> CubeEquities:
    """Return what the side on roll, which may double or has doubled, can expect of the cube."""
    at, board = told(state, state.on_roll), board_of(state.position, state.on_roll)
    if not counts_otherwise(state.house_rules):
        return net().cube(at, board, plies)
    chances = net().searched(at, board, plies)[1] if plies > 1 else net().chances_to_roll(board)
    return net().cube_with(at, board, as_counted(state, chances))


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

    def rated(self, legal: LegalPlay, plies: int) -> RatedPlay:
        """Return a play that does not end the game as it looks after so much thought."""
        return self.glance(legal) if plies == 1 else self.search(legal, plies)

    def glance(self, legal: LegalPlay) -> RatedPlay:
        """Return a play as it looks at a glance."""
        after = board_of(legal.result, self.side)
        chances = net().chances_after(after, self.board)
        equity = 0.0 if self.cubeless else net().with_cube(self.told, after, chances)
        return RatedPlay(legal, self.equity(equity, chances), chances.equity())

    def best_at_a_glance(self, state: MatchState, roll: Roll) -> float:
        """Return what a roll is worth, played as well as can be; without a legal play, the pass is."""
        rules, side = rules_of(state.variant), self.side
        packed = rules.pack(state.position, side)
        results = [rules.unpack(result, side) for result in generator.results(packed, roll)]
        legal = [LegalPlay((), result) for result in results or (state.position,)]
        won = [self.won(each, rules.win_size(each.result, side)) for each in legal if _is_over(each, side)]
        return max(rated.equity for rated in won or map(self.glance, legal))

    def search(self, legal: LegalPlay, plies: int) -> RatedPlay:
        """Return a play after some thought."""
        theirs = flipped(board_of(legal.result, self.side))
        equity, chances = net().searched(self.told.turned(), theirs, plies, self.board)
        mine = chances.turned()
        return RatedPlay(legal, self.equity(-equity, mine), mine.equity())
