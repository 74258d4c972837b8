"""The levels that think with bgsage: what they play, double, take, accept, and how they err."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

import pytest

from bot.engine.actions import (
    AcceptResignation,
    AcceptSettlement,
    Action,
    Beaver,
    Drop,
    MakePlay,
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
from bot.engine.house_rules import HouseRules, Match
from bot.engine.match import MatchState, Phase
from bot.engine.notation import spell_play
from bot.players import find_players, player_of
from bot.players.sage.machine import PACKAGE, missing
from bot.players.sage.net import Chances, net
from bot.players.sage.player import SagePlayer
from bot.players.sage.rating import rated_plays, searched_play
from bot.players.sage.told import board_of, told
from bot.players.sage.value import Worth
from bot.players.simple import PLAYER as SIMPLE
from tests.helpers.states import NORMAL, START, state

pytestmark = pytest.mark.skipif(missing() is not None, reason="bgsage cannot run here")

SURE = SagePlayer("sure", error=0, plies=2)
GLANCE = SagePlayer("glance", error=0)
LEVELS = [player for player in map(player_of, find_players()) if isinstance(player, SagePlayer)]
AHEAD, BEHIND, FAR_BEHIND = "6:5 5:5 4:5", "6:7 5:8", "8:4 6:7 5:4"
CRUSHED = "bar:4 13:6 8:5"
CLOSED = "6:3 5:3 4:3 3:2 2:2 1:2"


def asked(near: str, far: str, rules: HouseRules = NORMAL) -> MatchState:
    """Return the moment at which seat 1, which stands on `far`, is offered the cube."""
    return replace(state(near, far, house_rules=rules), phase=Phase.CUBE_OFFERED, offered=2)


def resigned(near: str, far: str, size: WinSize, at: MatchState | None = None) -> MatchState:
    """Return the moment at which seat 1 is to answer a resignation of seat 0."""
    return replace(at or state(near, far), phase=Phase.RESIGNATION_OFFERED, resignation=(0, size))


# -- plays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [SURE, GLANCE], ids=lambda player: player.id)
@pytest.mark.parametrize(
    ("dice", "best"), [("31", "8/5 6/5"), ("61", "13/7 8/7"), ("42", "8/4 6/4"), ("53", "8/3 6/3")]
)
def test_it_knows_the_openings(player: SagePlayer, dice: str, best: str) -> None:
    assert player.choose(state(dice=dice), 0) == MakePlay(best)


def test_it_sees_the_board_from_either_side() -> None:
    near, far = "24:2 13:4 8:4 6:5", "24:1 23:1 13:5 8:3 6:5"
    mirrored = state(far, near, dice="64", on_roll=1)
    assert SURE.choose(state(near, far, dice="64"), 0) == SURE.choose(mirrored, 1)


def test_the_score_changes_a_play() -> None:
    """At double match point gammons count for nothing, and it plays 4-1 otherwise than to save one."""
    money = rated_plays(state(dice="41"), 2)[0].equity
    point = rated_plays(state(dice="41", length=Match(1)), 2)[0].equity
    assert money != pytest.approx(point, abs=1e-4)


def test_a_game_that_can_be_won_is_won() -> None:
    at = state("1:1 3:1", "6:2", dice="65")
    for player in LEVELS:
        assert player.choose(at, 0) == MakePlay("3/off 1/off")


def test_ties_go_to_the_better_chances() -> None:
    """Where the opponent will double it out whatever is played, all plays are worth the same."""
    rated = rated_plays(state("8:4 6:6 5:4", AHEAD, dice="21"), 2)
    assert len({round(play.equity, 6) for play in rated}) < len(rated)
    for better, worse in pairwise(rated):
        assert better.rank >= worse.rank


def test_a_search_is_of_the_best_at_a_glance() -> None:
    at = state(dice="43")
    glanced, searched = rated_plays(at), rated_plays(at, 2)
    assert len(searched) <= 5 < len(glanced)
    assert {play.legal for play in searched} <= {play.legal for play in glanced[:5]}
    assert searched_play(at, searched[0].legal, 2) == searched[0]


def test_it_rates_as_bgsage_does() -> None:
    """The equities at a glance are those of bgsage's own analysis."""
    at = state("24:2 13:4 10:1 8:3 6:5", dice="52", length=Match(7), score=(3, 1))
    analysis = (
        import_module(PACKAGE)
        .BgBotAnalyzer(eval_level="1ply", cubeful=True)
        .checker_play(list(board_of(at.position, 0)), 5, 2, 1, "centered", away1=4, away2=6)
    )
    theirs = {tuple(move.board): move.equity for move in analysis.moves}
    for play in rated_plays(at):
        assert play.equity == pytest.approx(theirs[board_of(play.legal.result, 0)], abs=1e-6)


