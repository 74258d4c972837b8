"""Golden pictures and texts: how they are kept and compared."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from renderers.board_view import BoardView
from renderers.png import render_png

FOLDER = Path(__file__).parent.parent / "golden"
DOCS = Path(__file__).parent.parent.parent / "docs"
SHOWN = {"board.png": "classic", "board-felt.png": "felt", "board-dark.png": "dark"}
"""Pictures in the docs, and the theme of each."""
SHRINK = 4
"""Golden pictures are so many times smaller than real ones."""
FAR = 40
"""A pixel has changed if a channel differs by more, of 255."""
TOLERATED = 40
"""So many changed pixels of 67,500 pass: fonts and edges may differ a little between platforms."""


def small_picture(view: BoardView) -> Image.Image:
    """Return the picture of `view` at the size of golden ones (RGB)."""
    return Image.open(BytesIO(render_png(view))).convert("RGB").reduce(SHRINK)


def changed_pixels(first: Image.Image, second: Image.Image) -> int:
    """Return how many pixels differ clearly. Raises `ValueError` if the sizes differ."""
    if first.size != second.size:
        raise ValueError(f"{first.size} and {second.size} cannot be compared")
    red, green, blue = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[FAR + 1 :])


def picture_path(name: str) -> Path:
    """Return where the golden picture called `name` is."""
    return FOLDER / "boards" / f"{name}.png"


def text_path(name: str) -> Path:
    """Return where the golden text called `name` is."""
    return FOLDER / "text" / f"{name}.txt"
