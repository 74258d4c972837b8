"""Resignations: what the opponent can still win, and what is lost for certain (rules 5.11).

A resigner offers a single game, a gammon or a backgammon. Two facts of the position bound it:

- the *most* the opponent can still win: single once the resigner has a checker off, or where
  gammons do not count. An offer beyond it is taken as that most. An offer which the opponent
  cannot better by playing on accepts itself: the most in standard scoring, or enough points for
  the match. In the Brazilian count a win on a double gives one more, so there it must be asked.
- what is lost *for certain*: a gammon (backgammon) that no dice can save. It is proved, not
  guessed: there is no contact any more, the winner is given the worst dice (every die moves at
  least one pip and no checker can be in the way, so `p` pips take at most `p / 2` rolls), the
  loser the best (four sixes a roll, except a roll that lies on the board), and still the loser
  cannot bear a checker off (leave the winner's home board) in time. A smaller offer is refused,
  since the opponent may not notice what it is worth. Where the proof fails, the opponent judges.
"""

from __future__ import annotations

from bot.engine.actions import WinSize
from bot.engine.events import Seat
from bot.engine.match import MatchState, side_of
from bot.engine.position import OFF, Row, other
from bot.engine.scoring import base_points, counted_size, needed
from bot.engine.variants import rules_of

_BEST_ROLL = 4  # checker moves of a double
_FEWEST = 2  # checker moves of any other roll


def most_size(state: MatchState, loser: Seat) -> WinSize:
    """Return the most, as it counts, that the opponent of `loser` can still win."""
    row = state.position.row(side_of(state, loser))
    return counted_size(state, 1 if row[OFF] else 3)


def certain_size(state: MatchState, loser: Seat) -> WinSize:
    """Return what `loser`, who is on roll, loses at least if the opponent wins, as it counts."""
    row = state.position.row(side_of(state, loser))
    moves = _moves_left(state, loser)
    if row[OFF] or moves is None or _moves_home(row) + 1 <= moves:
        return 1
    return counted_size(state, 3 if _moves_out(row) > moves else 2)


def surely_lost(state: MatchState, loser: Seat) -> bool:
    """Return whether no dice can win for `loser`, who is on roll."""
    row = state.position.row(side_of(state, loser))
    moves = _moves_left(state, loser)
    return moves is not None and sum(count * -(-point // 6) for point, count in enumerate(row)) > moves


def cannot_win_more(state: MatchState, loser: Seat, size: WinSize) -> bool:
    """Return whether playing on could not give the opponent more than a resigned `size`."""
    rules = state.house_rules
    bonus = 1 if rules.scoring == "brazil" else 0
    offered = base_points(rules, counted_size(state, size)) * state.cube.value
    most = (base_points(rules, most_size(state, loser)) + bonus) * state.cube.value
    enough = needed(state, other(side_of(state, loser)))
    return offered >= (most if enough is None else min(most, enough))


def _moves_left(state: MatchState, loser: Seat) -> int | None:
    """Return the most checker moves of `loser`, who is on roll, before the opponent is surely off.

    None: nothing is sure while the sides are in contact.
    """
    side = side_of(state, loser)
    if rules_of(state.variant).in_contact(state.position):
        return None
    rolls = -(-state.position.pip_count(other(side)) // _FEWEST)
    first = _BEST_ROLL if state.dice is None or state.dice[0] == state.dice[1] else _FEWEST
    return first + _BEST_ROLL * (rolls - 1)


def _moves_home(row: Row) -> int:
    """Return the fewest checker moves, of six pips each, that bring every checker home."""
    return sum(count * -(-(point - 6) // 6) for point, count in enumerate(row) if point > 6)


def _moves_out(row: Row) -> int:
    """Return the fewest checker moves that leave the opponent's home board and the bar."""
    return sum(count * -(-(point - 18) // 6) for point, count in enumerate(row) if point > 18)
