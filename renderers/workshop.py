"""The parts of a theme's pictures, drawn in full colour."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from PIL import Image

from renderers import covers, geometry, sprites
from renderers.board_view import Side
from renderers.colours import Colour, mix
from renderers.geometry import CHECKER, FULL, Box, Layout
from renderers.sprites import Sprite
from renderers.theme import CheckerPaint, Theme
from renderers.things import DieLook, Ground
from renderers.woodwork import empty_board, grain_shades

Key: TypeAlias = tuple[str | int | bool, ...]
Part: TypeAlias = tuple[Key, Image.Image]

SHADOW = 4
"""How far the shadow of a stack reaches below it, in pixels."""
GHOST_SHARE = 0.36
"""Opacity of a checker that a tentative move took away."""
_POINTS: dict[Ground, tuple[int, int]] = {"even": (12, 14), "odd": (11, 13), "bar": (25, 25)}
"""For each ground, a place in the lower and one in the upper half."""
_DIM: dict[DieLook, float] = {"bright": 0.0, "used": 0.62, "small": 0.32}
"""How far dice fade into the table."""


def named_colours(theme: Theme) -> tuple[Colour, ...]:
    """Return the colours that a picture must show as they are."""
    sides = [colour for p in (theme.light, theme.dark) for colour in (p.face, p.edge, p.ink, p.number)]
    grounds = [theme.table, *(point.fill for point in theme.points)]
    ghosts = [mix(ground, p.face, GHOST_SHARE) for ground in grounds for p in (theme.light, theme.dark)]
    rest = [*grain_shades(theme), theme.panel, theme.figures, theme.cube, theme.cube_ink]
    marks = [theme.accent, theme.accent_edge, theme.arrow, theme.arrow_edge, theme.hit, theme.hit_edge]
    rims = [mix(theme.arrow, theme.arrow_edge, 0.5), mix(theme.hit, theme.hit_edge, 0.5)]
    return tuple(sides + grounds + ghosts + rest + marks + rims)


def pile_box(box: Box, shown: int, *, top: bool, from_top: bool) -> Box:
    """Return what the picture of `shown` checkers covers in `box`, the place of a stack; with the shadow.

    On the frame below the board there is no shadow.
    """
    end = box.bottom + (SHADOW if top else 0)
    depth = shown * CHECKER
    if from_top:
        return Box(box.left, box.top, box.right, min(box.top + depth + SHADOW, end))
    return Box(box.left, box.bottom - depth, box.right, end)


class Workshop:
    """Draws the parts of one theme, by key."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.layout = Layout(0, "right")
        self.ground = empty_board(theme, "right")

    def parts(self) -> Iterator[Part]:
        """Yield all parts."""
        yield ("board", "right"), self.ground
        yield ("board", "left"), empty_board(self.theme, "left")
        for light, paint in ((True, self.theme.light), (False, self.theme.dark)):
            yield from self._stacks(light, paint)
            yield from self._dice(light, paint)
            yield ("slab", light), self._on(self.layout.slab(0, 3), self._slab(paint))
            yield ("plate", light), self._plate(paint)
            for plain in (False, True):
                token = self._checker(paint, geometry.TOKEN, plain=plain)
                yield ("token", light, plain), self._on(self.layout.token(0), token)
        for dead in (False, True):
            yield ("cube", dead), self._on(self.layout.cube(None), self._cube(dead=dead))

    def _on(self, box: Box, sprite: Sprite) -> Image.Image:
        """Return a sprite on the empty board."""
        part = self.ground.crop(box)
        sprite.onto(part, (0, 0))
        return part

    def _slab(self, paint: CheckerPaint) -> Sprite:
        return sprites.slab(paint, self.theme.relief, geometry.SLAB_WIDTH, geometry.SLAB - 1)

    def _checker(self, paint: CheckerPaint, diameter: int, *, plain: bool) -> Sprite:
        return sprites.checker(paint, self.theme.relief, diameter, marked=not plain)

    def _cube(self, *, dead: bool) -> Sprite:
        theme, fade = self.theme, 0.6 if dead else 0.0
        face, edge = mix(theme.cube, theme.panel, fade), mix(theme.cube_edge, theme.panel, fade)
        return sprites.block(face, edge, theme.relief, geometry.CUBE, 14)

    def _plate(self, paint: CheckerPaint) -> Image.Image:
        """Return a blank plate for a number."""
        box = self.layout.pips(0)
        part = self.ground.crop(box)
        part.paste(paint.edge, mask=covers.rounded(box.width, box.height, box.height / 2))
        inner = covers.rounded(box.width - 4, box.height - 4, box.height / 2 - 2)
        part.paste(paint.face, (2, 2), inner)
        return part

    def _stacks(self, light: bool, paint: CheckerPaint) -> Iterator[Part]:
        marked, plain = (self._checker(paint, CHECKER, plain=bare) for bare in (False, True))
        for ground, places in _POINTS.items():
            for top, point in enumerate(places):
                side: Side = 1 if point == 25 and not top else 0
                column = self.layout.column(side, point)
                from_top = bool(top) != (ground == "bar")
                box = pile_box(column, FULL, top=bool(top), from_top=from_top)
                spots = [self.layout.spot(side, point, slot) for slot in range(FULL)]
                at = [(x - CHECKER // 2 - box.left, y - CHECKER // 2 - box.top) for x, y in spots]
                pile = self.ground.crop(box)
                for shown in range(1, FULL + 1):
                    self._shade(pile, at[shown - 1])
                    counted = pile.copy()
                    marked.onto(pile, at[shown - 1])
                    plain.onto(counted, at[shown - 1])
                    seen = pile_box(column, shown, top=bool(top), from_top=from_top)
                    part = seen.moved(-box.left, -box.top)
                    yield ("stack", ground, bool(top), light, shown, False), pile.crop(part)
                    yield ("stack", ground, bool(top), light, shown, True), counted.crop(part)

    def _shade(self, part: Image.Image, at: tuple[int, int]) -> None:
        """Draw the shadow of a checker."""
        if self.theme.relief:
            strength = 0.32 * self.theme.relief
            cover = covers.disc(CHECKER).point([round(cover * strength) for cover in range(256)])
            part.paste("#000000", (at[0] + 1, at[1] + 3), cover)

    def _dice(self, light: bool, paint: CheckerPaint) -> Iterator[Part]:
        table = self.theme.table
        for look, dim in _DIM.items():
            faded = CheckerPaint(
                face=mix(paint.face, table, dim),
                edge=mix(paint.edge, table, dim),
                ink=mix(paint.ink, table, dim * 0.8),
                number=paint.number,
            )
            size = geometry.SMALL_DIE if look == "small" else geometry.DIE
            for number in range(1, 7):
                part = Image.new("RGB", (size, size), table)
                sprites.die(faded, number, self.theme.relief * (1 - dim), size).onto(part, (0, 0))
                yield ("die", light, number, look), part
