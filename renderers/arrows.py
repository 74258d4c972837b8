"""Arrows as coverage, in pieces not much larger than what they show."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderers.geometry import MIDDLE, Box
from renderers.palette import FULL_CASING, CasedMask
from renderers.things import WayLook

Dot: TypeAlias = tuple[float, float]

SHAFT = 9
HEAD_LENGTH, HEAD_WIDTH = 30, 32
TAIL = 11
"""Radius of the dot from which an arrow starts."""
CASING = 3
"""Width of the outline."""
SHORT_OF = 12
"""How far before the middle of a checker the tip stops."""
SHORT_OF_MARK = 21
"""The same, where a mark stands there: the tip touches it."""
DASH, GAP = 26, 16
"""About the lengths of dashes and between them, along the shaft."""
BOW = 0.18
"""How far an arrow between points of one row bends to the middle, by its width."""
SLICE_WIDTH, SLICE_HEIGHT = 240, 180
"""An arrow is drawn in slices of about this size: a slanted line fills little of its box."""
_SCALE = 2
_STEPS = 9
_STRETCH = 3
_CIRCLE = tuple((math.cos(step * math.tau / 16), math.sin(step * math.tau / 16)) for step in range(16))
_SHAFT_REACH = SHAFT // 2 + CASING + 3
_REACH = HEAD_WIDTH // 2 + CASING + 4


@dataclass(frozen=True, slots=True)
class Piece:
    """A slice of an arrow; `at` is its upper left corner in the picture."""

    at: tuple[int, int]
    mask: CasedMask


def arrow(places: Sequence[tuple[int, int]], look: WayLook = "plain") -> tuple[Piece, ...]:
    """Return an arrow through `places` that bends towards the middle of the board, as slices.

    One of plays compared leaves room for the mark at its end; that of the play made is dashed.
    """
    (left, top), *_ = places
    bows = tuple(_bow(start, end) for start, end in itertools.pairwise(places))
    shape = _shape(tuple((x - left, y - top) for x, y in places), bows, look)
    return tuple(Piece((piece.at[0] + left, piece.at[1] + top), piece.mask) for piece in shape)


def forget_arrows() -> None:
    """Drop the shapes that were kept."""
    _shape.cache_clear()


@lru_cache(maxsize=256)
def _shape(places: tuple[tuple[int, int], ...], bows: tuple[int, ...], look: WayLook) -> tuple[Piece, ...]:
    """Return an arrow that starts at (0, 0): its shape is the same wherever it lies on the board."""
    line: list[Dot] = [places[0]]
    for (start, end), bow in zip(itertools.pairwise(places), bows, strict=True):
        line += _bend(start, end, bow)[1:]
    line = _shortened(line, SHORT_OF if look == "plain" else SHORT_OF_MARK)
    layers = _layers(line, dashed=look == "played")
    return tuple(Piece((box.left, box.top), CasedMask.of(_drawn(layers, box))) for box in _slices(line))


def _slices(line: Sequence[Dot]) -> Iterator[Box]:
    """Yield upright slices that together cover an arrow along `line`, each as low as it can be."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    first, last = math.floor(min(xs)) - _REACH, math.ceil(max(xs)) + _REACH
    count = max(round((last - first) / SLICE_WIDTH), round((max(ys) - min(ys)) / SLICE_HEIGHT), 1)
    step = math.ceil((last - first) / count)
    for left in range(first, last, step):
        right = min(left + step, last)
        rows = [(row, _SHAFT_REACH) for row in _rows(line, left - _SHAFT_REACH, right + _SHAFT_REACH)]
        ends = [(y, _REACH) for x, y in (line[0], line[-1]) if left - 2 * _REACH < x < right + 2 * _REACH]
        top = math.floor(min(row - reach for row, reach in rows + ends))
        bottom = math.ceil(max(row + reach for row, reach in rows + ends))
        yield Box(left, top, right, bottom)


def _bow(start: Dot, end: Dot) -> int:
    """Return which way an arrow bends: down (1) or up (-1) to the middle, or not at all."""
    y0, y1 = start[1], end[1]
    if (y0 < MIDDLE) != (y1 < MIDDLE):
        return 0
    return 1 if y0 < MIDDLE else -1


def _bend(start: Dot, end: Dot, bow: int) -> list[Dot]:
    """Return points on a curve from start to end."""
    (x0, y0), (x1, y1) = start, end
    x, y = (x0 + x1) / 2, (y0 + y1) / 2 + bow * BOW * abs(x1 - x0)
    curve = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        curve.append((a * x0 + b * x + c * x1, a * y0 + b * y + c * y1))
    return curve


def _rows(line: Sequence[Dot], left: float, right: float) -> list[float]:
    """Return heights between which the line runs from column `left` to column `right`."""
    rows = []
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        low, high = min(x0, x1), max(x0, x1)
        if high < left or low > right:
            continue
        for edge in (max(low, left), min(high, right)):
            share = (edge - x0) / (x1 - x0) if x1 != x0 else 0
            rows.append(y0 + (y1 - y0) * share)
        if x1 == x0:
            rows.append(y1)
    return rows


