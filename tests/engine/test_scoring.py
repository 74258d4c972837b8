"""What wins are worth (rules 5.13, 6.2, 6.3, 6.5, 6.7), all of it won on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import MakePlay, WinSize
from bot.engine.cube import Cube
from bot.engine.events import GameWon, MatchWon
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase
from bot.engine.scoring import base_points, counted_size, match_winner, needed, score_after, settled, won
from tests.helpers.states import Table, state

LAST = "1:1"
"""The winner's last checker."""
SINGLE = "6:5 5:5 4:4"
GAMMON = "7:1 6:5 5:5 4:4"
BACKGAMMON = "22:1 6:5 5:5 4:4"
ON_THE_BAR = "bar:1 6:5 5:5 4:4"
BRAZIL = HouseRules(scoring="brazil")


def bear_off(
    far: str,
    *,
    dice: str = "21",
    cube: Cube | None = None,
    house_rules: HouseRules | None = None,
    length: Length | None = None,
) -> GameWon:
    """Take the winner's last checker off against `far` and return how the game was won."""
    at_the_end = state(
        LAST, far, dice=dice, cube=cube, house_rules=house_rules or HouseRules(), length=length or Money()
    )
    events = Table(at_the_end).act(MakePlay("1/off"), "31")
    return next(event for event in events if isinstance(event, GameWon))


@pytest.mark.parametrize(("far", "size"), [(SINGLE, 1), (GAMMON, 2), (BACKGAMMON, 3), (ON_THE_BAR, 3)])
@pytest.mark.parametrize("value", [1, 2, 4, 8, 16, 32, 64])
def test_a_win_pays_its_size_times_the_cube(far: str, size: WinSize, value: int) -> None:
    won_by = bear_off(far, cube=Cube(value, 1))
    assert (won_by.size, won_by.cube, won_by.points, won_by.by) == (size, value, size * value, "bear_off")
    assert won_by.score == (size * value, -size * value)


def test_a_gammon_on_a_four_cube_pays_eight() -> None:
    assert bear_off(GAMMON, cube=Cube(4, 1)).points == 8


def test_a_backgammon_on_a_four_cube_pays_twelve() -> None:
    assert bear_off(BACKGAMMON, cube=Cube(4, 0)).points == 12


def test_three_automatic_doubles_a_double_and_a_gammon_pay_thirty_two() -> None:
    assert bear_off(GAMMON, cube=Cube(16, 1)).points == 32


def test_a_backgammon_pays_two_where_backgammons_are_off() -> None:
    won_by = bear_off(BACKGAMMON, house_rules=HouseRules(backgammons=False))
    assert (won_by.size, won_by.points) == (2, 2)


# -- Jacoby ------------------------------------------------------------------------------------

JACOBY = HouseRules(jacoby=True)


@pytest.mark.parametrize("far", [SINGLE, GAMMON, BACKGAMMON])
def test_under_jacoby_everything_is_single_while_the_cube_is_centred(far: str) -> None:
    won_by = bear_off(far, house_rules=JACOBY)
    assert (won_by.size, won_by.points) == (1, 1)


@pytest.mark.parametrize(("far", "points"), [(GAMMON, 4), (BACKGAMMON, 6)])
@pytest.mark.parametrize("owner", [0, 1])
def test_under_jacoby_a_taken_double_makes_gammons_count(far: str, points: int, owner: int) -> None:
    assert bear_off(far, house_rules=JACOBY, cube=Cube(2, 0 if owner == 0 else 1)).points == points


def test_under_jacoby_an_automatic_double_does_not_make_gammons_count() -> None:
    won_by = bear_off(GAMMON, house_rules=JACOBY, cube=Cube(2))
    assert (won_by.size, won_by.points) == (1, 2)


# -- the Brazilian count -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("far", "dice", "points", "on_double"),
    [
        (SINGLE, "21", 1, False),
        (SINGLE, "22", 2, True),
        (GAMMON, "21", 3, False),
        (GAMMON, "22", 4, True),
        (BACKGAMMON, "21", 3, False),
        (BACKGAMMON, "22", 4, True),
    ],
)
def test_the_brazilian_count(far: str, dice: str, points: int, on_double: bool) -> None:
    won_by = bear_off(far, dice=dice, house_rules=BRAZIL, length=Match(10))
    assert (won_by.points, won_by.on_double) == (points, on_double)


def test_a_cantada_counts_though_one_of_the_four_moves_was_enough() -> None:
    assert bear_off(SINGLE, dice="66", house_rules=BRAZIL, length=Match(10)).points == 2


def test_a_cantada_adds_one_before_the_cube_multiplies() -> None:
    won_by = bear_off(GAMMON, dice="22", house_rules=BRAZIL, cube=Cube(2, 1))
    assert (won_by.points, won_by.cube) == (8, 2)


def test_a_double_as_the_last_roll_means_nothing_in_the_standard_count() -> None:
    won_by = bear_off(SINGLE, dice="22")
    assert (won_by.points, won_by.on_double) == (1, False)


