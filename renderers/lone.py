"""What stands alone on the bare board: painted once, and kept with the ground around it."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from PIL import Image

from renderers import masks
from renderers.board_view import Home
from renderers.canvas import Canvas
from renderers.covers import Direction
from renderers.geometry import Box
from renderers.things import Crawford, Cube, Length, Lone, Rail, Token, Turn
from renderers.tiles import Tiles


@lru_cache(maxsize=256)
def lone(tiles: Tiles, home: Home, thing: Lone) -> tuple[Image.Image, tuple[int, int]]:
    """Return the part of the board where a thing stands (shared: not to be drawn on), and its corner."""
    box = _extent(thing)
    canvas = Canvas(tiles.palette, tiles.ground(home, box), box.corner)
    match thing:
        case Rail(place, _, light):
            canvas.lay(masks.rail(thing), place.corner, tiles.paint(light).number)
        case Length(place, points):
            canvas.write(f"/{points}", place, 36, tiles.theme.figures)
        case Token() as token:
            _token(canvas, tiles, token)
        case Turn(place, rightwards):
            direction: Direction = "right" if rightwards else "left"
            canvas.stamp(masks.triangle(place.width, place.height, direction), place, tiles.theme.accent)
        case Cube() as cube:
            _cube(canvas, tiles, cube)
        case Crawford(place):
            canvas.stamp(masks.rounded(place.width, place.height, 14, 4), place, tiles.theme.figures)
            canvas.write("Cr", place.inset(12), 42, tiles.theme.figures)
        case _:
            assert_never(thing)
    return canvas.picture, box.corner


def _extent(thing: Lone) -> Box:
    """Return the smallest box around all that a thing shows."""
    match thing:
        case Token(_, _, _, Box() as ring):
            return ring
        case Cube(_, _, _, Box() as halo, pushes):
            return Box.hull((halo, *pushes))
        case _:
            return thing.box


def _token(canvas: Canvas, tiles: Tiles, token: Token) -> None:
    """Paint a token with its score, or with its mark; and the ring around it."""
    box, ring, theme = token.box, token.ring, tiles.theme
    canvas.put(tiles.token(token.light, plain=token.score is not None), box.corner)
    if ring is not None:
        canvas.stamp(masks.disc(ring.width - 8, ring.width - 16), ring, theme.accent_edge)
        canvas.stamp(masks.disc(ring.width, ring.width - 12), ring, theme.accent)
    if token.score is not None:
        canvas.write(str(token.score), box.inset(14), 50, tiles.paint(token.light).ink)


def _cube(canvas: Canvas, tiles: Tiles, cube: Cube) -> None:
    """Paint the cube and what says that it is offered."""
    theme, box = tiles.theme, cube.box
    canvas.put(tiles.cube(dead=cube.dead), box.corner)
    canvas.write(str(cube.value), box.inset(6), 46, theme.cube_ink)
    if cube.halo is not None:
        canvas.stamp(masks.rounded(cube.halo.width, cube.halo.height, 20, 7), cube.halo, theme.accent)
    for push in cube.pushes:
        pointing = masks.chevron(push.width, push.height, "down" if cube.downwards else "up")
        canvas.stamp(pointing, push, theme.accent)