def _shortened(line: Sequence[Dot], by: float) -> list[Dot]:
    """Return the line without its last `by` pixels, at least one pixel long."""
    kept = list(line)
    while len(kept) > 2 and math.dist(kept[-1], kept[-2]) <= by:
        by -= math.dist(kept[-1], kept[-2])
        kept.pop()
    (x0, y0), (x1, y1) = kept[-2], kept[-1]
    length = math.dist((x0, y0), (x1, y1)) or 1
    share = max(length - by, 1) / length
    kept[-1] = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
    return kept


@dataclass(frozen=True, slots=True)
class _Layer:
    """Casing or inside: what it fills, at the scale of the drawing."""

    fill: int
    shapes: tuple[tuple[float, float, Sequence[Dot]], ...]
    """Outlines, each with the columns where it begins and ends."""


def _layers(line: Sequence[Dot], *, dashed: bool) -> tuple[_Layer, _Layer]:
    """Return the casing and the inside of an arrow along `line`."""
    shaft = _shortened(line, HEAD_LENGTH - 4)

    def layer(fill: int, more: float) -> _Layer:
        strokes = _dashes(shaft, more) if dashed else (shaft,)
        outlines = [
            *(ribbon for stroke in strokes for ribbon in _ribbons(stroke, SHAFT / 2 + more)),
            _head(line, more),
            _dot(line[0], TAIL + more),
        ]
        scaled = [[(x * _SCALE, y * _SCALE) for x, y in outline] for outline in outlines]
        return _Layer(fill, tuple((min(shape)[0], max(shape)[0], shape) for shape in scaled))

    return layer(FULL_CASING, CASING), layer(255, 0)


def _drawn(layers: Sequence[_Layer], box: Box) -> Image.Image:
    """Return the part of the arrow that lies in `box`."""
    mask = Image.new("L", (box.width * _SCALE, box.height * _SCALE))
    draw = ImageDraw.Draw(mask)
    left, top, right = box.left * _SCALE, box.top * _SCALE, box.right * _SCALE
    for layer in layers:
        for begin, end, outline in layer.shapes:
            if begin < right and end > left:
                draw.polygon([(x - left, y - top) for x, y in outline], fill=layer.fill)
    return mask.reduce(_SCALE)


def _dot(centre: Dot, radius: float) -> list[Dot]:
    """Return a polygon that passes for a circle."""
    return [(centre[0] + radius * dx, centre[1] + radius * dy) for dx, dy in _CIRCLE]


def _normal(before: Dot, after: Dot) -> Dot:
    """Return the unit vector across the way from one place to another."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1
    return -dy / length, dx / length


def _dashes(line: Sequence[Dot], more: float) -> list[list[Dot]]:
    """Return the parts of the line that are drawn, `more` pixels longer at either end, and last one whole."""
    length = sum(math.dist(start, end) for start, end in itertools.pairwise(line))
    first = TAIL + GAP
    count = max(round((length - first + GAP) / (DASH + GAP)), 1)
    dash = (length - first + GAP) / count - GAP
    starts = [first + place * (dash + GAP) for place in range(count)]
    return [_part(line, max(start - more, 0), start + dash + more) for start in starts]


def _part(line: Sequence[Dot], begin: float, end: float) -> list[Dot]:
    """Return the line from `begin` to `end`, in pixels from its start."""
    part, at = list[Dot](), 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        length = math.dist((x0, y0), (x1, y1))
        low, high = max(begin, at), min(end, at + length)
        if low < high:
            shares = ((edge - at) / length for edge in (low, high))
            places = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares]
            part += places[1:] if part else places
        at += length
    return part


def _ribbons(line: Sequence[Dot], half: float) -> list[list[Dot]]:
    """Return the outlines of a line `half` pixels wide on either side, a few steps each."""
    normals = [
        _normal(line[max(place - 1, 0)], line[min(place + 1, len(line) - 1)]) for place in range(len(line))
    ]
    near = [(x + nx * half, y + ny * half) for (x, y), (nx, ny) in zip(line, normals, strict=True)]
    far = [(x - nx * half, y - ny * half) for (x, y), (nx, ny) in zip(line, normals, strict=True)]
    starts = range(0, len(line) - 1, _STRETCH)
    return [near[at : at + _STRETCH + 1] + far[at : at + _STRETCH + 1][::-1] for at in starts]


def _head(line: Sequence[Dot], more: float) -> list[Dot]:
    """Return the triangle at the end of the line, `more` pixels fatter all round."""
    base, tip = _shortened(line, HEAD_LENGTH)[-1], line[-1]
    nx, ny = _normal(base, tip)
    forth, half = more * 2.2, HEAD_WIDTH / 2 + more * 1.6
    tip = (tip[0] + ny * forth, tip[1] - nx * forth)
    base = (base[0] - ny * more, base[1] + nx * more)
    return [tip, (base[0] + nx * half, base[1] + ny * half), (base[0] - nx * half, base[1] - ny * half)]
