"""Checker moves joined to journeys."""

from __future__ import annotations

from collections import Counter

from renderers.board_view import MoveView as M
from renderers.trips import Trip, compared, landed, left, trips


def test_moves_of_two_checkers_stay_apart() -> None:
    assert trips((M(13, 8), M(6, 4))) == (Trip((13, 8)), Trip((6, 4)))


def test_moves_of_one_checker_are_joined() -> None:
    (trip,) = trips((M(24, 18), M(18, 13)))
    assert trip == Trip((24, 18, 13))
    assert (trip.start, trip.end, trip.turns()) == (24, 13, (24, 13))


def test_a_hit_on_the_way_is_a_turn() -> None:
    (trip,) = trips((M(24, 18, hit=True), M(18, 13)))
    assert trip.hits == {18}
    assert trip.turns() == (24, 18, 13)


def test_a_hit_at_the_end_is_no_turn() -> None:
    (trip,) = trips((M(24, 18), M(18, 13, hit=True)))
    assert trip.hits == {13}
    assert trip.turns() == (24, 13)


def test_each_move_continues_one_journey_only() -> None:
    double = (M(13, 11), M(13, 11), M(11, 9), M(11, 9))
    assert trips(double) == (Trip((13, 11, 9)), Trip((13, 11, 9)))


def test_counts_forget_the_points_between() -> None:
    journeys = trips((M(25, 22), M(22, 20), M(6, 4), M(6, 4)))
    assert left(journeys) == Counter({25: 1, 6: 2})
    assert landed(journeys) == Counter({20: 1, 4: 2})


def test_no_moves_make_no_journeys() -> None:
    assert trips(()) == ()


def test_plays_compared_share_moves() -> None:
    first, second = (M(24, 21), M(6, 5)), (M(8, 5), M(6, 5))
    assert compared(first, second) == ((Trip((6, 5)),), (Trip((24, 21)),), (Trip((8, 5)),))


def test_plays_compared_share_a_checkers_way_until_they_part() -> None:
    first, second = (M(25, 20, hit=True), M(20, 18)), (M(25, 20, hit=True), M(8, 6))
    entry = Trip((25, 20), frozenset({20}))
    assert compared(first, second) == ((entry,), (Trip((20, 18)),), (Trip((8, 6)),))


def test_a_stop_where_nothing_happens_makes_no_difference() -> None:
    first, second = (M(24, 18), M(18, 13)), (M(24, 19), M(19, 13))
    assert compared(first, second) == ((Trip((24, 13)),), (), ())


def test_a_hit_on_the_way_makes_a_difference() -> None:
    first, second = (M(24, 18, hit=True), M(18, 13)), (M(24, 19), M(19, 13))
    hitting = Trip((24, 18, 13), frozenset({18}))
    assert compared(first, second) == ((), (hitting,), (Trip((24, 13)),))


def test_each_of_a_doubles_moves_is_shared_once() -> None:
    first, second = (M(6, 4), M(6, 4), M(6, 4)), (M(6, 4), M(8, 6))
    assert compared(first, second) == ((Trip((6, 4)),), (Trip((6, 4)),) * 2, (Trip((8, 6)),))
