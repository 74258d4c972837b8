"""What follows by itself: openings, automatic rolls, dances, the next game, the end (rules 2, 4, 6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

import pytest

from bot.engine.actions import ChooseAutoRoll, EndSession, MakePlay, NextGame, OfferDouble, RollDice, Take
from bot.engine.course import MAX_AUTOMATIC_ROLLS, MAX_TIES
from bot.engine.cube import Cube
from bot.engine.decide import decide, start_match
from bot.engine.events import (
    AutoRollChosen,
    Event,
    GameStarted,
    GameWon,
    MatchStarted,
    MatchWon,
    OpeningRolled,
    Played,
    Rolled,
    SessionEnded,
)
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, replay
from bot.engine.position import Roll
from bot.engine.refusals import Refusal
from tests.helpers.states import START, Table, rolls, state

NO_CUBE = HouseRules(cube=False)
CLOSED = "6:2 5:2 4:2 3:2 2:2 1:2 12:2 24:1"
"""A closed board, and a checker that still has to pass the other side's."""
CLOSED_OUT = "bar:1 6:5 5:5 4:4"


def started(dice: str, length: Length | None = None, house_rules: HouseRules | None = None) -> Table:
    return Table.started(dice, length or Money(), house_rules or HouseRules())


# -- the opening -------------------------------------------------------------------------------


def test_a_match_starts_with_an_opening_roll_that_its_winner_plays() -> None:
    assert tuple(started("31").log) == (
        MatchStarted("backgammon", Money(), HouseRules()),
        GameStarted(1, (0, 0), False, False),
        OpeningRolled((3, 1)),
    )


def test_ties_are_rolled_again() -> None:
    table = started("44 66 11 25")
    assert [event.dice for event in table.log if isinstance(event, OpeningRolled)] == [
        (4, 4),
        (6, 6),
        (1, 1),
        (2, 5),
    ]
    assert (table.state.on_roll, table.state.dice, table.state.cube) == (1, (2, 5), Cube())


def test_every_game_starts_with_an_opening_roll_not_with_the_last_winner() -> None:
    table = Table(state("1:1", "6:15", dice="21", score=(0, 0), length=Match(5)))
    events = table.act(MakePlay("1/off"), "35")
    assert events[-1] == OpeningRolled((3, 5))
    assert table.state.on_roll == 1


def test_house_rules_without_sense_start_no_match() -> None:
    with pytest.raises(Refusal) as refused:
        start_match("backgammon", Match(5), HouseRules(jacoby=True), rolls("31"))
    assert refused.value.key == "rules-money-only"


def test_an_unknown_variant_starts_no_match() -> None:
    with pytest.raises(KeyError):
        start_match("chess", Match(5), HouseRules(), rolls("31"))


# -- automatic rolls ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before",
    [
        state(dice="31", house_rules=NO_CUBE),
        state(dice="31", length=Match(1)),
        state(dice="31", length=Match(5), score=(4, 1), crawford=True),
        state(dice="31", length=Match(5), score=(1, 4), crawford_played=True),
        state(dice="31", cube=Cube(2, 0)),
        state(dice="31", cube=Cube(64), house_rules=HouseRules(cube_cap=64)),
        state(dice="31", length=Match(5), score=(0, 3), cube=Cube(2, 1)),
    ],
    ids=["no cube", "one point", "Crawford", "dead for the leader", "not theirs", "cap", "dead"],
)
def test_where_no_double_is_possible_the_next_side_rolls_by_itself(before: MatchState) -> None:
    table = Table(before)
    assert table.act(MakePlay("8/5 6/5"), "52")[1:] == (Rolled(1, (5, 2)),)
    assert (table.state.phase, table.state.on_roll) == (Phase.TO_PLAY, 1)


@pytest.mark.parametrize("cube", [Cube(), Cube(2, 1)])
def test_where_a_double_is_possible_the_next_side_is_asked(cube: Cube) -> None:
    table = Table(state(dice="31", cube=cube))
    assert len(table.act(MakePlay("8/5 6/5"))) == 1
    assert table.state.phase is Phase.TO_ROLL


def test_who_chose_automatic_rolls_is_not_asked() -> None:
    table = Table(state(dice="31"))
    assert table.act(ChooseAutoRoll(True), seat=1) == (AutoRollChosen(1, True),)
    assert table.act(MakePlay("8/5 6/5"), "52")[1:] == (Rolled(1, (5, 2)),)
    table.act(MakePlay("13/8 13/11"))
    assert table.state.phase is Phase.TO_ROLL


def test_choosing_automatic_rolls_on_roll_rolls_at_once() -> None:
    table = Table(state())
    assert table.act(ChooseAutoRoll(True), "31") == (AutoRollChosen(0, True), Rolled(0, (3, 1)))


