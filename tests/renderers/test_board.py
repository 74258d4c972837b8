"""Pictures: what is painted stays in its place, and nothing else changes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageDraw

from renderers.board import draw, paint
from renderers.board_view import BoardView, Home
from renderers.board_view import MoveView as M
from renderers.geometry import HEIGHT, WIDTH, Box
from renderers.scene import scene
from renderers.things import Stack
from renderers.workshop import SHADOW
from tests.renderers.golden_views import BUSY, OPENING, golden_views
from tests.renderers.measure import extent
from tests.renderers.positions import middle_games

VIEWS = golden_views()


def changed(first: Image.Image, second: Image.Image) -> Image.Image:
    """Return where two pictures differ (mode L: 255)."""
    grey = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L")
    return grey.point([0] + [255] * 255)


def cover(mask: Image.Image, box: Box) -> None:
    """Blacken a box of the mask."""
    if box.width > 0 and box.height > 0:
        ImageDraw.Draw(mask).rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill=0)


@pytest.mark.parametrize("name", VIEWS)
def test_only_the_places_of_things_are_painted(name: str) -> None:
    """Arrows, which bend beyond the box around their ends, are left out."""
    view = replace(VIEWS[name], last_play=(), played=(), better=())
    rest = changed(draw(view), paint((), view.theme, view.home))
    for thing in scene(view):
        for box in extent(thing):
            cover(rest, box.inset(-2))
            if isinstance(thing, Stack):
                cover(rest, Box(box.left, box.top, box.right + 2, box.bottom + SHADOW))
    assert rest.getbbox() is None


def test_an_arrow_bends_within_the_board() -> None:
    view = VIEWS["arrow-with-hit-on-the-way"]
    without = replace(view, last_play=())
    left, top, right, bottom = changed(draw(view), draw(without)).getbbox() or (0, 0, 0, 0)
    assert 120 < left < right < 1080
    assert 450 < top < bottom <= 850, "from point to point of the lower half it stays below the middle"


def test_the_picture_is_a_palette_image_of_the_promised_size() -> None:
    picture = draw(OPENING)
    assert (picture.mode, picture.size) == ("P", (WIDTH, HEIGHT))


def test_drawing_is_pure() -> None:
    first = draw(BUSY).tobytes()
    draw(replace(BUSY, home="left", near=1))
    assert draw(BUSY).tobytes() == first


def test_threads_draw_what_one_thread_draws() -> None:
    views = middle_games(24)
    alone = [draw(view).tobytes() for view in views]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda view: draw(view).tobytes(), views * 4))
    assert together == alone * 4


def test_colours_swap_with_the_light_side() -> None:
    """Light side 1 shows what light side 0 shows with the rows exchanged, near side too."""
    base = BoardView(rows=BUSY.rows, numbers=None, cube=None, pips=(100, 100))
    swapped = replace(base, light=1, near=1, rows=(base.rows[1], base.rows[0]))
    assert changed(draw(base), draw(swapped)).getbbox() is None


@pytest.mark.parametrize("home", ["right", "left"])
def test_a_turned_board_shows_the_same_checkers_opposite(home: Home) -> None:
    far = replace(OPENING, near=1, home=home, numbers=None, on_roll=None, dice=None, dice_side=None)
    near = replace(far, near=0, light=1)
    assert changed(draw(far), draw(near)).getbbox() is None, "the start is the same for both sides"


def test_unknown_theme_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        draw(replace(OPENING, theme="no-such"))


@pytest.mark.parametrize("change", [
    {"numbers": 1},
    {"numbers": None},
    {"on_roll": 1},
    {"on_roll": None},
    {"dice": (6, 2)},
    {"used": (6,)},
    {"last_roll": (1, 2), "last_side": 1},
    {"played": (M(13, 7), M(8, 7))},
    {"better": (M(13, 7), M(8, 7))},
    {"pips": (167, 166)},
    {"score": (1, 0)},
    {"length": 7},
    {"crawford": True},
    {"cube": None},
    {"light": 1},
    {"near": 1},
    {"home": "left"},
    {"theme": "felt"},
], ids=str)  # fmt: skip
def test_every_field_of_a_view_shows(change: dict[str, object]) -> None:
    other = replace(OPENING, **change)  # type: ignore[arg-type]
    assert changed(draw(OPENING), draw(other)).getbbox() is not None
