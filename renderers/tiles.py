"""All the parts of a theme's pictures, drawn once and held as palette indices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, TypeAlias

from PIL import Image

from renderers import geometry, sprites
from renderers.colours import mix
from renderers.geometry import FULL, Box, Home, Layout
from renderers.palette import Palette
from renderers.theme import CheckerPaint, Theme
from renderers.themes import theme_of
from renderers.woodwork import empty_board, grain_shades

DieLook: TypeAlias = Literal["bright", "used", "small"]
CubeLook: TypeAlias = Literal["live", "dead"]
Key: TypeAlias = tuple[str | int | bool, ...]

SHADOW = 4
"""How far a shadow reaches beyond its checker, in pixels."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """The parts by key (see the methods that return them), as palette indices (mode L)."""

    theme: Theme
    palette: Palette
    parts: dict[Key, Image.Image]

    def board(self, home: Home) -> Image.Image:
        """Return a fresh empty board."""
        return self.parts["board", home].copy()

    def stack(self, *, on: int, top: bool, light: bool, shown: int, counted: bool) -> Image.Image:
        """Return `shown` checkers on a column: `on` is 0 or 1 for a point's colour, 2 for the bar."""
        return self.parts["stack", on, top, light, shown, counted]

    def slab(self, light: bool) -> Image.Image:
        """Return a checker in its tray."""
        return self.parts["slab", light]

    def token(self, light: bool) -> Image.Image:
        """Return the token of a side."""
        return self.parts["token", light]

    def die(self, light: bool, number: int, look: DieLook) -> Image.Image:
        """Return a die on the table."""
        return self.parts["die", light, number, look]

    def cube(self, look: CubeLook) -> Image.Image:
        """Return the blank cube."""
        return self.parts["cube", look]

    def paint(self, light: bool) -> CheckerPaint:
        """Return the colours of a side."""
        return self.theme.light if light else self.theme.dark


def stack_box(box: Box, *, top: bool) -> Box:
    """Return the part of the picture that a stack in this column covers, with its shadow."""
    if top:
        return Box(box.left, box.top, box.right, box.bottom + SHADOW)
    return Box(box.left, box.top - 0, box.right, box.bottom)


@cache
def tiles_of(theme_name: str) -> Tiles:
    """Draw all the parts of a theme, once. Raises `KeyError` for an unknown theme."""
    theme = theme_of(theme_name)
    drawn = dict(_Workshop(theme).parts())
    palette = Palette.of(_sample(drawn), named_colours(theme))
    return Tiles(theme, palette, {key: palette.indices(part) for key, part in drawn.items()})


GHOST_SHARE = 0.36
"""Opacity of a checker that a tentative move took away."""


def named_colours(theme: Theme) -> tuple[str, ...]:
    """Return the colours that a picture shows exactly, or nearly, as the theme names them."""
    sides = [colour for p in (theme.light, theme.dark) for colour in (p.face, p.edge, p.ink, p.number)]
    grounds = [theme.table, *(point.fill for point in theme.points)]
    ghosts = [mix(ground, p.face, GHOST_SHARE) for ground in grounds for p in (theme.light, theme.dark)]
    rest = [*grain_shades(theme), theme.panel, theme.figures, theme.cube, theme.cube_ink]
    marks = [theme.accent, theme.accent_edge, theme.arrow, theme.arrow_edge, theme.hit, theme.hit_edge]
    return tuple(sides + grounds + ghosts + rest + marks)


def _sample(drawn: dict[Key, Image.Image]) -> Image.Image:
    """Return a sheet with one part of each kind, from which the palette is chosen."""
    board = drawn["board", "right"].resize((600, 450), Image.Resampling.NEAREST)
    wanted = [part for key, part in drawn.items() if key[0] != "board" and key[-1] is not True]
    sheet = Image.new("RGB", (1200, 2200))
    sheet.paste(board, (0, 0))
    x, y, row = 0, 450, 0
    for part in wanted:
        if x + part.width > sheet.width:
            x, y, row = 0, y + row, 0
        sheet.paste(part, (x, y))
        x, row = x + part.width, max(row, part.height)
    return sheet.crop((0, 0, sheet.width, min(y + row, sheet.height)))


