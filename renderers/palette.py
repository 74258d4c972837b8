"""Sixty-four colours a theme, and paint that stays within them.

A picture in the making is an image of palette indices (mode L, 0 to 63). Coverage has four levels,
carried in the two bits above the index: adding a mask to the indices and looking the sums up in a
table of 256 lays anti-aliased paint on any ground in two fast passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops

from renderers.colours import Channels, Colour, blend, channels

SIZE = 64
TOP_LEVEL = 3
_LEVELS = bytes(SIZE * round(cover / 255 * TOP_LEVEL) for cover in range(256))


def levels(cover: Image.Image) -> Image.Image:
    """Return coverage (mode L, 0 to 255) as the levels that `Palette.lay` takes."""
    return cover.point(_LEVELS)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme, by index."""

    colours: tuple[Channels, ...]

    @classmethod
    def of(cls, sample: Image.Image, named: tuple[Colour, ...]) -> Palette:
        """Choose the colours: all the `named` ones, the rest such that they suit `sample` (RGB)."""
        exact = tuple(dict.fromkeys(channels(colour) for colour in named))
        chosen = sample.quantize(SIZE - len(exact), Image.Quantize.MAXCOVERAGE, kmeans=1)
        flat = chosen.getpalette() or []
        rest = tuple((flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3))
        return cls(tuple(dict.fromkeys(exact + rest))[:SIZE])

    def flat(self) -> list[int]:
        """Return red, green, blue, red, … as Pillow takes them."""
        return [value for colour in self.colours for value in colour]

    def indices(self, picture: Image.Image) -> Image.Image:
        """Return `picture` (RGB) as indices of the nearest colours (mode L)."""
        ruler = Image.new("P", (1, 1))
        ruler.putpalette(self.flat())
        nearest = picture.quantize(palette=ruler, dither=Image.Dither.NONE)
        return Image.frombytes("L", nearest.size, nearest.tobytes())

    def nearest(self, colour: Channels) -> int:
        """Return the index of the colour nearest to `colour`."""
        red, green, blue = colour
        distances = [
            3 * (red - r) ** 2 + 4 * (green - g) ** 2 + 2 * (blue - b) ** 2 for r, g, b in self.colours
        ]
        return distances.index(min(distances))

    def lay(
        self, picture: Image.Image, mask: Image.Image, at: tuple[int, int], paint: Colour, share: float = 1
    ) -> None:
        """Lay `paint` on `picture` (indices) through `mask` (levels), its upper left corner at `at`.

        `share` is the opacity where the mask is full. The mask must lie within the picture.
        """
        left, top = at
        box = (left, top, left + mask.width, top + mask.height)
        sums = ImageChops.add(picture.crop(box), mask)
        picture.paste(sums.point(_table(self, paint, share)), box)


@lru_cache(maxsize=256)
def _table(palette: Palette, paint: Colour, share: float) -> bytes:
    """Return for each sum of index and level the index that results."""
    over = channels(paint)
    found = list(range(SIZE))
    for level in range(1, TOP_LEVEL + 1):
        part = share * level / TOP_LEVEL
        mixed = [palette.nearest(blend(under, over, part)) for under in palette.colours]
        found += mixed + [0] * (SIZE - len(mixed))
    return bytes(found)
