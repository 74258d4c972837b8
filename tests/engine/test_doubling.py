"""Who may turn the cube, when, and the exact reason why not (rules 2.4, 2.6, 5.2 to 5.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

import pytest

from bot.engine.actions import (
    Beaver,
    MakePlay,
    OfferDouble,
    Raccoon,
    RefuseFirstRoll,
    Resign,
    RollDice,
    Take,
)
from bot.engine.cube import HARD_CAP, Cube
from bot.engine.decide import decide, legal_actions
from bot.engine.doubling import automatic_double, is_dead
from bot.engine.events import (
    AutomaticallyDoubled,
    Doubled,
    FirstRollRefused,
    OpeningRolled,
    Rolled,
)
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase
from bot.engine.permission import why_not
from bot.engine.position import Side
from bot.engine.refusals import CubeRefused, NotNow, NotYourTurn, Refusal
from tests.helpers.states import Table, rolls, state

SIDES: tuple[Side, Side] = (0, 1)


def refused(at: MatchState, seat: int = 0) -> Refusal:
    """Return why `seat` may not double; fail if it may."""
    with pytest.raises(Refusal) as refusal:
        decide(at, OfferDouble(), seat, rolls(""))
    assert OfferDouble() not in legal_actions(at, seat)
    return refusal.value


# -- allowed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [Money(), SingleGame(), Match(7)])
@pytest.mark.parametrize("cube", [Cube(), Cube(2), Cube(4, 0)])
def test_a_side_on_roll_may_turn_a_centred_cube_or_its_own(length: Length, cube: Cube) -> None:
    events = decide(state(length=length, cube=cube), OfferDouble(), 0, rolls(""))
    assert events == (Doubled(0, cube.value * 2),)


def test_a_closed_out_side_may_still_double() -> None:
    closed_out = state("bar:1 6:8 5:6", "6:3 5:3 4:3 3:2 2:2 1:2")
    assert why_not(closed_out, OfferDouble(), 0) is None


# -- refused -----------------------------------------------------------------------------------


def test_no_double_without_a_cube() -> None:
    assert refused(state(house_rules=HouseRules(cube=False))).key == "cube-off"


def test_no_double_out_of_turn() -> None:
    refusal = refused(state(on_roll=1))
    assert isinstance(refusal, NotYourTurn)
    assert (refusal.key, refusal.params) == ("not-your-turn", {"seat": 1})


def test_no_double_after_the_roll() -> None:
    refusal = refused(state(dice="31"))
    assert isinstance(refusal, CubeRefused)
    assert (refusal.key, refusal.params) == ("cube-rolled", {"dice": (3, 1)})


def test_the_starter_cannot_double_on_the_first_turn() -> None:
    assert refused(Table.started("31").state).key == "cube-first-turn"


def test_the_second_player_may_double_before_the_first_roll() -> None:
    table = Table.started("31")
    table.act(MakePlay("8/5 6/5"))
    assert table.act(OfferDouble()) == (Doubled(1, 2),)


def test_the_starter_may_double_on_the_second_turn() -> None:
    table = Table.started("31")
    table.act(MakePlay("8/5 6/5"))
    table.act(RollDice(), "42")
    table.act(MakePlay("8/4 6/4"))
    assert table.act(OfferDouble()) == (Doubled(0, 2),)


def test_no_double_while_one_is_pending() -> None:
    table = Table(state())
    table.act(OfferDouble())
    for seat in (0, 1):
        refusal = refused(table.state, seat)
        assert (refusal.key, refusal.params) == ("cube-pending", {"value": 2})


def test_no_double_while_a_resignation_is_pending() -> None:
    table = Table(state("24:1 6:14"))
    table.act(Resign(1))
    assert refused(table.state, 0).key == "answer-awaited"
    assert refused(table.state, 1).key == "answer-resignation"


def test_no_second_double_in_a_turn() -> None:
    table = Table(state())
    table.act(OfferDouble())
    table.act(Take(), "31")
    assert refused(table.state).key == "cube-rolled"


def test_only_the_owner_redoubles() -> None:
    refusal = refused(state(cube=Cube(2, 1)))
    assert (refusal.key, refusal.params) == ("cube-not-yours", {"value": 2})


def test_nobody_doubles_in_the_crawford_game() -> None:
    crawford = state(length=Match(5), score=(4, 2), crawford=True)
    assert refused(crawford).key == "cube-crawford"
    assert refused(replace(crawford, on_roll=1), 1).key == "cube-crawford"


def test_after_the_crawford_game_the_trailer_doubles_again() -> None:
    post = state(length=Match(5), score=(4, 2), crawford_played=True, on_roll=1)
    assert why_not(post, OfferDouble(), 1) is None


def test_the_score_alone_makes_no_crawford_game() -> None:
    assert why_not(state(length=Match(5), score=(2, 4)), OfferDouble(), 0) is None


@pytest.mark.parametrize(
    ("points", "score", "cube", "missing"),
    [
        (5, (4, 2), Cube(), 1),
        (5, (3, 2), Cube(2, 0), 2),
        (7, (3, 0), Cube(4, 0), 4),
        (7, (4, 0), Cube(4, 0), 3),
    ],
)
def test_a_dead_cube_is_not_turned(points: int, score: tuple[int, int], cube: Cube, missing: int) -> None:
    at = state(length=Match(points), score=score, cube=cube, crawford_played=True)
    refusal = refused(at)
    assert (refusal.key, refusal.params) == ("cube-dead", {"value": cube.value, "needed": missing})


def test_a_cube_that_gains_one_point_is_alive() -> None:
    assert why_not(state(length=Match(7), score=(2, 0), cube=Cube(4, 0)), OfferDouble(), 0) is None


@pytest.mark.parametrize(("points", "score"), [(1, (0, 0)), (5, (4, 4))])
@pytest.mark.parametrize("seat", [0, 1])
def test_at_double_match_point_the_cube_is_worth_nothing(
    points: int, score: tuple[int, int], seat: int
) -> None:
    dmp = state(length=Match(points), score=score, crawford_played=True, on_roll=0 if seat == 0 else 1)
    assert refused(dmp, seat).key == "cube-dmp"


@pytest.mark.parametrize(("cap", "value"), [(64, 64), (2, 2), (None, 32768)])
def test_the_cube_ends_at_its_cap(cap: int | None, value: int) -> None:
    refusal = refused(state(cube=Cube(value, 0), house_rules=HouseRules(cube_cap=cap)))
    assert (refusal.key, refusal.params) == ("cube-cap", {"cap": value})


def test_the_cube_may_reach_its_cap() -> None:
    assert why_not(state(cube=Cube(32), house_rules=HouseRules(cube_cap=64)), OfferDouble(), 0) is None


@pytest.mark.parametrize("phase", [Phase.GAME_OVER, Phase.MATCH_OVER])
def test_no_double_when_the_game_is_over(phase: Phase) -> None:
    refusal = refused(replace(state(), phase=phase))
    assert isinstance(refusal, NotNow)
    assert refusal.key == ("game-over" if phase is Phase.GAME_OVER else "match-over")


# -- beavers and raccoons ----------------------------------------------------------------------


def doubled(beavers: int, cap: int | None = None, cube: Cube | None = None) -> Table:
    table = Table(state(cube=cube, house_rules=HouseRules(beavers=beavers, cube_cap=cap)))
    table.act(OfferDouble())
    return table


def test_a_beaver_must_have_been_agreed() -> None:
    refusal = why_not(doubled(0).state, Beaver(), 1)
    assert refusal is not None
    assert refusal.key == "beavers-off"


def test_a_raccoon_must_have_been_agreed() -> None:
    table = doubled(1)
    table.act(Beaver())
    refusal = why_not(table.state, Raccoon(), 0)
    assert refusal is not None
    assert refusal.key == "raccoons-off"


def test_a_redouble_may_be_beavered() -> None:
    assert why_not(doubled(1, cube=Cube(2, 0)).state, Beaver(), 1) is None


@pytest.mark.parametrize(("cap", "allowed"), [(2, False), (4, True)])
def test_a_beaver_stays_below_the_cap(cap: int, allowed: bool) -> None:
    refusal = why_not(doubled(2, cap).state, Beaver(), 1)
    assert (refusal is None) is allowed
    if refusal is not None:
        assert (refusal.key, refusal.params) == ("cube-cap", {"cap": 2})


@pytest.mark.parametrize(("cap", "allowed"), [(4, False), (8, True)])
def test_a_raccoon_stays_below_the_cap(cap: int, allowed: bool) -> None:
    table = doubled(2, cap)
    table.act(Beaver())
    assert (why_not(table.state, Raccoon(), 0) is None) is allowed


# -- automatic doubles -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "dice", "values"),
    [
        (0, "44 33 52", []),
        (1, "44 33 52", [2]),
        (2, "44 33 66 52", [2, 4]),
        (None, "11 22 33 44 52", [2, 4, 8, 16]),
    ],
)
def test_opening_ties_turn_the_centred_cube(limit: int | None, dice: str, values: list[int]) -> None:
    table = Table.started(dice, house_rules=HouseRules(automatic_doubles=limit))
    assert [event.value for event in table.log if isinstance(event, AutomaticallyDoubled)] == values
    assert table.state.cube == Cube(values[-1] if values else 1)
    assert sum(isinstance(event, OpeningRolled) for event in table.log) == len(dice.split())


def test_automatic_doubles_stop_at_the_cap() -> None:
    table = Table.started("11 22 33 52", house_rules=HouseRules(automatic_doubles=None, cube_cap=4))
    assert table.state.cube == Cube(4)


def test_ties_turn_no_cube_that_is_not_there() -> None:
    assert automatic_double(state(house_rules=HouseRules(cube=False))) is None


# -- refusing the first roll -------------------------------------------------------------------


FirstRoll: TypeAlias = Literal["off", "opener", "each"]


def opened(option: FirstRoll = "each", cap: int | None = None) -> Table:
    return Table.started("31", house_rules=HouseRules(first_roll_refusal=option, cube_cap=cap))


@pytest.mark.parametrize("option", ["opener", "each"])
def test_the_opener_may_refuse_the_first_roll_and_rolls_both_dice(option: FirstRoll) -> None:
    table = opened(option)
    assert RefuseFirstRoll() in legal_actions(table.state, 0)
    assert table.act(RefuseFirstRoll(), "66") == (FirstRollRefused(0, 2), Rolled(0, (6, 6)))
    assert table.state.cube == Cube(2)
    assert (table.state.phase, table.state.dice) == (Phase.TO_PLAY, (6, 6))


def test_a_first_roll_is_refused_once() -> None:
    table = opened()
    table.act(RefuseFirstRoll(), "66")
    assert key_of_first_roll(table.state, 0) == "first-roll-late"


def test_the_second_player_may_refuse_too_where_each_may() -> None:
    table = opened("each")
    table.act(RefuseFirstRoll(), "21")
    table.act(MakePlay("13/11 6/5"))
    table.act(RollDice(), "65")
    assert table.act(RefuseFirstRoll(), "11") == (FirstRollRefused(1, 4), Rolled(1, (1, 1)))
    assert table.state.cube == Cube(4)


def key_of_first_roll(at: MatchState, seat: int) -> str | None:
    refusal = why_not(at, RefuseFirstRoll(), seat)
    return None if refusal is None else refusal.key


def test_only_the_opener_may_refuse_where_the_opener_may() -> None:
    table = opened("opener")
    table.act(MakePlay("8/5 6/5"))
    table.act(RollDice(), "65")
    assert key_of_first_roll(table.state, 1) == "first-roll-opener"


def test_a_first_roll_is_not_refused_unless_agreed() -> None:
    assert key_of_first_roll(opened("off").state, 0) == "first-roll-off"


def test_a_first_roll_is_not_refused_before_it_is_rolled() -> None:
    table = opened("each")
    table.act(MakePlay("8/5 6/5"))
    assert key_of_first_roll(table.state, 1) == "first-roll-late"


def test_a_later_roll_is_not_refused() -> None:
    late = state(dice="31", turns=(2, 1), house_rules=HouseRules(first_roll_refusal="each"))
    assert key_of_first_roll(late, 0) == "first-roll-late"


def test_a_first_roll_is_not_refused_once_a_double_was_taken() -> None:
    table = opened("each")
    table.act(MakePlay("8/5 6/5"))
    table.act(OfferDouble())
    table.act(Take(), "65")
    assert key_of_first_roll(table.state, 1) == "first-roll-owned"


def test_a_first_roll_is_not_refused_beyond_the_cap() -> None:
    table = opened("each", cap=2)
    table.act(RefuseFirstRoll(), "21")
    table.act(MakePlay("13/11 6/5"), "65")
    assert key_of_first_roll(table.state, 1) == "cube-cap"


def test_a_refused_first_roll_is_no_voluntary_double() -> None:
    """It gives nobody the cube and leaves the Jacoby rule in force (rules 2.7)."""
    table = opened()
    table.act(RefuseFirstRoll(), "66")
    assert table.state.cube.centred


# -- a dead cube -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "dead"),
    [
        (state(), False),
        (state(house_rules=HouseRules(cube=False)), True),
        (state(cube=Cube(HARD_CAP, 0)), True),
        (state(cube=Cube(64, 1), house_rules=HouseRules(cube_cap=64)), True),
        (state(cube=Cube(32, 1), house_rules=HouseRules(cube_cap=64)), False),
        (state(length=SingleGame(), cube=Cube(64)), False),
        (state(length=Match(7)), False),
        (state(length=Match(7), score=(6, 3), crawford=True), True),
        (state(length=Match(7), score=(6, 3), crawford_played=True), False),
        (state(length=Match(7), score=(6, 6), crawford_played=True), True),
        (state(length=Match(7), score=(3, 6), cube=Cube(4, 0)), True),
        (state(length=Match(7), score=(3, 6), cube=Cube(4, 1)), True),
        (state(length=Match(7), score=(2, 3), cube=Cube(4, 0)), False),
        (state(length=Match(7), score=(2, 3), cube=Cube(4, 1)), True),
    ],
)
def test_a_cube_that_nobody_can_turn_any_more_is_dead(at: MatchState, dead: bool) -> None:
    assert is_dead(at) is dead
    to_roll = [replace(at, on_roll=side, dice=None, phase=Phase.TO_ROLL) for side in SIDES]
    assert dead == all(why_not(moment, OfferDouble(), moment.on_roll) for moment in to_roll)


def test_dice_on_the_table_and_the_turn_kill_no_cube() -> None:
    table = Table.started("61")
    assert not is_dead(table.state)
    table.act(MakePlay("13/7 8/7"))
    table.act(OfferDouble())
    assert not is_dead(table.state)
