"""Arrows: slices that join, a tip short of the checker, a bend to the middle."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from renderers.arrows import arrow
from renderers.geometry import HEIGHT, WIDTH

WAYS = [
    ((1043, 675), (156, 535)),
    ((156, 535), (521, 155)),
    ((1043, 675), (970, 815)),
    ((678, 85), (678, 815)),
    ((600, 535), (448, 815)),
    ((1043, 155), (678, 85), (229, 85)),
    ((678, 365), (1138, 34)),
]


def drawn(places: tuple[tuple[int, int], ...]) -> Image.Image:
    """Return where an arrow covers the board (mode L)."""
    board = Image.new("L", (WIDTH, HEIGHT))
    for piece in arrow(places):
        part = ImageChops.lighter(piece.mask.edge, piece.mask.opaque)
        assert board.crop((*piece.at, piece.at[0] + part.width, piece.at[1] + part.height)).getbbox() is None
        board.paste(part, piece.at)
    return board


@pytest.mark.parametrize("places", WAYS)
def test_slices_join_without_a_gap(places: tuple[tuple[int, int], ...]) -> None:
    """From the tail one can walk on covered pixels to the tip: a flood from the tail reaches all."""
    board = drawn(places).point([0] * 64 + [1] * 192)
    covered = {index for index, value in enumerate(board.tobytes()) if value}
    x, y = places[0]
    reached, edge = set[int](), [y * WIDTH + x]
    while edge:
        here = edge.pop()
        if here in covered and here not in reached:
            reached.add(here)
            edge += [here - 1, here + 1, here - WIDTH, here + WIDTH]
    assert reached == covered


@pytest.mark.parametrize("places", WAYS)
def test_tail_is_covered_and_the_middle_of_the_checker_free(places: tuple[tuple[int, int], ...]) -> None:
    board = drawn(places)
    assert board.getpixel(places[0]) == 255
    assert board.getpixel(places[-1]) == 0


@pytest.mark.parametrize("places", WAYS)
def test_slices_cut_nothing_off(places: tuple[tuple[int, int], ...]) -> None:
    """The outermost rows of the whole lie inside it, not at a slice's edge."""
    left, top, right, bottom = drawn(places).getbbox() or (0, 0, 0, 0)
    pieces = arrow(places)
    assert min(piece.at[0] for piece in pieces) < left
    assert min(piece.at[1] for piece in pieces) < top
    assert max(piece.at[0] + piece.mask.edge.width for piece in pieces) > right
    assert max(piece.at[1] + piece.mask.edge.height for piece in pieces) > bottom


def test_arrows_within_a_half_bend_to_the_middle() -> None:
    low, high = drawn(((1043, 815), (521, 815))), drawn(((1043, 85), (521, 85)))
    assert (low.getbbox() or (0, 0, 0, 0))[1] < 815 - 40
    assert (high.getbbox() or (0, 0, 0, 0))[3] > 85 + 40


def test_no_length_is_no_error() -> None:
    assert arrow(((600, 535), (600, 535)))
