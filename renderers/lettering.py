"""Figures in Manrope ExtraBold (SIL Open Font License, see fonts/OFL.txt)."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageFont

from renderers.colours import Colour


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at `size` pixels an em. Its figures are 0.72 of that high."""
    data = files("renderers").joinpath("fonts", "Manrope-ExtraBold.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(data), size)


@lru_cache(maxsize=1024)
def figures(text: str, size: int, width: int) -> Image.Image:
    """Return `text` as coverage (mode L), cut to its ink, at most `size` and `width` pixels large."""
    while size > 8:
        left, _, right, _ = font(size).getbbox(text)
        if right - left <= width:
            break
        size -= 2
    left, top, right, bottom = (int(value) for value in font(size).getbbox(text))
    mask = Image.new("L", (right - left, bottom - top))
    from PIL import ImageDraw

    ImageDraw.Draw(mask).text((-left, -top), text, font=font(size), fill=255)
    return mask
