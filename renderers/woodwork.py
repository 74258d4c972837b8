"""The empty board of a theme: frame, table, points, panels."""

from __future__ import annotations

import math
from random import Random

from PIL import Image, ImageDraw

from renderers import geometry, sprites
from renderers.board_view import Home
from renderers.colours import Colour, mix
from renderers.geometry import Box, Layout
from renderers.sprites import Sprite
from renderers.theme import PointPaint, Theme


def empty_board(theme: Theme, home: Home) -> Image.Image:
    """Return the board without anything on it (RGB)."""
    picture = Image.new("RGB", (geometry.WIDTH, geometry.HEIGHT), theme.frame)
    layout = Layout(0, home)
    draw = ImageDraw.Draw(picture)
    _timber(draw, geometry.PICTURE, theme, upright=False)
    for stile in _stiles(layout):
        _timber(draw, stile, theme, upright=True)
    _raise(draw, geometry.PICTURE, theme)
    for panel in (layout.cube_column(), layout.tray(0), layout.tray(1)):
        _sink(picture, panel, theme.panel, theme)
    for half in layout.halves():
        _sink(picture, half, theme.table, theme)
    hanging = [_point(paint) for paint in theme.points]
    for point in range(1, 25):
        down, up = hanging[point % 2]
        box = layout.column(0, point)
        if layout.at_top(0, point):
            down.onto(picture, (box.left, box.top))
        else:
            up.onto(picture, (box.left, box.bottom - geometry.POINT_LENGTH))
    return picture


def grain_shades(theme: Theme) -> tuple[Colour, Colour, Colour]:
    """Return the three shades of the frame's timber."""
    first, second = (mix(theme.frame, theme.frame_dark, share * theme.grain) for share in (0.22, 0.45))
    return theme.frame, first, second


def _stiles(layout: Layout) -> tuple[Box, ...]:
    """Return the upright parts of the frame: the bar, and what is left and right of the halves."""
    left, right = layout.halves()
    return (
        Box(0, 0, left.left, geometry.HEIGHT),
        Box(left.right, 0, right.left, geometry.HEIGHT),
        Box(right.right, 0, geometry.WIDTH, geometry.HEIGHT),
    )


def _timber(draw: ImageDraw.ImageDraw, box: Box, theme: Theme, *, upright: bool) -> None:
    """Draw a piece of the frame; the grain runs along it."""
    draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill=theme.frame)
    if not theme.grain:
        return
    chance = Random(box.left)
    across = range(box.left, box.right) if upright else range(box.top, box.bottom)
    phase = chance.random() * 6
    shades = grain_shades(theme)
    for place in across:
        wave = math.sin(place * 0.21 + phase) + math.sin(place * 0.083 + 2 * phase) + chance.random()
        shade = shades[max(0, min(round(wave), 2))]
        ends = (place, box.top, place, box.bottom - 1) if upright else (box.left, place, box.right - 1, place)
        draw.line(ends, fill=shade)


def _raise(draw: ImageDraw.ImageDraw, box: Box, theme: Theme) -> None:
    """Bevel the rim of `box` so that it stands out."""
    for step in range(3):
        rim = box.inset(step)
        left, top, right, bottom = rim.left, rim.top, rim.right - 1, rim.bottom - 1
        draw.line((left, bottom, left, top, right, top), fill=theme.frame_bright)
        draw.line((left, bottom, right, bottom, right, top), fill=theme.frame_dark)


def _sink(picture: Image.Image, box: Box, floor: Colour, theme: Theme) -> None:
    """Draw a recess with this floor."""
    draw = ImageDraw.Draw(picture)
    rim = box.inset(-3)
    draw.rectangle((rim.left, rim.top, rim.right - 1, rim.bottom - 1), fill=theme.frame_dark)
    draw.line((rim.left, rim.bottom - 1, rim.right - 1, rim.bottom - 1), fill=theme.frame_bright, width=2)
    draw.line((rim.right - 1, rim.top, rim.right - 1, rim.bottom - 1), fill=theme.frame_bright, width=2)
    draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill=floor)


def _point(paint: PointPaint) -> tuple[Sprite, Sprite]:
    """Return a point that hangs from the upper rail, and one that stands on the lower."""
    down = sprites.point(paint, geometry.PITCH, geometry.POINT_LENGTH)
    flip = Image.Transpose.FLIP_TOP_BOTTOM
    return down, Sprite(down.colours.transpose(flip), down.cover.transpose(flip))
