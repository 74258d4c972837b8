"""SGF: what each happening becomes, and the same moves as GNU Backgammon writes."""

from __future__ import annotations

import pytest

from bot.engine.actions import (
    AcceptResignation,
    AcceptSettlement,
    Beaver,
    Drop,
    MakePlay,
    NextGame,
    OfferDouble,
    OfferSettlement,
    Raccoon,
    RefuseFirstRoll,
    RejectResignation,
    Resign,
    RollDice,
    Take,
)
from bot.engine.formats import Transcript, export_sgf, import_mat
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from tests.helpers.known import DATA
from tests.helpers.sgf import moves, read_sgf
from tests.helpers.states import NORMAL, Table


def text_of(table: Table, names: tuple[str, str] = ("Ana", "Bruno")) -> str:
    return export_sgf(Transcript(names, tuple(table.log)))


def told(table: Table) -> list[str]:
    """Return the nodes of the last game behind its root."""
    return text_of(table).rpartition("(;")[2].removesuffix(")\n").split("\n;")[1:]


def root(table: Table, name: str) -> tuple[str, ...]:
    """Return the values of a property of the last game's root; none if it is not there."""
    return read_sgf(text_of(table))[-1][0].get(name, ())


def opened(house_rules: HouseRules = NORMAL, length: Length | None = None) -> Table:
    """Return a game in which Black, seat 0, has played 3-1 and White is to roll."""
    table = Table.started("31", length or Money(), house_rules)
    # Without a cube the dice roll by themselves.
    table.act(MakePlay("8/5 6/5"), "62")
    return table


def test_the_whole_of_a_short_file() -> None:
    table = opened(length=Match(7))
    table.act(OfferDouble())
    table.act(Drop(), "13")
    info = (("Site", "The [club] \\o/"), ("EventDate", "2026.11.30"), ("Event", "Cup"), ("Elo", "1500"))
    assert export_sgf(Transcript(("Ana]", "Bru:no"), tuple(table.log), info)) == (
        "(;FF[4]GM[6]CA[UTF-8]AP[Gamao]MI[length:7][game:0][ws:0][bs:0]PW[Bru:no]PB[Ana\\]]"
        "PC[The [club\\] \\\\o/]DT[2026-11-30]EV[Cup]RU[Crawford]RE[W+1]\n"
        ";B[31qtst]\n"
        ";W[double]\n"
        ";B[drop])\n"
        "(;FF[4]GM[6]CA[UTF-8]AP[Gamao]MI[length:7][game:1][ws:1][bs:0]PW[Bru:no]PB[Ana\\]]"
        "PC[The [club\\] \\\\o/]DT[2026-11-30]EV[Cup]RU[Crawford]\n"
        ";PL[W]DI[31])\n"
    )


def test_letters_do_not_depend_on_the_side() -> None:
    """Black's 8 and 6 points are White's 17 and 19; White's own run from a."""
    table = opened()
    table.act(RollDice(), "31")
    table.act(MakePlay("8/5 6/5"))
    assert told(table) == ["B[31qtst]", "W[31hefe]"]


def test_the_bar_is_y_and_a_dance_has_no_letters() -> None:
    table = Table.started("62", Match(1))
    table.act(MakePlay("24/18 13/11"), "55")
    table.act(MakePlay("8/3(2) 6/1*(2)"), "66 31")
    table.act(MakePlay("8/5/4"), "43")
    table.act(MakePlay("bar/21* 18/15"), "11")
    assert told(table) == ["B[62agln]", "W[55hchcfafa]", "B[66]", "W[31heed]", "B[43ydgj]", "PL[W]DI[11]"]


def test_checkers_go_off_to_z() -> None:
    transcript = import_mat((DATA / "matches" / "m1.mat").read_text("utf-8"))
    assert ";W[51ezaz]" in export_sgf(transcript)


@pytest.mark.parametrize(
    ("length", "rules", "expected"),
    [
        (Match(3), NORMAL, ("Crawford",)),
        (Match(3), HouseRules(crawford="off"), ()),
        (Match(3), HouseRules(crawford="off", cube=False), ("NoCube",)),
        (Money(), NORMAL, ()),
        (Money(), HouseRules(jacoby=True), ("Jacoby",)),
        (SingleGame(), NORMAL, ()),
    ],
)
def test_rules(length: Length, rules: HouseRules, expected: tuple[str, ...]) -> None:
    assert root(opened(rules, length), "RU") == expected


def test_no_cube_is_told_as_the_specification_does_too() -> None:
    assert root(opened(HouseRules(cube=False)), "CO") == ("n",)
    assert root(opened(), "CO") == ()


