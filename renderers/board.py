"""A board as an image."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import assert_never

from PIL import Image

from renderers import masks
from renderers.arrows import arrow
from renderers.board_view import BoardView
from renderers.canvas import Canvas
from renderers.colours import Colour, mix
from renderers.geometry import Box, Home
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
        _paint(canvas, tiles, thing)
    return canvas.finish()


def _paint(canvas: Canvas, tiles: Tiles, thing: Thing) -> None:
    """Paint one thing."""
    theme = tiles.theme
    match thing:
        case Stack() as stack:
            canvas.put(*tiles.stack(stack))
        case Slab(box, light):
            canvas.put(tiles.slab(light), box)
        case Token(box, light, plain):
            canvas.put(tiles.token(light, plain=plain), box)
        case Die(box, light, number, look):
            canvas.put(tiles.die(light, number, look), box)
        case Plate(box, text, light):
            canvas.put(tiles.plate(light), box)
            canvas.write(text, box.inset(8), 34, tiles.paint(light).ink)
        case Label(box, text, size, paint):
            canvas.write(text, box, size, _ink(tiles, paint))
        case Rail(box, _, light) as rail:
            canvas.put(_rail(tiles, rail), box)
        case Ghost(box, light):
            side = tiles.paint(light)
            canvas.stamp(masks.disc(box.width - 4), box, side.face, GHOST_SHARE)
            canvas.stamp(masks.dashed_ring(box.width - 4, 4), box, mix(side.edge, side.ink, 0.75))
        case Moved(box, off):
            _ring(canvas, box, theme.accent, theme.accent_edge, off=off)
        case Way(places):
            for piece in arrow(places):
                canvas.lay_cased(piece.mask, piece.at, theme.arrow_edge, theme.arrow)
        case Hit(box):
            canvas.stamp(masks.disc(box.width), box, theme.hit_edge)
            canvas.stamp(masks.disc(box.width - 6), box, theme.hit)
            canvas.stamp(masks.star(box.width - 14), box, theme.hit_edge)
        case Turn(token, pointer, rightwards):
            canvas.stamp(masks.disc(token.width, token.width - 14), token, theme.accent)
            towards = masks.triangle(pointer.width, pointer.height, "right" if rightwards else "left")
            canvas.stamp(towards, pointer, theme.accent)
        case Crawford(box):
            canvas.stamp(masks.rounded(box.width, box.height, 14, 4), box, theme.figures)
            canvas.write("Cr", box.inset(12), 42, theme.figures)
        case Cube() as cube:
            _cube(canvas, tiles, cube)
        case _:
            assert_never(thing)


@lru_cache(maxsize=64)
def _rail(tiles: Tiles, rail: Rail) -> Image.Image:
    """Return a part of the frame with its point numbers: there are few, and all pictures need two."""
    ground = tiles.board("right").crop(rail.box.corners)
    mask = masks.rail(rail)
    tiles.palette.lay(ground, mask, (0, 0), tiles.paint(rail.light).number)
    return ground


def _ink(tiles: Tiles, paint: str) -> Colour:
    """Return the colour of figures on a checker of one colour, or on the panel."""
    return tiles.theme.figures if paint == "panel" else tiles.paint(paint == "light").ink


def _ring(canvas: Canvas, box: Box, accent: Colour, edge: Colour, *, off: bool) -> None:
    """Paint the ring around a checker that moved."""
    if off:
        canvas.stamp(masks.rounded(box.width, box.height - 1, 6, 4), box, accent)
        return
    canvas.stamp(masks.disc(box.width, box.width - 18), box, edge)
    canvas.stamp(masks.disc(box.width - 4, box.width - 15), box, accent)


def _cube(canvas: Canvas, tiles: Tiles, cube: Cube) -> None:
    """Paint the cube, and what says that it is offered."""
    canvas.put(tiles.cube(dead=cube.dead), cube.box)
    canvas.write(str(cube.value), cube.box.inset(6), 46, tiles.theme.cube_ink)
    if cube.halo is not None:
        canvas.stamp(masks.rounded(cube.halo.width, cube.halo.height, 20, 7), cube.halo, tiles.theme.accent)
    for push in cube.pushes:
        pointing = masks.chevron(push.width, push.height, "down" if cube.downwards else "up")
        canvas.stamp(pointing, push, tiles.theme.accent)
