"""A game as a moving picture."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from renderers.board import draw
from renderers.board_view import BoardView
from renderers.tiles import tiles_of

SCALE = 2
"""A frame is so many times smaller than a picture: a hundred take about 1 MB."""


def animate(views: Sequence[BoardView], durations_ms: Sequence[int]) -> bytes:
    """Return an endless GIF of 600 by 450 pixels that shows each view for its time, in milliseconds.

    Views of different themes are shown in the colours of the first. GIF counts in hundredths of a
    second: times are rounded to 10 ms. Pure, and safe in any thread. Raises `ValueError` if there
    is no view, or not one duration each; `KeyError` for an unknown theme.
    """
    if not views or len(views) != len(durations_ms):
        raise ValueError(f"{len(views)} views and {len(durations_ms)} durations: one duration a view")
    frames = [_frame(view, views[0].theme) for view in views]
    target = BytesIO()
    frames[0].save(
        target,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=list(durations_ms),
        loop=0,
        # What a frame leaves as it was is transparent in it, which takes a quarter of the bytes.
        optimize=True,
    )
    return target.getvalue()


def _frame(view: BoardView, theme: str) -> Image.Image:
    """Return a view at the size of the film, in the palette of `theme`."""
    palette = tiles_of(theme).palette
    frame = palette.indices(draw(view).convert("RGB").reduce(SCALE))
    frame.putpalette(palette.flat())
    return frame
