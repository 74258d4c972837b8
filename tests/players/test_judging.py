"""What counts as a decision in a game, and what judgements come to. Nobody judges here."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.actions import (
    AcceptResignation,
    AcceptSettlement,
    Action,
    Beaver,
    ChooseAutoRoll,
    Drop,
    MakePlay,
    NextGame,
    OfferDouble,
    OfferSettlement,
    Raccoon,
    RefuseFirstRoll,
    RejectResignation,
    RejectSettlement,
    Resign,
    RollDice,
    Take,
)
from bot.engine.cube import Cube
from bot.engine.decide import legal_actions
from bot.engine.events import Event, Played, Rolled
from bot.engine.formats.transcript import Game, games_of
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, replay, seats_to_act
from bot.engine.variants import find_variants
from bot.players.judging import (
    BLUNDER,
    ERROR,
    Figures,
    Judgement,
    Kind,
    Option,
    figures,
    has_options,
    mistakes,
    moments,
)
from tests.helpers.logs import played
from tests.helpers.states import NORMAL, Table, state
from tests.helpers.strategies import agreements

ANIMALS = HouseRules(beavers=2)
CLOSED = "6:3 5:3 4:3 3:2 2:2 1:2"
FIRST = MakePlay("8/5 6/5")
"""A play of 3-1, the opening roll of these games."""


Step: TypeAlias = tuple[Action, str] | Action
"""What is asked for, and the rolls that it brings."""


def told(begun: MatchState, events: list[Event]) -> list[str]:
    """Return the decisions of a game in words: who decided about what, and how."""
    found = moments(Game(begun, (0, 0), tuple(events), None))
    return [f"{each.event.seat} {each.kind}: {each.chosen}" for each in found]


def after(begun: MatchState, *course: Step) -> list[str]:
    """Return the decisions when this is asked for, one after the other."""
    table = Table(begun)
    for each in course:
        action, dice = each if isinstance(each, tuple) else (each, "")
        table.act(action, dice)
    return told(begun, table.log)


def opened(dice: str = "31", rules: HouseRules = NORMAL, length: Length | None = None) -> Table:
    return Table.started(dice, length, rules)


def decisions(table: Table) -> list[str]:
    """Return the decisions of the first game of a whole log."""
    (first, *_) = games_of(tuple(table.log))
    return told(first.begun, list(first.events))


# -- plays and rolls ---------------------------------------------------------------------------


def test_the_opening_roll_is_played_and_nothing_else_is_decided() -> None:
    table = opened()
    assert decisions(table) == []
    table.act(FIRST)
    assert decisions(table) == ["0 play: 8/5 6/5"]


def test_before_a_roll_somebody_decides_not_to_double() -> None:
    table = opened()
    table.act(FIRST)
    table.act(RollDice(), "65")
    table.act(MakePlay("24/13"))
    assert decisions(table) == ["0 play: 8/5 6/5", "1 double: roll", "1 play: 24/13"]


def test_a_dance_and_a_forced_play_are_told_for_their_luck() -> None:
    dancing = state("bar:1 13:14", CLOSED)
    assert after(dancing, (RollDice(), "61")) == ["0 double: roll", "0 play: "]
    forced = state("24:1", "8:2 7:2")
    assert after(forced, (RollDice(), "61"), MakePlay("24/23")) == ["0 double: roll", "0 play: 24/23"]


@pytest.mark.parametrize(
    "impossible",
    [
        state(cube=Cube(2, 1)),
        state(house_rules=HouseRules(cube=False)),
        state(house_rules=HouseRules(cube_cap=2), cube=Cube(2, 0)),
        state(length=Match(5), score=(4, 2), crawford=True),
        state(length=Match(5), score=(2, 4), crawford=True),
        state(length=Match(5), score=(4, 4), crawford_played=True),
        state(length=Match(5), score=(4, 2), crawford_played=True),
        state(length=Match(5), score=(3, 0), cube=Cube(2, 0)),
        state(length=Match(1)),
    ],
    ids=["not-yours", "no-cube", "cap", "crawford", "crawford-trailer", "dmp", "leader", "dead", "to-one"],
)
def test_where_a_double_was_impossible_a_roll_decides_nothing(impossible: MatchState) -> None:
    assert after(impossible, (RollDice(), "31")) == []


@pytest.mark.parametrize(
    "possible",
    [
        state(),
        state(cube=Cube(2, 0)),
        state(length=SingleGame()),
        state(length=Match(5)),
        state(length=Match(5), score=(2, 4), crawford_played=True),
        state(length=Match(5), score=(2, 4), house_rules=HouseRules(crawford="off")),
        state(variant="hypergammon", near="24:1 8:1 6:1", far="24:1 23:1 22:1"),
    ],
    ids=["centred", "own", "single", "match", "post-crawford", "crawford-off", "hypergammon"],
)
def test_where_it_was_possible_a_roll_decides(possible: MatchState) -> None:
    assert after(possible, (RollDice(), "31")) == ["0 double: roll"]


def test_who_lets_the_bot_roll_has_decided_not_to_double() -> None:
    table = opened()
    table.act(FIRST)
    table.act(ChooseAutoRoll(True), seat=0)
    table.act(RollDice(), "65")
    table.act(MakePlay("24/13"), "42")
    assert decisions(table)[-3:] == ["1 double: roll", "1 play: 24/13", "0 double: roll"]


def test_a_roll_that_was_refused_decides_nothing_nor_does_the_one_in_its_place() -> None:
    """Rules 2.6: the cube is turned instead of playing, and the dice are rolled at once."""
    table = opened(rules=HouseRules(first_roll_refusal="each"))
    table.act(RefuseFirstRoll(), "22")
    table.act(MakePlay("13/11(2) 6/4(2)"))
    assert decisions(table) == ["0 play: 13/11(2) 6/4(2)"]
    table.act(RollDice(), "61")
    table.act(RefuseFirstRoll(), "65")
    table.act(MakePlay("24/13"))
    assert decisions(table)[1:] == ["1 double: roll", "1 play: 24/13"]
    table.act(RollDice(), "43")
    assert decisions(table)[3:] == ["0 double: roll"]


def test_ties_and_automatic_doubles_decide_nothing() -> None:
    table = opened("11 22 31", HouseRules(automatic_doubles=2))
    assert table.state.cube == Cube(4)
    table.act(FIRST)
    table.act(OfferDouble())
    assert decisions(table) == ["0 play: 8/5 6/5", "1 double: double"]


# -- the cube ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "expected"), [((Take(), "31"), "take"), (Drop(), "drop"), (Beaver(), "beaver")]
)
def test_a_double_and_its_answer_are_decisions(answer: Step, expected: str) -> None:
    said = ["0 double: double", f"1 answer: {expected}"]
    assert after(state(house_rules=ANIMALS), OfferDouble(), answer) == said
    assert after(state(house_rules=ANIMALS, cube=Cube(2, 0)), OfferDouble(), answer) == said


def test_after_a_take_the_roll_decides_nothing() -> None:
    course = (OfferDouble(), (Take(), "31"), FIRST, (RollDice(), "65"))
    assert after(state(), *course) == [
        "0 double: double",
        "1 answer: take",
        "0 play: 8/5 6/5",
        "1 double: roll",
    ]


@pytest.mark.parametrize(
    "course",
    [
        ((Take(), "31"),),
        (Drop(),),
        (Raccoon(), (Take(), "31")),
        (Raccoon(), Drop()),
    ],
    ids=["take", "drop", "raccoon-take", "raccoon-drop"],
)
def test_what_follows_a_beaver_is_left_out(course: tuple[Step, ...]) -> None:
    said = after(state(house_rules=ANIMALS), OfferDouble(), Beaver(), *course)
    assert said == ["0 double: double", "1 answer: beaver"]


# -- what ends a game otherwise ----------------------------------------------------------------


@pytest.mark.parametrize("rejected", [True, False])
@pytest.mark.parametrize(
    ("offer", "rejects", "accepts"),
    [
        (Resign(1), RejectResignation(), AcceptResignation()),
        (OfferSettlement(-1), RejectSettlement(), AcceptSettlement()),
    ],
    ids=["resignation", "settlement"],
)
def test_resignations_and_settlements_decide_nothing(
    offer: Action, rejects: Action, accepts: Action, rejected: bool
) -> None:
    begun = state(house_rules=HouseRules(settlements=True))
    roll: Step = RollDice(), "31"
    if rejected:
        assert after(begun, offer, rejects, roll, FIRST) == ["0 double: roll", "0 play: 8/5 6/5"]
        assert after(begun, roll, offer, rejects, FIRST) == ["0 double: roll", "0 play: 8/5 6/5"]
    else:
        assert after(begun, offer, accepts) == []
        assert after(begun, roll, offer, accepts) == ["0 double: roll"]


def test_the_last_play_of_a_game_counts_too() -> None:
    assert after(state("1:1", "6:2"), (RollDice(), "21"), MakePlay("1/off")) == [
        "0 double: roll",
        "0 play: 1/off",
    ]


# -- whole logs --------------------------------------------------------------------------------


def several_games() -> tuple[Event, ...]:
    """Return the log of two money games and the beginning of a third."""
    table = opened(length=Money())
    table.act(FIRST)
    table.act(OfferDouble())
    table.act(Drop())
    table.act(NextGame(), "13", seat=0)
    table.act(FIRST)
    table.act(RollDice(), "65")
    table.act(Resign(3))
    table.act(NextGame(), "31", seat=0)
    table.act(FIRST)
    return tuple(table.log)


def test_each_game_tells_its_own_decisions() -> None:
    told_by_game = [told(game.begun, list(game.events)) for game in games_of(several_games())]
    assert told_by_game == [
        ["0 play: 8/5 6/5", "1 double: double", "0 answer: drop"],
        ["1 play: 8/5 6/5", "0 double: roll"],
        ["0 play: 8/5 6/5"],
    ]


def test_a_moment_names_its_place_in_the_whole_log() -> None:
    log = several_games()
    for each in (moment for game in games_of(log) for moment in moments(game)):
        assert log[each.state.version] == each.event
        assert replay(log[: each.state.version]) == each.state


def test_a_log_that_stops_anywhere_tells_what_there_was_until_then() -> None:
    log = several_games()
    whole = [moment for game in games_of(log) for moment in moments(game)]
    for end in range(2, len(log) + 1):
        cut = [moment for game in games_of(log[:end]) for moment in moments(game)]
        assert cut == [moment for moment in whole if moment.state.version < end]


# -- judgements --------------------------------------------------------------------------------

BEST, NEXT = Option("13/8 6/5", 0.25), Option("24/18", 0.15)


def judged(loss: float | None = 0.1, **changes: object) -> Judgement:
    """Return a counted play of seat 0 that costs so much; None: it was forced."""
    options = () if loss is None else (Option("13/8", 0.5), Option("24/18", 0.5 - loss))
    made = Judgement(7, 1, 0, Kind.PLAY, "24/18", options, counted=loss is not None)
    return replace(made, **changes)  # type: ignore[arg-type]  # fields of a Judgement


def test_a_loss_is_what_the_best_option_is_ahead() -> None:
    made = Judgement(7, 1, 0, Kind.PLAY, "24/18", (BEST, NEXT), counted=True)
    assert made.best == BEST
    assert made.loss == pytest.approx(0.1)
    assert replace(made, chosen="13/8 6/5").loss == 0


def test_a_loss_is_never_negative() -> None:
    """Options that are worth the same may be ordered by something finer than their equities."""
    made = Judgement(7, 1, 0, Kind.PLAY, "24/18", (NEXT, replace(BEST, name="24/18")), counted=True)
    assert made.loss == 0


def test_what_was_forced_costs_nothing_and_has_no_best() -> None:
    assert judged(None).loss == 0
    with pytest.raises(IndexError):
        _ = judged(None).best


def test_only_the_decisions_of_a_seat_that_count_are_summed() -> None:
    judgements = [
        judged(0.1, luck=0.5),
        judged(0.3, counted=False, luck=-0.2),
        judged(None, luck=0.1),
        judged(0.0, kind=Kind.DOUBLE),
        judged(0.9, seat=1, luck=9.0),
    ]
    found = figures(judgements, 0)
    assert (found.decisions, found.rolls, found.blunders) == (2, 3, 1)
    assert (found.lost, found.luck) == pytest.approx((0.1, 0.4))
    assert found.pr == pytest.approx(500 * 0.1 / 2)


def test_without_a_decision_nothing_is_wrong() -> None:
    assert figures([judged(None, luck=0.25)], 0) == Figures(0, 0, 0, 0.25, 1)
    assert figures([], 1).pr == 0


@pytest.mark.parametrize(
    ("pr", "rank"),
    [
        (0, "champion"),
        (2.49, "champion"),
        (2.5, "world-class"),
        (5, "expert"),
        (7.5, "advanced"),
        (12.5, "intermediate"),
        (17.5, "casual"),
        (22.5, "beginner"),
        (29.9, "beginner"),
        (30, "novice"),
        (500, "novice"),
    ],
)
def test_ranks_begin_where_xg_has_them_begin(pr: float, rank: str) -> None:
    found = Figures(decisions=500, lost=pr, blunders=0, luck=0, rolls=0)
    assert found.pr == pytest.approx(pr)
    assert found.rank == rank


def test_mistakes_are_what_costs_enough_the_dearest_first() -> None:
    small, large, same = judged(ERROR, at=3), judged(0.5, at=5), judged(0.5, at=9)
    others = [judged(ERROR - 0.001), judged(0.9, counted=False), judged(None)]
    assert mistakes([small, *others, large, same]) == (large, same, small)
    assert mistakes([small, large], BLUNDER) == (large,)


def test_a_blunder_begins_at_its_border() -> None:
    at_the_border = Judgement(
        7, 1, 0, Kind.PLAY, "24/18", (Option("13/8", BLUNDER), Option("24/18", 0.0)), counted=True
    )
    assert figures([at_the_border], 0).blunders == 1
    assert mistakes([at_the_border], BLUNDER) == (at_the_border,)


# -- anything ----------------------------------------------------------------------------------

logs = st.builds(
    lambda variant, agreed, seed, most: played(variant, agreed[0], agreed[1], seed, most=most, ending=0.1),
    st.sampled_from(["hypergammon", "hypergammon", *find_variants()]),
    agreements(),
    st.integers(0, 2**32),
    st.integers(3, 200),
)


@pytest.mark.property
@settings(max_examples=30)
@given(log=logs)
def test_there_are_options_where_a_seat_can_play_double_or_answer_a_double(log: tuple[Event, ...]) -> None:
    at = replay(log)
    can = {type(action) for seat in seats_to_act(at) for action in legal_actions(at, seat)}
    answering = at.phase is Phase.CUBE_OFFERED and Take in can
    assert has_options(at) is (MakePlay in can or OfferDouble in can or answering)


@pytest.mark.property
@settings(max_examples=30)
@given(log=logs)
def test_every_decision_of_any_match_could_have_been_asked_about(log: tuple[Event, ...]) -> None:
    """Whoever decided something stood before options; what was played without any was a dance."""
    found = [moment for game in games_of(log) for moment in moments(game)]
    for each in found:
        assert has_options(each.state) or not each.chosen
        assert log[each.state.version] == each.event
    plays = sum(isinstance(event, Played) for event in log)
    assert sum(isinstance(each.event, Played) for each in found) == plays
    doubled = [each for each in found if each.kind is Kind.DOUBLE]
    assert all(each.state.dice is None and not isinstance(each.event, Played) for each in doubled)
    assert len([each for each in doubled if isinstance(each.event, Rolled)]) <= plays + 1
