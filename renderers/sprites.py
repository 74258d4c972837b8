"""Checkers, dice, cube and points, drawn eight times as large and reduced."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderers import covers
from renderers.colours import Colour, mix
from renderers.covers import SCALE, reduced
from renderers.theme import CheckerPaint, PointPaint


@dataclass(frozen=True, slots=True)
class Sprite:
    """Colours (RGB) and how much they cover (mode L), of one size."""

    colours: Image.Image
    cover: Image.Image

    def onto(self, picture: Image.Image, at: tuple[int, int]) -> None:
        """Draw on `picture` (RGB) with the upper left corner at `at`."""
        picture.paste(self.colours, at, self.cover)


def _disc(draw: ImageDraw.ImageDraw, size: int, radius: float, colour: Colour, shift: float = 0) -> None:
    """Draw a disc around the middle, `shift` pixels down and right; in pixels of the final size."""
    middle, reach = size / 2 - 0.5 + shift * SCALE, radius * SCALE
    draw.ellipse((middle - reach, middle - reach, middle + reach, middle + reach), fill=colour)


def _turned(draw: ImageDraw.ImageDraw, size: int, half: float, paint: CheckerPaint, relief: float) -> None:
    """Draw a bevelled rim and a sunken middle, lit from the upper left."""
    bright, dull = mix(paint.face, "#ffffff", 0.5 * relief), mix(paint.face, paint.edge, 0.45)
    _disc(draw, size, half - 1.6, dull)
    _disc(draw, size, half - 2.1, bright, -0.6)
    _disc(draw, size, half - 3.0, paint.face)
    inner = half * 0.66
    _disc(draw, size, inner, dull, -0.5)
    _disc(draw, size, inner, bright, 0.6)
    _disc(draw, size, inner - 0.8, mix(paint.face, paint.edge, 0.10))


def _marked(draw: ImageDraw.ImageDraw, size: int, half: float, paint: CheckerPaint) -> None:
    """Draw the sign by which a checker is told by shape."""
    match paint.style:
        case "ring":
            _disc(draw, size, half * 0.62, paint.edge)
            _disc(draw, size, half * 0.42, paint.face)
        case "cross":
            reach, middle = half * 0.36 * SCALE, size / 2
            for sign in (1, -1):
                ends = (middle - reach, middle - sign * reach, middle + reach, middle + sign * reach)
                draw.line(ends, fill=paint.ink, width=7 * SCALE)
        case "turned" | "plain":
            pass


def checker(paint: CheckerPaint, relief: float, diameter: int, marked: bool = True) -> Sprite:
    """Return a checker; without its mark, there is room for a count."""
    size, half = diameter * SCALE, diameter / 2
    picture = Image.new("RGB", (size, size), paint.edge)
    draw = ImageDraw.Draw(picture)
    if paint.style == "turned":
        _turned(draw, size, half, paint, relief)
    else:
        _disc(draw, size, half - 3, paint.face)
        if marked:
            _marked(draw, size, half, paint)
    return Sprite(reduced(picture), covers.disc(diameter))


def slab(paint: CheckerPaint, relief: float, width: int, height: int) -> Sprite:
    """Return a checker seen from its edge."""
    face = Image.new("RGB", (width * SCALE, height * SCALE), paint.edge)
    draw = ImageDraw.Draw(face)
    inner = (1.2 * SCALE, 1.2 * SCALE, face.width - 1 - 1.2 * SCALE, face.height - 1 - 1.8 * SCALE)
    draw.rounded_rectangle(inner, 5 * SCALE, fill=paint.face)
    if relief:
        bright = mix(paint.face, "#ffffff", 0.35 * relief)
        draw.rectangle((5 * SCALE, 3 * SCALE, face.width - 5 * SCALE, 5 * SCALE), fill=bright)
    return Sprite(reduced(face), covers.rounded(width, height, 6))


_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def block(face: Colour, edge: Colour, relief: float, size: int, radius: float) -> Sprite:
    """Return a blank die or cube."""
    whole = size * SCALE
    picture = Image.new("RGB", (whole, whole), edge)
    draw = ImageDraw.Draw(picture)
    lit = (1.4 * SCALE, 1.2 * SCALE, whole - 1 - 1.4 * SCALE, whole - 1 - 3.2 * SCALE)
    draw.rounded_rectangle(lit, (radius - 1) * SCALE, fill=mix(face, "#ffffff", 0.45 * relief))
    flat = (2.6 * SCALE, 2.8 * SCALE, whole - 1 - 2.6 * SCALE, whole - 1 - 3.6 * SCALE)
    draw.rounded_rectangle(flat, (radius - 2) * SCALE, fill=face)
    return Sprite(reduced(picture), covers.rounded(size, size, radius))


def die(paint: CheckerPaint, number: int, relief: float, size: int) -> Sprite:
    """Return a die that shows `number`."""
    blank = block(paint.face, paint.edge, relief, size, size * 0.19)
    pips = Image.new("L", (size * SCALE, size * SCALE))
    draw = ImageDraw.Draw(pips)
    middle, step, radius = pips.width / 2, pips.width * 0.255, pips.width * 0.098
    for dx, dy in _PIPS[number]:
        x, y = middle + dx * step, middle + dy * step - 0.5 * SCALE
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    blank.colours.paste(paint.ink, mask=reduced(pips))
    return blank


def point(paint: PointPaint, width: int, length: int) -> Sprite:
    """Return a point that hangs from the upper rail."""
    size = (width * SCALE, length * SCALE)
    shape = Image.new("L", size)
    outline = [(1.5 * SCALE, 0), (size[0] - 1 - 1.5 * SCALE, 0), (size[0] / 2, size[1] - 1)]
    ImageDraw.Draw(shape).polygon(outline, fill=255)
    face = Image.new("RGB", size, paint.fill)
    draw = ImageDraw.Draw(face)
    line = round(2.4 * SCALE)
    if paint.style == "striped":
        for y in range(0, size[1], 14 * SCALE):
            draw.line((0, y + size[0] // 2, size[0], y), fill=paint.line, width=5 * SCALE)
    draw.line([outline[0], outline[2], outline[1]], fill=paint.line, width=2 * line)
    return Sprite(reduced(face), reduced(shape))
