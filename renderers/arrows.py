"""Arrows as coverage, in slices not much larger than what they show."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.geometry import MIDDLE, Box
from renderers.palette import FULL_CASING, cased
from renderers.strips import stacked
from renderers.strokes import Dot, bend, dashes, extent, normal, part, ribbons, shortened
from renderers.things import WayLook

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
BOW = 0.09
"""How far an arrow between points of one row bends to the middle, by its width."""
FLAW = 0.5
"""How far the steps of a bent arrow may leave its curve."""
SLICE = 75
"""A slanted arrow fills little of its box: into that many squares of this size the slices divide its side."""
_FINE = 2
"""An arrow is drawn so many times as large and reduced, hence without jagged edges."""
_REACH = HEAD_WIDTH // 2 + CASING + 4
_SHAFT_REACH = SHAFT // 2 + CASING + 2
_TAIL_REACH = TAIL + CASING + 1


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow. Its mask has slices of it one below the other; `boxes` are their places in the picture."""

    mask: Image.Image
    boxes: tuple[Box, ...]


def arrow(places: Sequence[tuple[int, int]], look: WayLook = "plain") -> Arrow:
    """Return an arrow through `places` that bends towards the middle of the board.

    One of plays compared leaves room for the mark at its end; that of the play made is dashed.
    """
    (left, top), *_ = places
    bows = tuple(_bow(start, end) for start, end in itertools.pairwise(places))
    shape = _shape(tuple((x - left, y - top) for x, y in places), bows, look)
    return Arrow(shape.mask, tuple(box.moved(left, top) for box in shape.boxes))


def forget_arrows() -> None:
    """Drop the shapes that were kept."""
    _shape.cache_clear()


@lru_cache(maxsize=256)
def _shape(places: tuple[tuple[int, int], ...], bows: tuple[int, ...], look: WayLook) -> Arrow:
    """Return an arrow that starts at (0, 0): its shape is the same wherever it lies on the board."""
    line: list[Dot] = [places[0]]
    for (start, end), bow in zip(itertools.pairwise(places), bows, strict=True):
        line += bend(start, end, bow * BOW * abs(end[0] - start[0]), FLAW)[1:]
    line = shortened(line, SHORT_OF if look == "plain" else SHORT_OF_MARK)
    left, top = (math.floor(min(along)) - _REACH for along in zip(*line, strict=True))
    line = [(x - left, y - top) for x, y in line]
    width, height = (math.ceil(max(along)) + _REACH for along in zip(*line, strict=True))
    drawing = _drawn([(x * _FINE, y * _FINE) for x, y in line], (width * _FINE, height * _FINE), look)
    boxes = tuple(_slices(line, width, height))
    parts = (drawing.reduce(_FINE, box.scaled(_FINE)) for box in boxes)
    return Arrow(cased(stacked(parts, boxes)), tuple(box.moved(left, top) for box in boxes))


def _bow(start: Dot, end: Dot) -> int:
    """Return which way an arrow bends: down (1) or up (-1) to the middle, or not at all."""
    y0, y1 = start[1], end[1]
    if (y0 < MIDDLE) != (y1 < MIDDLE):
        return 0
    return 1 if y0 < MIDDLE else -1


def _slices(line: Sequence[Dot], width: int, height: int) -> Iterator[Box]:
    """Yield slices that together cover an arrow along `line`, across the longer side of its box."""
    if width < height:
        for top, left, bottom, right in _slices([(y, x) for x, y in line], height, width):
            yield Box(left, top, right, bottom)
        return
    (x, y), reach = line[0], _TAIL_REACH
    ends = ([(x - reach, y - reach), (x + reach, y + reach)], _head(line, CASING, 1))
    bounds = [(min(xs) - 1, max(xs) + 1, ys) for xs, ys in (zip(*end, strict=True) for end in ends)]
    sides = [normal(start, end) for start, end in itertools.pairwise(line)]
    aside, above = (_SHAFT_REACH * max(map(abs, parts)) for parts in zip(*sides, strict=True))
    count = max(round(math.sqrt(width * height) / SLICE), 1)
    for left, right in itertools.pairwise(width * place // count for place in range(count + 1)):
        heights = extent(line, left - aside, right + aside)
        rows = [row for y in heights for row in (y - above, y + above)]
        for first, last, ys in bounds:
            if first < right and last > left:
                rows += ys
        if rows:
            yield Box(left, max(math.floor(min(rows)) - 1, 0), right, min(math.ceil(max(rows)) + 1, height))


def _drawn(line: Sequence[Dot], size: tuple[int, int], look: WayLook) -> Image.Image:
    """Return the arrow, large, with the outline as `cased` takes it."""
    drawing = Image.new("L", size)
    draw = ImageDraw.Draw(drawing)
    shaft = shortened(line, (HEAD_LENGTH - 4) * _FINE)
    x, y = line[0]
    for fill, more in ((FULL_CASING, CASING * _FINE), (255, 0)):
        for stroke in _dashed(shaft, more) if look == "played" else (shaft,):
            for outline in ribbons(stroke, SHAFT / 2 * _FINE + more):
                draw.polygon(outline, fill=fill)
        draw.polygon(_head(line, more, _FINE), fill=fill)
        radius = TAIL * _FINE + more
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)
    return drawing


def _dashed(shaft: Sequence[Dot], more: float) -> Iterator[list[Dot]]:
    """Yield the dashes of a large shaft, each `more` longer at either end."""
    for begin, end in dashes(shaft, (TAIL + GAP) * _FINE, DASH * _FINE, GAP * _FINE):
        yield part(shaft, begin - more, end + more)


def _head(line: Sequence[Dot], more: float, scale: int) -> list[Dot]:
    """Return the triangle at the end of the line, which is drawn at `scale`, `more` fatter all round."""
    base, tip = shortened(line, HEAD_LENGTH * scale)[-1], line[-1]
    nx, ny = normal(base, tip)
    forth, half = more * 2.2, HEAD_WIDTH / 2 * scale + more * 1.6
    tip = (tip[0] + ny * forth, tip[1] - nx * forth)
    base = (base[0] - ny * more, base[1] + nx * more)
    return [tip, (base[0] + nx * half, base[1] + ny * half), (base[0] - nx * half, base[1] - ny * half)]
