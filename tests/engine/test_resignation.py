"""Resignations: what they cost, which accept themselves, and which are refused (rules 5.11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import (
    AcceptResignation,
    MakePlay,
    OfferDouble,
    RejectResignation,
    Resign,
    RollDice,
    WinSize,
)
from bot.engine.cube import Cube
from bot.engine.decide import legal_actions
from bot.engine.events import (
    GameWon,
    MatchWon,
    ResignationAccepted,
    ResignationOffered,
    ResignationRejected,
)
from bot.engine.house_rules import HouseRules, Length, Match, Money
from bot.engine.match import MatchState, Phase, seats_to_act
from bot.engine.permission import why_not
from bot.engine.resignation import certain_size, most_size, surely_lost
from tests.helpers.states import START, Table, state

ONE_OFF = "6:5 5:5 4:4"
JACOBY = HouseRules(jacoby=True)
BRAZIL = HouseRules(scoring="brazil")


def test_a_resignation_is_offered_and_accepted() -> None:
    table = Table(state(cube=Cube(2, 0)))
    assert table.act(Resign(1)) == (ResignationOffered(0, 1),)
    assert (table.state.phase, seats_to_act(table.state)) == (Phase.RESIGNATION_OFFERED, (1,))
    won = GameWon(1, 1, 2, 2, "resignation", (-2, 2))
    assert table.act(AcceptResignation()) == (ResignationAccepted(1), won)
    assert table.state.phase is Phase.GAME_OVER


@pytest.mark.parametrize("dice", [None, "31"])
def test_after_a_rejection_the_same_phase_and_dice_go_on(dice: str | None) -> None:
    before = state(dice=dice)
    table = Table(before)
    table.act(Resign(1))
    assert table.act(RejectResignation()) == (ResignationRejected(1),)
    assert table.state == replace(before, version=table.state.version)
    table.act(MakePlay("8/5 6/5") if dice else RollDice(), "42")


def test_a_side_whose_cube_is_not_on_offer_still_resigns_in_turn_only() -> None:
    refusal = why_not(state(on_roll=1), Resign(1), 0)
    assert refusal is not None
    assert (refusal.key, refusal.params) == ("not-your-turn", {"seat": 1})


def test_a_double_is_answered_by_a_drop_not_by_a_resignation() -> None:
    table = Table(state())
    table.act(OfferDouble())
    refusal = why_not(table.state, Resign(1), 1)
    assert refusal is not None
    assert (refusal.key, refusal.params) == ("resign-drop", {"value": 2})


# -- the most that can be won ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "house_rules", "cube", "most"),
    [
        (START, HouseRules(), Cube(), 3),
        (ONE_OFF, HouseRules(), Cube(), 1),
        (START, JACOBY, Cube(), 1),
        (START, JACOBY, Cube(2), 1),
        (START, JACOBY, Cube(2, 1), 3),
        (START, HouseRules(backgammons=False), Cube(), 2),
        (START, BRAZIL, Cube(), 2),
    ],
)
def test_the_most_that_can_still_be_won(
    near: str, house_rules: HouseRules, cube: Cube, most: WinSize
) -> None:
    """An offer of the most accepts itself; a greater one counts as the most."""
    at = state(near, house_rules=house_rules, cube=cube)
    assert most_size(at, 0) == most
    for size in range(most, 4):
        table = Table(at)
        events = table.act(Resign(3 if size == 3 else 2 if size == 2 else 1))
        assert events[0] == ResignationOffered(0, most)
        if house_rules.scoring == "standard":
            points = most * cube.value
            assert events[1:] == (
                ResignationAccepted(1),
                GameWon(1, most, cube.value, points, "resignation", (-points, points)),
            )


def test_a_backgammon_resigned_under_jacoby_on_a_centred_cube_pays_one() -> None:
    table = Table(state(house_rules=JACOBY))
    table.act(Resign(3))
    assert table.state.game_won == GameWon(1, 1, 1, 1, "resignation", (-1, 1))


@pytest.mark.parametrize(("size", "near"), [(1, START), (2, START)])
def test_a_smaller_offer_waits_for_its_answer(size: WinSize, near: str) -> None:
    table = Table(state(near))
    assert table.act(Resign(size)) == (ResignationOffered(0, size),)


def test_in_the_brazilian_count_a_double_may_still_give_one_more() -> None:
    table = Table(state(ONE_OFF, "6:3", house_rules=BRAZIL))
    assert table.act(Resign(1)) == (ResignationOffered(0, 1),)
    table.act(AcceptResignation())
    assert table.state.game_won == GameWon(1, 1, 1, 1, "resignation", (-1, 1))


@pytest.mark.parametrize(
    ("size", "house_rules", "points"),
    [(1, BRAZIL, 1), (2, BRAZIL, 3), (3, BRAZIL, 3), (3, HouseRules(scoring="brazil", triple=5), 5)],
)
def test_a_resignation_in_the_brazilian_count(size: WinSize, house_rules: HouseRules, points: int) -> None:
    table = Table(state(house_rules=house_rules))
    table.act(Resign(size))
    table.act(AcceptResignation())
    assert table.state.game_won is not None
    assert table.state.game_won.points == points


@pytest.mark.parametrize(
    ("score", "cube", "house_rules", "accepted"),
    [
        ((0, 4), Cube(), HouseRules(), True),
        ((0, 3), Cube(2, 1), HouseRules(), True),
        ((0, 3), Cube(), HouseRules(), False),
        ((0, 4), Cube(), BRAZIL, True),
    ],
)
def test_what_wins_the_match_accepts_itself(
    score: tuple[int, int], cube: Cube, house_rules: HouseRules, accepted: bool
) -> None:
    at = state(score=score, cube=cube, length=Match(5), crawford_played=True, house_rules=house_rules)
    events = Table(at).act(Resign(1))
    assert isinstance(events[-1], MatchWon) is accepted
    assert (events == (ResignationOffered(0, 1),)) is not accepted


# -- what is lost for certain ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "far", "dice", "certain"),
    [
        # The winner needs one roll; the loser brings nobody off in one.
        ("7:3 12:2 6:10", "1:2", None, 2),
        # Three sixes bring the last three home, the fourth takes one off.
        ("7:3 6:12", "1:2", None, 1),
        # With a roll on the board that is no double, two checker moves are left.
        ("7:2 6:13", "1:2", "61", 2),
        ("7:1 6:14", "1:2", "61", 1),
        ("7:3 6:12", "1:2", "66", 1),
        # Two rolls of the winner at the worst: three pips.
        ("7:7 6:8", "2:1 1:1", None, 1),
        ("7:8 6:7", "2:1 1:1", None, 2),
        # Checkers that cannot leave the winner's home board in time.
        ("23:5 6:10", "1:2", None, 3),
        ("23:4 6:11", "1:2", None, 2),
        ("23:3 6:12", "1:2", "61", 3),
        ("22:3 6:12", "1:2", "66", 2),
        # Somebody is off already.
        ("7:3 12:2 6:9", "1:2", None, 1),
        # While there is contact the dice may do anything.
        ("24:5 6:10", "2:2", None, 1),
        ("bar:5 6:10", "1:2", None, 1),
        ("24:5 6:10", "bar:1", None, 1),
        # Nobody is off yet, and everybody is at home.
        ("6:15", "1:2", None, 1),
    ],
)
def test_what_no_dice_can_save(near: str, far: str, dice: str | None, certain: WinSize) -> None:
    assert certain_size(state(near, far, dice=dice), 0) == certain


def refused_sizes(at: MatchState) -> dict[int, str]:
    sizes: tuple[WinSize, ...] = (1, 2, 3)
    refusals = {size: why_not(at, Resign(size), 0) for size in sizes}
    return {size: refusal.key for size, refusal in refusals.items() if refusal is not None}


def test_a_resignation_does_not_dodge_a_certain_gammon() -> None:
    at = state("7:3 12:2 6:10", "1:2")
    assert refused_sizes(at) == {1: "resign-gammon-certain"}
    assert [action for action in legal_actions(at, 0) if isinstance(action, Resign)] == [
        Resign(2),
        Resign(3),
    ]


def test_a_resignation_does_not_dodge_a_certain_backgammon() -> None:
    at = state("23:5 6:10", "1:2")
    assert refused_sizes(at) == {1: "resign-backgammon-certain", 2: "resign-backgammon-certain"}


@pytest.mark.parametrize(
    ("house_rules", "length", "score"),
    [
        (JACOBY, Money(), (0, 0)),
        (HouseRules(), Match(5), (0, 4)),
    ],
)
def test_a_certain_gammon_that_counts_for_nothing_may_be_dodged(
    house_rules: HouseRules, length: Length, score: tuple[int, int]
) -> None:
    at = state(
        "7:3 12:2 6:10", "1:2", house_rules=house_rules, length=length, score=score, crawford_played=True
    )
    assert refused_sizes(at) == {}


def test_a_certain_backgammon_is_a_gammon_where_backgammons_are_off() -> None:
    at = state("23:5 6:10", "1:2", house_rules=HouseRules(backgammons=False))
    assert certain_size(at, 0) == 2


@pytest.mark.parametrize(
    ("near", "far", "dice", "lost"),
    [
        ("1:5", "1:2", None, True),
        ("1:4", "1:2", None, False),
        ("1:3", "1:2", "21", True),
        ("1:3", "1:2", "11", False),
        ("1:2", "1:2", "21", False),
        ("7:3", "1:2", None, True),
        ("1:5", "1:3", None, False),
        ("24:5", "2:2", None, False),
    ],
)
def test_when_no_dice_can_win(near: str, far: str, dice: str | None, lost: bool) -> None:
    assert surely_lost(state(near, far, dice=dice), 0) is lost
