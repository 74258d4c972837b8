"""GNU Backgammon reads what we write: the same plays, cube actions, results, scores, positions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bot.engine.actions import (
    AcceptResignation,
    Beaver,
    Drop,
    MakePlay,
    NextGame,
    OfferDouble,
    Raccoon,
    RefuseFirstRoll,
    Resign,
    RollDice,
    Take,
)
from bot.engine.events import Event, GameWon, MatchWon, OpeningRolled, Played
from bot.engine.formats import Transcript, export_mat, export_sgf, import_mat
from bot.engine.formats.transcript import added
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import replay
from bot.engine.position_id import diagram_of, gnu_id
from tests.helpers.gnubg import look_at, program
from tests.helpers.logs import played
from tests.helpers.sgf import moves, read_sgf
from tests.helpers.states import Table

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(program() is None, reason="GNU Backgammon is not installed"),
]

NAMES = ("Ana", "Zé da Silva")
JACOBY = HouseRules(jacoby=True, beavers=2, cube_cap=64)

MATCHES: list[tuple[str, Length, HouseRules]] = [
    ("backgammon", Match(1), HouseRules()),
    ("backgammon", Match(5), HouseRules(cube_cap=4)),
    ("backgammon", Match(25), HouseRules(cube_cap=8)),
    ("backgammon", Match(7), HouseRules(cube=False, crawford="off")),
    ("backgammon", Money(), HouseRules(cube_cap=64)),
    ("backgammon", Money(), JACOBY),
    ("backgammon", SingleGame(), HouseRules(cube_cap=64)),
    ("nackgammon", Match(5), HouseRules(cube_cap=4)),
    ("hypergammon", Match(15), HouseRules(cube_cap=4)),
    ("hypergammon", Money(), JACOBY),
    ("longgammon", Match(3), HouseRules(cube_cap=4)),
    ("nackgammon_s004", Match(3), HouseRules(cube_cap=4)),
]


@cache
def random_log(variant: str, length: Length, rules: HouseRules) -> tuple[Event, ...]:
    """Return a random log that ends with a play or a game: a last roll would be played where it is forced."""
    log = played(variant, length, rules, seed=11, most=600, ending=0)
    while not isinstance(log[-1], Played | GameWon | MatchWon):
        log = log[:-1]
    return log


def points(log: tuple[Event, ...]) -> tuple[int, int]:
    """Return what seat 0 and seat 1 have won."""
    total = (0, 0)
    for event in log:
        if isinstance(event, GameWon):
            total = added(total, event.seat, event.points)
    return total


def ids(log: tuple[Event, ...]) -> str:
    """Return GNU's IDs of where a log stands; it counts what each has won, where we keep a ledger."""
    return gnu_id(replace(diagram_of(replay(log)), score=points(log)))


def told(sgf: str) -> list[list[str]]:
    """Return the moves of each game, less how an unusual start was set up."""
    return [
        [move for move in moves(game) if move != "cube 1" and not move.startswith("set up")]
        for game in read_sgf(sgf)
    ]


def roots(sgf: str, *names: str) -> list[list[tuple[str, ...]]]:
    """Return some properties of each game's root."""
    return [[game[0].get(name, ()) for name in names] for game in read_sgf(sgf)]


# -- any match ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "length", "rules"), MATCHES)
def test_a_mat_file_of_any_match(tmp_path: Path, variant: str, length: Length, rules: HouseRules) -> None:
    log = random_log(variant, length, rules)
    transcript = Transcript(NAMES, log)
    seen = look_at(tmp_path, export_mat(transcript), how="import mat", jacoby=rules.jacoby)
    assert seen.warnings == []
    assert told(seen.sgf) == told(export_sgf(transcript))
    assert roots(seen.sgf, "MI", "PW", "PB", "RE") == roots(export_sgf(transcript), "MI", "PW", "PB", "RE")
    assert seen.score == points(log)


@pytest.mark.parametrize(("variant", "length", "rules"), MATCHES)
def test_an_sgf_file_of_any_match(tmp_path: Path, variant: str, length: Length, rules: HouseRules) -> None:
    log = random_log(variant, length, rules)
    ours = export_sgf(Transcript(NAMES, log))
    seen = look_at(tmp_path, ours, how="load match")
    assert told(seen.sgf) == told(ours)
    heads = ("MI", "PW", "PB", "RU", "RE")
    assert roots(seen.sgf, *heads) == roots(ours, *heads)
    assert seen.score == points(log)


@pytest.mark.parametrize("how", ["import mat", "load match"])
@pytest.mark.parametrize(("variant", "length", "rules"), MATCHES)
def test_the_position_in_the_middle_of_a_game(
    tmp_path: Path, how: str, variant: str, length: Length, rules: HouseRules
) -> None:
    """The IDs that GNU Backgammon shows are those that the bot tells: position, cube, score, whose turn."""
    log = random_log(variant, length, rules)
    at = [at for at, event in enumerate(log) if isinstance(event, Played)][40]
    transcript = Transcript(NAMES, log[: at + 1])
    text = export_mat(transcript) if how == "import mat" else export_sgf(transcript)
    seen = look_at(tmp_path, text, how=how, jacoby=rules.jacoby)
    assert seen.gnu_id == ids(transcript.log)