def test_automatic_rolls_can_be_stopped() -> None:
    table = Table(state(dice="31"))
    table.act(ChooseAutoRoll(True), seat=1)
    table.act(ChooseAutoRoll(False), seat=1)
    table.act(MakePlay("8/5 6/5"))
    assert table.state.phase is Phase.TO_ROLL


def test_automatic_rolls_end_with_the_game() -> None:
    table = Table(state("1:1", dice="21", length=Match(9)))
    table.act(ChooseAutoRoll(True))
    table.act(MakePlay("1/off"), "31")
    assert table.state.auto_roll == (False, False)


# -- dances ------------------------------------------------------------------------------------


def test_a_dance_is_shown_and_passes_by_itself() -> None:
    table = Table(state(CLOSED_OUT, CLOSED))
    assert table.act(RollDice(), "61") == (Rolled(0, (6, 1)), Played(0, ()))
    assert (table.state.on_roll, table.state.phase) == (1, Phase.TO_ROLL)
    assert (table.state.last_roll, table.state.last_play) == ((6, 1), ())


def test_a_dance_and_the_roll_after_it_come_in_one_message() -> None:
    table = Table(state(CLOSED_OUT, CLOSED, house_rules=NO_CUBE))
    events = table.act(RollDice(), "61 42")
    assert events == (Rolled(0, (6, 1)), Played(0, ()), Rolled(1, (4, 2)))


def test_a_play_before_a_dance_leads_back_to_the_same_side() -> None:
    table = Table(state(CLOSED, CLOSED_OUT, dice="21", house_rules=NO_CUBE))
    events = table.act(MakePlay("12/10 12/11"), "66 51")
    assert events[1:] == (Rolled(1, (6, 6)), Played(1, ()), Rolled(0, (5, 1)))
    assert table.state.on_roll == 0


def test_a_first_roll_that_dances_passes_though_it_might_be_refused() -> None:
    rules = HouseRules(first_roll_refusal="each")
    table = Table(state(CLOSED_OUT, CLOSED, turns=(0, 1), house_rules=rules))
    assert table.act(RollDice(), "61") == (Rolled(0, (6, 1)), Played(0, ()))


def test_two_sides_that_block_each_other_do_not_roll_for_ever() -> None:
    both = "bar:3 6:2 5:2 4:2 3:2 2:2 1:2"
    blocked = state(both, both, house_rules=NO_CUBE)
    events = decide(blocked, RollDice(), 0, repeat((2, 1)))
    assert sum(isinstance(event, Rolled) for event in events) == MAX_AUTOMATIC_ROLLS + 1
    waiting = Table(blocked)
    waiting.act(RollDice(), " ".join(["21"] * (MAX_AUTOMATIC_ROLLS + 1)))
    assert waiting.state.phase is Phase.TO_ROLL


# -- the next game, the end --------------------------------------------------------------------


def win(length: Length, score: tuple[int, int] = (0, 0), **more: bool) -> tuple[Event, ...]:
    """Return what follows the win of a single game on a cube of 1 by seat 0."""
    at_the_end = state(
        "1:1",
        "6:14",
        dice="21",
        length=length,
        score=score,
        crawford=more.get("crawford", False),
        crawford_played=more.get("crawford_played", False),
        house_rules=HouseRules(crawford="always" if more.get("always") else "standard"),
    )
    return decide(at_the_end, MakePlay("1/off"), 0, rolls("31"))[2:]


def test_the_next_game_of_a_match_starts_by_itself() -> None:
    assert win(Match(5)) == (GameStarted(2, (1, 0), False, False), OpeningRolled((3, 1)))


@pytest.mark.parametrize(("score", "final"), [((4, 4), (5, 4)), ((4, 0), (5, 0))])
def test_a_match_ends_when_someone_reaches_the_target(score: tuple[int, int], final: tuple[int, int]) -> None:
    assert win(Match(5), score, crawford_played=True) == (MatchWon(0, final),)


def test_points_beyond_the_target_are_kept_and_mean_nothing() -> None:
    at_the_end = state("1:1", START, dice="21", length=Match(5), score=(4, 4), cube=Cube(2, 0))
    assert decide(at_the_end, MakePlay("1/off"), 0, rolls(""))[-1] == MatchWon(0, (10, 4))


def test_a_single_game_ends_after_it() -> None:
    assert win(SingleGame()) == (MatchWon(0, (1, 0)),)


