"""The small player: its rules of thumb, and that they are worth something."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.engine.actions import (
    AcceptResignation,
    AcceptSettlement,
    Action,
    Beaver,
    Drop,
    MakePlay,
    NextGame,
    OfferDouble,
    Raccoon,
    RejectResignation,
    RejectSettlement,
    Resign,
    RollDice,
    Take,
    WinSize,
)
from bot.engine.cube import Cube
from bot.engine.decide import decide, legal_actions, start_match
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.engine.position import Roll, Side
from bot.players import player_of
from tests.helpers.states import NORMAL, START, state

GAMES = 24
RACE = "6:4 5:4 4:4 3:3"
AHEAD, BEHIND = "6:5 5:5 4:5", "9:5 8:5 6:5"
BEAVERS = HouseRules(beavers=2)


def choice(at: MatchState, seat: int = 0) -> Action:
    return player_of("simple").choose(at, seat)


def play(near: str, far: str, dice: str) -> str:
    chosen = choice(state(near, far, dice=dice))
    assert isinstance(chosen, MakePlay)
    return chosen.notation


# -- plays -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "best"),
    [("31", {"8/5 6/5"}), ("61", {"13/7 8/7"}), ("42", {"8/4 6/4"}), ("53", {"8/3 6/3"})],
)
def test_it_makes_points_at_the_opening(dice: str, best: set[str]) -> None:
    assert play(START, START, dice) in best


def test_it_hits() -> None:
    assert "13/7*" in play(START, "24:1 18:1 13:5 8:3 6:5", "62")


def test_it_bears_off_what_it_can() -> None:
    assert play(RACE, RACE, "64").count("off") == 2


def test_it_leaves_no_shot_that_it_can_avoid() -> None:
    assert play("8:3 6:4 5:4 4:4", "24:2 6:7 5:6", "42") in {"8/4 6/4", "6/2 4/2"}


# -- the cube ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "far", "doubles"),
    [
        (AHEAD, AHEAD, False),
        (AHEAD, BEHIND, True),
        (BEHIND, AHEAD, False),
        (START, START, False),
    ],
)
def test_it_doubles_when_it_is_far_enough_ahead(near: str, far: str, doubles: bool) -> None:
    assert choice(state(near, far)) == (OfferDouble() if doubles else RollDice())


@pytest.mark.parametrize(("far", "answer"), [("6:7 5:8", Take()), ("8:4 6:7 5:4", Drop())])
def test_in_a_race_it_doubles_a_lead_of_a_twelfth_and_takes_up_to_an_eighth(far: str, answer: Action) -> None:
    """75 pips against 82: a double, and a take; against 94: a double, and a drop."""
    assert choice(state(AHEAD, far)) == OfferDouble()
    assert choice(asked(AHEAD, far), 1) == answer


def test_it_plays_on_for_a_gammon() -> None:
    assert choice(state("2:2", "24:3 13:7 8:5")) == RollDice()
    assert choice(state("2:2", "24:3 13:7 8:5", house_rules=HouseRules(jacoby=True))) == OfferDouble()


def test_after_the_crawford_game_the_trailer_doubles_at_once() -> None:
    post = state(length=Match(5), score=(1, 4), crawford_played=True)
    assert choice(post) == OfferDouble()


def asked(near: str, far: str, house_rules: HouseRules = NORMAL) -> MatchState:
    """Return the moment at which seat 1, which stands on `far`, is asked."""
    return replace(state(near, far, house_rules=house_rules), phase=Phase.CUBE_OFFERED, offered=2)


@pytest.mark.parametrize(
    ("near", "far", "answer"),
    [
        (RACE, RACE, Take()),
        (AHEAD, BEHIND, Drop()),
        (START, START, Take()),
        ("6:3 5:3 4:3 3:2 2:2 8:2", "bar:2 13:5 8:3 6:5", Drop()),
    ],
)
def test_it_takes_while_it_has_a_chance_in_four(near: str, far: str, answer: Action) -> None:
    assert choice(asked(near, far), 1) == answer


def test_it_beavers_when_it_is_the_favourite() -> None:
    assert choice(asked(BEHIND, AHEAD, BEAVERS), 1) == Beaver()
    assert choice(asked(BEHIND, AHEAD), 1) == Take()


@pytest.mark.parametrize(
    ("near", "far", "answer"),
    [
        (AHEAD, BEHIND, Raccoon()),
        (RACE, RACE, Take()),
        (BEHIND, AHEAD, Drop()),
    ],
)
def test_it_answers_a_beaver(near: str, far: str, answer: Action) -> None:
    beavered = replace(
        state(near, far, house_rules=BEAVERS), phase=Phase.BEAVERED, offered=4, cube=Cube(4, 1)
    )
    assert choice(beavered) == answer


# -- resignations and settlements --------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "far", "resigns"),
    [
        ("6:14", "1:2", Resign(1)),
        ("7:3 12:2 6:10", "1:2", None),
        ("23:5 6:10", "1:2", Resign(3)),
        ("6:14", "6:14", None),
        ("23:1 6:13", "1:2", Resign(1)),
    ],
)
def test_it_resigns_only_when_nothing_can_be_saved(near: str, far: str, resigns: Resign | None) -> None:
    """A certain gammon is played on while a backgammon would still be something else to lose."""
    assert choice(state(near, far)) == (resigns or RollDice())


def test_it_does_not_resign_what_may_be_rejected() -> None:
    assert choice(state("6:14", "1:2", house_rules=HouseRules(scoring="brazil"))) == RollDice()


@pytest.mark.parametrize(
    ("near", "far", "size", "accepts"),
    [
        ("6:14", "1:2", 1, True),
        ("24:3 13:7 8:5", "2:2", 1, False),
        ("24:3 13:7 8:5", "2:2", 2, True),
        (START, START, 1, True),
        ("bar:4 13:6 8:5", "6:3 5:3 4:3 3:2 2:2 1:2", 1, False),
    ],
)
def test_it_accepts_a_resignation_that_gives_what_it_could_win(
    near: str, far: str, size: WinSize, accepts: bool
) -> None:
    offered = replace(state(near, far), phase=Phase.RESIGNATION_OFFERED, resignation=(0, size))
    assert choice(offered, 1) == (AcceptResignation() if accepts else RejectResignation())


@pytest.mark.parametrize(("points", "accepts"), [(-2, True), (0, False), (1, False)])
def test_it_settles_for_what_its_lead_is_worth(points: int, accepts: bool) -> None:
    at = state(BEHIND, AHEAD, house_rules=HouseRules(settlements=True), cube=Cube(2, 0))
    offered = replace(at, phase=Phase.SETTLEMENT_OFFERED, settlement=(0, points))
    assert choice(offered, 1) == (AcceptSettlement() if accepts else RejectSettlement())


def test_it_always_wants_another_game() -> None:
    assert choice(replace(state(), phase=Phase.GAME_OVER), 1) == NextGame()


# -- strength ----------------------------------------------------------------------------------


def dice_of(chance: random.Random) -> Iterator[Roll]:
    while True:
        yield chance.randint(1, 6), chance.randint(1, 6)


def points_against_chance(seed: int, side: Side) -> int:
    """Play one game without a cube against somebody who plays at random; return the points won."""
    chance = random.Random(seed)
    dice = dice_of(chance)
    at = replay(start_match("backgammon", SingleGame(), HouseRules(cube=False), dice))
    while at.phase is not Phase.MATCH_OVER:
        seat = at.on_roll
        plays = [action for action in legal_actions(at, seat) if isinstance(action, MakePlay)]
        chosen = choice(at, seat) if seat == side else chance.choice(plays)
        for event in decide(at, chosen, seat, dice):
            at = evolve(at, event)
    return at.score[side] - at.score[1 - side]


def test_it_beats_chance_by_far() -> None:
    sides: tuple[Side, Side] = (0, 1)
    results = [points_against_chance(seed, side) for seed in range(GAMES // 2) for side in sides]
    assert sum(points > 0 for points in results) >= 0.95 * GAMES
    assert sum(results) >= 1.5 * GAMES


def test_it_plays_a_money_session_without_a_person() -> None:
    dice = dice_of(random.Random(5))
    at = replay(start_match("backgammon", Money(), HouseRules(jacoby=True, beavers=2), dice))
    while at.game < 6:
        seat = seats_to_act(at)[-1]
        for event in decide(at, choice(at, seat), seat, dice):
            at = evolve(at, event)
    assert sum(at.score) == 0
