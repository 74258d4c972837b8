"""Games against GNU Backgammon are fair, and it understands what it is asked (benchmarks/versus_gnubg.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from benchmarks.gnubg_player import GnuBackgammon, program
from benchmarks.versus_gnubg import Game, Share, Tally, play_pair
from bot.engine.actions import Drop, MakePlay, OfferDouble, RollDice, Take
from bot.engine.cube import Cube
from bot.engine.house_rules import Match
from bot.engine.match import Phase
from bot.engine.position import Side, other
from bot.players import player_of
from tests.helpers.states import START, state

SIMPLE = player_of("simple")

SIDES: tuple[Side, ...] = (0, 1)
RACE, LATE = "8:2 7:2 6:5 5:3 4:3", "8:4 7:2 6:4 5:3 4:2"
"""100 pips to 105: enough for a first double, not for a redouble."""
LAST, TWO_LAST = "1:1", "5:1 2:1"
"""Two checkers that go off in 19 rolls of 36 and then win; the opponent's last goes off with any roll."""


def game(points: int) -> Game:
    return Share(points, 1, 0, 0, 0.0), Share(-points, 1, 0, 0, 0.0)


def test_who_plays_itself_with_the_same_dice_wins_nothing() -> None:
    for seed in "123":
        (first, _), (second, _) = play_pair(SIMPLE, SIMPLE, seed)
        assert first.points == -second.points != 0


def test_what_one_wins_the_other_loses() -> None:
    for ours, theirs in play_pair(SIMPLE, SIMPLE, "4"):
        assert ours.points == -theirs.points
        assert abs(ours.plays - theirs.plays) <= 1
        assert ours.drops <= theirs.doubles


def test_the_standard_error_is_that_of_the_means_of_pairs() -> None:
    tally = Tally([(game(1), game(-1)), (game(4), game(0))])
    assert tally.mean == pytest.approx(1)
    assert tally.error == pytest.approx(1)  # of 0 and 2


@pytest.fixture(scope="module")
def gnubg() -> Iterator[GnuBackgammon]:
    if program() is None:
        pytest.skip("GNU Backgammon is not installed")
    with GnuBackgammon(plies=0) as player:
        yield player


@pytest.mark.oracle
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("dice", "play"), [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("65", "24/18 18/13")]
)
def test_opens_as_everybody_does(gnubg: GnuBackgammon, side: Side, dice: str, play: str) -> None:
    assert gnubg.choose(state(dice=dice, on_roll=side), side) == MakePlay(play)


@pytest.mark.oracle
def test_names_the_bar_and_checkers_off(gnubg: GnuBackgammon) -> None:
    entering = state("bar:1 24:1 13:5 8:3 6:5", dice="64")
    assert gnubg.choose(entering, 0) == MakePlay("bar/21 21/15")
    assert gnubg.choose(state("6:2 5:1", START, dice="66"), 0) == MakePlay("6/off 6/off 5/off")


@pytest.mark.oracle
@pytest.mark.parametrize("side", SIDES)
def test_knows_who_is_ahead_and_who_owns_the_cube(gnubg: GnuBackgammon, side: Side) -> None:
    rows = (RACE, LATE) if side == 0 else (LATE, RACE)
    assert gnubg.choose(state(*rows, on_roll=side), side) == OfferDouble()
    owned = Cube(2, side)
    assert gnubg.choose(state(*rows, on_roll=side, cube=owned), side) == RollDice()
    assert gnubg.choose(state(*rows[::-1], on_roll=side), side) == RollDice()
    theirs = Cube(2, other(side))
    assert gnubg.choose(state(*rows, on_roll=side, cube=theirs), side) == RollDice()


@pytest.mark.oracle
def test_takes_what_it_can_win_and_drops_what_it_cannot(gnubg: GnuBackgammon) -> None:
    def doubled(near: str) -> object:
        offered = replace(state(near, LAST), phase=Phase.CUBE_OFFERED, offered=2)
        return gnubg.choose(offered, 1)

    assert doubled(TWO_LAST) == Take()
    assert doubled(LAST) == Drop()


@pytest.mark.oracle
def test_plays_games_to_their_end_and_the_same_again(gnubg: GnuBackgammon) -> None:
    first, again = (play_pair(SIMPLE, gnubg, "1") for _ in range(2))
    points = [ours.points for ours, _ in first]
    assert all(points)
    assert points == [ours.points for ours, _ in again]


@pytest.mark.oracle
def test_is_asked_for_money_games_alone(gnubg: GnuBackgammon) -> None:
    with pytest.raises(ValueError, match="money games"):
        gnubg.choose(state(length=Match(7)), 0)
