"""How well a thing on a picture can be seen."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import dist
from typing import assert_never

from renderers.arrows import SHAFT
from renderers.board import paint
from renderers.board_view import BoardView
from renderers.colours import contrast
from renderers.geometry import Box
from renderers.scene import scene
from renderers.things import (
    Crawford,
    Cube,
    Die,
    Ghost,
    Hit,
    Label,
    Moved,
    Plate,
    Rail,
    Slab,
    Stack,
    Thing,
    Token,
    Turn,
    Verdict,
    Way,
)
from renderers.tiles import tiles_of

SHARE = 0.04
"""Of a box that must show a contrast, for it to count."""


def extent(thing: Thing) -> tuple[Box, ...]:
    """Return the boxes that a thing covers, as the geometry has them."""
    match thing:
        case Stack() as stack:
            return (stack.body,)
        case Rail(_, numbers, _):
            return tuple(box for _, box in numbers)
        case Turn(token, pointer, _):
            return token, pointer
        case Cube(box, _, _, halo, pushes, _):
            return (halo or box, *pushes)
        case Way(places, _):
            return (_around(places),)
        case (
            Label() | Plate() | Slab() | Ghost() | Moved() | Hit() | Verdict() | Token() | Crawford() | Die()
        ):
            return (thing.box,)
        case _:
            assert_never(thing)


def _around(places: tuple[tuple[int, int], ...]) -> Box:
    """Return a box around places, with room for the arrow's head."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Box(min(xs), min(ys), max(xs) + 1, max(ys) + 1).inset(-20)


def visibility(view: BoardView, thing: Thing) -> float:
    """Return the contrast (1 to 21) that a good part of `thing` makes with what it is drawn on."""
    things = scene(view)
    below = things[: things.index(thing)]
    before = paint(below, view.theme, view.home)
    after = paint((*below, thing), view.theme, view.home)
    colours = tiles_of(view.theme).palette.colours
    least = []
    for box in extent(thing):
        pairs = Counter(
            zip(before.crop(box.corners).tobytes(), after.crop(box.corners).tobytes(), strict=True)
        )
        strengths = sorted(
            ((contrast(colours[old], colours[new]), count) for (old, new), count in pairs.items()),
            reverse=True,
        )
        least.append(_reached(strengths, _share(thing) * box.width * box.height))
    return min(least)


def _share(thing: Thing) -> float:
    """Return the part of a thing's boxes that counts; an arrow fills little of its own."""
    if not isinstance(thing, Way):
        return SHARE
    (box,) = extent(thing)
    length = sum(dist(start, end) for start, end in pairwise(thing.places))
    return length * SHAFT / 3 / (box.width * box.height)


def _reached(strengths: list[tuple[float, int]], needed: float) -> float:
    """Return the contrast that at least `needed` pixels reach."""
    for strength, count in strengths:
        needed -= count
        if needed <= 0:
            return strength
    return 1.0