def test_a_crawford_game() -> None:
    table = opened(length=Match(2))
    table.act(Resign(1))
    table.act(AcceptResignation(), "31")
    assert root(table, "RU") == ("Crawford:CrawfordGame",)
    assert root(table, "MI") == ("length:2", "game:1", "ws:0", "bs:1")


def test_a_session_tells_what_each_player_has_won() -> None:
    table = opened()
    table.act(Resign(2))
    table.act(AcceptResignation())
    table.act(NextGame(), "13", seat=0)
    assert root(table, "MI") == ("length:0", "game:1", "ws:0", "bs:2")


@pytest.mark.parametrize(
    ("variant", "rule", "white", "black"),
    [
        ("nackgammon", ("Nackgammon",), "ffffhhhmmmmwwxx", "ssssqqqllllbbaa"),
        ("hypergammon", ("Hypergammon3",), "vwx", "cba"),
        ("longgammon", (), "x" * 15, "a" * 15),
        ("nackgammon_s004", (), "fffffhhhmmwxxxx", "sssssqqqllbaaaa"),
    ],
)
def test_another_start_is_set_up(variant: str, rule: tuple[str, ...], white: str, black: str) -> None:
    table = Table.started("13", Money(), variant=variant)
    (game,) = read_sgf(text_of(table))
    assert game[0].get("RU", ()) == rule
    assert game[1] == {"PL": ("W",), "AE": ("a:y",), "AW": tuple(white), "AB": tuple(black)}
    assert game[2] == {"PL": ("W",), "DI": ("31",)}


def test_automatic_doubles_are_the_cube_at_the_start() -> None:
    table = Table.started("44 22 55 31", Money(), HouseRules(automatic_doubles=2))
    assert root(table, "CV") == ("4",)
    assert root(opened(), "CV") == ()


def test_a_refused_first_roll() -> None:
    table = Table.started("31", Money(), HouseRules(first_roll_refusal="opener"))
    table.act(RefuseFirstRoll(), "66")
    table.act(MakePlay("24/18(2) 13/7(2)"))
    assert told(table) == ["PL[B]DI[31]", "CV[2]", "B[66agaglrlr]"]


def test_the_cube_with_beaver_and_raccoon() -> None:
    table = opened(HouseRules(beavers=2))
    table.act(OfferDouble())
    table.act(Beaver())
    table.act(Raccoon())
    table.act(Take(), "62")
    assert told(table)[1:] == ["W[double]", "B[double]", "W[double]", "B[take]", "PL[W]DI[62]"]


def test_a_beaver_that_is_dropped() -> None:
    table = opened(HouseRules(beavers=1))
    table.act(OfferDouble())
    table.act(Beaver())
    table.act(Drop())
    assert told(table)[1:] == ["W[double]", "B[double]", "W[drop]"]
    assert root(table, "RE") == ("B+2",)


def test_a_resignation_is_told_by_the_result() -> None:
    table = opened()
    table.act(RollDice(), "52")
    table.act(Resign(1))
    table.act(RejectResignation())
    assert root(table, "RE") == ()
    table.act(Resign(2))
    table.act(AcceptResignation())
    assert told(table)[1:] == ["PL[W]DI[52]"]
    assert root(table, "RE") == ("B+2R",)


@pytest.mark.parametrize(("points", "result"), [(5, "W+5R"), (-3, "B+3R"), (0, "0")])
def test_a_settlement(points: int, result: str) -> None:
    table = opened(HouseRules(settlements=True))
    table.act(OfferSettlement(points))
    table.act(AcceptSettlement())
    assert root(table, "RE") == (result,)


@pytest.mark.parametrize("name", ["m1", "m2", "m3"])
def test_the_same_moves_as_gnu_backgammon_writes(name: str) -> None:
    """But for the way of a checker between the same points, where the order of the dice is open."""
    ours = read_sgf(export_sgf(import_mat((DATA / "matches" / f"{name}.mat").read_text("utf-8"))))
    theirs = read_sgf((DATA / "matches" / f"{name}.sgf").read_text("utf-8"))
    for mine, gnu in zip(ours, theirs, strict=True):
        for key in ("FF", "GM", "CA", "MI", "PW", "PB", "RU", "RE"):
            assert mine[0].get(key) == gnu[0].get(key), key
        assert list(map(ends, moves(mine))) == list(map(ends, moves(gnu)))


def ends(move: str) -> str:
    """Return a move with what leaves and what arrives, less the stops on the way."""
    colour, roll, *steps = move.split()
    starts, stops = [step[0] for step in steps], [step[1] for step in steps]
    for point in list(starts):
        if point in stops:
            starts.remove(point)
            stops.remove(point)
    return f"{colour} {roll} {''.join(starts)} {''.join(sorted(stops))}"