def test_hypergammon_is_played_by_rules_of_thumb() -> None:
    at = state("24:1 23:1 22:1", "24:1 23:1 22:1", dice="52", variant="hypergammon")
    for player in LEVELS:
        assert player.choose(at, 0) == SIMPLE.choose(at, 0)


# -- errors ------------------------------------------------------------------------------------------


def test_the_same_state_is_misjudged_in_the_same_way_in_another_process() -> None:
    at = state("24:2 13:4 10:1 8:3 6:5", dice="52")
    program = (
        "from tests.helpers.states import state; from bot.players import player_of; "
        "print(player_of('beginner').choose(state('24:2 13:4 10:1 8:3 6:5', dice='52'), 0).notation)"
    )
    again = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert player_of("beginner").choose(at, 0) == MakePlay(again.stdout.strip())


def test_other_states_are_misjudged_in_other_ways() -> None:
    at = state("24:2 13:4 10:1 8:3 6:5", dice="52")
    beginner = player_of("beginner")
    assert len({beginner.choose(replace(at, version=version), 0) for version in range(40)}) > 3


def test_levels_stand_in_the_order_of_their_errors() -> None:
    """By the mean error over the same plays, as seen by a search."""
    moments = [
        state("24:2 13:4 10:1 8:3 6:5", "24:1 23:1 13:5 8:3 6:5", dice=f"{high}{low}")
        for high in range(2, 7)
        for low in range(1, high)
    ]
    ordered = sorted(LEVELS, key=lambda player: -player.error)
    lost = [sum(mean_error(player, at) for at in moments) for player in ordered]
    assert [player.id for player in ordered] == ["beginner", "casual", "advanced", "expert", "master"]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 2 * lost[2] > 2 * lost[-1]


def mean_error(player: SagePlayer, at: MatchState) -> float:
    """Return what a player loses at a roll on average over twelve moments like it, at a glance."""
    equities = {play.legal.play: play.equity for play in rated_plays(at)}
    best = max(equities.values())
    quick = replace(player, plies=1)
    chosen = [quick.choose(replace(at, version=version), 0) for version in range(12)]
    named = {MakePlay(spell_play(play)): equity for play, equity in equities.items()}
    return sum(best - named[play] for play in chosen if isinstance(play, MakePlay)) / 12


# -- the cube ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [SURE, GLANCE], ids=lambda player: player.id)
@pytest.mark.parametrize(
    ("near", "far", "doubles"),
    [(AHEAD, AHEAD, False), (AHEAD, BEHIND, True), (BEHIND, AHEAD, False), (START, START, False)],
)
def test_it_doubles_when_it_should(player: SagePlayer, near: str, far: str, doubles: bool) -> None:
    assert player.choose(state(near, far), 0) == (OfferDouble() if doubles else RollDice())


def test_it_does_not_double_what_is_not_its_own() -> None:
    assert SURE.choose(state(AHEAD, FAR_BEHIND, cube=Cube(2, 1)), 0) == RollDice()
    assert SURE.choose(state(AHEAD, FAR_BEHIND, cube=Cube(2, 0)), 0) == OfferDouble()


def test_it_plays_on_for_a_gammon_where_gammons_count() -> None:
    near, far = "2:2", "24:3 13:7 8:5"
    assert SURE.choose(state(near, far), 0) == RollDice()
    assert SURE.choose(state(near, far, house_rules=HouseRules(jacoby=True)), 0) == OfferDouble()


def test_after_the_crawford_game_the_trailer_doubles_at_once() -> None:
    trailing = state(length=Match(5), score=(1, 4), crawford_played=True)
    assert SURE.choose(trailing, 0) == OfferDouble()
    assert SURE.choose(replace(trailing, crawford=True, crawford_played=False), 0) == RollDice()


