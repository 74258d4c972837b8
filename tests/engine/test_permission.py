"""Who may do what at every moment, and the reason why not (rules 4.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.engine import actions as ask
from bot.engine.actions import Action
from bot.engine.cube import Cube
from bot.engine.decide import decide, legal_actions
from bot.engine.house_rules import HouseRules
from bot.engine.match import MatchState, Phase, seats_to_act
from bot.engine.permission import MAX_SETTLEMENT, why_not
from bot.engine.refusals import CubeRefused, NotNow, NotYourTurn, Refusal
from tests.helpers.states import rolls, state

ALL = HouseRules(beavers=2, settlements=True, first_roll_refusal="each")
PLAY = ask.MakePlay("8/5 6/5")
EXAMPLES: dict[str, Action] = {
    "roll": ask.RollDice(),
    "play": PLAY,
    "double": ask.OfferDouble(),
    "take": ask.Take(),
    "drop": ask.Drop(),
    "beaver": ask.Beaver(),
    "raccoon": ask.Raccoon(),
    "refuse roll": ask.RefuseFirstRoll(),
    "resign": ask.Resign(1),
    "accept resignation": ask.AcceptResignation(),
    "reject resignation": ask.RejectResignation(),
    "settle": ask.OfferSettlement(1),
    "accept settlement": ask.AcceptSettlement(),
    "reject settlement": ask.RejectSettlement(),
    "auto roll": ask.ChooseAutoRoll(True),
    "next": ask.NextGame(),
    "end": ask.EndSession(),
}

TO_ROLL = state(house_rules=ALL)
TO_PLAY = state(dice="31", house_rules=ALL)
CUBE_OFFERED = replace(TO_ROLL, phase=Phase.CUBE_OFFERED, offered=2)
BEAVERED = replace(TO_ROLL, phase=Phase.BEAVERED, offered=4, cube=Cube(4, 1))
RACCOONED = replace(TO_ROLL, phase=Phase.RACCOONED, offered=8, cube=Cube(8, 1))
RESIGNATION_OFFERED = replace(TO_PLAY, phase=Phase.RESIGNATION_OFFERED, resignation=(0, 2))
SETTLEMENT_OFFERED = replace(TO_PLAY, phase=Phase.SETTLEMENT_OFFERED, settlement=(0, -3))
GAME_OVER = replace(TO_ROLL, phase=Phase.GAME_OVER)
MATCH_OVER = replace(TO_ROLL, phase=Phase.MATCH_OVER)
MOMENTS: dict[str, MatchState] = {
    "to roll": TO_ROLL,
    "to play": TO_PLAY,
    "cube offered": CUBE_OFFERED,
    "beavered": BEAVERED,
    "raccooned": RACCOONED,
    "resignation offered": RESIGNATION_OFFERED,
    "settlement offered": SETTLEMENT_OFFERED,
    "game over": GAME_OVER,
    "match over": MATCH_OVER,
}

RIGHTS: dict[str, tuple[str, str]] = {
    # moment: what seat 0 may do, what seat 1 may do (but for the choice of automatic rolls)
    "to roll": ("roll double resign settle", ""),
    "to play": ("play resign settle", ""),
    "cube offered": ("", "take drop beaver"),
    "beavered": ("take drop raccoon", ""),
    "raccooned": ("", "take drop"),
    "resignation offered": ("", "accept-resignation reject-resignation"),
    "settlement offered": ("", "accept-settlement reject-settlement"),
    "game over": ("next end", "next end"),
    "match over": ("", ""),
}


def test_the_examples_are_one_of_each_action_and_the_moments_one_of_each_phase() -> None:
    assert {type(action) for action in EXAMPLES.values()} == set(get_args(Action))
    assert {at.phase for at in MOMENTS.values()} == set(Phase)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_each_seat_may_do_at_each_moment(moment: str, seat: int) -> None:
    at = MOMENTS[moment]
    rights = {name.replace("-", " ") for name in RIGHTS[moment][seat].split()}
    if at.phase not in {Phase.GAME_OVER, Phase.MATCH_OVER}:
        rights.add("auto roll")
    allowed = {name for name, action in EXAMPLES.items() if why_not(at, action, seat) is None}
    assert allowed == rights
    listed = {type(action) for action in legal_actions(at, seat)}
    assert listed == {type(EXAMPLES[name]) for name in rights}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_decide_refuses_what_is_not_a_right_and_asks_for_no_dice(moment: str, seat: int) -> None:
    at = MOMENTS[moment]
    for action in EXAMPLES.values():
        refusal = why_not(at, action, seat)
        if refusal is not None:
            with pytest.raises(type(refusal)) as refused:
                decide(at, action, seat, rolls(""))
            assert (refused.value.key, refused.value.params) == (refusal.key, refusal.params)


def test_only_the_seat_to_act_may_act_while_a_game_is_on() -> None:
    for at in MOMENTS.values():
        for seat in (0, 1):
            actions = [each for each in legal_actions(at, seat) if not isinstance(each, ask.ChooseAutoRoll)]
            assert bool(actions) is (seat in seats_to_act(at))


REASONS: list[tuple[MatchState, int, Action, type[Refusal], str, dict[str, object]]] = [
    (TO_ROLL, 2, ask.RollDice(), NotYourTurn, "not-seated", {}),
    (TO_ROLL, -1, ask.ChooseAutoRoll(True), NotYourTurn, "not-seated", {}),
    (MATCH_OVER, 0, ask.NextGame(), NotNow, "match-over", {}),
    (MATCH_OVER, 0, ask.ChooseAutoRoll(True), NotNow, "match-over", {}),
    (GAME_OVER, 0, ask.RollDice(), NotNow, "game-over", {}),
    (GAME_OVER, 0, ask.ChooseAutoRoll(True), NotNow, "game-over", {}),
    (TO_ROLL, 0, ask.NextGame(), NotNow, "game-on", {}),
    (TO_ROLL, 1, ask.EndSession(), NotNow, "game-on", {}),
    (TO_ROLL, 1, ask.RollDice(), NotYourTurn, "not-your-turn", {"seat": 0}),
    (TO_PLAY, 1, PLAY, NotYourTurn, "not-your-turn", {"seat": 0}),
    (CUBE_OFFERED, 0, ask.RollDice(), NotYourTurn, "answer-awaited", {"seat": 1}),
    (CUBE_OFFERED, 0, ask.Take(), NotYourTurn, "answer-awaited", {"seat": 1}),
    (CUBE_OFFERED, 0, ask.Resign(1), NotYourTurn, "answer-awaited", {"seat": 1}),
    (BEAVERED, 1, ask.Drop(), NotYourTurn, "answer-awaited", {"seat": 0}),
    (RESIGNATION_OFFERED, 0, PLAY, NotYourTurn, "answer-awaited", {"seat": 1}),
    (RESIGNATION_OFFERED, 0, ask.AcceptResignation(), NotYourTurn, "answer-awaited", {"seat": 1}),
    (TO_ROLL, 0, PLAY, NotNow, "roll-first", {}),
    (TO_PLAY, 0, ask.RollDice(), NotNow, "already-rolled", {"dice": (3, 1)}),
    (CUBE_OFFERED, 1, ask.RollDice(), NotNow, "answer-double", {"value": 2}),
    (CUBE_OFFERED, 1, ask.OfferSettlement(1), NotNow, "answer-double", {"value": 2}),
    (BEAVERED, 0, ask.RollDice(), NotNow, "answer-beaver", {"value": 4}),
    (RACCOONED, 1, ask.RollDice(), NotNow, "answer-raccoon", {"value": 8}),
    (RESIGNATION_OFFERED, 1, ask.RollDice(), NotNow, "answer-resignation", {"size": 2}),
    (SETTLEMENT_OFFERED, 1, ask.RollDice(), NotNow, "answer-settlement", {"points": -3}),
    (CUBE_OFFERED, 1, ask.OfferDouble(), CubeRefused, "cube-pending", {"value": 2}),
    (TO_ROLL, 1, ask.Take(), NotNow, "no-double-offered", {}),
    (TO_PLAY, 0, ask.Drop(), NotNow, "no-double-offered", {}),
    (RESIGNATION_OFFERED, 1, ask.Beaver(), NotNow, "no-double-offered", {}),
    (CUBE_OFFERED, 1, ask.Raccoon(), NotNow, "no-beaver-offered", {}),
    (RACCOONED, 1, ask.Raccoon(), NotNow, "no-beaver-offered", {}),
    (BEAVERED, 0, ask.Beaver(), NotNow, "beaver-too-late", {"value": 4}),
    (RACCOONED, 1, ask.Beaver(), NotNow, "beaver-too-late", {"value": 8}),
    (TO_ROLL, 1, ask.RejectResignation(), NotNow, "no-resignation-offered", {}),
    (TO_ROLL, 1, ask.AcceptSettlement(), NotNow, "no-settlement-offered", {}),
    (CUBE_OFFERED, 1, ask.Resign(3), NotNow, "resign-drop", {"value": 2}),
    (BEAVERED, 0, ask.Resign(1), NotNow, "resign-drop", {"value": 4}),
    (state(), 0, ask.OfferSettlement(1), NotNow, "settlements-off", {}),
    (
        TO_ROLL,
        0,
        ask.OfferSettlement(-MAX_SETTLEMENT - 1),
        NotNow,
        "settlement-too-large",
        {"points": -98305, "most": 98304},
    ),
    (TO_ROLL, 0, ask.RefuseFirstRoll(), CubeRefused, "first-roll-late", {}),
]


@pytest.mark.parametrize(("at", "seat", "action", "kind", "key", "params"), REASONS)
def test_each_refusal_says_why(
    at: MatchState,
    seat: int,
    action: Action,
    kind: type[Refusal],
    key: str,
    params: dict[str, object],
) -> None:
    refusal = why_not(at, action, seat)
    assert type(refusal) is kind
    assert (refusal.key, refusal.params) == (key, params)


def test_the_largest_settlement_may_be_offered() -> None:
    assert why_not(TO_ROLL, ask.OfferSettlement(MAX_SETTLEMENT), 0) is None


def test_settlements_are_listed_as_multiples_of_the_cube() -> None:
    at = replace(TO_ROLL, cube=Cube(4, 0))
    offers = [action.points for action in legal_actions(at, 0) if isinstance(action, ask.OfferSettlement)]
    assert offers == [-12, -8, -4, 0, 4, 8, 12]


def test_nobody_else_may_do_anything() -> None:
    assert all(legal_actions(at, 2) == () for at in MOMENTS.values())
