"""How well a thing on a picture can be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import dist
from typing import assert_never

from renderers.arrows import SHAFT
from renderers.board import paint
from renderers.board_view import BoardView
from renderers.colours import contrast
from renderers.geometry import Box
from renderers.palette import FIRST
from renderers.scene import scene
from renderers.things import (
    Count,
    Crawford,
    Cube,
    Die,
    Ghost,
    Hit,
    Length,
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
        case Token(box, _, _, ring):
            return (ring or box,)
        case Cube(box, _, _, halo, pushes, _):
            return (halo or box, *pushes)
        case Way(places, _):
            return (_around(places),)
        case (
            Count()
            | Length()
            | Plate()
            | Slab()
            | Ghost()
            | Moved()
            | Hit()
            | Verdict()
            | Turn()
            | Crawford()
            | Die()
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
    return min(difference(view, below, (*below, thing), box, _share(thing)) for box in extent(thing))


def difference(
    view: BoardView, first: Iterable[Thing], second: Iterable[Thing], box: Box, share: float = SHARE
) -> float:
    """Return the contrast (1 to 21) between two pictures that a share of a box reaches."""
    before, after = (paint(things, view.theme, view.home).crop(box) for things in (first, second))
    colours = dict(enumerate(tiles_of(view.theme).palette.colours, start=FIRST))
    pairs = Counter(zip(before.tobytes(), after.tobytes(), strict=True))
    strengths = sorted(
        ((contrast(colours[old], colours[new]), count) for (old, new), count in pairs.items()),
        reverse=True,
    )
    return _reached(strengths, share * box.width * box.height)


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
