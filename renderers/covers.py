"""Shapes as coverage (mode L): drawn eight times as large and reduced, hence without jagged edges.

Sizes are pixels of the final picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

SCALE = 8
Direction: TypeAlias = Literal["left", "right", "up", "down"]
_STEPS = bytes(85 * round(cover / 85) for cover in range(256))


def reduced(drawing: Image.Image) -> Image.Image:
    """Return a large drawing at its final size; coverage in four steps, which pack far better."""
    small = drawing.reduce(SCALE)
    return small.point(_STEPS) if small.mode == "L" else small


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (width * SCALE, height * SCALE))
    return mask, ImageDraw.Draw(mask)


def disc(diameter: int, hole: float = 0) -> Image.Image:
    """Return a disc; `hole` is the inner diameter of a ring."""
    mask, draw = _blank(diameter, diameter)
    last = mask.width - 1
    draw.ellipse((0, 0, last, last), fill=255)
    if hole:
        rim = (diameter - hole) / 2 * SCALE
        draw.ellipse((rim, rim, last - rim, last - rim), fill=0)
    return reduced(mask)


def rounded(width: int, height: int, radius: float, rim: float = 0) -> Image.Image:
    """Return a box with round corners; `rim` leaves only a rim of so many pixels."""
    mask, draw = _blank(width, height)
    right, bottom = mask.width - 1, mask.height - 1
    draw.rounded_rectangle((0, 0, right, bottom), radius * SCALE, fill=255)
    if rim:
        edge = rim * SCALE
        inner = (edge, edge, right - edge, bottom - edge)
        draw.rounded_rectangle(inner, max(radius - rim, 0) * SCALE, fill=0)
    return reduced(mask)


def dashed_ring(diameter: int, width: int) -> Image.Image:
    """Return a ring of twelve dashes."""
    mask, draw = _blank(diameter, diameter)
    for angle in range(0, 360, 30):
        box = (0, 0, mask.width - 1, mask.height - 1)
        draw.arc(box, angle, angle + 19, fill=255, width=width * SCALE)
    return reduced(mask)


def star(size: int) -> Image.Image:
    """Return a star of three strokes, the sign of a hit."""
    return _strokes(size, (30, 90, 150))


def cross(size: int) -> Image.Image:
    """Return two strokes that cross."""
    return _strokes(size, (45, 135))


def check(size: int) -> Image.Image:
    """Return a check mark."""
    mask, draw = _blank(size, size)
    corners = [(x * mask.width, y * mask.width) for x, y in ((0.08, 0.52), (0.38, 0.82), (0.92, 0.2))]
    draw.line(corners, fill=255, width=round(mask.width * 0.2), joint="curve")
    return reduced(mask)


def _strokes(size: int, angles: Sequence[int]) -> Image.Image:
    """Return strokes through the middle of a square at angles in degrees, clockwise from the right."""
    mask, draw = _blank(size, size)
    middle, reach = mask.width / 2, mask.width * 0.46
    for angle in angles:
        dx, dy = math.cos(math.radians(angle)) * reach, math.sin(math.radians(angle)) * reach
        ends = (middle - dx, middle - dy, middle + dx, middle + dy)
        draw.line(ends, fill=255, width=round(mask.width * 0.2))
    return reduced(mask)


def triangle(width: int, height: int, direction: Direction) -> Image.Image:
    """Return a triangle that points in a direction."""
    return _polygon(width, height, [(0, 0), (1, 0.5), (0, 1)], direction)


def chevron(width: int, height: int, direction: Direction) -> Image.Image:
    """Return a bent bar that points in a direction."""
    outline = [(0.0, 0.0), (0.55, 0.0), (1.0, 0.5), (0.55, 1.0), (0.0, 1.0), (0.45, 0.5)]
    return _polygon(width, height, outline, direction)


def _polygon(
    width: int, height: int, rightwards: Sequence[tuple[float, float]], direction: Direction
) -> Image.Image:
    """Return a shape given, within a square of one, as it points to the right."""
    turned = {
        "right": [(x, y) for x, y in rightwards],
        "left": [(1 - x, y) for x, y in rightwards],
        "down": [(y, x) for x, y in rightwards],
        "up": [(y, 1 - x) for x, y in rightwards],
    }[direction]
    mask, draw = _blank(width, height)
    draw.polygon([(x * (mask.width - 1), y * (mask.height - 1)) for x, y in turned], fill=255)
    return reduced(mask)
