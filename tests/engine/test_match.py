"""The fold: what each event does to the state, and that a log folds from any game (rules 4, 6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.actions import (
    ChooseAutoRoll,
    Drop,
    MakePlay,
    NextGame,
    OfferDouble,
    Resign,
    Take,
)
from bot.engine.cube import Cube
from bot.engine.events import (
    AutoRollChosen,
    GameStarted,
    GameWon,
    MatchStarted,
    MatchWon,
    OpeningRolled,
    Played,
    Rolled,
    SessionEnded,
    SettlementOffered,
)
from bot.engine.house_rules import HouseRules, Match, Money
from bot.engine.match import Phase, due, evolve, replay, seats_to_act, side_of
from bot.engine.position import CheckerMove
from bot.engine.variants import rules_of
from tests.helpers.states import Table, row, state

AGREED = MatchStarted("backgammon", Match(5), HouseRules())


def test_a_match_begins_with_what_was_agreed() -> None:
    begun = evolve(None, AGREED)
    assert (begun.version, begun.game, begun.score) == (1, 0, (0, 0))
    assert (begun.variant, begun.length, begun.house_rules) == ("backgammon", Match(5), HouseRules())
    assert begun.position == rules_of("backgammon").start_position()


def test_a_game_starts_with_all_that_the_games_before_decided() -> None:
    begun = replay([AGREED, GameStarted(4, (4, 2), False, True)])
    assert (begun.game, begun.score, begun.crawford, begun.crawford_played) == (4, (4, 2), False, True)
    assert (begun.phase, begun.cube, begun.dice, begun.turns) == (Phase.TO_ROLL, Cube(), None, (0, 0))


def test_a_game_starts_fresh_whatever_the_one_before_left() -> None:
    table = Table(state("24:1 6:14", cube=Cube(4, 1)))
    table.act(ChooseAutoRoll(True), "31", seat=0)
    table.act(MakePlay("6/3 6/5"))
    table.act(Resign(3))
    table.act(NextGame(), "52", seat=0)
    score = table.state.score
    assert table.state == replace(
        replay([*_agreed(table), GameStarted(2, score, False, False), OpeningRolled((5, 2))]),
        version=table.state.version,
    )


def _agreed(table: Table) -> list[MatchStarted]:
    return [MatchStarted(table.state.variant, table.state.length, table.state.house_rules)]


@pytest.mark.parametrize(("dice", "starter"), [((6, 1), 0), ((1, 6), 1), ((2, 1), 0), ((5, 6), 1)])
def test_the_higher_die_starts_and_plays_both_numbers(dice: tuple[int, int], starter: int) -> None:
    begun = replay([AGREED, GameStarted(1, (0, 0), False, False), OpeningRolled(dice)])
    assert (begun.on_roll, begun.dice, begun.last_roll) == (starter, dice, dice)
    assert (begun.phase, begun.turns) == (Phase.TO_PLAY, (1, 0) if starter == 0 else (0, 1))


def test_a_tie_starts_nobody() -> None:
    before = replay([AGREED, GameStarted(1, (0, 0), False, False)])
    assert evolve(before, OpeningRolled((4, 4))) == replace(before, version=3)


def test_a_play_moves_the_checkers_and_passes_the_turn() -> None:
    play = (CheckerMove(8, 5), CheckerMove(6, 5))
    after = evolve(state(dice="31"), Played(0, play))
    assert after.position.row(0) == row("24:2 13:5 8:2 6:4 5:2")
    assert (after.on_roll, after.dice, after.phase) == (1, None, Phase.TO_ROLL)
    assert (after.last_roll, after.last_play) == ((3, 1), play)


def test_a_roll_counts_a_turn() -> None:
    rolled = evolve(state(on_roll=1, turns=(2, 1)), Rolled(1, (6, 5)))
    assert (rolled.turns, rolled.dice, rolled.last_roll) == ((2, 2), (6, 5), (6, 5))


@pytest.mark.parametrize(("seat", "on", "chosen"), [(0, True, (True, False)), (1, True, (False, True))])
def test_an_automatic_roll_is_one_seats_choice(seat: int, on: bool, chosen: tuple[bool, bool]) -> None:
    after = evolve(state(), AutoRollChosen(seat, on))
    assert after.auto_roll == chosen
    assert evolve(after, AutoRollChosen(seat, False)).auto_roll == (False, False)


def test_a_game_that_is_won_leaves_the_final_position_and_nothing_to_answer() -> None:
    table = Table(state(dice="31", house_rules=HouseRules(settlements=True)))
    before = evolve(table.state, SettlementOffered(0, 2))
    won = GameWon(0, 1, 1, 2, "settlement", (2, -2))
    after = evolve(before, won)
    assert (after.position, after.score, after.game_won) == (before.position, (2, -2), won)
    assert (after.dice, after.settlement, after.resignation, after.offered) == (None, None, None, None)


@pytest.mark.parametrize("end", [MatchWon(0, (5, 1)), SessionEnded(1, (-4, 4))])
def test_nobody_is_asked_when_all_is_over(end: MatchWon | SessionEnded) -> None:
    over = evolve(state(), end)
    assert (over.phase, seats_to_act(over)) == (Phase.MATCH_OVER, ())


def test_between_two_money_games_both_seats_are_asked() -> None:
    table = Table(state())
    table.act(OfferDouble())
    table.act(Drop())
    assert (table.state.phase, seats_to_act(table.state)) == (Phase.GAME_OVER, (0, 1))


@pytest.mark.parametrize("seat", [0, 1])
def test_with_two_players_a_seat_plays_the_side_of_its_number(seat: int) -> None:
    assert side_of(state(), seat) == seat


# -- replay ------------------------------------------------------------------------------------


def test_a_log_folds_from_the_start_and_from_any_game() -> None:
    table = Table.started("31", Match(9))
    for _ in range(3):
        table.act(MakePlay("8/5 6/5"))
        table.act(OfferDouble())
        table.act(Drop(), "31")
    table.act(MakePlay("8/5 6/5"))
    table.act(OfferDouble())
    table.act(Take(), "66")
    assert replay(table.log) == table.state
    starts = [place for place, event in enumerate(table.log) if isinstance(event, GameStarted)]
    assert len(starts) == 4
    for start in starts:
        assert replay([table.log[0], *table.log[start:]], version=len(table.log)) == table.state


def test_the_version_counts_the_events() -> None:
    table = Table.started("44 31", Money())
    assert table.state.version == len(table.log) == 4


def test_what_a_phase_promises_is_there() -> None:
    assert due(state(dice="31").dice) == (3, 1)
    with pytest.raises(ValueError, match="promises"):
        due(state().dice)


def test_a_log_is_not_empty() -> None:
    with pytest.raises(ValueError, match="empty"):
        replay([])


def test_a_log_begins_with_the_start_of_the_match() -> None:
    with pytest.raises(ValueError, match="Rolled"):
        replay([Rolled(0, (3, 1))])


def test_a_match_starts_once() -> None:
    with pytest.raises(ValueError, match="only the first"):
        replay([AGREED, AGREED])
