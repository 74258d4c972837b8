"""A game as a moving picture."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image, ImageChops

from bot.app.replays import MOST_FRAMES
from renderers.animation import _frame, animate
from renderers.board import draw
from renderers.themes import find_themes
from tests.renderers.golden import changed_pixels
from tests.renderers.golden_views import OPENING
from tests.renderers.positions import game

GAME = list(islice(game(3), 60))


LONG_GAME = [replace(view, numbers=0) for seed in range(1, 9) for view in islice(game(seed), 50)]
"""As many pictures as a replay may have, with more arrows than it has."""
SMALLEST_LIMIT = 8_000_000
"""Bytes that every platform takes as a file: Discord 10 MB, Telegram 50 MB."""


@pytest.mark.parametrize("theme", find_themes())
def test_sixty_turns_are_a_small_file(theme: str) -> None:
    film = animate([replace(view, theme=theme) for view in GAME], [1500] * len(GAME))
    assert len(GAME) == 60
    assert len(film) <= 1_200_000


def test_the_longest_film_fits_every_platform() -> None:
    assert len(LONG_GAME) == MOST_FRAMES
    assert len(animate(LONG_GAME, [1500] * len(LONG_GAME))) <= SMALLEST_LIMIT


def test_what_stays_as_it_was_is_not_drawn_again() -> None:
    moved = replace(OPENING, dice=(3, 1), dice_side=0)
    still, film = animate([OPENING], [500]), animate([OPENING, moved] * 5, [500] * 10)
    assert len(film) < 1.3 * len(still)


def test_frames_show_their_views_for_their_times() -> None:
    views, times = GAME[:6], [500, 1500, 700, 2000, 60, 4000]
    with Image.open(BytesIO(animate(views, times))) as film:
        assert (film.format, film.size, film.n_frames) == ("GIF", (600, 450), 6)  # type: ignore[attr-defined]
        assert film.info["loop"] == 0
        for frame, (view, time) in enumerate(zip(views, times, strict=True)):
            film.seek(frame)
            assert film.info["duration"] == time
            shown = film.convert("RGB").reduce(2)
            assert changed_pixels(shown, draw(view).convert("RGB").reduce(4)) < 100


@pytest.mark.parametrize("theme", find_themes())
def test_each_frame_comes_back_pixel_by_pixel(theme: str) -> None:
    """What a frame leaves transparent was there before."""
    views = [replace(view, theme=theme) for view in GAME[:12]]
    with Image.open(BytesIO(animate(views, [100] * len(views)))) as film:
        for number, view in enumerate(views):
            film.seek(number)
            drawn = _frame(view, theme).convert("RGB")
            assert ImageChops.difference(film.convert("RGB"), drawn).getbbox() is None


def test_a_pause_is_one_longer_frame() -> None:
    with Image.open(BytesIO(animate([OPENING, OPENING, GAME[0]], [300, 400, 500]))) as film:
        assert film.n_frames == 2  # type: ignore[attr-defined]
        assert film.info["duration"] == 700


def test_one_view_is_a_still() -> None:
    with Image.open(BytesIO(animate([OPENING], [1000]))) as film:
        assert film.size == (600, 450)


@pytest.mark.parametrize(("count", "times"), [(0, []), (2, [100]), (1, [100, 200])])
def test_one_duration_a_view(count: int, times: list[int]) -> None:
    with pytest.raises(ValueError, match="one duration a view"):
        animate([OPENING] * count, times)
