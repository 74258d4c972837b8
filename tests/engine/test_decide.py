"""Plays through the one door, and the list of everything that may be done (rules 3.4, 4.3, 4.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import ChooseAutoRoll, MakePlay, OfferDouble, RefuseFirstRoll, Resign, RollDice
from bot.engine.decide import decide, legal_actions
from bot.engine.events import GameWon, Played
from bot.engine.house_rules import HouseRules, Money, SingleGame
from bot.engine.match import Phase, evolve, replay
from bot.engine.position import CheckerMove
from bot.engine.refusals import AmbiguousPlay, IllegalPlay, IncompletePlay, InvalidNotation
from bot.engine.variants import find_variants
from tests.helpers.states import Table, rolls, state


def plays_of(at_dice: str, near: str, far: str) -> list[str]:
    at = state(near, far, dice=at_dice)
    return [action.notation for action in legal_actions(at, 0) if isinstance(action, MakePlay)]


def test_a_play_is_stored_as_its_checker_moves() -> None:
    table = Table(state(dice="31"))
    (played,) = table.act(MakePlay("8/5 6/5"))
    assert isinstance(played, Played)
    assert played.seat == 0
    assert set(played.play) == {CheckerMove(8, 5), CheckerMove(6, 5)}


def test_a_play_may_be_typed_in_any_notation() -> None:
    typed = ["8/5 6/5", "6-5, 8-5", "6/5;8/5"]
    assert len({decide(state(dice="31"), MakePlay(text), 0, rolls("")) for text in typed}) == 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [("xyzzy", InvalidNotation), ("13/9 6/5", IllegalPlay), ("8/5", IncompletePlay)],
)
def test_a_play_that_is_none_is_refused(text: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        decide(state(dice="31"), MakePlay(text), 0, rolls("52"))


def test_an_incomplete_play_is_told_with_plays_that_go_on_from_it() -> None:
    with pytest.raises(IncompletePlay) as refused:
        decide(state(dice="31"), MakePlay("8/5"), 0, rolls(""))
    assert refused.value.key == "play-incomplete"
    assert refused.value.params == {
        "play": "8/5",
        "dice": (3, 1),
        "plays": ("24/23 8/5", "8/7 8/5", "8/5 6/5"),
    }


def test_at_most_three_plays_are_named() -> None:
    with pytest.raises(IncompletePlay) as refused:
        decide(state(dice="11"), MakePlay("6/5"), 0, rolls(""))
    assert len(set(refused.value.params["plays"])) == 3  # type: ignore[call-overload]  # a tuple


def test_an_incomplete_play_names_only_what_differs() -> None:
    """Both orders of the two numbers lead to one play."""
    with pytest.raises(IncompletePlay) as refused:
        decide(state("20:1 6:2", "7:15", dice="32"), MakePlay("20/17"), 0, rolls(""))
    assert refused.value.params["plays"] == ("20/15", "20/17 6/4")


def test_a_route_that_hits_and_one_that_does_not_must_be_told_apart() -> None:
    near, far = "24:2 13:4 8:3 6:5 3:1", "24:2 15:1 13:5 8:2 6:5"
    ambiguous = state(near, far, dice="53")
    with pytest.raises(AmbiguousPlay):
        decide(ambiguous, MakePlay("13/5"), 0, rolls(""))
    told = plays_of("53", near, far)
    assert "13/8/5" in told
    assert "13/10*/5" in told
    assert "13/5" not in told


@pytest.mark.parametrize(
    ("near", "far", "dice"),
    [
        ("24:2 13:4 8:3 6:5 3:1", "24:2 15:1 13:5 8:2 6:5", "53"),
        ("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", "11"),
        ("bar:2 13:3 6:5", "24:1 21:1 6:4 3:3", "22"),
        ("6:2 5:1 3:4", "24:1 6:5", "61"),
        ("5:1", "24:1 6:5", "54"),
    ],
)
def test_every_listed_play_stands_for_a_result_of_its_own(near: str, far: str, dice: str) -> None:
    at = state(near, far, dice=dice)
    results = []
    for text in plays_of(dice, near, far):
        played = decide(at, MakePlay(text), 0, rolls("31"))[0]
        results.append(evolve(at, played).position)
    assert results
    assert len(set(results)) == len(results)


def test_a_typed_play_may_take_the_last_checker_off_early() -> None:
    """The list holds only 5/1*/off, which uses both numbers (rules 3.4)."""
    at = state("5:1", "24:1 6:5", dice="54")
    assert plays_of("54", "5:1", "24:1 6:5") == ["5/1*/off"]
    events = decide(at, MakePlay("5/off"), 0, rolls(""))
    assert [type(event) for event in events] == [Played, GameWon]


def test_a_refused_action_changes_nothing() -> None:
    table = Table(state(dice="31"))
    before = replace(table.state)
    with pytest.raises(IllegalPlay):
        table.act(MakePlay("13/2"))
    assert table.state == before


def test_before_the_roll_everything_is_listed() -> None:
    assert legal_actions(state(), 0) == (
        RollDice(),
        OfferDouble(),
        Resign(1),
        Resign(2),
        Resign(3),
        ChooseAutoRoll(True),
        ChooseAutoRoll(False),
    )


def test_who_is_not_to_act_may_choose_automatic_rolls_only() -> None:
    assert legal_actions(state(), 1) == (ChooseAutoRoll(True), ChooseAutoRoll(False))


def test_on_the_first_roll_its_refusal_is_listed() -> None:
    table = Table.started("31", Money(), HouseRules(first_roll_refusal="each"))
    assert RefuseFirstRoll() in legal_actions(table.state, 0)


@pytest.mark.parametrize("variant", find_variants())
def test_every_variant_can_be_started_and_played(variant: str) -> None:
    table = Table.started("31", SingleGame(), variant=variant)
    table.act(legal_actions(table.state, 0)[0])
    assert table.state.phase is Phase.TO_ROLL
    assert replay(table.log) == table.state
