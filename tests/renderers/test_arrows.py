"""Arrows: slices that join, a tip short of the checker or of a mark, a bend to the middle, dashes."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image, ImageChops

from renderers.arrows import arrow, forget_arrows
from renderers.geometry import HEIGHT, WIDTH, Box
from renderers.strips import unstacked
from renderers.things import WayLook

WAYS = [
    ((1043, 675), (156, 535)),
    ((156, 535), (521, 155)),
    ((1043, 675), (970, 815)),
    ((678, 85), (678, 815)),
    ((600, 535), (448, 815)),
    ((1043, 155), (678, 85), (229, 85)),
    ((678, 365), (1138, 34)),
]


LOOKS: tuple[WayLook, ...] = ("plain", "played", "better")


def drawn(places: tuple[tuple[int, int], ...], look: WayLook = "plain") -> Image.Image:
    """Return where an arrow covers the board (mode L)."""
    board = Image.new("L", (WIDTH, HEIGHT))
    shape = arrow(places, look)
    for part, box in zip(unstacked(shape.mask, shape.boxes), shape.boxes, strict=True):
        board.paste(part, box.corner)
    return board


def parts(places: tuple[tuple[int, int], ...], look: WayLook) -> int:
    """Return how many parts of an arrow do not touch each other."""
    board = drawn(places, look).point([0] * 64 + [1] * 192)
    covered = {index for index, value in enumerate(board.tobytes()) if value}
    found = 0
    while covered:
        found += 1
        edge = [next(iter(covered))]
        while edge:
            here = edge.pop()
            if here in covered:
                covered.remove(here)
                edge += [here - 1, here + 1, here - WIDTH, here + WIDTH]
    return found


@pytest.mark.parametrize("look", ["plain", "better"])
@pytest.mark.parametrize("places", WAYS)
def test_slices_join_without_a_gap(places: tuple[tuple[int, int], ...], look: WayLook) -> None:
    """From the tail one can walk on covered pixels to the tip."""
    assert parts(places, look) == 1


@pytest.mark.parametrize("places", WAYS)
def test_a_play_that_was_made_is_dashed(places: tuple[tuple[int, int], ...]) -> None:
    length = sum(dist(start, end) for start, end in pairwise(places))
    assert length / 60 <= parts(places, "played") <= length / 30, "the tail, dashes, the last with the head"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("places", WAYS)
def test_tail_is_covered_and_the_middle_of_the_checker_free(
    places: tuple[tuple[int, int], ...], look: WayLook
) -> None:
    board = drawn(places, look)
    assert board.getpixel(places[0]) == 255
    assert board.getpixel(places[-1]) == 0


@pytest.mark.parametrize("look", ["played", "better"])
@pytest.mark.parametrize("places", WAYS)
def test_a_tip_stops_at_the_edge_of_a_mark(places: tuple[tuple[int, int], ...], look: WayLook) -> None:
    x, y = places[-1]
    free, touched = (drawn(places, look).crop((x - r, y - r, x + r, y + r)).getbbox() for r in (9, 24))
    assert free is None
    assert touched is not None


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("places", WAYS)
def test_slices_cut_nothing_off(places: tuple[tuple[int, int], ...], look: WayLook) -> None:
    """The outermost rows of the whole lie inside it, not at a slice's edge."""
    left, top, right, bottom = drawn(places, look).getbbox() or (0, 0, 0, 0)
    hull = Box.hull(arrow(places, look).boxes)
    assert hull.left < left
    assert hull.top < top
    assert hull.right > right
    assert hull.bottom > bottom


@pytest.mark.parametrize("places", WAYS)
def test_slices_do_not_overlap(places: tuple[tuple[int, int], ...]) -> None:
    """Paint would be laid twice."""
    assert not any(first.overlaps(second) for first, second in combinations(arrow(places).boxes, 2))


@pytest.mark.parametrize("places", WAYS)
def test_slices_lose_nothing_of_an_arrow(
    places: tuple[tuple[int, int], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    sliced = drawn(places)
    forget_arrows()
    monkeypatch.setattr("renderers.arrows.SLICE", 10_000)
    whole = drawn(places)
    forget_arrows()
    assert len(arrow(places).boxes) == 1
    assert ImageChops.difference(sliced, whole).getbbox() is None


def test_arrows_within_a_half_bend_to_the_middle() -> None:
    low, high = drawn(((1043, 815), (521, 815))), drawn(((1043, 85), (521, 85)))
    assert (low.getbbox() or (0, 0, 0, 0))[1] < 815 - 40
    assert (high.getbbox() or (0, 0, 0, 0))[3] > 85 + 40


def test_no_length_is_no_error() -> None:
    assert arrow(((600, 535), (600, 535)))
