"""The judge with bgsage's nets: what it names, what it counts, and what it says of luck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.cube import Cube
from bot.engine.events import Beavered, Doubled, Dropped, Played, Rolled, Taken
from bot.engine.formats.transcript import games_of
from bot.engine.house_rules import HouseRules, Match
from bot.engine.match import MatchState, Phase, due
from bot.engine.notation import format_play, match_play
from bot.engine.position import CheckerMove, Roll
from bot.engine.variants import rules_of
from bot.players.judging import Judgement, Kind, Moment, Option, mistakes, moments
from bot.players.sage import rating
from bot.players.sage.judge import SHOWN, SageJudge
from bot.players.sage.machine import missing
from bot.players.sage.net import Chances, Net, net
from bot.players.sage.rating import luck
from bot.players.sage.value import Worth, as_counted
from tests.helpers.known import known, position_of, roll_of
from tests.helpers.logs import played
from tests.helpers.states import NORMAL, START, state
from tests.helpers.strategies import Agreement, agreements

pytestmark = pytest.mark.skipif(missing() is not None, reason="bgsage cannot run here")

JUDGE = SageJudge(plies=2)
GLANCE = SageJudge(plies=1)
AHEAD, BEHIND, FAR_BEHIND = "6:5 5:5 4:5", "6:7 5:8", "8:4 6:7 5:4"
CLOSED, CRUSHED = "6:3 5:3 4:3 3:2 2:2 1:2", "bar:4 13:6 8:5"
WON = "2:1"
"""A last checker that nothing keeps from going off, against somebody who has begun to bear off."""
NO_CUBE = HouseRules(cube=False)
BEAVERS = HouseRules(beavers=1)
BRAZIL = HouseRules(scoring="brazil")


def asked(at: MatchState) -> MatchState:
    """Return the moment at which the opponent is to answer a double of the side on roll."""
    return replace(at, phase=Phase.CUBE_OFFERED, offered=2 * at.cube.value)


def names(options: tuple[Option, ...]) -> list[str]:
    return [option.name for option in options]


def worth(options: tuple[Option, ...]) -> dict[str, float]:
    return {option.name: option.equity for option in options}


def play(at: MatchState, text: str, judge: SageJudge = JUDGE) -> Judgement:
    """Return what is said of a play as it is typed."""
    matched = match_play(rules_of(at.variant), at.position, at.on_roll, due(at.dice), text)
    return judge.judge(Moment(at, Played(at.on_roll, matched.play)))


def no_double(at: MatchState, judge: SageJudge = JUDGE) -> Judgement:
    """Return what is said of a roll without a double."""
    return judge.judge(Moment(at, Rolled(at.on_roll, (3, 1))))


# -- options -----------------------------------------------------------------------------------


def test_the_best_plays_of_a_roll_come_first() -> None:
    options = JUDGE.options(state(dice="42"))
    assert options[0].name == "8/4 6/4"
    assert len(options) == SHOWN
    assert sorted(worth(options).values(), reverse=True) == list(worth(options).values())


def test_before_a_roll_there_are_two_and_the_double_names_its_answer() -> None:
    double, roll = JUDGE.options(state(AHEAD, BEHIND))
    assert (double.name, double.answer, roll.name) == ("double", "take", "roll")
    assert JUDGE.options(state(AHEAD, FAR_BEHIND))[0].answer == "drop"
    assert names(JUDGE.options(state())) == ["roll", "double"]


def test_the_taker_sees_what_the_doubler_sees_from_the_other_side() -> None:
    doubler, taker = (worth(JUDGE.options(each(state(AHEAD, BEHIND)))) for each in (replace, asked))
    assert taker == {"take": pytest.approx(-doubler["double"]), "drop": -1.0}
    assert names(JUDGE.options(asked(state(AHEAD, FAR_BEHIND))))[0] == "drop"


def test_a_beaver_plays_for_twice_what_a_take_plays_for() -> None:
    doubling = state(FAR_BEHIND, AHEAD, house_rules=BEAVERS)
    answers = JUDGE.options(asked(doubling))
    assert names(answers) == ["beaver", "take", "drop"]
    assert worth(answers)["beaver"] == pytest.approx(2 * worth(answers)["take"])
    (roll, double) = JUDGE.options(doubling)
    assert (roll.name, double.name, double.answer) == ("roll", "double", "beaver")
    assert double.equity == pytest.approx(-worth(answers)["beaver"])


def test_where_beavers_are_agreed_a_wrong_one_costs_twice_as_much() -> None:
    answers = worth(JUDGE.options(asked(state(AHEAD, BEHIND, house_rules=BEAVERS))))
    assert answers["beaver"] == pytest.approx(2 * answers["take"])
    assert answers["beaver"] < answers["take"] < 0


@pytest.mark.parametrize("plies", [1, 2])
def test_a_beaver_that_the_cap_forbids_is_not_reckoned_with(plies: int) -> None:
    capped = HouseRules(beavers=1, cube_cap=2)
    judge, doubling = SageJudge(plies), state(FAR_BEHIND, AHEAD, house_rules=capped)
    without = state(FAR_BEHIND, AHEAD, house_rules=HouseRules(cube_cap=2))
    assert judge.options(doubling) == judge.options(without)
    assert judge.options(doubling)[-1].answer == "take"
    assert names(judge.options(asked(doubling))) == ["take", "drop"]


@pytest.mark.parametrize(
    "nothing",
    [
        state(cube=Cube(2, 1)),
        state(house_rules=NO_CUBE),
        state(length=Match(5), score=(4, 2), crawford=True),
        replace(state(), phase=Phase.BEAVERED, offered=4, cube=Cube(4, 1)),
        replace(state(), phase=Phase.RACCOONED, offered=8, cube=Cube(8, 1)),
        replace(state(), phase=Phase.RESIGNATION_OFFERED, resignation=(0, 1)),
        replace(state(), phase=Phase.SETTLEMENT_OFFERED, settlement=(0, 1)),
        replace(state(), phase=Phase.GAME_OVER),
        replace(state(), phase=Phase.MATCH_OVER),
    ],
    ids=lambda at: f"{at.phase}",
)
def test_where_nothing_is_to_be_decided_there_are_no_options(nothing: MatchState) -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        JUDGE.options(nothing)


def test_who_is_too_good_to_double_plays_on_for_the_gammon() -> None:
    near, far = "2:2", "24:3 13:7 8:5"
    roll, double = JUDGE.options(state(near, far))
    assert (roll.name, double.answer) == ("roll", "drop")
    assert roll.equity > double.equity == 1.0
    assert names(JUDGE.options(state(near, far, house_rules=HouseRules(jacoby=True))))[0] == "double"


def test_who_has_won_ends_it_with_a_double() -> None:
    """There is no gammon to be played for: rolling is worth no more than a drop."""
    options = JUDGE.options(state(WON, "6:2"))
    assert names(options) == ["double", "roll"]
    assert worth(options) == {"double": 1.0, "roll": pytest.approx(1.0)}
    assert no_double(state(WON, "6:2")).loss == pytest.approx(0, abs=1e-6)


# -- the score ---------------------------------------------------------------------------------


def test_at_double_match_point_gammons_count_for_nothing() -> None:
    near, far = "2:2", "24:3 13:7 8:5"
    assert JUDGE.options(state(near, far, dice="21", length=Match(1)))[0].equity < 1
    assert JUDGE.options(state(near, far, dice="21"))[0].equity > 1.5


def test_two_away_from_the_match_a_small_lead_is_enough_to_double() -> None:
    near, far = AHEAD, "6:6 5:5 4:4"
    assert names(JUDGE.options(state(near, far)))[0] == "roll"
    assert names(JUDGE.options(state(near, far, length=Match(3), score=(1, 1))))[0] == "double"


@pytest.mark.parametrize("near", [START, "24:4 13:5 6:6"], ids=["even", "far-behind"])
def test_after_the_crawford_game_the_trailer_should_double_also_when_behind(near: str) -> None:
    """XG would not count the second: who cannot expect anything decides nothing. But it costs."""
    at = state(near, "13:1 8:5 7:3 6:3 5:3", length=Match(5), score=(1, 4), crawford_played=True)
    said = no_double(at)
    assert said.best.name == "double"
    assert said.counted
    assert mistakes([said]) == (said,)


def test_the_leader_drops_freely_where_that_costs_no_game() -> None:
    """Two away against one: a drop leaves double match point, a take plays for it with a worse game."""
    ahead = "24:2 13:4 8:4 6:5"
    trailing = state(ahead, length=Match(5), score=(3, 4), crawford_played=True)
    assert names(JUDGE.options(asked(trailing)))[0] == "drop"


def test_a_match_longer_than_the_table_is_judged_as_its_end_would_be() -> None:
    at = state(dice="31", length=Match(99), score=(3, 0))
    assert play(at, "8/5 6/5").loss == 0
    assert no_double(state(AHEAD, BEHIND, length=Match(99))).best.name == "double"


# -- plays -------------------------------------------------------------------------------------


def test_the_play_that_was_made_is_among_the_options_however_bad_it_is() -> None:
    said = play(state(dice="31"), "24/23 24/21")
    assert said.chosen == "24/23 24/21"
    assert names(said.options).index(said.chosen) == len(said.options) - 1 <= SHOWN
    assert said.loss > 0.1
    assert said.counted


def test_beside_a_blunder_stand_other_plays_than_the_best() -> None:
    """The best play of an opening 3-1 stands alone; from two options one could tell which is right."""
    assert len(play(state(dice="31"), "24/23 24/21").options) >= SHOWN
    assert names(play(state(dice="31"), "8/5 6/5").options) == ["8/5 6/5"]


@pytest.mark.parametrize("judge", [GLANCE, JUDGE], ids=["glance", "search"])
def test_a_play_far_behind_is_judged_too(judge: SageJudge) -> None:
    """Where the opponent doubles it out whatever is played, no play costs anything."""
    at = state("8:4 6:6 5:4", AHEAD, dice="21")
    for each in rules_of(at.variant).legal_plays(at.position, 0, (2, 1)):
        said = judge.judge(Moment(at, Played(0, each.play)))
        assert said.chosen in names(said.options)
        assert said.chosen == format_play(each.play)
        assert 0 <= said.loss < 0.5


@pytest.mark.parametrize("judge", [GLANCE, JUDGE], ids=["glance", "search"])
def test_who_could_have_ended_the_game_is_told_what_it_cost(judge: SageJudge) -> None:
    at = state("2:1 1:1", "6:2", dice="21")
    missed = play(at, "2/1 1/off", judge)
    assert (missed.best.name, missed.best.equity) == ("2/off 1/off", 1.0)
    assert missed.chosen == "2/1/off"
    assert missed.loss > 0.05
    assert missed.counted


@pytest.mark.parametrize("judge", [GLANCE, JUDGE], ids=["glance", "search"])
def test_who_ended_the_game_and_could_have_failed_to_has_decided_something(judge: SageJudge) -> None:
    said = play(state("2:1 1:1", "6:2", dice="21"), "2/off 1/off", judge)
    assert said.options == (Option("2/off 1/off", 1.0),)
    assert (said.loss, said.counted) == (0, True)


@pytest.mark.parametrize("row", known("endings"), ids=lambda row: f"{row['dice']}")
def test_a_last_checker_that_goes_off_early_is_as_good_as_the_strict_play(row: dict[str, Any]) -> None:
    """Rules 3.4: the game ends in the same way, though the list of legal plays leaves it out."""
    early, *_ = (position_of(board) for board in row["early_finish"])
    at = replace(state(dice="11", house_rules=NO_CUBE), position=position_of(row["board"]), dice=roll_of(row))
    (last,) = [point for point, count in enumerate(at.position.row(0)) if point and count]
    off = Played(0, (CheckerMove(last, 0),))
    assert rules_of(at.variant).after(at.position, 0, off.play) == early
    said = JUDGE.judge(Moment(at, off))
    assert said.chosen == f"{last}/off"
    assert said.chosen in names(said.options)
    assert len(said.options) > 1
    assert (said.loss, said.counted) == (0, False)


# -- what counts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "far", "dice", "text"),
    [("bar:1 13:14", CLOSED, "61", ""), ("24:1", "8:2 7:2", "61", "24/23"), ("3:1", "6:2", "65", "3/off")],
    ids=["dance", "one-play", "one-play-that-wins"],
)
def test_what_was_forced_has_no_options_and_does_not_count(near: str, far: str, dice: str, text: str) -> None:
    at = state(near, far, dice=dice)
    said = JUDGE.judge(Moment(at, Played(0, ()))) if not text else play(at, text)
    assert (said.options, said.counted, said.loss) == ((), False, 0)
    assert said.luck is not None


def test_where_all_plays_are_alike_nothing_was_decided() -> None:
    at = state("6:4 5:4", "1:2", dice="21", house_rules=NO_CUBE)
    said = play(at, "6/5 6/4")
    assert len(said.options) > 1
    assert not said.counted


@pytest.mark.parametrize(
    ("at", "counts"),
    [
        (state(AHEAD, BEHIND), True),
        (state(AHEAD, AHEAD), True),
        (state(), False),
        (state(BEHIND, AHEAD), False),
        (state(FAR_BEHIND, AHEAD), False),
        (state(CRUSHED, CLOSED), False),
        (state("2:2", "24:3 13:7 8:5"), False),
    ],
    ids=["missed", "close", "far-from-it", "behind", "hopeless", "crushed", "far-too-good"],
)
def test_no_double_counts_where_somebody_might_have_offered_it(at: MatchState, counts: bool) -> None:
    """As in XG: with something to expect, and a double that would not have been wrong by 0.2."""
    said = no_double(at)
    assert said.counted is counts
    if not counts:
        assert said.loss == pytest.approx(0, abs=0.001)


def test_a_double_counts_however_wrong_it_is() -> None:
    said = JUDGE.judge(Moment(state(BEHIND, AHEAD), Doubled(0, 2)))
    assert said.counted
    assert (said.kind, said.chosen, said.best.name) == (Kind.DOUBLE, "double", "roll")
    assert said.loss > 0.3


@pytest.mark.parametrize(
    ("near", "far", "right"),
    [(AHEAD, BEHIND, "take"), (AHEAD, FAR_BEHIND, "drop"), (FAR_BEHIND, AHEAD, "beaver")],
)
def test_every_answer_counts_and_the_right_one_costs_nothing(near: str, far: str, right: str) -> None:
    """Whether the double was right is another question."""
    at = asked(state(near, far, house_rules=BEAVERS))
    said = {
        each.chosen: each
        for event in (Taken(1), Dropped(1), Beavered(1, 4))
        for each in [JUDGE.judge(Moment(at, event))]
    }
    assert all((each.seat, each.kind, each.counted) == (1, Kind.ANSWER, True) for each in said.values())
    assert [name for name, each in said.items() if each.loss == 0] == [right]


def test_a_right_double_with_a_wrong_answer_is_the_answerers_mistake() -> None:
    at = state(AHEAD, FAR_BEHIND)
    doubled = JUDGE.judge(Moment(at, Doubled(0, 2)))
    taken = JUDGE.judge(Moment(asked(at), Taken(1)))
    assert doubled.loss == 0
    assert mistakes([doubled, taken]) == (taken,)


# -- luck --------------------------------------------------------------------------------------


def mean_luck(at: MatchState) -> float:
    """Return the mean over all thirty-six rolls."""
    rolls: list[Roll] = [(first, second) for first, second in product(range(1, 7), repeat=2)]
    return sum(luck(replace(at, dice=roll)) for roll in rolls) / len(rolls)


@pytest.mark.parametrize(
    "at",
    [
        state(AHEAD, BEHIND, dice="11"),
        state("2:1 1:1", "6:2", dice="11", on_roll=0, house_rules=BRAZIL),
        state(CLOSED, CRUSHED, dice="11", length=Match(5), score=(3, 2), on_roll=1),
    ],
    ids=["race", "brazil", "on-the-bar"],
)
def test_luck_is_nothing_on_average(at: MatchState) -> None:
    assert mean_luck(at) == pytest.approx(0, abs=1e-6)


def test_the_luck_of_an_opening_is_nothing_on_average_over_both_sides() -> None:
    """Who begins is lucky on average; so is the other side as often."""
    openings: list[Roll] = [(high, low) for high in range(2, 7) for low in range(1, high)]
    trailing = state(dice="31", turns=(1, 0), length=Match(5), score=(3, 4), crawford=True)
    mine = sum(luck(replace(trailing, dice=roll)) for roll in openings)
    theirs = sum(luck(replace(trailing, dice=roll, on_roll=1, turns=(0, 1))) for roll in openings)
    assert mine - theirs == pytest.approx(0, abs=1e-6)
    assert mine > 0.1


def test_luck_is_what_a_roll_changes() -> None:
    """Checkers on 5 and 2 go off with nineteen rolls of thirty-six; otherwise the opponent wins."""
    at = state("5:1 2:1", "1:1", dice="65", house_rules=NO_CUBE)
    expected = 2 * 19 / 36 - 1
    assert luck(at) == pytest.approx(1 - expected)
    assert luck(replace(at, dice=(1, 2))) == luck(replace(at, dice=(2, 1))) == pytest.approx(-1 - expected)


def test_a_dance_is_unlucky_and_the_only_good_roll_lucky() -> None:
    at = state("bar:1 6:5 5:5 4:4", "6:3 5:3 4:3 3:3 2:2 1:1", dice="22")
    assert luck(at) < 0 < luck(replace(at, dice=(6, 1)))


def test_a_roll_after_a_refused_one_is_no_opening() -> None:
    """It may be a double, and its side was certain to have it."""
    rules = HouseRules(first_roll_refusal="each")
    at = state(dice="66", turns=(2, 0), house_rules=rules, cube=Cube(2))
    assert mean_luck(at) == pytest.approx(0, abs=1e-6)


# -- other games -------------------------------------------------------------------------------


def test_without_a_cube_a_gammon_is_worth_what_was_agreed() -> None:
    near, far = "2:2", "24:3 13:7 8:5"
    single, counted = (
        JUDGE.options(state(near, far, dice="65", house_rules=rules))[0].equity
        for rules in (HouseRules(backgammons=False), HouseRules(scoring="brazil", triple=5))
    )
    assert (single, counted) == (2.0, 5.0)


def test_the_cube_is_judged_by_the_count_agreed() -> None:
    """Gammons count three in Brazil: doubling them away, and taking against them, is more wrong there."""
    near, far = "13:2 8:4 6:4 5:3 4:2", "24:2 22:1 13:4 11:3 6:5"
    counts = [HouseRules(backgammons=False), NORMAL, BRAZIL, HouseRules(scoring="brazil", triple=5)]
    at = [state(near, far, house_rules=rules) for rules in counts]
    rolling = [worth(JUDGE.options(each))["roll"] for each in at]
    taking = [worth(JUDGE.options(asked(each)))["take"] for each in at]
    assert rolling == sorted(rolling)
    assert taking == sorted(taking, reverse=True)
    assert rolling[0] < rolling[1] < rolling[2] < rolling[3]


@pytest.mark.parametrize(
    ("rules", "counted"),
    [
        (NORMAL, Chances(0.6, 0.2, 0.05, 0.1, 0.01)),
        (HouseRules(jacoby=True), Chances(0.6, 0.2, 0.05, 0.1, 0.01)),
        (HouseRules(backgammons=False), Chances(0.6, 0.2, 0, 0.1, 0)),
        (BRAZIL, Chances(0.6, 0.2, 0.2, 0.1, 0.1)),
        (HouseRules(scoring="brazil", triple=5), Chances(0.6, 0.25, 0.25, 0.11, 0.11)),
    ],
    ids=["standard", "jacoby", "no-backgammons", "brazil", "triple-5"],
)
def test_other_counts_are_told_in_gammons_and_backgammons(rules: HouseRules, counted: Chances) -> None:
    """A cube of 2 was taken: the Jacoby rule has no say any more."""
    at, chances = state(house_rules=rules, cube=Cube(2, 0)), Chances(0.6, 0.2, 0.05, 0.1, 0.01)
    found = as_counted(at, chances)
    assert found.listed() == pytest.approx(counted.listed())
    assert found.equity() == pytest.approx(Worth.of(at, 0).of_chances(chances))


def test_nobody_is_told_to_win_more_gammons_than_games() -> None:
    at = state(house_rules=HouseRules(scoring="brazil", triple=9))
    assert as_counted(at, Chances(0.5, 0.4, 0.3, 0, 0)) == Chances(0.5, 0.5, 0.5, 0, 0)


@pytest.mark.parametrize("plies", [1, 2])
def test_where_no_gammon_can_be_won_every_count_judges_the_cube_alike(plies: int) -> None:
    """Both have borne off: bgsage's own search and ours of the chances agree."""
    judge = SageJudge(plies)
    near, far = "6:3 5:3 4:3", "6:3 5:4 3:3"
    brazil, standard = (
        worth(judge.options(state(near, far, house_rules=rules))) for rules in (BRAZIL, NORMAL)
    )
    assert brazil == pytest.approx(standard, abs=0.06)


