"""Where things are in a picture of 1200 by 900 pixels.

Everything is laid out for home boards on the right and mirrored for the left. The playing area is
two halves of six points with the bar between them. Beside it lie two columns: on the home side the
trays for checkers borne off, on the other side the two players' tokens and the cube.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from renderers.board_view import Home, Side

WIDTH, HEIGHT = 1200, 900
EDGE = 14
"""Of the frame at the left and right, and above and below the outer columns."""
RAIL = 50
"""Height of the frame above and below the points, where their numbers stand."""
COLUMN = 96
"""Width of the outer columns."""
DIVIDER = 10
PITCH = 73
"""Width of a point."""
CHECKER = 70
"""Diameter of a checker; stacks touch."""
FULL = 5
"""Checkers of a stack that are shown; a taller one shows its count."""
STACK = FULL * CHECKER
POINT_LENGTH = 334
BAR_WIDTH = 84
DIE = 72
SMALL_DIE = 46
CUBE = 78
TOKEN = 84
SLAB_WIDTH, SLAB = 80, 24
"""A checker borne off, seen from its edge."""
TRAY = 15
"""Checkers that a tray holds."""

LEFT_HALF = EDGE + COLUMN + DIVIDER
RIGHT_HALF = LEFT_HALF + 6 * PITCH + BAR_WIDTH
MIDDLE = HEIGHT // 2


class Box(NamedTuple):
    """A rectangle in pixels; right and bottom are just outside. A tuple, as Pillow takes it."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, x: int, y: int, width: int, height: int) -> Box:
        """Return the box of this size with its centre at (x, y)."""
        left, top = x - width // 2, y - height // 2
        return cls(left, top, left + width, top + height)

    @classmethod
    def hull(cls, boxes: Sequence[Box]) -> Box:
        """Return the smallest box around boxes, of which there must be one."""
        return cls(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[int, int]:
        """The middle, rounded down."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def corner(self) -> tuple[int, int]:
        """Left and top."""
        return self.left, self.top

    def inset(self, by: int) -> Box:
        """Return the box with `by` pixels less on each side (more, if negative)."""
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def moved(self, right: int, down: int) -> Box:
        """Return the box so many pixels further to the right and down."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def scaled(self, by: int) -> Box:
        """Return the box in a picture `by` times as large."""
        return Box(self.left * by, self.top * by, self.right * by, self.bottom * by)

    def overlaps(self, other: Box) -> bool:
        """Tell whether the two share a pixel."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Tell whether `other` lies wholly inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


PICTURE = Box(0, 0, WIDTH, HEIGHT)


@dataclass(frozen=True, slots=True)
class Layout:
    """The places on one board: `near` is the side at the bottom, `home` where home boards lie."""

    near: Side
    home: Home

    def placed(self, box: Box) -> Box:
        """Return `box`, given for home on the right, where it lies on this board."""
        if self.home == "right":
            return box
        return Box(WIDTH - box.right, box.top, WIDTH - box.left, box.bottom)

    def at_top(self, side: Side, point: int) -> bool:
        """Tell whether `point` (25: the bar) of `side` is in the upper half.

        Checkers on the bar lie in the half in which they enter.
        """
        return (point > 12) == (side == self.near)

    def column(self, side: Side, point: int) -> Box:
        """Return where the stack of `point` stands: 1 to 24 in the numbering of `side`, 25 the bar."""
        return _columns(self)[side][point - 1]

    def spot(self, side: Side, point: int, slot: int) -> tuple[int, int]:
        """Return the centre of the checker number `slot` (from 0) on `point`; 0 is the tray.

        Stacks grow from the rail to the middle, on the bar from the middle to the rail. Slots
        beyond the fifth share its place.
        """
        if point == 0:
            return self.slab(side, slot).centre
        box = self.column(side, point)
        step = CHECKER // 2 + min(slot, FULL - 1) * CHECKER
        from_top = self.at_top(side, point) != (point == 25)
        return box.centre[0], box.top + step if from_top else box.bottom - step

    def tray(self, side: Side) -> Box:
        """Return where checkers that `side` bore off lie."""
        left = WIDTH - EDGE - COLUMN
        depth = TRAY * SLAB + 16
        top = HEIGHT - EDGE - depth if side == self.near else EDGE
        return self.placed(Box(left, top, left + COLUMN, top + depth))

    def slab(self, side: Side, index: int) -> Box:
        """Return where the checker number `index` (from 0) borne off lies."""
        tray = self.tray(side)
        step = 8 + SLAB * min(index, TRAY - 1)
        top = tray.bottom - step - SLAB if side == self.near else tray.top + step
        left = tray.left + (COLUMN - SLAB_WIDTH) // 2
        return Box(left, top, left + SLAB_WIDTH, top + SLAB)

    def off_count(self, side: Side) -> Box:
        """Return where the number of checkers borne off stands, at the mouth of the tray."""
        tray = self.tray(side)
        y = tray.top - 30 if side == self.near else tray.bottom + 30
        return Box.around(tray.centre[0], y, 80, 40)

    def dice(self, side: Side, count: int) -> tuple[Box, ...]:
        """Return the places of `count` (2 or 4) dice of `side`, in its half of the middle."""
        x, gap = self._half_centre(side), 14
        first = x - (count * DIE + (count - 1) * gap) // 2 + DIE // 2
        return tuple(Box.around(first + i * (DIE + gap), MIDDLE, DIE, DIE) for i in range(count))

    def small_dice(self, side: Side) -> tuple[Box, Box]:
        """Return the places of the two small dice of `side`."""
        x = self._half_centre(side)
        step = SMALL_DIE // 2 + 5
        return (
            Box.around(x - step, MIDDLE, SMALL_DIE, SMALL_DIE),
            Box.around(x + step, MIDDLE, SMALL_DIE, SMALL_DIE),
        )

    def _half_centre(self, side: Side) -> int:
        """Return the middle of the half in which `side` throws its dice: the near side's is the right."""
        return (RIGHT_HALF if side == self.near else LEFT_HALF) + 3 * PITCH

    def token(self, side: Side) -> Box:
        """Return where the token of `side` lies, which bears its score."""
        return self._cube_column(HEIGHT - 66 if side == self.near else 66, TOKEN, TOKEN)

    def length_mark(self, side: Side) -> Box:
        """Return where the length of the match stands, beside the token."""
        return self._cube_column(HEIGHT - 134 if side == self.near else 134, COLUMN - 8, 40)

    def turn_mark(self, side: Side) -> Box:
        """Return where the mark of the side on roll stands, on the way from its token to the cube."""
        return self._cube_column(HEIGHT - 178 if side == self.near else 178, 40, 40)

    def cube(self, owner: Side | None) -> Box:
        """Return where the cube lies: in the middle, or with its owner."""
        shift = 0 if owner is None else 190 if owner == self.near else -190
        return self._cube_column(MIDDLE + shift, CUBE, CUBE)

    def chevrons(self, side: Side) -> tuple[Box, Box]:
        """Return where the two chevrons stand that push an offered cube to `side`."""
        sign = 1 if side == self.near else -1
        return (
            self._cube_column(MIDDLE + 60 * sign, 64, 34),
            self._cube_column(MIDDLE + 98 * sign, 64, 34),
        )

    def _cube_column(self, y: int, width: int, height: int) -> Box:
        return self.placed(Box.around(EDGE + COLUMN // 2, y, width, height))

    def cube_column(self) -> Box:
        """Return the column of tokens and cube."""
        return self.placed(Box(EDGE, EDGE, EDGE + COLUMN, HEIGHT - EDGE))

    def pips(self, side: Side) -> Box:
        """Return where the pip count of `side` stands, at its end of the bar."""
        return Box.around(WIDTH // 2, HEIGHT - RAIL // 2 if side == self.near else RAIL // 2, 80, 40)

    def rail(self, *, top: bool) -> Box:
        """Return the part of the frame where point numbers stand."""
        y = 0 if top else HEIGHT - RAIL
        return Box(LEFT_HALF, y, RIGHT_HALF + 6 * PITCH, y + RAIL)

    def number(self, side: Side, point: int) -> Box:
        """Return where the number of `point` stands, on the rail."""
        y = RAIL // 2 if self.at_top(side, point) else HEIGHT - RAIL // 2
        return Box.around(self.column(side, point).centre[0], y, PITCH - 6, 40)

    def halves(self) -> tuple[Box, Box]:
        """Return the two halves of the playing area, left and right."""
        width = 6 * PITCH
        return (
            Box(LEFT_HALF, RAIL, LEFT_HALF + width, HEIGHT - RAIL),
            Box(RIGHT_HALF, RAIL, RIGHT_HALF + width, HEIGHT - RAIL),
        )


@lru_cache(maxsize=4)
def _columns(layout: Layout) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return where the stacks of both sides stand, from point 1 to the bar: every picture needs many."""
    first, second = (tuple(_column(layout, side, point) for point in range(1, 26)) for side in (0, 1))
    return first, second


def _column(layout: Layout, side: Side, point: int) -> Box:
    top = RAIL if layout.at_top(side, point) else HEIGHT - RAIL - STACK
    if point == 25:
        left, width = LEFT_HALF + 6 * PITCH, BAR_WIDTH
    else:
        place = point - 13 if point > 12 else 12 - point
        left, width = LEFT_HALF + place * PITCH + (BAR_WIDTH if place > 5 else 0), PITCH
    return layout.placed(Box(left, top, left + width, top + STACK))
