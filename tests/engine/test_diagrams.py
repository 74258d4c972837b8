"""What a diagram tells of a match, and texts that tell nothing."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from bot.engine.actions import MakePlay, OfferDouble
from bot.engine.cube import Cube
from bot.engine.decide import decide
from bot.engine.diagram import Diagram, diagram_of, state_of
from bot.engine.events import Played
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import Phase
from bot.engine.ogid import ogid, parse_ogid
from bot.engine.permission import why_not
from bot.engine.position import Position
from bot.engine.position_id import (
    gnu_id,
    match_id,
    parse_gnu_id,
    parse_match_id,
    parse_position_id,
    parse_xgid,
    position_id,
    xgid,
)
from bot.engine.refusals import InvalidNotation
from bot.engine.variants import rules_of
from tests.helpers.states import row, state

START = rules_of("backgammon").start_position()
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
START_BOARD = "-b----E-C---eE---c-e----B-"
START_OGID = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:1:0"


@pytest.mark.parametrize(
    ("variant", "board", "gnu"),
    [
        ("backgammon", START_BOARD, "4HPwATDgc/ABMA"),
        ("nackgammon", "-bb---D-C---dD---c-d---BB-", "4Dl4ADbgOXgANg"),
        ("nackgammon_s004", "-da---E-C---bB---c-e---AD-", "4HMwAD3gczAAPQ"),
        ("hypergammon", "-aaa------------------AAA-", None),
        ("longgammon", "-o----------------------O-", None),
    ],
)
def test_the_start_of_each_variant(variant: str, board: str, gnu: str | None) -> None:
    rules = rules_of(variant)
    start = rules.start_position()
    told = xgid(Diagram(start))
    assert told == f"XGID={board}:0:0:1:00:0:0:0:0:10"
    assert parse_xgid(told, rules.checkers).position == start
    assert parse_position_id(position_id(start, 0), checkers=rules.checkers) == start
    assert gnu is None or position_id(start, 0) == gnu
    assert parse_ogid(ogid(Diagram(start))).position == start


@pytest.mark.parametrize(
    ("length", "score", "shown", "points"),
    [
        (Match(7), (2, 4), (2, 4), 7),
        (Money(), (3, -3), (3, 0), 0),
        (Money(), (-6, 6), (0, 6), 0),
        (SingleGame(), (0, 0), (0, 0), 0),
    ],
)
def test_scores(length: Length, score: tuple[int, int], shown: tuple[int, int], points: int) -> None:
    told = diagram_of(state(length=length, score=score))
    assert (told.score, told.length) == (shown, points)
    assert parse_xgid(xgid(told)) == told


@pytest.mark.parametrize(
    ("house_rules", "cap", "jacoby", "beavers"),
    [
        (HouseRules(), 10, False, False),
        (HouseRules(cube_cap=64), 6, False, False),
        (HouseRules(cube=False), 0, False, False),
        (HouseRules(jacoby=True), 10, True, False),
        (HouseRules(beavers=2), 10, False, True),
    ],
)
def test_house_rules(house_rules: HouseRules, cap: int, jacoby: bool, beavers: bool) -> None:
    told = diagram_of(state(length=Money(), house_rules=house_rules))
    assert (told.cube_cap_log2, told.jacoby, told.beavers) == (cap, jacoby, beavers)
    assert parse_xgid(xgid(told)) == told


def test_a_roll_to_be_played() -> None:
    told = diagram_of(state(dice="25", on_roll=1, crawford=True, length=Match(5), score=(4, 1)))
    assert (told.position, told.on_roll, told.dice, told.crawford) == (START, 1, (2, 5), True)
    assert xgid(told) == f"XGID={START_BOARD}:0:0:-1:25:4:1:1:5:10"


def test_an_offered_cube_is_told_by_its_old_value() -> None:
    offered = replace(state(cube=Cube(2, 0)), phase=Phase.CUBE_OFFERED, offered=4)
    told = diagram_of(offered)
    assert (told.doubled, told.cube_value, told.cube_owner) == (True, 2, 0)
    assert xgid(told) == f"XGID={START_BOARD}:1:1:1:D:0:0:0:0:10"
    assert parse_gnu_id(gnu_id(told)) == told
    assert ogid(told).split(":")[2:6] == ["W1O", "", "W", "D"]
    assert parse_ogid(ogid(told)) == told


def test_a_beaver_is_told_as_the_cube_it_made() -> None:
    beavered = replace(state(cube=Cube(4, 1)), phase=Phase.BEAVERED)
    told = diagram_of(beavered)
    assert (told.doubled, told.cube_value, told.cube_owner) == (False, 4, 1)


def test_a_resignation_stands_in_the_match_id() -> None:
    resigned = replace(state(), phase=Phase.RESIGNATION_OFFERED, resignation=(0, 2))
    told = diagram_of(resigned)
    assert told.resigned == 2
    assert parse_match_id(match_id(told), START) == told
    assert parse_xgid(xgid(told)) == replace(told, resigned=0)


@pytest.mark.parametrize(
    "told",
    [
        Diagram(START),
        Diagram(START, on_roll=1, dice=(5, 2), score=(3, 0), length=7),
        Diagram(START, cube_value=4, cube_owner=1, doubled=True, jacoby=True, beavers=True),
        Diagram(START, on_roll=1, dice=(4, 4), resigned=2, cube_cap_log2=6),
        Diagram(START, score=(4, 1), length=5, crawford=True, cube_cap_log2=0),
    ],
)
def test_a_state_of_a_diagram_tells_the_diagram(told: Diagram) -> None:
    assert diagram_of(state_of(told)) == told


def test_a_state_of_a_diagram_goes_on_by_the_rules() -> None:
    at = state_of(Diagram(START, length=5, score=(4, 1)))
    assert at.crawford_played, "the Crawford game lies behind"
    assert why_not(at, OfferDouble(), 0) is not None, "the leader needs one point"
    assert why_not(replace(at, on_roll=1), OfferDouble(), 1) is None
    played = decide(state_of(Diagram(START, dice=(3, 1))), MakePlay("8/5 6/5"), 0, iter(()))
    assert isinstance(played[0], Played)
    assert state_of(Diagram(START), "nackgammon").variant == "nackgammon"


def test_a_match_longer_than_ours_has_no_state() -> None:
    with pytest.raises(InvalidNotation) as refused:
        state_of(Diagram(START, length=100))
    assert (refused.value.key, refused.value.params) == ("mat-length", {"points": 100, "most": 99})


def test_an_xgid_needs_no_prefix_and_may_have_space_around_it() -> None:
    assert parse_xgid(f" {START_XGID.removeprefix('XGID=')}\n") == Diagram(START)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (START_XGID.replace("-b", "Xb"), 1),
        (START_XGID.replace("B-:", "B:"), 1),
        (START_XGID.replace(":0:0:1:00", ":16:0:1:00"), 2),
        (START_XGID.replace(":0:0:1:00", ":-1:0:1:00"), 2),
        (START_XGID.replace(":0:0:1:00", ":0:2:1:00"), 3),
        (START_XGID.replace(":0:0:1:00", ":0:0:0:00"), 4),
        (START_XGID.replace(":00:", ":07:"), 5),
        (START_XGID.replace(":00:", ":60:"), 5),
        (START_XGID.replace(":00:", ":B:"), 5),
        (START_XGID.replace(":00:", "::"), 5),
        (START_XGID.replace(":00:0:0:", ":00:-1:0:"), 6),
        (START_XGID.replace(":00:0:0:", ":00:0:x:"), 7),
        (START_XGID.replace(":0:0:10", ":4:0:10"), 8),
        (START_XGID.replace(":0:0:10", ":0:٣:10"), 9),
        (START_XGID.replace(":0:0:10", ":0:0:99"), 10),
    ],
)
def test_a_wrong_field_of_an_xgid_is_named(text: str, field: int) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_xgid(text)
    assert (refused.value.key, refused.value.params["field"]) == ("xgid-field", field)


@pytest.mark.parametrize(
    "text", ["", "XGID=", START_BOARD, START_XGID + ":1", "4HPwATDgc/ABMA", "😀" * 10_000]
)
def test_what_is_no_xgid(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_xgid(text)
    assert refused.value.key == "xgid-unreadable"
    assert len(str(refused.value.params["text"])) <= 40


@pytest.mark.parametrize(
    "board",
    [
        "-P------------------------",  # 16 checkers
        "-O----A-------------------",  # 16 in two places
        "-b----E-C---eE---c-e----Bb",  # the other side's checkers on a bar
        "Bb----E-C---eE---c-e----B-",
    ],
)
def test_an_impossible_board(board: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_xgid(f"XGID={board}:0:0:1:00:0:0:0:0:10")
    assert refused.value.key == "position-impossible"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMAA",
        "4HPwATDgc/ABMA==",
        "4HPwATDgc/ABMB",  # the spare bits of the last character
        "4HPwATDgc-ABMA",
        "4HPwATDgc/AB MA",
        "😀" * 14,
        "é" * 10_000,
    ],
)
def test_what_is_no_position_id(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_position_id(text)
    assert refused.value.key == "position-id-unreadable"


def test_bits_after_the_last_checker_are_no_position_id() -> None:
    few = base64.b64decode(position_id(Position((row("6:1"), row("6:1"))), 0) + "==")
    text = base64.b64encode(few[:-1] + b"\x80").decode().rstrip("=")
    with pytest.raises(InvalidNotation) as refused:
        parse_position_id(text)
    assert refused.value.key == "position-id-unreadable"


def test_an_impossible_position_id() -> None:
    sixteen = position_id(Position((row("1:16", 16), row("", 16))), 0)
    shared = position_id(Position((row("1:2"), row("24:2"))), 0)
    eighty = "/////////////w"
    for text in (sixteen, shared, eighty):
        with pytest.raises(InvalidNotation) as refused:
            parse_position_id(text)
        assert refused.value.key == "position-impossible"


def test_too_many_checkers_have_no_position_id() -> None:
    with pytest.raises(OverflowError):
        position_id(Position((row("1:40", 40), row("1:40", 40))), 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cIkuA6AAqAA",
        "cIkuA6AAqAAEE",
        "cIkuA6AAqAA!",
        match_id(Diagram(START)).replace("A", "/"),
        "😀" * 12,
    ],
)
def test_what_is_no_match_id(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_match_id(text, START)
    assert refused.value.key == "match-id-unreadable"


@pytest.mark.parametrize(
    ("bit", "what"),
    [
        (8, "a game that is over"),
        (11, "somebody decides, but nothing is offered"),
        (12, "a double that nobody has to answer"),
        (15, "one die"),
        (71, "a bit beyond the last field"),
    ],
)
def test_a_match_id_that_contradicts_itself(bit: int, what: str) -> None:
    bits = int.from_bytes(base64.b64decode(match_id(Diagram(START))), "little") ^ 1 << bit
    text = base64.b64encode(bits.to_bytes(9, "little")).decode()
    with pytest.raises(InvalidNotation):
        parse_match_id(text, START)


def test_a_cube_of_nobody_and_of_both() -> None:
    """Of the two bits for the owner, 3 is the centre and 2 is nobody."""
    bits = int.from_bytes(base64.b64decode(match_id(Diagram(START))), "little") ^ 1 << 4
    with pytest.raises(InvalidNotation):
        parse_match_id(base64.b64encode(bits.to_bytes(9, "little")).decode(), START)


def test_an_ogid_may_end_early() -> None:
    short = START_OGID.partition(":0:0:")[0]
    for text in (START_OGID, f"OGID={START_OGID}", short, short.removesuffix(":IW").replace(":W", ":B")):
        told = parse_ogid(text)
        assert (told.position, told.on_roll, told.dice) == (START, 0, None)
    assert parse_ogid(START_OGID).length == 1


def test_the_colour_of_an_ogid_has_acted() -> None:
    told = ogid(Diagram(START, on_roll=1, dice=(6, 1)))
    assert told == "11ccccchhhjjjjj:66666888dddddoo:N0N:16:W:R:0:0:0:0"
    assert parse_ogid(told).on_roll == 1


@pytest.mark.parametrize(
    ("shown", "length"),
    [
        (Diagram(START, length=7, score=(6, 2), crawford=True), "7C"),
        (Diagram(START, length=7, score=(6, 2)), "7L"),
        (Diagram(START, length=7, score=(5, 2)), "7"),
        (Diagram(START, length=1), "1"),
    ],
)
def test_the_crawford_game_in_an_ogid(shown: Diagram, length: str) -> None:
    assert ogid(shown).split(":")[8] == length
    assert parse_ogid(ogid(shown)) == shown


@pytest.mark.parametrize(
    "text", ["", START_XGID, "OGID=", START_OGID.replace("N0N", "N0X"), START_OGID + ":15:x", "1" * 10_000]
)
def test_what_is_no_ogid(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_ogid(text)
    assert refused.value.key == "ogid-unreadable"


@pytest.mark.parametrize(
    "text",
    [START_OGID.replace("11c", "1pc"), START_OGID.replace("666", "066"), START_OGID.replace("11c", "66c")],
)
def test_an_impossible_ogid(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_ogid(text)
    assert refused.value.key == "position-impossible"


def test_hypergammon_tells_its_checkers() -> None:
    shown = Diagram(rules_of("hypergammon").start_position())
    assert ogid(shown).endswith(":0:0:0:0:3")
    assert parse_ogid(ogid(shown)) == shown