@pytest.mark.parametrize("variant", ["nackgammon", "nackgammon_s004", "longgammon"])
def test_variants_with_fifteen_checkers_are_judged(variant: str) -> None:
    start = rules_of(variant).start_position()
    at = replace(state(variant=variant, dice="21"), position=start)
    best, *others = GLANCE.options(at)
    assert play(at, best.name, GLANCE).loss == 0
    assert others
    assert no_double(replace(at, dice=None, phase=Phase.TO_ROLL), GLANCE).chosen == "roll"


def test_hypergammon_is_not() -> None:
    assert not JUDGE.knows("hypergammon")
    at = state("24:1 23:1 22:1", "24:1 23:1 22:1", dice="52", variant="hypergammon")
    with pytest.raises(ValueError, match="15 checkers"):
        JUDGE.options(at)


# -- anything ----------------------------------------------------------------------------------


class Careful:
    """bgsage's nets, asked only about what can be: a board of 26 numbers, and what was checked."""

    def __init__(self, asked: Net) -> None:
        self._net = asked

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method: Callable[..., Any] = getattr(self._net, name)

        def careful(*arguments: Any, **named: Any) -> Any:
            for each in (*arguments, *named.values()):
                if isinstance(each, tuple) and len(each) != 2:
                    check(each)
                assert not isinstance(each, list | dict)
            return method(*arguments, **named)

        return careful


