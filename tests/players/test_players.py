"""What every computer player must do, whichever file it is in."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

import pytest

from bot.engine.cube import Cube
from bot.engine.decide import decide, legal_actions, start_match
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.engine.position import Roll
from bot.engine.variants import find_variants
from bot.players import ComputerPlayer, exported_player, find_players, player_of
from bot.players.sage.player import SagePlayer
from tests.helpers.states import state

EVERYTHING = HouseRules(
    jacoby=True, beavers=2, automatic_doubles=None, first_roll_refusal="each", settlements=True
)
TO_ROLL, TO_PLAY = state(house_rules=EVERYTHING), state(dice="31", house_rules=EVERYTHING)
ASKED: dict[str, tuple[MatchState, int]] = {
    "to roll": (TO_ROLL, 0),
    "to play": (TO_PLAY, 0),
    "a first roll": (replace(TO_PLAY, turns=(1, 0)), 0),
    "cube offered": (replace(TO_ROLL, phase=Phase.CUBE_OFFERED, offered=2), 1),
    "beavered": (replace(TO_ROLL, phase=Phase.BEAVERED, offered=4, cube=Cube(4, 1)), 0),
    "raccooned": (replace(TO_ROLL, phase=Phase.RACCOONED, offered=8, cube=Cube(8, 1)), 1),
    "resignation": (replace(TO_PLAY, phase=Phase.RESIGNATION_OFFERED, resignation=(0, 1)), 1),
    "settlement": (replace(TO_ROLL, phase=Phase.SETTLEMENT_OFFERED, settlement=(0, 1)), 1),
    "game over": (replace(TO_ROLL, phase=Phase.GAME_OVER), 0),
    "game over, the other seat": (replace(TO_ROLL, phase=Phase.GAME_OVER), 1),
    "a lost race": (state("6:15", "1:2", house_rules=EVERYTHING), 0),
    "a closed board": (state("bar:1 6:14", "6:3 5:3 4:3 3:2 2:2 1:2", house_rules=EVERYTHING), 0),
}


def seeded(seed: int) -> Iterator[Roll]:
    chance = random.Random(seed)
    while True:
        yield chance.randint(1, 6), chance.randint(1, 6)


@pytest.fixture(params=find_players())
def player(request: pytest.FixtureRequest) -> ComputerPlayer:
    found = player_of(request.param)
    if lacking := found.missing():
        pytest.skip(f"{found.id} needs {lacking}")
    return found


def test_the_simple_player_is_found() -> None:
    assert "simple" in find_players()


def test_players_are_found_by_their_ids(player: ComputerPlayer) -> None:
    assert player_of(player.id) is player
    assert player.name


def test_a_file_without_a_player_is_help_for_the_others() -> None:
    assert exported_player(ModuleType("helping")) is None


def test_a_player_that_is_none_is_an_error() -> None:
    module = ModuleType("broken")
    module.PLAYER = "nobody"  # type: ignore[attr-defined]  # as a file would export it
    with pytest.raises(TypeError, match="broken"):
        exported_player(module)


def test_an_unknown_player_is_an_error() -> None:
    with pytest.raises(KeyError):
        player_of("nobody")


@pytest.mark.parametrize("moment", ASKED)
def test_a_player_answers_whatever_it_is_asked(player: ComputerPlayer, moment: str) -> None:
    at, seat = ASKED[moment]
    choice = player.choose(at, seat)
    assert type(choice) in set(map(type, legal_actions(at, seat)))
    decide(at, choice, seat, seeded(1))


@pytest.mark.parametrize("moment", ASKED)
def test_a_player_has_no_memory(player: ComputerPlayer, moment: str) -> None:
    at, seat = ASKED[moment]
    assert player.choose(at, seat) == player.choose(at, seat)


def test_a_player_speaks_only_when_asked(player: ComputerPlayer) -> None:
    with pytest.raises(ValueError, match="seat 1"):
        player.choose(TO_ROLL, 1)
    with pytest.raises(ValueError, match="seat 0"):
        player.choose(replace(TO_ROLL, phase=Phase.MATCH_OVER), 0)


@pytest.mark.parametrize("variant", find_variants())
@pytest.mark.parametrize(
    ("length", "house_rules"),
    [
        (Match(3), HouseRules()),
        (SingleGame(), HouseRules(cube=False, scoring="brazil", triple=4)),
        (Money(), EVERYTHING),
    ],
    ids=["match", "single game", "money"],
)
def test_a_player_finishes_what_it_plays_against_itself(
    player: ComputerPlayer, variant: str, length: Length, house_rules: HouseRules
) -> None:
    if isinstance(player, SagePlayer) and (variant, length) != ("backgammon", SingleGame()):
        player = replace(player, plies=1)  # how deep it searches makes no difference here but in time
    dice = seeded(11)
    at = replay(start_match(variant, length, house_rules, dice))
    decisions = 0
    while at.phase is not Phase.MATCH_OVER and at.game < 3:
        seat = seats_to_act(at)[0]
        for event in decide(at, player.choose(at, seat), seat, dice):
            at = evolve(at, event)
        decisions += 1
        assert decisions < 2_000
    assert decisions > 0
