"""What a picture shows: fixed seats, the numbers of who is to act, dice, cube, ghosts and arrows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.pictures import final_picture, live_picture, side_to_act
from bot.app.presenter import PLAIN
from bot.app.records import Looks, MatchRecord
from bot.app.turn import turn_under_way
from bot.engine import actions as ask
from bot.engine.cube import Cube
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase
from bot.engine.notation import pack
from bot.engine.position import CheckerMove, Side
from renderers.board_view import BoardView, CubeView, MoveView
from tests.helpers.records import record, table_at
from tests.helpers.states import Table, row, state


def picture(table: MatchRecord, looks: Looks = PLAIN) -> BoardView:
    return live_picture(table, turn_under_way(table), looks)


@pytest.mark.parametrize("side", [0, 1])
def test_seats_are_fixed_and_the_numbers_turn(side: Side) -> None:
    view = picture(record(state(on_roll=side)), Looks("dark", "left"))
    assert (view.near, view.light, view.home) == (0, 0, "left")
    assert view.numbers == view.on_roll == side
    assert view.theme == "dark"


def test_before_the_roll_the_last_play_is_shown_and_no_dice() -> None:
    table = Table.started("61")
    table.act(ask.MakePlay("13/7 8/7"))
    view = picture(record(table))
    assert view.dice is None
    assert view.dice_side is None
    assert (view.last_roll, view.last_side) == ((6, 1), 0)
    assert sorted(view.last_play, key=lambda move: -move.start) == [MoveView(13, 7), MoveView(8, 7)]
    assert view.rows == (row("24:2 13:4 8:2 7:2 6:5"), row("24:2 13:5 8:3 6:5"))
    assert view.pips == (160, 167)


def test_a_roll_to_be_played_is_bright_beside_the_last_one() -> None:
    table = Table.started("61")
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.RollDice(), "26")
    view = picture(record(table))
    assert (view.dice, view.dice_side, view.used, view.tentative) == ((2, 6), 1, (), ())
    assert (view.last_roll, view.last_side) == ((6, 1), 0)


def test_the_first_roll_of_a_game_has_no_last_play() -> None:
    view = picture(record(Table.started("61")))
    assert (view.dice, view.dice_side, view.numbers) == ((6, 1), 0, 0)
    assert (view.last_roll, view.last_side, view.last_play) == (None, None, ())


def test_a_dance_is_shown_as_a_roll_without_arrows() -> None:
    table = table_at(state("6:2 5:2 4:2 3:2 2:2 1:2 8:3", "bar:1 6:14", dice="31"))
    table.act(ask.MakePlay("8/5 8/7"))
    table.act(ask.RollDice(), "66")
    view = picture(record(table))
    assert (view.last_roll, view.last_side, view.last_play) == ((6, 6), 1, ())
    assert view.numbers == 0


def test_a_tentative_play_is_drawn_with_its_dice_used() -> None:
    table = record(state(dice="61"), tentative=pack((CheckerMove(8, 7),)))
    view = picture(table)
    assert view.rows[0] == row("24:2 13:5 8:2 7:1 6:5")
    assert view.tentative == (MoveView(8, 7),)
    assert view.used == (1,)
    assert view.dice == (6, 1)
    assert view.pips == (166, 167)


def test_a_tentative_hit_sends_a_checker_to_the_bar() -> None:
    table = record(state("8:2", "21:1 6:2", dice="42"), tentative=pack((CheckerMove(8, 4, True),)))
    view = picture(table)
    assert view.tentative == (MoveView(8, 4, True),)
    assert view.rows[1] == row("bar:1 6:2")


def test_forced_checker_moves_are_drawn_already() -> None:
    view = picture(record(state("bar:1 13:2", "6:2 4:2 3:2 2:2 1:2", dice="52")))
    assert view.tentative[0] == MoveView(25, 20)
    assert view.used[0] == 5


def test_a_tentative_play_of_another_roll_is_none() -> None:
    view = picture(record(state(dice="61"), tentative=pack((CheckerMove(13, 8),))))
    assert view.tentative == ()


@pytest.mark.parametrize(
    ("cube", "view"), [(Cube(), CubeView()), (Cube(4, 1), CubeView(4, 1)), (Cube(2), CubeView(2))]
)
def test_the_cube_where_it_lies(cube: Cube, view: CubeView) -> None:
    assert picture(record(state(cube=cube))).cube == view


@pytest.mark.parametrize(
    ("table", "dead"),
    [
        (state(cube=Cube(64, 1), house_rules=HouseRules(cube_cap=64)), True),
        (state(length=Match(7), score=(4, 3), cube=Cube(4, 0)), True),
        (state(length=Match(7), score=(4, 3), cube=Cube(2, 1)), False),
        (state(length=Match(7), score=(6, 6), crawford_played=True), True),
    ],
)
def test_a_cube_that_nobody_can_turn_any_more_is_drawn_as_dead(table: MatchState, dead: bool) -> None:
    cube = picture(record(table)).cube
    assert cube is not None
    assert cube.dead is dead


def test_a_cube_on_offer_and_that_of_a_finished_game_are_not_dead() -> None:
    last = state(house_rules=HouseRules(cube_cap=2))
    table = table_at(last)
    table.act(ask.OfferDouble())
    assert picture(record(table)).cube == CubeView(2, None, offered_to=1)
    won = table_at(replace(last, cube=Cube(2, 1)))
    won.act(ask.Resign(3))
    assert picture(record(won)).cube == CubeView(2, 1)


def test_an_offered_cube_lies_beside_who_is_asked() -> None:
    table = table_at(state(house_rules=HouseRules(beavers=2)))
    table.act(ask.OfferDouble())
    asked = picture(record(table))
    assert asked.cube == CubeView(2, None, offered_to=1)
    assert asked.on_roll == asked.numbers == 1
    table.act(ask.Beaver())
    assert picture(record(table)).cube == CubeView(4, 1, offered_to=0)
    table.act(ask.Raccoon())
    assert picture(record(table)).cube == CubeView(8, 1, offered_to=1)


@pytest.mark.parametrize(
    ("length", "rules"), [(Match(1), HouseRules()), (SingleGame(), HouseRules(cube=False))]
)
def test_no_cube_where_there_is_none(length: Length, rules: HouseRules) -> None:
    assert picture(record(state(length=length, house_rules=rules))).cube is None


@pytest.mark.parametrize(("length", "points"), [(Match(5), 5), (Money(), None), (SingleGame(), None)])
def test_the_score_and_the_length(length: Length, points: int | None) -> None:
    view = picture(record(state(length=length, score=(0, 0))))
    assert (view.length, view.score, view.crawford) == (points, (0, 0), False)


def test_the_crawford_game_is_named() -> None:
    view = picture(record(state(length=Match(5), score=(4, 1), crawford=True)))
    assert view.crawford
    assert view.score == (4, 1)


def test_a_resignation_keeps_the_dice_on_the_board() -> None:
    table = table_at(state(dice="61"))
    table.act(ask.Resign(1))
    view = picture(record(table))
    assert (view.dice, view.dice_side, view.on_roll) == ((6, 1), 0, 1)


def test_a_finished_game_waits_for_nobody() -> None:
    table = table_at(state("1:1", "6:14", dice="21", length=SingleGame()))
    table.act(ask.MakePlay("1/off"))
    view = final_picture(table.state, table.log, PLAIN)
    assert view == picture(record(table))
    assert (view.on_roll, view.dice, view.dice_side, view.numbers) == (None, None, None, 0)
    assert view.rows[0][0] == 15
    assert view.last_play == (MoveView(1, 0),)
    assert table.state.phase is Phase.MATCH_OVER


def test_between_two_money_games_it_is_neither_side_s_turn() -> None:
    table = table_at(state("1:1", "6:14", dice="21"))
    table.act(ask.MakePlay("1/off"))
    assert side_to_act(table.state) is None
    assert picture(record(table)).on_roll is None
