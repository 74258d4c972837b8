"""The places on the board: within the picture, apart from each other, mirrored and turned."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from renderers.board_view import Home, Side
from renderers.geometry import CHECKER, FULL, HEIGHT, PICTURE, WIDTH, Box, Layout

SIDES: tuple[Side, Side] = (0, 1)
HOMES: tuple[Home, Home] = ("right", "left")
LAYOUTS = [Layout(near, home) for near, home in product(SIDES, HOMES)]
every_layout = pytest.mark.parametrize(
    "layout", LAYOUTS, ids=lambda layout: f"near-{layout.near}-{layout.home}"
)


def fixed_places(layout: Layout) -> dict[str, Box]:
    """Return the places that can all be taken at once, by name."""
    places = {f"column-{point}": layout.column(0, point) for point in range(1, 25)}
    places |= {f"number-{point}": layout.number(0, point) for point in range(1, 25)}
    for side in SIDES:
        places |= {
            f"bar-{side}": layout.column(side, 25),
            f"tray-{side}": layout.tray(side),
            f"off-{side}": layout.off_count(side),
            f"token-{side}": layout.token(side).inset(-5),
            f"length-{side}": layout.length_mark(side),
            f"turn-{side}": layout.turn_mark(side),
            f"cube-{side}": layout.cube(side).inset(-8),
            f"pips-{side}": layout.pips(side),
        }
        places |= {f"die-{side}-{place}": box for place, box in enumerate(layout.dice(side, 4))}
    return places | {"cube": layout.cube(None)}


@every_layout
def test_fixed_places_do_not_overlap(layout: Layout) -> None:
    places = fixed_places(layout)
    clashes = [pair for pair in combinations(places, 2) if places[pair[0]].overlaps(places[pair[1]])]
    assert clashes == []


@every_layout
def test_fixed_places_lie_in_the_picture(layout: Layout) -> None:
    assert all(PICTURE.holds(box) for box in fixed_places(layout).values())


@every_layout
@pytest.mark.parametrize("side", SIDES)
def test_checkers_lie_in_their_column(layout: Layout, side: Side) -> None:
    for point, slot in product(range(1, 26), range(15)):
        x, y = layout.spot(side, point, slot)
        assert layout.column(side, point).holds(Box.around(x, y, CHECKER, CHECKER))


@every_layout
@pytest.mark.parametrize("side", SIDES)
def test_the_first_five_checkers_have_their_own_places(layout: Layout, side: Side) -> None:
    for point in range(1, 26):
        spots = [layout.spot(side, point, slot) for slot in range(FULL + 1)]
        assert len(set(spots)) == FULL
        assert spots[FULL] == spots[FULL - 1]


@every_layout
@pytest.mark.parametrize("side", SIDES)
def test_fifteen_checkers_borne_off_fit_the_tray(layout: Layout, side: Side) -> None:
    slabs = [layout.slab(side, index) for index in range(15)]
    assert all(layout.tray(side).holds(slab) for slab in slabs)
    assert not any(first.overlaps(second) for first, second in combinations(slabs, 2))


@every_layout
def test_each_point_is_one_place_with_two_numbers(layout: Layout) -> None:
    for point in range(1, 25):
        assert layout.column(0, point) == layout.column(1, 25 - point)
        assert layout.number(0, point).centre[0] == layout.column(0, point).centre[0]


def test_home_right_is_drawn_as_in_books() -> None:
    """Near side: 1 at the lower right, 6 beside the bar, 12 lower left, 13 upper left, 24 upper right."""
    layout = Layout(0, "right")
    x = {point: layout.column(0, point).centre[0] for point in range(1, 26)}
    assert x[1] > x[6] > x[25] > x[7] > x[12]
    assert x[13] < x[18] < x[25] < x[19] < x[24]
    assert [layout.at_top(0, point) for point in (1, 12, 13, 24)] == [False, False, True, True]
    assert layout.tray(0).left > x[1]


@pytest.mark.parametrize("near", SIDES)
def test_home_left_is_the_mirror_image(near: Side) -> None:
    right, left = fixed_places(Layout(near, "right")), fixed_places(Layout(near, "left"))
    for name, box in right.items():
        if not name.startswith(("die", "pips")):
            assert left[name] == Box(WIDTH - box.right, box.top, WIDTH - box.left, box.bottom)


@pytest.mark.parametrize("home", HOMES)
def test_the_far_side_sees_its_places_opposite(home: Home) -> None:
    layout = Layout(0, home)
    for near_box, far_box in (
        (layout.token(0), layout.token(1)),
        (layout.tray(0), layout.tray(1)),
        (layout.cube(0), layout.cube(1)),
        (layout.column(0, 6), layout.column(1, 6)),
    ):
        assert far_box == Box(near_box.left, HEIGHT - near_box.bottom, near_box.right, HEIGHT - near_box.top)


def test_checkers_on_the_bar_lie_where_they_enter() -> None:
    layout = Layout(0, "right")
    assert layout.at_top(0, 25)
    assert not layout.at_top(1, 25)
    first, second = layout.spot(0, 25, 0), layout.spot(0, 25, 1)
    assert first[1] > second[1], "the near side's stack grows from the middle upwards"


def test_boxes_tell_overlap_and_holding() -> None:
    box = Box(10, 10, 20, 20)
    assert box.overlaps(Box(19, 19, 30, 30))
    assert not box.overlaps(Box(20, 10, 30, 20)), "right and bottom are just outside"
    assert box.holds(box)
    assert not box.holds(box.inset(-1))
    assert (box.width, box.height, box.centre) == (10, 10, (15, 15))
    assert Box.around(15, 15, 10, 10) == box


def test_boxes_move_grow_and_join() -> None:
    box = Box(10, 20, 30, 60)
    assert box.corner == (10, 20)
    assert box.moved(5, -7) == Box(15, 13, 35, 53)
    assert box.scaled(2) == Box(20, 40, 60, 120)
    assert Box.hull([box]) == box
    assert Box.hull([box, Box(0, 30, 20, 90)]) == Box(0, 20, 30, 90)
