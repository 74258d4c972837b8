"""XGID, GNU position and match IDs, OGID: as other programs write them, out and in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.diagram import Diagram
from bot.engine.ogid import ogid, parse_ogid
from bot.engine.position import Side
from bot.engine.position_id import (
    gnu_id,
    match_id,
    parse_gnu_id,
    parse_match_id,
    parse_position,
    parse_position_id,
    parse_xgid,
    position_id,
    xgid,
)
from bot.engine.refusals import InvalidNotation
from tests.helpers.known import known, position_of

ROWS = known("ids")
SIDES: dict[str, Side | None] = {"bottom": 0, "top": 1, "centre": None}


def identity(row: dict[str, Any]) -> str:
    """Return the name of a row, for the report."""
    return str(row["xgid"])


def diagram(row: dict[str, Any]) -> Diagram:
    """Return the diagram that a row describes."""
    on_roll = SIDES[row["on_roll"]]
    assert on_roll is not None
    return Diagram(
        position=position_of(row["bottom_view"]),
        on_roll=on_roll,
        dice=tuple(row["dice"]) if row["dice"] else None,
        cube_value=row["cube"],
        cube_owner=SIDES[row["cube_owner"]],
        doubled=row["doubled"],
        score=(row["score_bottom"], row["score_top"]),
        length=row["match_length"],
        crawford=row["crawford"],
        jacoby=row["jacoby"],
        beavers=row["beavers"],
    )


@pytest.mark.parametrize("row", ROWS, ids=identity)
def test_ids_are_written_as_gnu_backgammon_writes_them(row: dict[str, Any]) -> None:
    shown = diagram(row)
    assert xgid(shown) == row["xgid"]
    assert position_id(shown.position, shown.on_roll) == row["gnu_position_id"]
    assert match_id(shown) == row["gnu_match_id"]
    assert gnu_id(shown) == f"{row['gnu_position_id']}:{row['gnu_match_id']}"


@pytest.mark.parametrize("row", ROWS, ids=identity)
def test_ids_are_read_as_they_are_written(row: dict[str, Any]) -> None:
    shown = diagram(row)
    assert parse_xgid(row["xgid"]) == shown
    assert parse_position_id(row["gnu_position_id"], shown.on_roll) == shown.position
    # A match ID sorts the dice and knows nothing of beavers.
    high_first = tuple(sorted(shown.dice, reverse=True)) if shown.dice else None
    known_to_gnu = replace(shown, dice=high_first, beavers=False)  # type: ignore[arg-type]
    assert parse_match_id(row["gnu_match_id"], shown.position) == known_to_gnu
    assert parse_gnu_id(gnu_id(shown)) == known_to_gnu


@pytest.mark.parametrize("row", ROWS, ids=identity)
def test_an_ogid_is_read_as_it_is_written(row: dict[str, Any]) -> None:
    """It sorts the dice and knows no money rules."""
    shown = diagram(row)
    low_first = tuple(sorted(shown.dice)) if shown.dice else None
    assert parse_ogid(ogid(shown)) == replace(shown, dice=low_first, jacoby=False, beavers=False)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", ROWS, ids=identity)
def test_any_kind_of_id_is_told_from_the_others(row: dict[str, Any]) -> None:
    shown = diagram(row)
    gnu, open_gammon = gnu_id(shown), ogid(shown)
    assert parse_position(row["xgid"]) == parse_position(row["xgid"].removeprefix("XGID=")) == shown
    assert parse_position(gnu) == parse_position(f"GNUBGID {gnu}") == parse_gnu_id(gnu)
    assert parse_position(open_gammon) == parse_position(f"OGID={open_gammon}") == parse_ogid(open_gammon)
    alone = parse_position(f" {position_id(shown.position, 0)} ")
    assert alone == Diagram(shown.position)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "position-id-unreadable"),
        ("hello", "position-id-unreadable"),
        ("XGID=hello", "xgid-unreadable"),
        ("OGID=hello", "ogid-unreadable"),
        ("gnu id: hello", "position-id-unreadable"),
        ("hello:there", "position-id-unreadable"),
        ("4HPwATDgc/ABMA:there", "match-id-unreadable"),
        ("hello:there:you", "xgid-unreadable"),
        ("00:00:N0N:65:W:IW:0:0:1:0:3", "position-impossible"),
    ],
)
def test_what_is_no_id_is_refused_as_the_kind_that_it_looks_like(text: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_position(text)
    assert refused.value.key == key
