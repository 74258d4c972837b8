"""What bgsage is told: never anything that it does not understand."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from bot.engine.cube import Cube
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.position import Position
from bot.engine.variants import find_variants
from bot.players.sage.machine import PACKAGE, missing, names_avx2
from bot.players.sage.told import (
    Told,
    board_of,
    can_be_told,
    flipped,
    plays_without_cube,
    told,
    told_without_cube,
)
from tests.helpers.states import START, row, state

MONEY = HouseRules(jacoby=True, beavers=1, cube_cap=64)


def test_a_board_is_told_as_the_side_sees_it() -> None:
    board = board_of(Position((row("bar:1 6:14"), row("24:2 1:3 bar:1"))), 0)
    assert board[0] == 1
    assert (board[1], board[24], board[6], board[25]) == (-2, -3, 14, 1)
    assert board_of(Position((row("24:2 1:3 bar:1"), row("bar:1 6:14"))), 1) == board


def test_a_flipped_board_is_the_opponents() -> None:
    position = Position((row("bar:1 6:9"), row("24:2 13:3 bar:2")))
    assert flipped(board_of(position, 0)) == board_of(position, 1)


@pytest.mark.parametrize(
    ("near", "far", "reason"),
    [
        (row("6:2"), row("19:2"), "one point"),
        (row("6:2", 16), row(START), "15 checkers"),
        (row(START), row("6:3", 3), "15 checkers"),
        (row(""), row(START), "over"),
        (row(START), row(""), "over"),
    ],
)
def test_a_board_that_cannot_be_is_not_told(near: tuple[int, ...], far: tuple[int, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        board_of(Position((near, far)), 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"cube": 0},
        {"cube": 3},
        {"cube": -2},
        {"cube": 2**16},
        {"away": (3, 0)},
        {"away": (0, 3)},
        {"away": (-1, 3)},
        {"away": (26, 3)},
        {"crawford": True},
        {"away": (3, 3), "jacoby": True},
        {"away": (3, 3), "beaver": True},
    ],
    ids=str,
)
def test_a_cube_or_a_score_that_cannot_be_is_not_told(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"cube|score|Crawford|Jacoby"):
        Told(**wrong)  # type: ignore[arg-type]  # what the type checker would find


@pytest.mark.parametrize(
    ("length", "rules", "cube", "side", "expected"),
    [
        (Money(), MONEY, Cube(), 0, Told(jacoby=True, beaver=True, cap=64)),
        (Money(), MONEY, Cube(4, 0), 1, Told(4, "opponent", jacoby=True, beaver=True, cap=64)),
        (SingleGame(), HouseRules(), Cube(2, 1), 1, Told(2, "player")),
        (Match(7), HouseRules(), Cube(2, 1), 0, Told(2, "opponent", (5, 6))),
        (Match(7), HouseRules(), Cube(), 1, Told(1, away=(6, 5))),
        (Match(99), HouseRules(), Cube(), 0, Told(1, away=(25, 25))),
        (Match(33), HouseRules(), Cube(4, 0), 0, Told(2, "player", (16, 16))),
        (Match(26), HouseRules(), Cube(), 0, Told(1, away=(24, 25))),
    ],
)
def test_cube_and_score_are_told(
    length: Length, rules: HouseRules, cube: Cube, side: int, expected: Told
) -> None:
    score = (0, 0) if isinstance(length, Money | SingleGame) else (2, 1)
    at = state(length=length, house_rules=rules, cube=cube, score=score)
    assert told(at, 0 if side == 0 else 1) == expected


def test_the_crawford_game_is_told() -> None:
    at = state(length=Match(5), score=(4, 2), crawford=True)
    assert told(at, 1) == Told(away=(3, 1), crawford=True)
    assert told(replace(at, crawford=False, crawford_played=True), 1) == Told(away=(3, 1))


def test_what_the_opponent_sees() -> None:
    assert Told(2, "player", (3, 5)).turned() == Told(2, "opponent", (5, 3))
    assert Told(2, "opponent").turned().turned() == Told(2, "opponent")


@pytest.mark.parametrize(
    ("length", "rules", "cube", "expected"),
    [
        (Money(), HouseRules(cube=False), Cube(), True),
        (Money(), HouseRules(scoring="brazil"), Cube(), True),
        (Match(5), HouseRules(backgammons=False), Cube(), True),
        (Money(), HouseRules(cube_cap=2), Cube(2, 0), True),
        (Match(5), HouseRules(), Cube(8, 0), False),
        (Money(), HouseRules(), Cube(8, 0), False),
    ],
)
def test_when_chances_alone_decide(length: Length, rules: HouseRules, cube: Cube, expected: bool) -> None:
    assert plays_without_cube(state(length=length, house_rules=rules, cube=cube)) is expected


def test_without_a_cube_a_game_is_told_as_one_without_doubling() -> None:
    assert told_without_cube(state(), 0) == Told(away=(25, 25), crawford=True)
    at = state(length=Match(5), score=(1, 2), house_rules=HouseRules(cube=False))
    assert told_without_cube(at, 1) == Told(away=(3, 4), crawford=True)


def test_only_hypergammon_is_something_else() -> None:
    assert [name for name in find_variants() if not can_be_told(name)] == ["hypergammon"]


# -- the machine -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cpuinfo", "expected"),
    [
        ("flags\t\t: fpu sse avx2 fma\nmodel: x\nflags\t\t: fpu sse avx2 fma\n", True),
        ("flags\t\t: fpu sse avx2 fma\nflags\t\t: fpu sse avx fma\n", False),
        ("flags\t\t: fpu sse avx2\n", False),
        ("flags\t\t: fpu sse avx fma4 avx2x\n", False),
    ],
)
def test_the_processor_is_asked_before_bgsage_is_imported(cpuinfo: str, expected: bool) -> None:
    assert names_avx2(cpuinfo) is expected


def test_a_package_that_is_not_there_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, PACKAGE, None)
    assert missing() == PACKAGE
