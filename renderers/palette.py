"""Sixty-four colours a theme, and paint that stays within them.

A picture in the making is an image of palette indices (mode L, 32 to 95). Coverage has four levels, 64
apart: adding a mask to the indices, modulo 256, and looking the sums up in a table of 256 lays
anti-aliased paint on any ground in two fast passes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops

from renderers.colours import Channels, Colour, blend, channels
from renderers.geometry import Box
from renderers.strips import stacked, unstacked

SIZE = 64
FIRST = 32
"""Index of the first colour."""
TOP_LEVEL = 3
FULL_CASING = 128
"""Coverage from which `cased` takes the casing to be full."""
_LEVELS = bytes(SIZE * round(cover / 255 * TOP_LEVEL) for cover in range(256))
_OPAQUE = 256 - FIRST
"""First of the codes for what hides the ground: added to an index it passes 255 and begins below itself."""
_FROM_FIRST = bytes((index + FIRST) % 256 for index in range(256))
_EDGE_ENDS = FULL_CASING * 5 // 6
"""Coverage from which the casing's edge rounds to full."""
_CASED = bytes(
    SIZE * round(cover / FULL_CASING * TOP_LEVEL)
    if cover < _EDGE_ENDS
    else _OPAQUE + max(cover - FULL_CASING, 0) * (FIRST - 1) // (255 - FULL_CASING)
    for cover in range(256)
)


def levels(cover: Image.Image) -> Image.Image:
    """Return coverage (mode L, 0 to 255) as the levels that `Palette.lay` takes."""
    return translated(cover, _LEVELS)


def cased(cover: Image.Image) -> Image.Image:
    """Return coverage (mode L) by a shape with a rim as `Palette.lay_cased` takes it.

    Up to 128 the coverage is the casing's, above that the core's over a full casing. The mask has the
    levels of the casing's edge, and codes from 224 where the ground counts no more.
    """
    return translated(cover, _CASED)


def translated(picture: Image.Image, table: bytes) -> Image.Image:
    """Return `picture` (mode L) with each value looked up in a table of 256.

    `Image.point` does the same, but spends more time on its table than on a small picture.
    """
    return Image.frombuffer("L", picture.size, picture.tobytes().translate(table), "raw", "L", 0, 1)


def _alike(first: Channels, second: Channels) -> bool:
    """Tell whether Pillow, which compares only the upper six bits, may take one colour for the other."""
    return all(abs(a - b) < 8 for a, b in zip(first, second, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The colours of one theme: always 64, the first has index 32. Compared by identity, for caches."""

    colours: tuple[Channels, ...]

    @classmethod
    def of(cls, sample: Image.Image, named: tuple[Colour, ...]) -> Palette:
        """Choose the colours: all the `named` ones, the rest such that they suit `sample` (RGB)."""
        exact = tuple(dict.fromkeys(channels(colour) for colour in named))
        chosen = sample.quantize(SIZE - len(exact), Image.Quantize.MAXCOVERAGE, kmeans=1)
        flat = chosen.getpalette() or []
        rest = ((flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3))
        found = exact + tuple(colour for colour in rest if not any(_alike(colour, one) for one in exact))
        return cls(found + (found[-1],) * (SIZE - len(found)))

    def flat(self) -> bytes:
        """Return red, green, blue, red, … as Pillow takes them, from index 0."""
        return _flat(self)

    def indices(self, picture: Image.Image) -> Image.Image:
        """Return `picture` (RGB) as indices of the nearest colours (mode L)."""
        ruler = Image.new("P", (1, 1))
        ruler.putpalette(bytes(itertools.chain.from_iterable(self.colours)))
        nearest = picture.quantize(palette=ruler, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes().translate(_FROM_FIRST))

    def nearest(self, colour: Channels) -> int:
        """Return the index of the colour nearest to `colour`."""
        red, green, blue = colour
        distances = [
            3 * (red - r) ** 2 + 4 * (green - g) ** 2 + 2 * (blue - b) ** 2 for r, g, b in self.colours
        ]
        return FIRST + distances.index(min(distances))

    def lay(
        self, picture: Image.Image, mask: Image.Image, at: tuple[int, int], paint: Colour, share: float = 1
    ) -> None:
        """Lay `paint` on `picture` (indices) through `mask` (levels), its upper left corner at `at`.

        `share` is the opacity where the mask is full. The mask must lie within the picture.
        """
        left, top = at
        box = (left, top, left + mask.width, top + mask.height)
        sums = ImageChops.add_modulo(picture.crop(box), mask)
        picture.paste(translated(sums, _table(self, paint, share)), box)

    def lay_cased(
        self, picture: Image.Image, mask: Image.Image, boxes: Sequence[Box], casing: Colour, core: Colour
    ) -> None:
        """Lay two paints at once: `core` with a rim of `casing`.

        `mask` (as `cased` makes it) is for parts of the picture, `boxes`, one below the other.
        """
        ground = stacked(map(picture.crop, boxes), boxes)
        # A code is more than any sum with it, a level never is.
        codes = ImageChops.lighter(ImageChops.add_modulo(ground, mask), mask)
        painted = translated(codes, _cased_table(self, casing, core))
        for part, box in zip(unstacked(painted, boxes), boxes, strict=True):
            picture.paste(part, box)


@lru_cache(maxsize=16)
def _flat(palette: Palette) -> bytes:
    return bytes(itertools.chain(bytes(3 * FIRST), *palette.colours))


@lru_cache(maxsize=256)
def _table(palette: Palette, paint: Colour, share: float) -> bytes:
    """Return for each sum of index and level the index that results."""
    over = channels(paint)
    found = bytearray(range(256))
    for level in range(1, TOP_LEVEL + 1):
        for index, under in enumerate(palette.colours, start=FIRST):
            blended = blend(under, over, share * level / TOP_LEVEL)
            found[(index + SIZE * level) % 256] = palette.nearest(blended)
    return bytes(found)


@lru_cache(maxsize=64)
def _cased_table(palette: Palette, casing: Colour, core: Colour) -> bytes:
    """Return the index for each sum at the casing's edge and for each code of the opaque part."""
    rim, inside = channels(casing), channels(core)
    shades = [blend(rim, inside, code / (FIRST - 1)) for code in range(FIRST)]
    return _table(palette, casing, 1)[:_OPAQUE] + bytes(palette.nearest(shade) for shade in shades)
