"""A log cut into games."""

from __future__ import annotations

import pytest

from bot.engine.actions import AcceptResignation, MakePlay, NextGame, Resign
from bot.engine.events import Event, GameStarted, GameWon, MatchStarted, OpeningRolled, Played
from bot.engine.formats.transcript import agreed, games_of
from bot.engine.house_rules import HouseRules, Match, Money
from tests.helpers.states import Table

STARTED = MatchStarted("backgammon", Match(3), HouseRules())
FIRST = GameStarted(1, (0, 0), False, False)
OPENING = OpeningRolled((3, 1))
WON = GameWon(1, 1, 1, 1, "resignation", (0, 1))
SECOND = GameStarted(2, (0, 1), False, False)


def session() -> tuple[Event, ...]:
    """Return a money session: seat 1 loses a gammon, then seat 0 a single game; a third game begins."""
    table = Table.started("31", Money())
    table.act(MakePlay("8/5 6/5"))
    table.act(Resign(2))
    table.act(AcceptResignation())
    table.act(NextGame(), "55 31", seat=1)
    table.act(Resign(1))
    table.act(AcceptResignation())
    table.act(NextGame(), "13", seat=0)
    return tuple(table.log)


def test_what_was_agreed_comes_first() -> None:
    assert agreed((STARTED, FIRST)) == STARTED


def test_games_carry_what_was_won_before_them() -> None:
    games = games_of(session())
    assert [game.points for game in games] == [(0, 0), (2, 0), (2, 1)]
    assert [game.begun.score for game in games] == [(0, 0), (2, -2), (1, -1)]
    assert [game.won is not None for game in games] == [True, True, False]


def test_a_game_ends_with_its_result() -> None:
    first, second, third = games_of(session())
    assert isinstance(first.events[-1], GameWon)
    assert second.events[:2] == (OpeningRolled((5, 5)), OpeningRolled((3, 1)))
    assert third.events == (OpeningRolled((1, 3)),)


def test_each_event_is_told_with_the_state_before_it() -> None:
    game = games_of(session())[0]
    told = list(game.told())
    assert [event for _, event in told] == list(game.events)
    assert [state.dice for state, event in told if isinstance(event, Played)] == [(3, 1)]


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ((), "MatchStarted"),
        ((FIRST, OPENING), "MatchStarted"),
        ((STARTED, SECOND, OPENING), "game 1 is missing"),
        ((STARTED, FIRST, OPENING, SECOND, OPENING), "game 1 has no end"),
        ((STARTED, FIRST, OPENING, WON, GameStarted(3, (0, 1), False, False)), "game 2 is missing"),
    ],
)
def test_a_log_that_is_not_whole(log: tuple[Event, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        games_of(log)