def check(board: tuple[int, ...]) -> None:
    """Assert that a board is one of two sides with one to fifteen checkers each."""
    assert len(board) == 26
    assert board[0] >= 0 <= board[25]
    mine = board[25] + sum(count for count in board[1:25] if count > 0)
    theirs = board[0] - sum(count for count in board[1:25] if count < 0)
    assert 1 <= mine <= 15 >= theirs >= 1


def test_the_careful_net_sees_what_must_not_be_asked() -> None:
    with pytest.raises(AssertionError):
        Careful(net()).chances_to_roll((0,) * 26)
    assert Careful(net()).match_chance((2, 1), crawford_over=False) == pytest.approx(0.32, abs=0.01)


@pytest.mark.property
@settings(max_examples=10)
@given(
    variant=st.sampled_from(["backgammon", "backgammon", "nackgammon", "longgammon"]),
    agreed=agreements(),
    seed=st.integers(0, 2**32),
    most=st.integers(4, 60),
)
def test_any_match_is_judged(variant: str, agreed: Agreement, seed: int, most: int) -> None:
    """Nothing raises, nothing costs less than nothing, and what was done stands among the options."""
    length, rules = agreed
    log = played(variant, length, rules, seed, most=most, ending=0.1)
    found = [moment for game in games_of(log) for moment in moments(game)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rating, "net", lambda: Careful(net()))
        for each in found:
            holds(each, GLANCE)
        for last in found[-1:]:
            holds(last, JUDGE)


def holds(moment: Moment, judge: SageJudge) -> None:
    """Assert what must be true of every judgement."""
    said = judge.judge(moment)
    assert (said.at, said.game, said.kind) == (moment.state.version, moment.state.game, moment.kind)
    assert said.seat == moment.event.seat
    assert said.loss >= 0
    assert len(set(names(said.options))) == len(said.options) <= SHOWN + 1
    assert said.chosen in names(said.options) or not said.options
    assert said.options or not said.counted
    assert (said.luck is not None) is (moment.kind is Kind.PLAY)
    if moment.kind is not Kind.PLAY and said.loss > 0:
        assert judge.options(moment.state) == said.options
