"""Lines through places, and what surrounds them. No unit is assumed; y grows downwards."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import TypeAlias

Dot: TypeAlias = tuple[float, float]
_STRETCH = 3
"""Steps of a line that one outline covers: of a longer one every row would cross more edges."""


def bend(start: Dot, end: Dot, rise: float, flaw: float) -> list[Dot]:
    """Return points on a curve whose middle lies `rise` below that of start and end (above if negative).

    Between two points it deviates by `flaw` at most.
    """
    (x0, y0), (x1, y1) = start, end
    steps = max(math.ceil(math.sqrt(abs(rise) / flaw)), 1)
    curve = []
    for step in range(steps + 1):
        t = step / steps
        curve.append((x0 + (x1 - x0) * t, y0 + (y1 - y0) * t + 4 * rise * t * (1 - t)))
    return curve


def shortened(line: Sequence[Dot], by: float) -> list[Dot]:
    """Return the line without its last `by`, at least 1 long."""
    kept = list(line)
    while len(kept) > 2 and math.dist(kept[-1], kept[-2]) <= by:
        by -= math.dist(kept[-1], kept[-2])
        kept.pop()
    (x0, y0), (x1, y1) = kept[-2], kept[-1]
    length = math.dist((x0, y0), (x1, y1)) or 1
    share = max(length - by, 1) / length
    kept[-1] = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
    return kept


def part(line: Sequence[Dot], begin: float, end: float) -> list[Dot]:
    """Return the line from `begin` to `end`, measured along it from its start."""
    found, at = list[Dot](), 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        length = math.dist((x0, y0), (x1, y1))
        low, high = max(begin, at), min(end, at + length)
        if low < high:
            shares = ((edge - at) / length for edge in (low, high))
            places = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares]
            found += places[1:] if found else places
        at += length
    return found


def dashes(line: Sequence[Dot], first: float, dash: float, gap: float) -> list[tuple[float, float]]:
    """Return where dashes begin and end along the line: from `first` to its end, of about these lengths."""
    length = sum(math.dist(start, end) for start, end in itertools.pairwise(line))
    count = max(round((length - first + gap) / (dash + gap)), 1)
    dash = (length - first + gap) / count - gap
    starts = (first + place * (dash + gap) for place in range(count))
    return [(start, start + dash) for start in starts]


def normal(before: Dot, after: Dot) -> Dot:
    """Return the unit vector across the way from one place to another."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1
    return -dy / length, dx / length


def ribbons(line: Sequence[Dot], half: float) -> list[list[Dot]]:
    """Return the outlines of a line that reaches `half` to either side, a few steps each."""
    sides = [
        normal(line[max(place - 1, 0)], line[min(place + 1, len(line) - 1)]) for place in range(len(line))
    ]
    near = [(x + nx * half, y + ny * half) for (x, y), (nx, ny) in zip(line, sides, strict=True)]
    far = [(x - nx * half, y - ny * half) for (x, y), (nx, ny) in zip(line, sides, strict=True)]
    starts = range(0, len(line) - 1, _STRETCH)
    return [near[at : at + _STRETCH + 1] + far[at : at + _STRETCH + 1][::-1] for at in starts]


def extent(line: Sequence[Dot], left: float, right: float) -> list[float]:
    """Return heights between which the line runs from column `left` to `right`; none if it does not."""
    rows = [y for x, y in line if left <= x <= right]
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        for edge in (left, right):
            if (x0 < edge) != (x1 < edge):
                rows.append(y0 + (y1 - y0) * (edge - x0) / (x1 - x0))
    return rows
