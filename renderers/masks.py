"""Shapes and figures as the levels that `Palette.lay` takes, kept once made."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image

from renderers import covers, lettering
from renderers.covers import Direction
from renderers.palette import FULL_CASING, cased, levels
from renderers.things import Rail

Sign: TypeAlias = Literal["hit", "check", "cross"]
_SIGNS = {"hit": covers.star, "check": covers.check, "cross": covers.cross}
NUMBER_SIZE = 34
"""Of point numbers, pixels an em."""


@lru_cache(maxsize=64)
def disc(diameter: int, hole: float = 0) -> Image.Image:
    """Return a disc; `hole` is the inner diameter of a ring."""
    return levels(covers.disc(diameter, hole))


@lru_cache(maxsize=64)
def rounded(width: int, height: int, radius: float, rim: float = 0) -> Image.Image:
    """Return a box with round corners; `rim` leaves only a rim of so many pixels."""
    return levels(covers.rounded(width, height, radius, rim))


@lru_cache(maxsize=16)
def dashed_ring(diameter: int, width: int) -> Image.Image:
    """Return a ring of twelve dashes."""
    return levels(covers.dashed_ring(diameter, width))


@lru_cache(maxsize=16)
def seal(sign: Sign, diameter: int) -> Image.Image:
    """Return a sign on a disc with a rim; the sign is of the rim's colour."""
    cover = covers.disc(diameter).point([value * FULL_CASING // 255 for value in range(256)])
    cover.paste(255, (3, 3), covers.disc(diameter - 6))
    drawn = _SIGNS[sign](diameter - (14 if sign == "hit" else 18))
    margin = (diameter - drawn.width) // 2
    cover.paste(FULL_CASING, (margin, margin), drawn)
    return cased(cover)


@lru_cache(maxsize=16)
def triangle(width: int, height: int, direction: Direction) -> Image.Image:
    """Return a triangle that points in a direction."""
    return levels(covers.triangle(width, height, direction))


@lru_cache(maxsize=16)
def chevron(width: int, height: int, direction: Direction) -> Image.Image:
    """Return a bent bar that points in a direction."""
    return levels(covers.chevron(width, height, direction))


@lru_cache(maxsize=1024)
def figures(text: str, size: int, width: int) -> Image.Image:
    """Return `text` at `size` pixels an em, or smaller so that it is at most `width` pixels wide."""
    return levels(lettering.figures(text, size, width))


def rail(strip: Rail) -> Image.Image:
    """Return the point numbers of a strip of the frame."""
    mask = Image.new("L", (strip.box.width, strip.box.height))
    for text, place in strip.numbers:
        number = figures(text, NUMBER_SIZE, place.width)
        x, y = place.centre
        left, top = x - number.width // 2 - strip.box.left, y - number.height // 2 - strip.box.top
        mask.paste(number, (left, top))
    return mask
