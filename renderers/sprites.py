"""Checkers, dice, cube and points, drawn eight times as large and reduced."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.colours import Colour, mix
from renderers.theme import CheckerPaint, PointPaint

SCALE = 8


@dataclass(frozen=True, slots=True)
class Sprite:
    """Colours (RGB) and how much they cover (mode L), of one size."""

    colours: Image.Image
    cover: Image.Image

    def onto(self, picture: Image.Image, at: tuple[int, int]) -> None:
        """Draw on `picture` (RGB) with the upper left corner at `at`."""
        picture.paste(self.colours, at, self.cover)


def _reduced(picture: Image.Image) -> Image.Image:
    return picture.reduce(SCALE)


@lru_cache(maxsize=32)
def disc(diameter: int, hole: float = 0) -> Image.Image:
    """Return the coverage of a disc; `hole` is the inner diameter of a ring, in pixels."""
    size = diameter * SCALE
    mask = Image.new("L", (size, size))
    draw = ImageDraw.Draw(mask)
    draw.ellipse((0, 0, size - 1, size - 1), fill=255)
    if hole:
        rim = (diameter - hole) / 2 * SCALE
        draw.ellipse((rim, rim, size - 1 - rim, size - 1 - rim), fill=0)
    return _reduced(mask)


@lru_cache(maxsize=32)
def rounded(width: int, height: int, radius: float, hole: float = 0) -> Image.Image:
    """Return the coverage of a rounded box; `hole` leaves only a rim of so many pixels."""
    mask = Image.new("L", (width * SCALE, height * SCALE))
    draw = ImageDraw.Draw(mask)
    draw.rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * SCALE, fill=255)
    if hole:
        rim = hole * SCALE
        inner = (rim, rim, mask.width - 1 - rim, mask.height - 1 - rim)
        draw.rounded_rectangle(inner, max(radius - hole, 0) * SCALE, fill=0)
    return _reduced(mask)


def _glow(size: tuple[int, int], strength: float) -> Image.Image:
    """Return light that falls from the upper left, as coverage of white."""
    light = ImageChops.invert(Image.radial_gradient("L"))
    wide = light.resize((size[0] * 3 // 2, size[1] * 3 // 2))
    left, top = size[0] * 2 // 5, size[1] * 9 // 20
    return wide.crop((left, top, left + size[0], top + size[1])).point(lambda value: int(value * strength))


def _ring(draw: ImageDraw.ImageDraw, size: int, radius: float, width: float, colour: Colour) -> None:
    """Draw a ring around the middle; `radius` (outer) and `width` in pixels of the final size."""
    far, middle = radius * SCALE, size / 2
    box = (middle - far, middle - far, middle + far - 1, middle + far - 1)
    draw.ellipse(box, outline=colour, width=round(width * SCALE))


def _mark(draw: ImageDraw.ImageDraw, size: int, diameter: int, paint: CheckerPaint, relief: float) -> None:
    """Draw what a style puts on the face."""
    half = diameter / 2
    match paint.style:
        case "turned":
            _ring(draw, size, half * 0.70, 2.6, mix(paint.face, paint.edge, 0.5))
            _ring(draw, size, half * 0.70 - 1.6, 1.4, mix(paint.face, "#ffffff", 0.22 * relief))
        case "ring":
            _ring(draw, size, half * 0.66, 6, paint.edge)
        case "cross":
            reach, middle = half * 0.36 * SCALE, size / 2
            for sign in (1, -1):
                ends = (middle - reach, middle - sign * reach, middle + reach, middle + sign * reach)
                draw.line(ends, fill=paint.ink, width=7 * SCALE)
        case "plain":
            pass


def checker(paint: CheckerPaint, relief: float, diameter: int, marked: bool = True) -> Sprite:
    """Return a checker; without its mark, there is room for a count."""
    size = diameter * SCALE
    face = Image.new("RGB", (size, size), paint.edge)
    draw = ImageDraw.Draw(face)
    _ring(draw, size, diameter / 2 - 1.2, diameter / 2, paint.face)
    rim = mix(paint.face, "#ffffff", 0.35 * relief)
    _ring(draw, size, diameter / 2 - 1.8, 1.3, mix(paint.face, rim, 0.8))
    if marked or paint.style == "turned":
        _mark(draw, size, diameter, paint, relief)
    if relief:
        face.paste("#ffffff", mask=_glow(face.size, 0.30 * relief))
    return Sprite(_reduced(face), disc(diameter))


def slab(paint: CheckerPaint, relief: float, width: int, height: int) -> Sprite:
    """Return a checker seen from its edge."""
    face = Image.new("RGB", (width * SCALE, height * SCALE), paint.edge)
    draw = ImageDraw.Draw(face)
    inner = (1.2 * SCALE, 1.2 * SCALE, face.width - 1 - 1.2 * SCALE, face.height - 1 - 1.8 * SCALE)
    draw.rounded_rectangle(inner, 5 * SCALE, fill=paint.face)
    if relief:
        bright = mix(paint.face, "#ffffff", 0.35 * relief)
        draw.rectangle((5 * SCALE, 3 * SCALE, face.width - 5 * SCALE, 5 * SCALE), fill=bright)
    return Sprite(_reduced(face), rounded(width, height, 6))


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
    if relief:
        picture.paste("#ffffff", mask=_glow(picture.size, 0.22 * relief))
    return Sprite(_reduced(picture), rounded(size, size, radius))


def die(paint: CheckerPaint, number: int, relief: float, size: int) -> Sprite:
    """Return a die that shows `number`."""
    blank = block(paint.face, paint.edge, relief, size, size * 0.19)
    pips = Image.new("L", (size * SCALE, size * SCALE))
    draw = ImageDraw.Draw(pips)
    middle, step, radius = pips.width / 2, pips.width * 0.255, pips.width * 0.098
    for dx, dy in _PIPS[number]:
        x, y = middle + dx * step, middle + dy * step - 0.5 * SCALE
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    blank.colours.paste(paint.ink, mask=_reduced(pips))
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
    return Sprite(_reduced(face), _reduced(shape))
