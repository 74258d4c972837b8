"""Figures in Manrope ExtraBold (SIL Open Font License, see fonts/OFL.txt)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

SMALLEST = 10
"""Pixels an em below which nothing could be read anyway."""


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at `size` pixels an em. Its figures are 0.72 of that high."""
    data = files("renderers").joinpath("fonts", "Manrope-ExtraBold.ttf").read_bytes()
    return ImageFont.truetype(BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)


@dataclass(frozen=True, slots=True)
class _Glyph:
    """One character: its ink (mode L), where that lies from the pen, and how far the pen moves."""

    ink: Image.Image
    left: int
    top: int
    advance: float


@lru_cache(maxsize=1024)
def _glyph(character: str, size: int) -> _Glyph:
    """Draw one character. Texts are put together from these, for drawing outlines is slow."""
    left, top, right, bottom = (int(edge) for edge in font(size).getbbox(character))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), character, font=font(size), fill=255)
    return _Glyph(mask, left, top, font(size).getlength(character))


def figures(text: str, size: int, width: int) -> Image.Image:
    """Return `text` as coverage (mode L), cut to its ink: at `size`, or smaller to fit in `width` pixels."""
    mask = _inked(text, size)
    while mask.width > width and size > SMALLEST:
        size -= 1
        mask = _inked(text, size)
    return mask


def _inked(text: str, size: int) -> Image.Image:
    """Return `text` cut to its ink, without the margins that the font keeps beside it."""
    glyphs = [_glyph(character, size) for character in text]
    mask = Image.new("L", (round(sum(glyph.advance for glyph in glyphs)) + size, 2 * size))
    pen = size / 2
    for glyph in glyphs:
        mask.paste(glyph.ink, (round(pen) + glyph.left, glyph.top))
        pen += glyph.advance
    return mask.crop(mask.getbbox())
