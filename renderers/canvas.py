"""A picture in the making."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from renderers.colours import Colour
from renderers.geometry import Box
from renderers.lettering import figures
from renderers.palette import levels
from renderers.tiles import Tiles


@dataclass(frozen=True, slots=True)
class Canvas:
    """Palette indices, and the tiles and paint that go on them."""

    tiles: Tiles
    picture: Image.Image

    def put(self, tile: Image.Image, box: Box) -> None:
        """Put a tile with its upper left corner where that of `box` is."""
        self.picture.paste(tile, (box.left, box.top))

    def lay(self, cover: Image.Image, at: tuple[int, int], paint: Colour, share: float = 1) -> None:
        """Lay paint through coverage (mode L) whose upper left corner is at `at`."""
        self.tiles.palette.lay(self.picture, levels(cover), at, paint, share)

    def stamp(self, cover: Image.Image, centre: tuple[int, int], paint: Colour, share: float = 1) -> None:
        """Lay paint through coverage (mode L) around `centre`."""
        x, y = centre
        self.lay(cover, (x - cover.width // 2, y - cover.height // 2), paint, share)

    def write(self, text: str, box: Box, size: int, paint: Colour) -> None:
        """Write figures in the middle of `box`, smaller than `size` if they would not fit."""
        self.stamp(figures(text, size, box.width), box.centre, paint)

    def finish(self) -> Image.Image:
        """Return the picture with its colours (mode P)."""
        self.picture.putpalette(self.tiles.palette.flat())
        return self.picture
