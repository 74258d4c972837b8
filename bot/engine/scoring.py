"""What a win gives (rules 5.3, 5.5, 5.7, 6.2, 6.3, 6.7), and whether it ends the match (6.5)."""

from __future__ import annotations

from typing import assert_never

from bot.engine.actions import WinSize
from bot.engine.events import GameWon, Seat, WonBy
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from bot.engine.match import MatchState, due, side_of
from bot.engine.position import other


def counted_size(state: MatchState, size: WinSize) -> WinSize:
    """Return what a win of `size` counts as in the present game.

    Single under the Jacoby rule while nobody has taken a double (rules 5.7); a backgammon counts
    as a gammon where backgammons are off (6.2) and in the Brazilian count without a triple (6.3).
    """
    rules = state.house_rules
    if rules.jacoby and state.cube.centred:
        return 1
    triple = rules.backgammons and (rules.scoring == "standard" or rules.triple is not None)
    return 2 if size == 3 and not triple else size


def base_points(house_rules: HouseRules, size: WinSize) -> int:
    """Return the points of a win that counts as `size`, on a cube of 1, without a cantada."""
    if house_rules.scoring == "standard":
        return size
    if size == 1:
        return 1
    return house_rules.triple if size == 3 and house_rules.triple is not None else 3


def won(state: MatchState, seat: Seat, size: WinSize, by: WonBy) -> GameWon:
    """Return the win of `seat` by bearing off, a drop or a resignation.

    `size` is the class of the final position, or as resigned; the event carries what it counts as.
    A drop is always single, at the value before the offer that was dropped (rules 5.3, 5.5).
    """
    counted: WinSize = 1 if by == "drop" else counted_size(state, size)
    cube = due(state.offered) // 2 if by == "drop" else state.cube.value
    on_double = by == "bear_off" and _cantada(state)
    points = (base_points(state.house_rules, counted) + on_double) * cube
    return GameWon(seat, counted, cube, points, by, score_after(state, seat, points), on_double)


def settled(state: MatchState, seat: Seat, points: int) -> GameWon:
    """Return the end of a game for `points` to `seat`; negative: to the other seat (rules 5.12)."""
    winner = seat if points >= 0 else other(side_of(state, seat))
    score = score_after(state, winner, abs(points))
    return GameWon(winner, 1, state.cube.value, abs(points), "settlement", score)


def score_after(state: MatchState, seat: Seat, points: int) -> tuple[int, int]:
    """Return the score once `seat` has won `points`; a money ledger keeps its sum of zero."""
    first, second = state.score
    loss = points if isinstance(state.length, Money) else 0
    return (first + points, second - loss) if seat == 0 else (first - loss, second + points)


def needed(state: MatchState, seat: Seat) -> int | None:
    """Return the points `seat` still needs to win the match; None: there is no target."""
    if not isinstance(state.length, Match):
        return None
    return state.length.points - state.score[side_of(state, seat)]


def match_winner(state: MatchState) -> Seat | None:
    """Return who has won the match, between two games; None: it goes on."""
    match state.length:
        case Money():
            return None
        case SingleGame():
            return None if state.game_won is None else state.game_won.seat
        case Match(points):
            return next((seat for seat in (0, 1) if state.score[seat] >= points), None)
        case _:
            assert_never(state.length)


def _cantada(state: MatchState) -> bool:
    """Whether the last roll was a double and that counts one more (rules 6.3)."""
    first, second = due(state.last_roll)
    return state.house_rules.scoring == "brazil" and first == second
