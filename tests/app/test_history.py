"""The log cut into lines: what belongs together, what a person has not seen, which game is over."""

from __future__ import annotations

import pytest

from bot.app.history import TurnPlayed, happenings, last_turn, newest_finished_game, unseen
from bot.engine import actions as ask
from bot.engine import events as happened
from bot.engine.events import Event, GameStarted, GameWon, MatchStarted, OpeningRolled, Played, Rolled
from bot.engine.house_rules import HouseRules, Match
from bot.engine.position import CheckerMove
from tests.helpers.states import Table

MOVED = (CheckerMove(13, 7),)
AGREED = MatchStarted("backgammon", Match(5), HouseRules())


def kinds(events: list[Event]) -> list[list[str]]:
    return [[type(event).__name__ for event in item.events] for item in happenings(events)]


def test_an_opening_with_its_ties_is_one_item() -> None:
    log: list[Event] = [
        AGREED,
        GameStarted(1, (0, 0), False, False),
        OpeningRolled((4, 4)),
        happened.AutomaticallyDoubled(2),
        OpeningRolled((3, 5)),
    ]
    assert kinds(log) == [["OpeningRolled", "AutomaticallyDoubled", "OpeningRolled"]]


def test_a_play_carries_its_roll_also_that_of_the_opening() -> None:
    log: list[Event] = [OpeningRolled((3, 5)), Played(1, MOVED), Rolled(0, (2, 2)), Played(0, ())]
    assert [item.roll for item in happenings(log)] == [None, (3, 5), (2, 2)]


def test_answers_end_the_line_of_the_offer() -> None:
    log: list[Event] = [
        happened.Doubled(0, 2),
        happened.AutoRollChosen(1, True),
        happened.Beavered(1, 4),
        happened.Taken(0),
        Rolled(0, (2, 1)),
        happened.ResignationOffered(0, 1),
        happened.ResignationRejected(1),
    ]
    assert kinds(log) == [["Doubled", "Beavered", "Taken"], ["ResignationOffered", "ResignationRejected"]]
    assert [item.last for item in happenings(log)] == [3, 6]


def test_unseen_is_what_came_after_one_s_own_last_decision() -> None:
    log: list[Event] = [
        OpeningRolled((6, 1)),
        Played(0, MOVED),
        Rolled(1, (2, 1)),
        Played(1, MOVED),
        Rolled(0, (5, 5)),
        Played(0, ()),
        Rolled(1, (3, 1)),
    ]
    assert [item.last for item in unseen(log, 1)] == [5], "the dance of the other side"
    assert [item.last for item in unseen(log, 0)] == [3, 5], "a dance decides nothing"


def test_somebody_who_decided_last_still_sees_the_newest_item() -> None:
    log: list[Event] = [OpeningRolled((6, 1)), Played(0, MOVED)]
    assert [item.last for item in unseen(log, 0)] == [1]
    assert unseen([], 0) == ()


def test_an_accepted_resignation_is_news_to_who_accepted() -> None:
    """The rules may have accepted it in that seat's name."""
    log: list[Event] = [Played(1, MOVED), happened.ResignationOffered(0, 3), happened.ResignationAccepted(1)]
    assert [item.last for item in unseen(log, 1)] == [2]


def test_the_last_turn_is_of_the_newest_game() -> None:
    first: list[Event] = [GameStarted(1, (0, 0), False, False), OpeningRolled((6, 1)), Played(0, MOVED)]
    assert last_turn(first) == TurnPlayed(0, (6, 1), MOVED)
    second: list[Event] = [*first, GameStarted(2, (1, 0), False, False), OpeningRolled((3, 1))]
    assert last_turn(second) is None
    assert last_turn([*second, Played(0, ())]) == TurnPlayed(0, (3, 1), ())


def test_the_newest_finished_game_is_cut_out_of_the_log() -> None:
    table = Table.started("61", Match(5))
    table.act(ask.Resign(1))
    table.act(ask.AcceptResignation(), "31")
    game = newest_finished_game(table.log)
    assert [type(event).__name__ for event in game] == [
        "MatchStarted",
        "GameStarted",
        "OpeningRolled",
        "ResignationOffered",
        "ResignationAccepted",
        "GameWon",
    ]
    table.act(ask.Resign(1))
    table.act(ask.AcceptResignation(), "42")
    second = newest_finished_game(table.log)
    assert second[0] == table.log[0]
    assert second[1] == GameStarted(2, (0, 1), False, False)
    assert sum(isinstance(event, GameWon) for event in second) == 1


def test_a_finished_game_includes_the_end_of_the_match() -> None:
    table = Table.started("61", Match(1))
    table.act(ask.Resign(1))
    assert isinstance(newest_finished_game(table.log)[-1], happened.MatchWon)


def test_no_game_is_finished_before_one_has_ended() -> None:
    with pytest.raises(ValueError, match="no game has ended"):
        newest_finished_game(Table.started("61").log)