def test_a_money_session_waits_for_the_next_game() -> None:
    assert win(Money()) == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_asks_for_the_next_money_game(seat: int) -> None:
    table = Table(state("1:1", dice="21", score=(-2, 2)))
    table.act(MakePlay("1/off"))
    assert table.state.phase is Phase.GAME_OVER
    score = table.state.score
    assert table.act(NextGame(), "31", seat) == (
        GameStarted(2, score, False, False),
        OpeningRolled((3, 1)),
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_either_seat_ends_a_money_session(seat: int) -> None:
    table = Table(state("1:1", "6:14", dice="21", score=(-2, 2)))
    table.act(MakePlay("1/off"))
    assert table.act(EndSession(), seat=seat) == (SessionEnded(seat, (-1, 1)),)
    assert table.state.phase is Phase.MATCH_OVER


# -- the Crawford game -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "flags", "crawford", "played"),
    [
        ((3, 1), {}, True, False),
        ((2, 1), {}, False, False),
        ((0, 4), {"crawford": True}, False, True),
        ((3, 4), {"crawford_played": True}, False, True),
        ((3, 4), {"crawford": True, "always": True}, True, True),
        ((0, 4), {"crawford_played": True, "always": True}, True, True),
        ((3, 0), {"always": True}, True, False),
    ],
)
def test_which_game_is_a_crawford_game(
    score: tuple[int, int], flags: dict[str, bool], crawford: bool, played: bool
) -> None:
    """Seat 0 wins one point of a match to 5; the Crawford game is the first at four, once."""
    started_next = next(event for event in win(Match(5), score, **flags) if isinstance(event, GameStarted))
    assert (started_next.crawford, started_next.crawford_played) == (crawford, played)


def test_a_score_may_be_crawford_or_not() -> None:
    """4-2 to 5: the same score, with the game played and without (rules 5.8)."""
    first = state(length=Match(5), score=(4, 2), crawford=True)
    later = state(length=Match(5), score=(4, 2), crawford_played=True, on_roll=1)
    with pytest.raises(Refusal, match="crawford"):
        decide(first, OfferDouble(), 0, rolls(""))
    assert decide(later, OfferDouble(), 1, rolls(""))


@pytest.mark.parametrize("house_rules", [HouseRules(crawford="off"), NO_CUBE])
def test_without_the_rule_or_the_cube_there_is_no_crawford_game(house_rules: HouseRules) -> None:
    at_the_end = state("1:1", "6:14", dice="21", length=Match(5), score=(3, 0), house_rules=house_rules)
    events = decide(at_the_end, MakePlay("1/off"), 0, rolls("31"))
    assert GameStarted(2, (4, 0), False, False) in events


@pytest.mark.parametrize("crawford", ["standard", "always"])
def test_a_match_to_one_point_has_no_crawford_game(crawford: str) -> None:
    house_rules = HouseRules(crawford="always" if crawford == "always" else "standard")
    assert not started("31", Match(1), house_rules).state.crawford


def test_the_crawford_game_rolls_by_itself() -> None:
    table = Table(state("1:1", "6:14", dice="21", length=Match(5), score=(3, 0)))
    table.act(MakePlay("1/off"), "31")
    assert table.state.crawford
    assert table.act(MakePlay("8/5 6/5"), "52")[1:] == (Rolled(1, (5, 2)),)


# -- dice --------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [(0, 1), (3, 7), (1, 2, 3)])
def test_dice_are_two_numbers_of_1_to_6(roll: tuple[int, ...]) -> None:
    wrong: Iterator[Roll] = iter([roll])  # type: ignore[list-item]  # what a broken source would give
    with pytest.raises(ValueError, match="two dice"):
        decide(state(), RollDice(), 0, wrong)


def test_dice_that_run_out_are_an_error() -> None:
    with pytest.raises(ValueError, match="ran out"):
        decide(state(), RollDice(), 0, rolls(""))


def test_dice_that_always_tie_are_an_error() -> None:
    with pytest.raises(ValueError, match=str(MAX_TIES)):
        start_match("backgammon", Money(), HouseRules(), repeat((3, 3)))


def test_only_rolls_that_become_events_are_asked_for() -> None:
    dice = rolls("31 52 66")
    state_after = replay(start_match("backgammon", Money(), HouseRules(), dice))
    decide(state_after, MakePlay("8/5 6/5"), 0, dice)
    assert next(dice) == (5, 2)


def test_a_game_that_is_won_with_the_last_roll_ends_at_once() -> None:
    table = Table(state("1:2", "6:14", dice="66", house_rules=NO_CUBE))
    assert [type(event) for event in table.act(MakePlay("1/off(2)"))] == [Played, GameWon]


def test_after_a_take_the_doubler_rolls_by_itself() -> None:
    table = Table(state())
    table.act(OfferDouble())
    assert table.act(Take(), "31")[-1] == Rolled(0, (3, 1))
