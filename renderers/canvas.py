"""A picture in the making: palette indices, and the tiles and paint that go on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from renderers import masks
from renderers.colours import Colour
from renderers.geometry import Box
from renderers.palette import Palette


@dataclass(frozen=True, slots=True)
class Canvas:
    """An image of palette indices (mode L) and its palette."""

    palette: Palette
    picture: Image.Image
    origin: tuple[int, int] = (0, 0)
    """Where its upper left corner is on the board: it may be a part of one."""

    def put(self, tile: Image.Image, at: tuple[int, int]) -> None:
        """Put a tile with its upper left corner at `at`."""
        left, top = self.origin
        self.picture.paste(tile, (at[0] - left, at[1] - top))

    def lay(self, mask: Image.Image, at: tuple[int, int], paint: Colour, share: float = 1) -> None:
        """Lay paint, at an opacity of `share`, through a mask whose upper left corner is at `at`."""
        left, top = self.origin
        self.palette.lay(self.picture, mask, (at[0] - left, at[1] - top), paint, share)

    def lay_cased(self, mask: Image.Image, boxes: Sequence[Box], casing: Colour, core: Colour) -> None:
        """Lay `core` with a rim of `casing` on a whole board, through a mask of those of its parts."""
        self.palette.lay_cased(self.picture, mask, boxes, casing, core)

    def stamp(self, mask: Image.Image, box: Box, paint: Colour, share: float = 1) -> None:
        """Lay paint through a mask in the middle of `box`."""
        x, y = box.centre
        self.lay(mask, (x - mask.width // 2, y - mask.height // 2), paint, share)

    def write(self, text: str, box: Box, size: int, paint: Colour) -> None:
        """Write figures in the middle of `box`, smaller than `size` if they would not fit."""
        self.stamp(masks.figures(text, size, box.width), box, paint)

    def finish(self) -> Image.Image:
        """Return the picture with its colours (mode P)."""
        self.picture.putpalette(self.palette.flat())
        return self.picture
