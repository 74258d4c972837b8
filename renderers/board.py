"""A board as an image."""

from __future__ import annotations

from PIL import Image

from renderers import geometry
from renderers.board_view import BoardView, Side
from renderers.geometry import FULL, Box, Layout
from renderers.lettering import figures
from renderers.palette import levels
from renderers.tiles import stack_box, tiles_of


def draw(view: BoardView) -> Image.Image:
    """Return the picture of `view` (mode P, 64 colours). Raises `KeyError` for an unknown theme."""
    return _Painter(view).paint()


class _Painter:
    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.layout = Layout(view.near, view.home)
        self.tiles = tiles_of(view.theme)
        self.theme = self.tiles.theme
        self.picture = self.tiles.board(view.home)

    def paint(self) -> Image.Image:
        for side in (0, 1):
            self._side(side)  # type: ignore[arg-type]
        self._numbers()
        self._cube()
        self._dice()
        self.picture.putpalette(self.tiles.palette.flat())
        return self.picture

    def _light(self, side: Side) -> bool:
        return side == self.view.light

    def _text(self, text: str, box: Box, size: int, colour: str) -> None:
        mask = levels(figures(text, size, box.width))
        x, y = box.centre
        self.tiles.palette.lay(self.picture, mask, (x - mask.width // 2, y - mask.height // 2), colour)

    def _side(self, side: Side) -> None:
        row = self.view.rows[side]
        paint = self.tiles.paint(self._light(side))
        for point in range(1, 26):
            if row[point]:
                self._stack(side, point, row[point], row[point])
        for index in range(min(row[0], 15)):
            box = self.layout.slab(side, index)
            self.picture.paste(self.tiles.slab(self._light(side)), (box.left, box.top))
        if row[0]:
            self._text(str(row[0]), self.layout.off_count(side), 36, paint.number)
        token = self.layout.token(side)
        self.picture.paste(self.tiles.token(self._light(side)), (token.left, token.top))
        if self.view.length is not None:
            self._text(str(self.view.score[side]), token.inset(12), 48, paint.ink)
            self._text(f"/{self.view.length}", self.layout.length_mark(side), 34, self.theme.figures)
        self._text(str(self.view.pips[side]), self.layout.pips(side), 36, paint.number)

    def _stack(self, side: Side, point: int, count: int, shown: int) -> None:
        shown = min(shown, FULL)
        top = self.layout.at_top(side, point)
        column = self.layout.column(side, point)
        box = stack_box(column, top=top)
        on = 2 if point == 25 else (point if side == 0 else 25 - point) % 2
        tile = self.tiles.stack(on=on, top=top, light=self._light(side), shown=shown, counted=count > shown)
        self.picture.paste(tile, (box.left, box.top))
        if count > shown:
            x, y = self.layout.spot(side, point, shown - 1)
            self._text(str(count), Box.around(x, y, 50, 50), 38, self.tiles.paint(self._light(side)).ink)

    def _numbers(self) -> None:
        side = self.view.numbers
        if side is not None:
            colour = self.tiles.paint(self._light(side)).number
            for point in range(1, 25):
                self._text(str(point), self.layout.number(side, point), 34, colour)

    def _cube(self) -> None:
        if self.view.cube is not None:
            box = self.layout.cube(self.view.cube.owner)
            self.picture.paste(self.tiles.cube("live"), (box.left, box.top))
            self._text(str(self.view.cube.value), box.inset(8), 44, self.theme.cube_ink)

    def _dice(self) -> None:
        view = self.view
        if view.dice is not None and view.dice_side is not None:
            for number, box in zip(view.dice, self.layout.dice(view.dice_side, 2), strict=True):
                self.picture.paste(self.tiles.die(self._light(view.dice_side), number, "bright"), (box.left, box.top))