class _Workshop:
    """Draws the parts of one theme in full colour."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.layout = Layout(0, "right")
        self.paints = {True: theme.light, False: theme.dark}

    @cached_property
    def ground(self) -> Image.Image:
        return empty_board(self.theme, "right")

    def parts(self):  # type: ignore[no-untyped-def]
        yield ("board", "right"), self.ground
        yield ("board", "left"), empty_board(self.theme, "left")
        for light, paint in self.paints.items():
            yield from self._stacks(light, paint)
            yield ("slab", light), self._on(self.layout.slab(0, 3), self._slab(paint))
            yield ("token", light), self._on(self.layout.token(0), self._checker(paint, geometry.TOKEN, marked=False))
            yield from self._dice(light, paint)
        yield from self._cubes()

    def _on(self, box: Box, sprite: sprites.Sprite) -> Image.Image:
        part = self.ground.crop(box.corners)
        sprite.onto(part, (0, 0))
        return part

    def _slab(self, paint: CheckerPaint) -> sprites.Sprite:
        return sprites.slab(paint, self.theme.relief, geometry.SLAB_WIDTH, geometry.SLAB - 1)

    def _checker(self, paint: CheckerPaint, size: int, *, marked: bool) -> sprites.Sprite:
        return sprites.checker(paint, self.theme.relief, size, marked)

    def _stacks(self, light: bool, paint: CheckerPaint):  # type: ignore[no-untyped-def]
        plain = self._checker(paint, geometry.CHECKER, marked=True)
        bare = self._checker(paint, geometry.CHECKER, marked=False)
        for on, points in enumerate(((12, 14), (11, 13), (25, 25))):
            for top in (False, True):
                side = 1 if on == 2 and not top else 0
                column = self.layout.column(side, points[top])
                box = stack_box(column, top=top)
                for shown in range(1, FULL + 1):
                    for counted in (False, True):
                        part = self.ground.crop(box.corners)
                        for slot in range(shown):
                            x, y = self.layout.spot(side, points[top], slot)
                            at = (x - geometry.CHECKER // 2 - box.left, y - geometry.CHECKER // 2 - box.top)
                            self._shadow(part, at)
                            sprite = bare if counted and slot == shown - 1 else plain
                            sprite.onto(part, at)
                        yield ("stack", on, top, light, shown, counted), part

    def _shadow(self, part: Image.Image, at: tuple[int, int]) -> None:
        if self.theme.relief:
            cover = sprites.disc(geometry.CHECKER).point(lambda value: int(value * 0.32 * self.theme.relief))
            part.paste("#000000", (at[0] + 1, at[1] + 3), cover)

    def _dice(self, light: bool, paint: CheckerPaint):  # type: ignore[no-untyped-def]
        for number in range(1, 7):
            for look, size, dim in (("bright", geometry.DIE, 0.0), ("used", geometry.DIE, 0.62), ("small", geometry.SMALL_DIE, 0.45)):
                fade = self.theme.table
                faded = CheckerPaint(
                    mix(paint.face, fade, dim), mix(paint.edge, fade, dim), mix(paint.ink, fade, dim * 0.8), paint.number
                )
                part = Image.new("RGB", (size, size), self.theme.table)
                sprites.die(faded, number, self.theme.relief * (1 - dim), size).onto(part, (0, 0))
                yield ("die", light, number, look), part

    def _cubes(self):  # type: ignore[no-untyped-def]
        theme = self.theme
        for look, dim in (("live", 0.0), ("dead", 0.6)):
            face, edge = mix(theme.cube, theme.panel, dim), mix(theme.cube_edge, theme.panel, dim)
            sprite = sprites.block(face, edge, theme.relief, geometry.CUBE, 14)
            yield ("cube", look), self._on(self.layout.cube(None), sprite)