@pytest.mark.parametrize(("dice", "points"), [("21", 6), ("22", 7)])
def test_a_triple_counts_what_was_agreed(dice: str, points: int) -> None:
    house_rules = HouseRules(scoring="brazil", triple=6)
    won_by = bear_off(BACKGAMMON, dice=dice, house_rules=house_rules, length=Match(10))
    assert (won_by.size, won_by.points) == (3, points)


def test_a_backgammon_counts_as_a_gammon_in_the_brazilian_count() -> None:
    assert bear_off(BACKGAMMON, house_rules=BRAZIL, length=Match(10)).size == 2


def test_ten_points_take_three_games_at_best() -> None:
    """Two gammons on doubles and one single on a double: 4 + 4 + 2 (rules 6.3)."""
    house_rules = HouseRules(scoring="brazil", cube=False, crawford="off")
    score = (0, 0)
    for far in (GAMMON, GAMMON, SINGLE):
        at_the_end = state(LAST, far, dice="22", score=score, length=Match(10), house_rules=house_rules)
        events = Table(at_the_end).act(MakePlay("1/off"), "31")
        score = next(event.score for event in events if isinstance(event, GameWon))
    assert score == (10, 0)
    assert events[-1] == MatchWon(0, (10, 0))


@pytest.mark.parametrize(
    ("house_rules", "size", "points"),
    [
        (HouseRules(), 1, 1),
        (HouseRules(), 2, 2),
        (HouseRules(), 3, 3),
        (BRAZIL, 1, 1),
        (BRAZIL, 2, 3),
        (BRAZIL, 3, 3),
        (HouseRules(scoring="brazil", triple=5), 3, 5),
    ],
)
def test_base_points(house_rules: HouseRules, size: WinSize, points: int) -> None:
    assert base_points(house_rules, size) == points


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_drop_or_a_resignation_is_no_cantada(size: WinSize) -> None:
    rolled = replace(state(LAST, GAMMON, dice="22", house_rules=BRAZIL), offered=2)
    assert not won(rolled, 0, size, "resignation").on_double
    assert won(rolled, 0, size, "drop") == GameWon(0, 1, 1, 1, "drop", (1, -1))


# -- the score ---------------------------------------------------------------------------------


def test_a_money_ledger_sums_to_zero() -> None:
    money = state(score=(-3, 3))
    assert score_after(money, 0, 4) == (1, -1)
    assert score_after(money, 1, 4) == (-7, 7)


@pytest.mark.parametrize("length", [Match(7), SingleGame()])
def test_points_count_for_the_winner_alone(length: Length) -> None:
    assert score_after(state(length=length, score=(1, 2)), 0, 4) == (5, 2)
    assert score_after(state(length=length, score=(1, 2)), 1, 4) == (1, 6)


@pytest.mark.parametrize(("points", "seat", "score"), [(3, 0, (3, -3)), (0, 0, (0, 0)), (-3, 1, (-3, 3))])
def test_a_settlement_pays_what_was_agreed(points: int, seat: int, score: tuple[int, int]) -> None:
    agreed = settled(state(cube=Cube(4, 1)), 0, points)
    assert (agreed.seat, agreed.points, agreed.by, agreed.score) == (seat, abs(points), "settlement", score)


def test_what_is_needed_to_win() -> None:
    match = state(length=Match(7), score=(4, 6))
    assert (needed(match, 0), needed(match, 1)) == (3, 1)
    assert needed(state(), 0) is None
    assert needed(state(length=SingleGame()), 0) is None


@pytest.mark.parametrize(
    ("length", "score", "winner"),
    [
        (Match(7), (6, 6), None),
        (Match(7), (7, 0), 0),
        (Match(7), (0, 7), 1),
        (Match(7), (2, 12), 1),
        (Money(), (50, -50), None),
        (SingleGame(), (0, 0), None),
    ],
)
def test_who_has_won_the_match(length: Length, score: tuple[int, int], winner: int | None) -> None:
    assert match_winner(state(length=length, score=score)) == winner


def test_counted_size_under_every_rule() -> None:
    def counted(house_rules: HouseRules, cube: Cube) -> tuple[WinSize, ...]:
        game: MatchState = state(house_rules=house_rules, cube=cube)
        return counted_size(game, 1), counted_size(game, 2), counted_size(game, 3)

    assert counted(HouseRules(), Cube()) == (1, 2, 3)
    assert counted(HouseRules(backgammons=False), Cube()) == (1, 2, 2)
    assert counted(JACOBY, Cube(2)) == (1, 1, 1)
    assert counted(JACOBY, Cube(2, 0)) == (1, 2, 3)
    assert counted(BRAZIL, Cube()) == (1, 2, 2)
    assert counted(HouseRules(scoring="brazil", triple=4), Cube()) == (1, 2, 3)
    assert counted(HouseRules(scoring="brazil", triple=4, backgammons=False), Cube()) == (1, 2, 2)


def test_a_single_game_ends_with_its_points_as_the_result() -> None:
    table = Table(state(LAST, BACKGAMMON, dice="21", length=SingleGame(), cube=Cube(2, 1)))
    assert table.act(MakePlay("1/off"))[-1] == MatchWon(0, (6, 0))
    assert table.state.phase is Phase.MATCH_OVER
