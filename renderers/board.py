"""A board as an image."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from PIL import Image

from renderers import masks
from renderers.arrows import arrow
from renderers.board_view import BoardView, Home
from renderers.canvas import Canvas
from renderers.colours import Colour, mix
from renderers.geometry import Box
from renderers.lone import lone
from renderers.masks import Sign
from renderers.scene import scene
from renderers.theme import CheckerPaint, Theme
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
from renderers.tiles import Tiles, tiles_of
from renderers.workshop import GHOST_SHARE


def draw(view: BoardView) -> Image.Image:
    """Return the picture of `view` (mode P, 64 colours). Raises `KeyError` for an unknown theme."""
    return paint(scene(view), view.theme, view.home)


def paint(things: Iterable[Thing], theme: str, home: Home) -> Image.Image:
    """Paint things, the first lowest, on an empty board (mode P). Raises `KeyError` for an unknown theme."""
    tiles = tiles_of(theme)
    canvas = Canvas(tiles.palette, tiles.board(home))
    for thing in things:
        _paint(canvas, tiles, home, thing)
    return canvas.finish()


def _paint(canvas: Canvas, tiles: Tiles, home: Home, thing: Thing) -> None:
    """Paint one thing."""
    match thing:
        case Stack() as stack:
            canvas.put(*tiles.stack(stack))
        case Slab(box, light):
            canvas.put(tiles.slab(light), box.corner)
        case Die(box, light, number, look):
            canvas.put(tiles.die(light, number, look), box.corner)
        case Rail() | Length() | Token() | Turn() | Cube() | Crawford():
            canvas.put(*lone(tiles, home, thing))
        case Plate(box, text, light):
            canvas.put(tiles.plate(light), box.corner)
            canvas.write(text, box.inset(8), 34, tiles.paint(light).ink)
        case Count(box, text, light):
            canvas.write(text, box, 38, tiles.paint(light).ink)
        case Ghost(box, light):
            _ghost(canvas, box, tiles.paint(light))
        case Moved() as moved:
            _ring(canvas, tiles.theme, moved)
        case Way(places, look):
            shape = arrow(places, look)
            canvas.lay_cased(shape.mask, shape.boxes, *_tones(tiles.theme, red=look == "played"))
        case Verdict(box, better):
            sign: Sign = "check" if better else "cross"
            canvas.lay_cased(masks.seal(sign, box.width), [box], *_tones(tiles.theme, red=not better))
        case Hit(box):
            canvas.lay_cased(masks.seal("hit", box.width), [box], *_tones(tiles.theme, red=True))
        case _:
            assert_never(thing)


def _ghost(canvas: Canvas, box: Box, paint: CheckerPaint) -> None:
    """Paint the pale checker where one left, with a rim that shows on light and dark."""
    canvas.stamp(masks.disc(box.width - 4), box, paint.face, GHOST_SHARE)
    canvas.stamp(masks.dashed_ring(box.width - 4, 4), box, mix(paint.edge, paint.ink, 0.75))


def _ring(canvas: Canvas, theme: Theme, moved: Moved) -> None:
    """Paint the ring around a checker that moved."""
    box = moved.box
    if moved.off:
        canvas.stamp(masks.rounded(box.width, box.height - 1, 6, 4), box, theme.accent)
        return
    canvas.stamp(masks.disc(box.width, box.width - 18), box, theme.accent_edge)
    canvas.stamp(masks.disc(box.width - 4, box.width - 15), box, theme.accent)


def _tones(theme: Theme, *, red: bool) -> tuple[Colour, Colour]:
    """Return the edge and the colour of an arrow or a sign: those of a hit, or of an arrow."""
    return (theme.hit_edge, theme.hit) if red else (theme.arrow_edge, theme.arrow)
