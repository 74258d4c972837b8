"""Which plays are legal (rules 3): positions with known answers, and how many there are at the start."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from bot.engine import generator
from bot.engine.canonical import format_play
from bot.engine.notation import match_play
from bot.engine.position import Roll, Side, other
from bot.engine.position_id import parse_position_id, parse_xgid, position_id
from bot.engine.variants import find_variants, rules_of
from tests.helpers.known import known, position_of, roll_of

RULES = rules_of("backgammon")
SIDES: tuple[Side, Side] = (0, 1)
ALL_ROLLS: tuple[Roll, ...] = tuple(combinations_with_replacement(range(1, 7), 2))
OPENING_ROLLS: tuple[Roll, ...] = tuple(combinations(range(1, 7), 2))

RESULTS_AT_THE_START = {
    "backgammon": "66:11 65:7 64:14 63:14 62:14 61:10 55:4 54:9 53:9 52:8 51:8 44:52 43:17 42:18 41:14 "
    "33:73 32:17 31:16 22:75 21:15 11:42",
    "nackgammon": "66:3 65:7 64:8 63:13 62:13 61:10 55:17 54:11 53:17 52:16 51:12 44:25 43:17 42:17 41:15 "
    "33:101 32:27 31:22 22:103 21:23 11:70",
    "nackgammon_s004": "66:11 65:10 64:14 63:18 62:18 61:14 55:8 54:14 53:16 52:15 51:12 44:52 43:22 42:22 "
    "41:19 33:106 32:26 31:22 22:108 21:22 11:65",
    "hypergammon": "66:12 65:9 64:9 63:9 62:8 61:7 55:15 54:9 53:9 52:8 51:7 44:15 43:9 42:8 41:7 33:15 "
    "32:8 31:7 22:11 21:6 11:7",
    "longgammon": "66:4 65:2 64:2 63:2 62:2 61:2 55:5 54:2 53:2 52:2 51:2 44:5 43:2 42:2 41:2 33:5 32:2 "
    "31:2 22:5 21:2 11:5",
}


def identity(row: dict[str, Any]) -> str:
    """Return the name of a row, for the report."""
    return str(row["id"])


def results(row: dict[str, Any], side: Side) -> list[str]:
    """Return the results of a row's roll if `side` is on roll, as the opponent sees them."""
    position = parse_position_id(row["position_id"], on_roll=side)
    plays = RULES.legal_plays(position, side, roll_of(row))
    assert all(RULES.after(position, side, legal.play) == legal.result for legal in plays)
    return sorted(position_id(legal.result, other(side)) for legal in plays)


@pytest.mark.parametrize("row", known("legal_plays"), ids=identity)
def test_every_rule_has_its_plays_in_canonical_notation(row: dict[str, Any]) -> None:
    position = parse_xgid(row["xgid"]).position
    assert position == parse_position_id(row["position_id"])
    plays = RULES.legal_plays(position, 0, roll_of(row))
    written = [format_play(legal.play) for legal in plays]
    assert written == sorted(row["plays"])
    assert results(row, 0) == sorted(row["results"])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", ["legal_plays", "rule_bugs"])
def test_either_side_has_the_same_results(name: str, side: Side) -> None:
    for row in known(name):
        assert results(row, side) == sorted(row["results"]), row["id"]


@pytest.mark.parametrize("row", known("rule_bugs"), ids=identity)
def test_what_other_programs_got_wrong(row: dict[str, Any]) -> None:
    assert results(row, 0) == sorted(row["results"])


def test_difficult_positions() -> None:
    for row in known("tricky_plays"):
        packed = RULES.pack(parse_position_id(row["position_id"]), 0)
        found = generator.results(packed, roll_of(row))
        ids = sorted(position_id(RULES.unpack(result, 0), 1) for result in found)
        assert ids == sorted(row["results"]), row["id"]


@pytest.mark.parametrize("row", [row for row in known("tricky_plays") if len(row["results"]) > 100][:5])
def test_many_plays_each_have_their_own_notation(row: dict[str, Any]) -> None:
    plays = RULES.legal_plays(parse_position_id(row["position_id"]), 0, roll_of(row))
    written = [format_play(legal.play) for legal in plays]
    assert len(plays) == len(row["results"])
    assert written == sorted(set(written))


@pytest.mark.parametrize("row", known("endings"))
def test_the_last_checker_must_use_both_numbers_on_the_list(row: dict[str, Any]) -> None:
    plays = RULES.legal_plays(position_of(row["board"]), 0, roll_of(row))
    assert {legal.result for legal in plays} == {position_of(board) for board in row["strict"]}


@pytest.mark.parametrize("row", known("endings"))
def test_the_last_checker_may_go_off_at_once_when_typed(row: dict[str, Any]) -> None:
    position = position_of(row["board"])
    (last,) = (point for point, count in enumerate(row["board"]) if count > 0)
    matched = match_play(RULES, position, 0, roll_of(row), f"{last}/off")
    assert matched.complete
    assert RULES.after(position, 0, matched.play) in [position_of(board) for board in row["early_finish"]]


def test_every_variant_is_counted_here() -> None:
    assert set(RESULTS_AT_THE_START) == set(find_variants())


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("variant", "counts"), list(RESULTS_AT_THE_START.items()))
def test_results_of_each_roll_at_the_start(variant: str, counts: str, side: Side) -> None:
    rules = rules_of(variant)
    for item in counts.split():
        roll, number = (int(item[0]), int(item[1])), int(item[3:])
        plays = rules.legal_plays(rules.start_position(), side, roll)
        assert len(plays) == number, item
        assert rules.legal_plays(rules.start_position(), side, roll[::-1]) == plays


@pytest.mark.parametrize(
    ("variant", "rolls", "first", "second"),
    [
        ("backgammon", ALL_ROLLS, (447, 406), (202_782, 163_706)),
        ("backgammon", OPENING_ROLLS, (190, 175), (89_153, 71_485)),
        ("nackgammon", ALL_ROLLS, (547, 497), (324_161, 263_383)),
        ("hypergammon", ALL_ROLLS, (195, 144), (38_017, 20_449)),
    ],
)
def test_results_of_two_plies(
    variant: str, rolls: tuple[Roll, ...], first: tuple[int, int], second: tuple[int, int]
) -> None:
    """All results of all rolls, and how many are different; a dance is one result."""
    rules = rules_of(variant)
    start = rules.pack(rules.start_position(), 0)
    ply_one = Counter(result for roll in rolls for result in generator.results(start, roll))
    nodes, distinct = 0, set()
    for position, times in ply_one.items():
        turned = rules.pack(rules.unpack(position, 0), 1)
        for roll in ALL_ROLLS:
            found = generator.results(turned, roll) or {turned}
            nodes += times * len(found)
            distinct |= found
    assert (ply_one.total(), len(ply_one)) == first
    assert (nodes, len(distinct)) == second


def test_the_first_ply_is_these_very_positions() -> None:
    start = RULES.start_position()
    plays = (legal for roll in ALL_ROLLS for legal in RULES.legal_plays(start, 0, roll))
    ids = "\n".join(sorted({position_id(legal.result, 1) for legal in plays}))
    digest = "0f53f96ae954f48c65523168bc3fea787987d2985e5eeea83672daf031fa6afc"
    assert hashlib.sha256(ids.encode()).hexdigest() == digest