@pytest.mark.parametrize("player", [SURE, GLANCE], ids=lambda player: player.id)
@pytest.mark.parametrize(
    ("near", "far", "answer"),
    [
        (AHEAD, AHEAD, Take()),
        (AHEAD, BEHIND, Take()),
        (AHEAD, FAR_BEHIND, Drop()),
        (START, START, Take()),
        (CLOSED, CRUSHED, Drop()),
    ],
)
def test_it_takes_when_it_should(player: SagePlayer, near: str, far: str, answer: Action) -> None:
    assert player.choose(asked(near, far), 1) == answer


def test_it_takes_by_the_score() -> None:
    """Two points away on both sides a gammon on a 2-cube loses the match as a drop nearly does."""
    money = asked(AHEAD, "8:2 6:7 5:6")
    last_chance = replace(money, length=Match(3), score=(1, 1))
    assert SURE.choose(money, 1) == Drop()
    assert SURE.choose(replace(last_chance, score=(2, 1), crawford_played=True), 1) == Take()


@pytest.mark.parametrize("player", [SURE, GLANCE], ids=lambda player: player.id)
def test_it_beavers_as_the_favourite_where_beavers_are_agreed(player: SagePlayer) -> None:
    beavers = HouseRules(beavers=1)
    assert player.choose(asked(FAR_BEHIND, AHEAD, beavers), 1) == Beaver()
    assert player.choose(asked(FAR_BEHIND, AHEAD), 1) == Take()
    assert player.choose(asked(AHEAD, BEHIND, beavers), 1) == Take()


@pytest.mark.parametrize(
    ("near", "far", "answer"),
    [(AHEAD, FAR_BEHIND, Raccoon()), (START, START, Raccoon()), (FAR_BEHIND, AHEAD, Drop())],
)
def test_it_answers_a_beaver(near: str, far: str, answer: Action) -> None:
    rules = HouseRules(beavers=2)
    beavered = replace(state(near, far, house_rules=rules), phase=Phase.BEAVERED, offered=4, cube=Cube(4, 1))
    if (near, far) == (START, START):
        # Owning the cube is worth more to the beaverer than being on roll to the doubler.
        answer = Take()
    assert SURE.choose(beavered, 0) == answer


def test_it_answers_a_raccoon() -> None:
    rules = HouseRules(beavers=2)
    raccooned = state(AHEAD, FAR_BEHIND, house_rules=rules, cube=Cube(8, 1))
    raccooned = replace(raccooned, phase=Phase.RACCOONED, offered=8)
    assert SURE.choose(raccooned, 1) == Drop()
    assert SURE.choose(replace(raccooned, position=state(BEHIND, AHEAD).position), 1) == Take()


def test_the_cube_is_judged_as_bgsage_does() -> None:
    at = state("24:2 13:4 10:1 8:3 6:5", length=Match(7), score=(3, 1))
    theirs = (
        import_module(PACKAGE)
        .BgBotAnalyzer(eval_level="1ply")
        .cube_action(list(board_of(at.position, 0)), 1, "centered", away1=4, away2=6)
    )
    ours = net().cube(told(at, 0), board_of(at.position, 0), 1)
    assert (ours.rolling, ours.taken) == pytest.approx((theirs.equity_nd, theirs.equity_dt), abs=1e-6)


@pytest.mark.parametrize("plies", [1, 2])
def test_a_beavered_double_is_judged_as_bgsage_does(plies: int) -> None:
    at = asked(FAR_BEHIND, AHEAD, HouseRules(beavers=1))
    theirs = (
        import_module(PACKAGE)
        .BgBotAnalyzer(eval_level=f"{plies}ply")
        .cube_action(list(board_of(at.position, 0)), 1, "centered", jacoby=False, beaver=True)
    )
    ours = net().cube(told(at, 0), board_of(at.position, 0), plies)
    assert ours.beaver
    assert theirs.is_beaver
    assert (ours.rolling, ours.taken) == pytest.approx((theirs.equity_nd, theirs.equity_dt), abs=1e-5)


# -- giving up, and being given -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "far", "resigns"),
    [("6:14", "1:2", True), ("7:3 12:2 6:10", "1:2", False), (CRUSHED, CLOSED, False), ("2:1", "1:2", False)],
)
def test_no_level_resigns_while_anything_can_be_saved(near: str, far: str, resigns: bool) -> None:
    at = state(near, far, cube=Cube(2, 1))
    for player in LEVELS:
        assert isinstance(player.choose(at, 0), Resign) is resigns


