"""Sixty-four colours, and paint that stays within them."""

from __future__ import annotations

import pytest
from PIL import Image

from renderers.colours import blend, channels
from renderers.geometry import Box
from renderers.palette import FIRST, SIZE, Palette, cased, levels, translated

GREY = tuple((4 * step, 4 * step, 4 * step) for step in range(SIZE))
RAMP = Palette(GREY)
BLACK, WHITE = "#000000", "#ffffff"


def ground(place: int, width: int = 4) -> Image.Image:
    """Return a picture of one colour, given by its place among all."""
    return Image.new("L", (width, 1), FIRST + place)


def places(picture: Image.Image) -> list[int]:
    """Return which colours a picture has."""
    return [index - FIRST for index in picture.tobytes()]


def cover(*values: int) -> Image.Image:
    """Return coverage of one line."""
    return Image.frombytes("L", (len(values), 1), bytes(values))


def test_levels_are_four() -> None:
    assert list(levels(cover(0, 40, 85, 170, 255)).tobytes()) == [0, 0, 64, 128, 192]


def test_translated_is_what_point_does() -> None:
    picture = Image.frombytes("L", (16, 16), bytes(range(256)))
    table = bytes(255 - value for value in range(256))
    assert translated(picture, table).tobytes() == picture.point(table).tobytes()


@pytest.mark.parametrize("share", [1, 0.5])
@pytest.mark.parametrize("index", [0, 17, 63])
def test_paint_covers_by_level_and_share(index: int, share: float) -> None:
    picture = ground(index)
    RAMP.lay(picture, levels(cover(0, 85, 170, 255)), (0, 0), WHITE, share)
    wanted = [
        RAMP.nearest(blend(GREY[index], channels(WHITE), share * level / 3)) - FIRST if level else index
        for level in range(4)
    ]
    assert places(picture) == wanted


def test_paint_stays_in_its_place() -> None:
    picture = ground(10, width=6)
    RAMP.lay(picture, levels(cover(255, 255)), (2, 0), BLACK)
    assert places(picture) == [10, 10, 0, 0, 10, 10]


@pytest.mark.parametrize("index", [0, 31, 63])
def test_cased_paint_hides_the_ground(index: int) -> None:
    """Casing black, core white: full casing is black, full core white, whatever lies below."""
    picture = ground(index, width=3)
    RAMP.lay_cased(picture, cased(cover(0, 128, 255)), [Box(0, 0, 3, 1)], BLACK, WHITE)
    assert places(picture) == [index, 0, 63]


def test_the_edge_of_the_casing_lets_the_ground_through() -> None:
    picture = ground(60, width=2)
    RAMP.lay_cased(picture, cased(cover(43, 86)), [Box(0, 0, 2, 1)], BLACK, WHITE)
    third, two_thirds = places(picture)
    assert 60 > third > two_thirds > 0


def test_cased_paint_goes_to_several_parts_of_a_picture() -> None:
    """The mask has them one below the other, each from the left."""
    picture = ground(30, width=8)
    mask = cased(Image.frombytes("L", (2, 2), bytes([255, 128, 0, 255])))
    RAMP.lay_cased(picture, mask, [Box(1, 0, 3, 1), Box(5, 0, 7, 1)], BLACK, WHITE)
    assert places(picture) == [30, 63, 0, 30, 30, 30, 63, 30]


def test_every_pair_of_ground_and_coverage_is_near_the_true_mixture() -> None:
    """No code for one thing is taken for another: on a grey ramp any error would stand out."""
    line = cover(*range(256))
    for index in range(SIZE):
        picture = ground(index, width=256)
        RAMP.lay_cased(picture, cased(line), [Box(0, 0, 256, 1)], BLACK, WHITE)
        for value, found in enumerate(places(picture)):
            edge = min(value, 128) / 128
            inside = max(value - 128, 0) / 127
            true = index * (1 - edge) * (1 - inside) + 63 * inside
            assert abs(found - true) <= 11, (index, value)


def test_named_colours_are_chosen() -> None:
    sample = Image.radial_gradient("L").convert("RGB")
    palette = Palette.of(sample, ("#123456", "#abcdef", "#123456"))
    assert palette.colours[:2] == (channels("#123456"), channels("#abcdef"))
    assert len(palette.colours) == SIZE


def test_named_colours_are_found_again_in_a_picture() -> None:
    sample = Image.radial_gradient("L").convert("RGB")
    palette = Palette.of(sample, ("#ffffff", "#000000", "#7f0000"))
    found = palette.indices(Image.new("RGB", (1, 1), "#7f0000")).tobytes()
    assert palette.colours[found[0] - FIRST] == channels("#7f0000")
