"""The bytes that are sent."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from renderers.board import draw
from renderers.board_view import MoveView
from renderers.png import render_png
from renderers.themes import find_themes
from tests.renderers.golden_views import BUSY, golden_views
from tests.renderers.positions import game, middle_games, row

MOST = 70_000
"""Bytes of a picture at most."""


def test_a_picture_is_a_png_of_1200_by_900() -> None:
    data = render_png(BUSY)
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        assert (picture.format, picture.size, picture.mode) == ("PNG", (1200, 900), "P")


def test_the_bytes_show_what_was_drawn() -> None:
    with Image.open(BytesIO(render_png(BUSY))) as picture:
        assert picture.convert("RGB").tobytes() == draw(BUSY).convert("RGB").tobytes()


def test_the_same_view_gives_the_same_bytes() -> None:
    assert render_png(BUSY) == render_png(replace(BUSY))


@pytest.mark.parametrize("theme", find_themes())
def test_pictures_stay_small(theme: str) -> None:
    views = [*middle_games(30), *golden_views().values()]
    assert max(len(render_png(replace(view, theme=theme))) for view in views) <= MOST


def test_two_plays_of_a_double_are_not_much_larger() -> None:
    """Eight arrows, four of them dashed: more than any two plays show that were ever compared."""
    rows = (row({24: 4, 13: 4, 8: 4, 6: 3}), BUSY.rows[1])
    view = replace(BUSY, rows=rows, dice=(6, 6), used=(), tentative=(), last_roll=None, last_play=())
    view = replace(view, played=(MoveView(24, 18),) * 4, better=(MoveView(13, 7),) * 4)
    assert max(len(render_png(replace(view, theme=theme))) for theme in find_themes()) <= 80_000


def test_scattered_checkers_stay_small() -> None:
    """The worst that a whole game shows: blots everywhere, arrows over them."""
    assert max(len(render_png(view)) for seed in range(3) for view in game(seed)) <= MOST