@pytest.mark.parametrize(
    ("near", "far", "size", "accepts"),
    [
        ("6:14", "1:2", 1, True),
        ("24:3 13:7 8:5", "2:2", 1, False),
        ("24:3 13:7 8:5", "2:2", 2, False),
        ("13:8 8:7", "2:2", 1, False),
        ("13:8 8:7", "2:2", 2, True),
        (START, START, 1, True),
        (CRUSHED, CLOSED, 1, False),
        (AHEAD, FAR_BEHIND, 1, True),
    ],
)
def test_it_accepts_a_resignation_that_gives_what_it_could_win(
    near: str, far: str, size: WinSize, accepts: bool
) -> None:
    expected = AcceptResignation() if accepts else RejectResignation()
    for player in LEVELS:
        assert player.choose(resigned(near, far, size), 1) == expected


def test_gammons_that_do_not_count_are_not_waited_for() -> None:
    single = resigned("24:3 13:7 8:5", "2:2", 1, state("24:3 13:7 8:5", "2:2", length=Match(3), score=(0, 2)))
    assert SURE.choose(single, 1) == AcceptResignation()
    jacoby = state("24:3 13:7 8:5", "2:2", house_rules=HouseRules(jacoby=True))
    assert SURE.choose(resigned("", "", 1, jacoby), 1) == AcceptResignation()


def test_without_a_cube_a_resignation_is_weighed_by_the_count_agreed() -> None:
    """A gammon counts three: even a fair chance of one is not given away for a single."""
    brazil = HouseRules(cube=False, scoring="brazil")
    near, far = "3:5 2:5 1:5", "3:2 2:2 1:2"
    assert SURE.choose(resigned("", "", 1, state(near, far, house_rules=brazil)), 1) == AcceptResignation()
    near = "13:3 8:3 6:9"
    assert SURE.choose(resigned("", "", 1, state(near, far, house_rules=brazil)), 1) == RejectResignation()


@pytest.mark.parametrize(("points", "answer"), [(-2, AcceptSettlement()), (0, RejectSettlement())])
def test_it_settles_for_what_the_game_is_worth(points: int, answer: Action) -> None:
    at = state(BEHIND, AHEAD, house_rules=HouseRules(settlements=True), cube=Cube(2, 1))
    offered = replace(at, phase=Phase.SETTLEMENT_OFFERED, settlement=(0, points))
    assert SURE.choose(offered, 1) == answer


# -- what is worth what ------------------------------------------------------------------------------


def test_wins_are_worth_points_in_money_play() -> None:
    assert Worth.of(state(), 0) == Worth((1, 2, 3), (1, 2, 3))
    assert Worth.of(state(house_rules=HouseRules(jacoby=True)), 0) == Worth((1, 1, 1), (1, 1, 1))
    assert Worth.of(state(house_rules=HouseRules(scoring="brazil")), 0).wins == (1, 3, 3)


def test_at_the_last_point_a_gammon_is_worth_a_single() -> None:
    worth = Worth.of(state(length=Match(5), score=(4, 4)), 0)
    assert worth.wins == pytest.approx((1, 1, 1))
    assert worth.losses == pytest.approx((1, 1, 1))


def test_wins_are_worth_what_they_change_in_the_match() -> None:
    """One away against four in the Crawford game: only the trailer wants the gammon."""
    worth = Worth.of(state(length=Match(5), score=(4, 1), crawford=True), 0)
    assert worth.wins == pytest.approx((1, 1, 1))
    assert worth.losses[1] > 1.5


def test_a_long_match_is_nearly_money_play() -> None:
    worth = Worth.of(state(length=Match(99)), 0)
    assert worth.wins == pytest.approx((1, 2, 3), abs=0.2)


def test_chances_become_points() -> None:
    worth = Worth.of(state(), 0)
    chances = Chances(0.6, 0.2, 0.05, 0.1, 0.01)
    assert worth.of_chances(chances) == pytest.approx(chances.equity())
    assert chances.turned().equity() == pytest.approx(-chances.equity())


# -- without bgsage ------------------------------------------------------------------------------------


def test_without_the_package_it_says_so_and_imports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, PACKAGE, None)
    for player in LEVELS:
        assert player.missing() == PACKAGE
        with pytest.raises(RuntimeError, match=f"{player.id} needs {PACKAGE}"):
            player.choose(state(dice="31"), 0)


def test_finding_the_players_does_not_import_bgsage() -> None:
    program = (
        "import sys; from bot.players import find_players; find_players(); "
        "print([name for name in sys.modules if 'bgsage' in name or 'bgbot' in name or name == 'numpy'])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