@pytest.mark.parametrize(
    ("length", "rules"), [(Match(5), HouseRules(cube_cap=4)), (Money(), HouseRules(cube_cap=64))]
)
def test_there_and_back(tmp_path: Path, length: Length, rules: HouseRules) -> None:
    """Our SGF as its `.mat`: the same events. Opening ties, and what was agreed, it does not write."""
    log = random_log("backgammon", length, rules)
    seen = look_at(tmp_path, export_sgf(Transcript(NAMES, log)), how="load match")
    back = import_mat(seen.mat)
    assert back.names == NAMES
    assert back.log[1:] == tuple(event for event in log[1:] if not is_tie(event))


def is_tie(event: Event) -> bool:
    return isinstance(event, OpeningRolled) and event.dice[0] == event.dice[1]


# -- what is rare ------------------------------------------------------------------------------


class Session:
    """A money session of short games, each of which begins with the same play by seat 0."""

    def __init__(self, rules: HouseRules) -> None:
        self.table = Table.started("31", Money(), rules)
        self.table.act(MakePlay("8/5 6/5"))

    def next(self) -> None:
        self.table.act(NextGame(), "31", seat=0)
        self.table.act(MakePlay("8/5 6/5"))

    def resigns(self, size: int, *, answered: bool = True) -> None:
        self.table.act(Resign(size))  # type: ignore[arg-type] # a size
        if answered:
            self.table.act(AcceptResignation())


def the_cube_turned_every_way() -> Table:
    session = Session(HouseRules(beavers=2))
    act = session.table.act
    act(OfferDouble())
    act(Drop())
    session.next()
    act(OfferDouble())
    act(Beaver())
    act(Drop())
    session.next()
    act(OfferDouble())
    act(Beaver())
    act(Take(), "62")
    act(MakePlay("24/18 13/11"))
    act(OfferDouble())
    act(Drop())
    session.next()
    act(OfferDouble())
    act(Beaver())
    act(Raccoon())
    act(Drop())
    session.next()
    act(OfferDouble())
    act(Beaver())
    act(Raccoon())
    act(Take(), "62")
    act(MakePlay("24/18 13/11"))
    act(RollDice(), "62")
    act(MakePlay("24/22 8/2"), "54")
    session.resigns(1)
    session.next()
    act(OfferDouble())
    act(Take(), "62")
    act(MakePlay("24/18 13/11"))
    return session.table


def resignations_of_every_kind() -> Table:
    session = Session(HouseRules())
    act = session.table.act
    session.resigns(1)
    session.next()
    act(RollDice(), "62")
    session.resigns(2)
    session.next()
    act(RollDice(), "62")
    act(MakePlay("24/18 13/11"))
    session.resigns(3, answered=False)
    session.next()
    act(RollDice(), "62")
    act(MakePlay("24/18 13/11"))
    act(RollDice(), "62")
    session.resigns(1)
    session.next()
    act(OfferDouble())
    act(Take(), "62")
    session.resigns(2)
    session.next()
    return session.table


RARE = {"cube": the_cube_turned_every_way, "resignations": resignations_of_every_kind}


@pytest.mark.parametrize("how", ["import mat", "load match"])
@pytest.mark.parametrize("name", RARE)
def test_what_is_rare(tmp_path: Path, name: str, how: str) -> None:
    log = tuple(RARE[name]().log)
    transcript = Transcript(NAMES, log)
    ours = export_sgf(transcript)
    seen = look_at(tmp_path, export_mat(transcript) if how == "import mat" else ours, how=how)
    assert seen.warnings == []
    assert told(seen.sgf) == told(ours)
    assert roots(seen.sgf, "MI", "RE") == roots(ours, "MI", "RE")
    assert seen.score == points(log)
    assert seen.gnu_id == ids(log)


def test_automatic_doubles_and_a_refused_first_roll_in_sgf(tmp_path: Path) -> None:
    """A `.mat` file has no place for a cube that nobody offered; SGF has."""
    rules = HouseRules(automatic_doubles=1, first_roll_refusal="opener")
    table = Table.started("44 31", Money(), rules)
    table.act(RefuseFirstRoll(), "66")
    table.act(MakePlay("24/18(2) 13/7(2)"))
    table.act(OfferDouble())
    table.act(Take(), "62")
    table.act(MakePlay("24/16"))
    ours = export_sgf(Transcript(NAMES, tuple(table.log)))
    seen = look_at(tmp_path, ours, how="load match")
    assert roots(seen.sgf, "CV") == roots(ours, "CV") == [[("2",)]]
    assert told(seen.sgf) == told(ours)
    assert seen.gnu_id == ids(tuple(table.log))
