"""The same board as plain shapes, for programs that draw shapes: Pillow, SVG renderers, Skia."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from renderers import geometry
from renderers.board_view import BoardView
from renderers.colours import Colour
from renderers.geometry import CHECKER, Box, Layout
from renderers.scene import scene
from renderers.theme import Theme
from renderers.themes import theme_of
from renderers.things import Count, Cube, Die, Length, Plate, Rail, Slab, Stack, Thing, Token, Turn

Corner: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    corners: tuple[Corner, ...]
    fill: Colour


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled disc."""

    x: float
    y: float
    radius: float
    fill: Colour


@dataclass(frozen=True, slots=True)
class Rounded:
    """A filled box with round corners."""

    box: Box
    radius: float
    fill: Colour


@dataclass(frozen=True, slots=True)
class Figures:
    """Text around a middle; `size` is pixels an em."""

    text: str
    x: float
    y: float
    size: int
    fill: Colour


Shape: TypeAlias = Polygon | Disc | Rounded | Figures


def shapes(view: BoardView) -> tuple[Shape, ...]:
    """Return the board of `view` (without arrows, ghosts and grain) as shapes, the lowest first."""
    theme = theme_of(view.theme)
    found = list(_empty(theme, Layout(0, view.home)))
    for thing in scene(view):
        found += _drawn(theme, thing)
    return tuple(found)


def _empty(theme: Theme, layout: Layout) -> Iterator[Shape]:
    yield Rounded(geometry.PICTURE, 0, theme.frame)
    for panel in (layout.cube_column(), layout.tray(0), layout.tray(1)):
        yield Rounded(panel, 0, theme.panel)
    for half in layout.halves():
        yield Rounded(half, 0, theme.table)
    for point in range(1, 25):
        box, top = layout.column(0, point), layout.at_top(0, point)
        base = box.top if top else box.bottom
        tip = base + geometry.POINT_LENGTH if top else base - geometry.POINT_LENGTH
        corners = ((box.left, base), (box.right, base), ((box.left + box.right) / 2, tip))
        yield Polygon(corners, theme.points[point % 2].fill)


def _drawn(theme: Theme, thing: Thing) -> Iterator[Shape]:
    """Yield the shapes of one thing."""
    match thing:
        case Stack() as stack:
            body = stack.body
            for place in range(stack.shown):
                yield from _checker(
                    theme, body.centre[0], body.top + CHECKER // 2 + place * CHECKER, stack.light
                )
        case Token(box, light, score):
            yield from _checker(theme, *box.centre, light)
            if score is not None:
                yield Figures(str(score), *box.centre, 50, _paint(theme, light)[2])
        case Slab(box, light) | Plate(box, _, light):
            yield Rounded(box, 6, _paint(theme, light)[0])
            if isinstance(thing, Plate):
                yield Figures(thing.text, *box.centre, 34, _paint(theme, light)[2])
        case Die(box, light, number, _):
            yield Rounded(box, 14, _paint(theme, light)[0])
            yield Figures(str(number), *box.centre, box.height // 2, _paint(theme, light)[2])
        case Cube(box, value):
            yield Rounded(box, 14, theme.cube)
            yield Figures(str(value), *box.centre, 46, theme.cube_ink)
        case Count(box, text, light):
            yield Figures(text, *box.centre, 38, _paint(theme, light)[2])
        case Length(box, points):
            yield Figures(f"/{points}", *box.centre, 36, theme.figures)
        case Rail(_, numbers, light):
            for text, box in numbers:
                yield Figures(text, *box.centre, 34, (theme.light if light else theme.dark).number)
        case Turn(pointer, _):
            right = (pointer.right, pointer.centre[1])
            yield Polygon(((pointer.left, pointer.top), right, (pointer.left, pointer.bottom)), theme.accent)
        case _:
            return


def _paint(theme: Theme, light: bool) -> tuple[Colour, Colour, Colour]:
    side = theme.light if light else theme.dark
    return side.face, side.edge, side.ink


def _checker(theme: Theme, x: int, y: int, light: bool) -> Iterator[Shape]:
    face, edge, _ = _paint(theme, light)
    for radius, fill in ((35, edge), (33, face), (23, edge), (22, face)):
        yield Disc(x, y, radius, fill)
