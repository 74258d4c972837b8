"""The estimates by rule of thumb: consistent, and right where everybody knows the answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.position import Position, Side
from bot.engine.variants import rules_of
from bot.players.estimate import Outlook, gammon_chance, lead, winning_chance
from tests.helpers.states import START, row

RULES = rules_of("backgammon")
LATE = "6:5 5:5 4:5"
CLOSED_BOARD = "6:3 5:3 4:3 3:2 2:2 1:2"


def position(near: str, far: str) -> Position:
    return Position((row(near), row(far)))


@pytest.mark.parametrize(
    ("near", "far", "least", "most"),
    [
        (START, START, 0.5, 0.6),
        (LATE, LATE, 0.55, 0.75),
        ("6:7 5:4 4:4", "6:8 5:4 4:3", 0.6, 0.8),
        (LATE, "9:5 8:5 6:5", 0.95, 1.0),
        ("9:5 8:5 6:5", LATE, 0.0, 0.05),
        (CLOSED_BOARD, "bar:2 13:5 8:3 6:5", 0.75, 1.0),
    ],
)
def test_the_chance_of_the_side_on_roll(near: str, far: str, least: float, most: float) -> None:
    assert least <= winning_chance(RULES, position(near, far), 0, 0) <= most


rows = st.lists(st.sampled_from(range(26)), min_size=15, max_size=15).map(
    lambda points: tuple(points.count(point) for point in range(26))
)
sides: st.SearchStrategy[Side] = st.sampled_from([0, 1])


@pytest.mark.property
@given(near=rows, far=rows, on_roll=sides)
def test_the_chances_of_both_sides_make_one(
    near: tuple[int, ...], far: tuple[int, ...], on_roll: Side
) -> None:
    at = Position((near, far))
    assert winning_chance(RULES, at, 0, on_roll) + winning_chance(RULES, at, 1, on_roll) == pytest.approx(1)
    assert lead(RULES, at, 0, on_roll) == pytest.approx(-lead(RULES, at, 1, on_roll))
    assert 0 <= gammon_chance(RULES, at, on_roll) <= 1


@pytest.mark.parametrize("near", [START, LATE, CLOSED_BOARD])
def test_to_be_on_roll_is_an_advantage(near: str) -> None:
    at = position(near, near)
    assert lead(RULES, at, 0, 0) > 0 > lead(RULES, at, 0, 1)


@pytest.mark.parametrize(
    ("near", "far", "contact"),
    [
        (START, START, True),
        (LATE, LATE, False),
        (LATE, "bar:1 6:14", True),
        ("bar:1 6:14", LATE, True),
        ("13:1 6:14", "13:1 6:14", True),
        ("12:1 6:14", "12:1 6:14", False),
    ],
)
def test_where_the_sides_can_still_hit_each_other(near: str, far: str, contact: bool) -> None:
    assert Outlook.of(RULES, position(near, far), 0).contact is contact
    assert Outlook.of(RULES, position(near, far), 1).contact is contact


def test_a_gammon_needs_a_loser_with_nobody_off() -> None:
    assert gammon_chance(RULES, position("1:2", "6:14"), 0) == 0
    assert gammon_chance(RULES, position("1:2", "13:10 8:5"), 0) > 0.95
    assert gammon_chance(RULES, position(LATE, "6:15"), 0) < 0.05


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # A point in the home board rather than a stack.
        ("24:2 13:5 8:2 6:4 5:2", "24:2 13:5 8:3 7:1 6:4"),
        # No blot within reach.
        ("24:2 13:5 8:2 6:6", "24:2 13:5 8:1 7:1 6:6"),
        # A longer prime before the checkers at the back.
        ("13:3 8:2 7:2 6:2 5:2 4:2 3:2", "13:3 10:2 8:2 6:2 5:2 3:2 2:2"),
    ],
)
def test_what_a_person_sees_at_a_glance(better: str, worse: str) -> None:
    """Compared at the same pip count, or nearly so, before the opponent rolls."""
    seen = [lead(RULES, position(near, START), 0, 1) for near in (better, worse)]
    pips = [position(near, START).pip_count(0) for near in (better, worse)]
    assert seen[0] + pips[0] > seen[1] + pips[1]


def test_in_a_race_deep_checkers_waste_pips() -> None:
    flat, deep = position("6:3 5:3 4:3 3:3 2:3", LATE), position("6:6 5:3 3:1 1:5", LATE)
    assert flat.pip_count(0) == 60
    assert deep.pip_count(0) == 59
    assert lead(RULES, flat, 0, 0) + 60 > lead(RULES, deep, 0, 0) + 59
