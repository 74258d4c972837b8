"""A board as an image."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import assert_never

from PIL import Image

from renderers import masks
from renderers.arrows import arrow
from renderers.board_view import BoardView, Home
from renderers.canvas import Canvas
from renderers.colours import Colour, mix
from renderers.covers import Direction
from renderers.geometry import Box
from renderers.scene import scene
from renderers.theme import CheckerPaint, Theme
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
        case Label(box, text, size, whose):
            ink = tiles.theme.figures if whose == "panel" else tiles.paint(whose == "light").ink
            canvas.write(text, box, size, ink)
        case Rail(box, _, _) as rail:
            canvas.put(_rail(tiles, rail), box)
        case Ghost(box, light):
            _ghost(canvas, box, tiles.paint(light))
        case Moved() as moved:
            _ring(canvas, tiles.theme, moved)
        case Way(places, look):
            edge, core = _tones(tiles.theme, played=look == "played")
            for piece in arrow(places, look):
                canvas.lay_cased(piece.mask, piece.at, edge, core)
        case Verdict() as verdict:
            _verdict(canvas, tiles.theme, verdict)
        case Hit(box):
            _hit(canvas, tiles.theme, box)
        case Turn() as turn:
            _turn(canvas, tiles.theme, turn)
        case Cube() | Crawford():
            _cube(canvas, tiles, thing)
        case _:
            assert_never(thing)


@lru_cache(maxsize=64)
def _rail(tiles: Tiles, rail: Rail) -> Image.Image:
    """Return a part of the frame, alike on all boards, with its point numbers.

    There are few, and every picture needs two.
    """
    ground = tiles.board("right").crop(rail.box.corners)
    mask = masks.rail(rail)
    tiles.palette.lay(ground, mask, (0, 0), tiles.paint(rail.light).number)
    return ground


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


def _hit(canvas: Canvas, theme: Theme, box: Box) -> None:
    """Paint a star on a small disc."""
    canvas.stamp(masks.disc(box.width), box, theme.hit_edge)
    canvas.stamp(masks.disc(box.width - 6), box, theme.hit)
    canvas.stamp(masks.star(box.width - 14), box, theme.hit_edge)


def _tones(theme: Theme, *, played: bool) -> tuple[Colour, Colour]:
    """Return the edge and the colour of an arrow: the play that was made has those of a hit."""
    return (theme.hit_edge, theme.hit) if played else (theme.arrow_edge, theme.arrow)


def _verdict(canvas: Canvas, theme: Theme, verdict: Verdict) -> None:
    """Paint a check mark or a cross on a small disc."""
    box, (edge, core) = verdict.box, _tones(theme, played=not verdict.better)
    canvas.stamp(masks.disc(box.width), box, edge)
    canvas.stamp(masks.disc(box.width - 6), box, core)
    canvas.stamp((masks.check if verdict.better else masks.cross)(box.width - 18), box, edge)


def _turn(canvas: Canvas, theme: Theme, turn: Turn) -> None:
    """Paint what says whose turn it is."""
    token, pointer = turn.token, turn.pointer
    canvas.stamp(masks.disc(token.width - 8, token.width - 16), token, theme.accent_edge)
    canvas.stamp(masks.disc(token.width, token.width - 12), token, theme.accent)
    direction: Direction = "right" if turn.rightwards else "left"
    canvas.stamp(masks.triangle(pointer.width, pointer.height, direction), pointer, theme.accent)


def _cube(canvas: Canvas, tiles: Tiles, cube: Cube | Crawford) -> None:
    """Paint the cube and what says that it is offered, or the sign of the Crawford game."""
    theme, box = tiles.theme, cube.box
    if isinstance(cube, Crawford):
        canvas.stamp(masks.rounded(box.width, box.height, 14, 4), box, theme.figures)
        canvas.write("Cr", box.inset(12), 42, theme.figures)
        return
    canvas.put(tiles.cube(dead=cube.dead), box)
    canvas.write(str(cube.value), box.inset(6), 46, theme.cube_ink)
    if cube.halo is not None:
        canvas.stamp(masks.rounded(cube.halo.width, cube.halo.height, 20, 7), cube.halo, theme.accent)
    for push in cube.pushes:
        pointing = masks.chevron(push.width, push.height, "down" if cube.downwards else "up")
        canvas.stamp(pointing, push, theme.accent)
