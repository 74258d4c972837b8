"""What every theme promises, measured on its pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import renderers.themes
from renderers.board_view import BoardView
from renderers.colours import contrast
from renderers.scene import scene
from renderers.theme import Theme
from renderers.themes import find_themes, theme_of
from renderers.things import Count, Cube, Die, Ghost, Length, Rail, Stack, Thing, Token, Way
from renderers.tiles import tiles_of
from renderers.workshop import named_colours
from tests.renderers.golden_views import golden_views
from tests.renderers.measure import difference, visibility

FAINT, PLAIN, TEXT = 1.7, 2.2, 3.0
"""Least contrast of what is meant to be faint, of other things, and of large figures (WCAG 2: 3)."""
VIEWS = golden_views()
TELLING = (
    "theme-classic",
    "light-1",
    "numbers-1",
    "nobody-on-roll",
    "both-on-bar",
    "mistake",
    "mistake-from-bar",
    "doubles-with-ghosts",
    "cube-offered-far-64",
    "cube-dead",
    "crawford",
)
"""Golden views that together show every thing on every ground."""


def needed(thing: Thing) -> float:
    """Return the least contrast that a thing must make."""
    faint = isinstance(thing, Ghost | Way) or (isinstance(thing, Die) and thing.look == "used")
    if faint or (isinstance(thing, Cube) and thing.dead):
        return FAINT
    return TEXT if isinstance(thing, Count | Length | Rail) else PLAIN


def test_at_least_the_six_themes_are_found() -> None:
    wanted = {"classic", "colourblind", "contrast", "dark", "felt", "print"}
    assert wanted <= set(find_themes())


def test_every_file_of_the_folder_is_a_theme() -> None:
    (folder,) = renderers.themes.__path__
    files = {path.stem for path in Path(folder).glob("*.py")} - {"__init__"}
    assert set(find_themes()) == files
    assert all(isinstance(theme_of(name), Theme) for name in files)


@pytest.mark.parametrize("name", ["", "no-such", "__init__", "../classic"])
def test_unknown_theme_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        theme_of(name)


@pytest.mark.parametrize("view_name", TELLING)
@pytest.mark.parametrize("theme", find_themes())
def test_everything_can_be_seen(theme: str, view_name: str) -> None:
    view = replace(VIEWS[view_name], theme=theme)
    weak = {
        thing: round(seen, 2) for thing in scene(view) if (seen := visibility(view, thing)) < needed(thing)
    }
    assert weak == {}


@pytest.mark.parametrize("view_name", ["theme-classic", "light-1"])
@pytest.mark.parametrize("theme", find_themes())
def test_the_score_and_the_ring_of_the_side_on_roll_can_be_seen(theme: str, view_name: str) -> None:
    view = replace(VIEWS[view_name], theme=theme)
    (token,) = (thing for thing in scene(view) if isinstance(thing, Token) and thing.ring)
    one, eight = ([replace(token, score=score)] for score in (1, 8))
    assert difference(view, one, eight, token.box.inset(14)) >= TEXT
    bare, ringed = ([replace(token, ring=None)], [token])
    assert difference(view, bare, ringed, token.ring or token.box) >= PLAIN


@pytest.mark.parametrize("theme", find_themes())
def test_the_faces_of_the_two_sides_differ_in_lightness(theme: str) -> None:
    lighter, darker = (_face(theme, light=light) for light in (True, False))
    assert contrast(lighter, darker) >= 4


@pytest.mark.parametrize("theme", find_themes())
def test_the_two_colours_of_points_differ(theme: str) -> None:
    board = tiles_of(theme).board("right")
    board.putpalette(tiles_of(theme).palette.flat())
    first, second = (board.convert("RGB").crop((left, 520, left + 73, 850)) for left in (120, 193))
    assert contrast(_average(first), _average(second)) >= 1.1


@pytest.mark.parametrize("theme", find_themes())
def test_named_colours_are_kept_exactly(theme: str) -> None:
    wanted = {tuple(bytes.fromhex(colour[1:])) for colour in named_colours(theme_of(theme))}
    assert wanted <= set(tiles_of(theme).palette.colours)


def test_high_contrast_is_high() -> None:
    view = replace(VIEWS["theme-contrast"])
    stacks = [thing for thing in scene(view) if isinstance(thing, Stack | Rail)]
    assert stacks
    assert all(visibility(view, thing) >= 4.5 for thing in stacks)


def test_colourblind_sides_differ_in_shape() -> None:
    """Each checker is reduced to where it is lighter than its own middle tone: only the shape is left."""
    first, second = (_shape("colourblind", light=light) for light in (True, False))
    differing = sum(a != b for a, b in zip(first, second, strict=True))
    assert differing > len(first) * 0.2
    same = sum(a != b for a, b in zip(first, _shape("colourblind", light=True), strict=True))
    assert same == 0


def test_print_is_grey() -> None:
    assert all(max(colour) - min(colour) <= 1 for colour in tiles_of("print").palette.colours)


def _checker(theme: str, *, light: bool) -> Image.Image:
    """Return the inside of a checker (RGB)."""
    lone: list[tuple[int, ...]] = [(0,) * 26, (0,) * 26]
    lone[0] = (0,) * 12 + (1,) + (0,) * 13
    view = BoardView(rows=(lone[0], lone[1]), light=0 if light else 1, theme=theme)
    (stack,) = (thing for thing in scene(view) if isinstance(thing, Stack))
    tile, (left, top) = tiles_of(theme).stack(stack)
    part = tile.copy()
    part.putpalette(tiles_of(theme).palette.flat())
    inner = stack.last.inset(14)
    return part.convert("RGB").crop(inner.moved(-left, -top))


def _average(picture: Image.Image) -> tuple[int, int, int]:
    pixels = picture.width * picture.height
    red, green, blue = (round(sum(band.tobytes()) / pixels) for band in picture.split())
    return red, green, blue


def _face(theme: str, *, light: bool) -> tuple[int, int, int]:
    """Return the commonest colour of a checker."""
    checker = _checker(theme, light=light)
    return Counter(zip(*(band.tobytes() for band in checker.split()), strict=True)).most_common(1)[0][0]


def _shape(theme: str, *, light: bool) -> list[bool]:
    grey = _checker(theme, light=light).convert("L")
    low, high = grey.getextrema()
    middle = (low + high) / 2  # type: ignore[operator]
    return [value > middle for value in grey.tobytes()]
