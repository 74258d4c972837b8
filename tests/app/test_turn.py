"""A roll under way: forced steps, undo, which dice are used and which are left."""

from __future__ import annotations

import pytest

from bot.app.turn import Turn, dice_of, turn_under_way
from bot.engine.match import MatchState
from bot.engine.notation import pack
from bot.engine.position import BAR, OFF, CheckerMove, Play, Roll
from tests.helpers.records import record
from tests.helpers.states import row, state


def turn(moment: MatchState, *tapped: CheckerMove) -> Turn:
    found = turn_under_way(record(moment, tentative=pack(tapped)))
    assert found
    return found


def test_there_is_none_before_the_roll() -> None:
    assert turn_under_way(record(state())) is None


def test_a_fresh_roll_has_nothing_made() -> None:
    fresh = turn(state(dice="61"))
    assert (fresh.made, fresh.undone, fresh.used(), fresh.left()) == ((), None, (), (6, 1))
    assert not fresh.complete
    assert not fresh.begun
    assert fresh.shown() == fresh.position


def test_a_tap_uses_its_die() -> None:
    tapped = turn(state(dice="61"), CheckerMove(8, 7))
    assert (tapped.undone, tapped.used(), tapped.left()) == ((), (1,), (6,))
    assert tapped.begun
    assert tapped.shown().row(0) == row("24:2 13:5 8:2 7:1 6:5")


def test_a_double_is_used_up_four_times() -> None:
    tapped = turn(state(dice="44"), CheckerMove(24, 20), CheckerMove(24, 20))
    assert (tapped.used(), tapped.left()) == ((4, 4), (4, 4))
    assert tapped.undone == (CheckerMove(24, 20),)


def test_a_forced_play_is_complete_without_a_choice() -> None:
    forced = turn(state("24:1 bar:1", "6:2 4:2 3:2 2:2 1:2", dice="52"))
    assert forced.made == (CheckerMove(BAR, 20), CheckerMove(20, 18))
    assert forced.forced
    assert forced.undone is None


def test_undo_goes_back_to_the_last_choice() -> None:
    moment = state("bar:1 7:1", "7:2 6:2", dice="52")
    chosen = turn(moment, CheckerMove(BAR, 23))
    assert chosen.made == (CheckerMove(BAR, 23), CheckerMove(7, 2))
    assert chosen.complete
    assert not chosen.forced
    assert chosen.undone == ()


def test_a_tentative_play_that_does_not_fit_counts_for_nothing() -> None:
    assert turn(state(dice="61"), CheckerMove(13, 8)).made == ()


@pytest.mark.parametrize(
    ("roll", "made", "dice"),
    [
        ((6, 1), (CheckerMove(8, 7), CheckerMove(13, 7)), (1, 6)),
        ((1, 6), (CheckerMove(13, 7),), (6,)),
        ((6, 4), (CheckerMove(4, OFF), CheckerMove(3, OFF)), (4, 6)),
        ((6, 5), (CheckerMove(4, OFF), CheckerMove(3, OFF)), (5, 6)),
        ((6, 2), (CheckerMove(4, OFF),), (6,)),
        ((3, 3), (CheckerMove(BAR, 22), CheckerMove(2, OFF)), (3, 3)),
    ],
)
def test_the_die_of_each_checker_move(roll: Roll, made: Play, dice: tuple[int, ...]) -> None:
    assert dice_of(roll, made) == dice
