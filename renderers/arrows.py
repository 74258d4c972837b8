"""Arrows as coverage, each in an image just large enough."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderers.geometry import HEIGHT, MIDDLE, WIDTH

Place: TypeAlias = tuple[float, float]

SHAFT = 9
HEAD_LENGTH, HEAD_WIDTH = 30, 32
TAIL = 11
"""Radius of the dot from which an arrow starts."""
CASING = 3
"""Width of the outline."""
SHORT_OF = 12
"""How far before the middle of a checker the tip stops."""
_SCALE = 2
_STEPS = 14


@dataclass(frozen=True, slots=True)
class Arrow:
    """Coverage (mode L) of the outline with the inside, and of the inside; `at` is the upper left corner."""

    at: tuple[int, int]
    casing: Image.Image
    core: Image.Image


def arrow(start: Place, end: Place, *, tail: bool = True, head: bool = True) -> Arrow:
    """Return an arrow that bends towards the middle of the board."""
    line = _bend(start, end)
    if head:
        line = _shortened(line, SHORT_OF)
    reach = HEAD_WIDTH // 2 + CASING + 2
    left = max(int(min(x for x, _ in line)) - reach, 0)
    top = max(int(min(y for _, y in line)) - reach, 0)
    right = min(int(max(x for x, _ in line)) + reach, WIDTH)
    bottom = min(int(max(y for _, y in line)) + reach, HEIGHT)
    moved = [(x - left, y - top) for x, y in line]
    size = (right - left, bottom - top)
    return Arrow(
        (left, top),
        _drawn(size, moved, CASING, tail=tail, head=head),
        _drawn(size, moved, 0, tail=tail, head=head),
    )


def _bend(start: Place, end: Place) -> list[Place]:
    """Return points on a curve from start to end, drawn towards the middle where both are on one side."""
    (x0, y0), (x1, y1) = start, end
    same_side = (y0 < MIDDLE) == (y1 < MIDDLE)
    bow = 0.22 * abs(x1 - x0) if same_side else 0.0
    x, y = (x0 + x1) / 2, (y0 + y1) / 2 + (bow if y0 < MIDDLE else -bow)
    curve = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        curve.append((a * x0 + b * x + c * x1, a * y0 + b * y + c * y1))
    return curve


def _shortened(line: list[Place], by: float) -> list[Place]:
    """Return the line without its last `by` pixels."""
    kept = list(line)
    while len(kept) > 2 and math.dist(kept[-1], kept[-2]) <= by:
        by -= math.dist(kept[-1], kept[-2])
        kept.pop()
    (x0, y0), (x1, y1) = kept[-2], kept[-1]
    length = math.dist((x0, y0), (x1, y1)) or 1
    share = max(length - by, 1) / length
    kept[-1] = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
    return kept


def _drawn(size: tuple[int, int], line: list[Place], more: int, *, tail: bool, head: bool) -> Image.Image:
    """Return the coverage of the arrow, `more` pixels fatter all round."""
    mask = Image.new("L", (size[0] * _SCALE, size[1] * _SCALE))
    draw = ImageDraw.Draw(mask)
    shaft = _shortened(line, HEAD_LENGTH - 4) if head else line
    draw.polygon([_scaled(place) for place in _ribbon(shaft, SHAFT / 2 + more)], fill=255)
    if head:
        draw.polygon([_scaled(place) for place in _head(line, more)], fill=255)
    if tail:
        (x, y), radius = _scaled(line[0]), (TAIL + more) * _SCALE
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask.reduce(_SCALE)


def _scaled(place: Place) -> Place:
    return place[0] * _SCALE, place[1] * _SCALE


def _normal(before: Place, after: Place) -> Place:
    """Return the unit vector across the way from one place to another."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1
    return -dy / length, dx / length


def _ribbon(line: list[Place], half: float) -> list[Place]:
    """Return the outline of a line `half` pixels wide on either side."""
    near, far = [], []
    for index, (x, y) in enumerate(line):
        nx, ny = _normal(line[max(index - 1, 0)], line[min(index + 1, len(line) - 1)])
        near.append((x + nx * half, y + ny * half))
        far.append((x - nx * half, y - ny * half))
    return near + far[::-1]


def _head(line: list[Place], more: float) -> list[Place]:
    """Return the triangle at the end of the line, `more` pixels fatter all round."""
    tip = line[-1]
    base = _shortened(line, HEAD_LENGTH)[-1]
    nx, ny = _normal(base, tip)
    forth, half = more * 2.2, HEAD_WIDTH / 2 + more * 1.6
    tip = (tip[0] + ny * forth, tip[1] - nx * forth)
    base = (base[0] - ny * more, base[1] + nx * more)
    return [tip, (base[0] + nx * half, base[1] + ny * half), (base[0] - nx * half, base[1] - ny * half)]
