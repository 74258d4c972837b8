"""All the parts of a theme's pictures, drawn once and held as palette indices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PIL import Image

from renderers.board_view import Home
from renderers.geometry import CHECKER, Box
from renderers.palette import Palette
from renderers.theme import CheckerPaint, Theme
from renderers.themes import theme_of
from renderers.things import DieLook, Stack
from renderers.workshop import Key, Workshop, named_colours


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """The parts by key, as palette indices (mode L). They are shared: copy before drawing on one.

    Compared by identity, being a key of caches.
    """

    theme: Theme
    palette: Palette
    parts: dict[Key, Image.Image]

    def board(self, home: Home) -> Image.Image:
        """Return a fresh empty board."""
        return self.parts["board", home].copy()

    def ground(self, home: Home, box: Box) -> Image.Image:
        """Return a part of an empty board, fresh."""
        return self.parts["board", home].crop(box)

    def stack(self, stack: Stack) -> tuple[Image.Image, tuple[int, int]]:
        """Return the picture of a stack without its count, and where its upper left corner is."""
        key = ("stack", stack.ground, stack.top, stack.light, stack.shown, stack.count > stack.shown)
        box = stack.box
        return self.parts[key], (box.left, box.top if stack.from_top else box.bottom - stack.shown * CHECKER)

    def slab(self, light: bool) -> Image.Image:
        """Return a checker borne off."""
        return self.parts["slab", light]

    def plate(self, light: bool) -> Image.Image:
        """Return a blank plate for a number."""
        return self.parts["plate", light]

    def token(self, light: bool, *, plain: bool) -> Image.Image:
        """Return the token of a side, plain if figures go on it."""
        return self.parts["token", light, plain]

    def die(self, light: bool, number: int, look: DieLook) -> Image.Image:
        """Return a die on the table."""
        return self.parts["die", light, number, look]

    def cube(self, *, dead: bool) -> Image.Image:
        """Return the blank cube."""
        return self.parts["cube", dead]

    def paint(self, light: bool) -> CheckerPaint:
        """Return the colours of a side."""
        return self.theme.light if light else self.theme.dark


@cache
def tiles_of(theme_name: str) -> Tiles:
    """Draw all the parts of a theme, once. Raises `KeyError` for an unknown theme."""
    theme = theme_of(theme_name)
    drawn = dict(Workshop(theme).parts())
    palette = Palette.of(_sample(drawn), named_colours(theme))
    return Tiles(theme, palette, {key: palette.indices(part) for key, part in drawn.items()})


def _sample(drawn: dict[Key, Image.Image]) -> Image.Image:
    """Return a sheet with a part of each kind, from which the palette is chosen."""
    quarter = drawn["board", "right"].crop((0, 0, 600, 450))
    parts = [quarter, *(part for key, part in drawn.items() if _telling(key))]
    sheet = Image.new("RGB", (1200, 1800))
    x, y, depth = 0, 0, 0
    for part in parts:
        if x + part.width > sheet.width:
            x, y, depth = 0, y + depth, 0
        sheet.paste(part, (x, y))
        x, depth = x + part.width, max(depth, part.height)
    return sheet.crop((0, 0, sheet.width, y + depth))


def _telling(key: Key) -> bool:
    """Tell whether the part with this key shows colours that others do not."""
    match key:
        case ("board", *_):
            return False
        case ("stack", _, top, _, shown, counted):
            return top is True and shown == 2 and counted is False
        case ("die", _, number, _):
            return number == 5
        case _:
            return True
