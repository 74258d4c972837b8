"""A board in monospaced text, forty columns wide so that it fits a phone.

`O` are the light checkers and `X` the dark ones. `>` marks the side that is to act, `[6]` a die to
be played and ` 6 ` one already used, `+O` a checker just moved and `o` the place that it left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from renderers.board_view import BoardView, Side
from renderers.geometry import FULL
from renderers.scene import split
from renderers.trips import landed, left, trips

WIDTH = 40
_HALF = 18
"""Width of six points."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a text board."""

    pips: str = "pips"
    off: str = "off"
    cube: str = "cube"


def text_board(view: BoardView, labels: Labels = Labels()) -> str:
    """Return `view` as lines of at most forty characters (with labels as short as the default ones)."""
    board = _TextBoard(view, labels)
    far: Side = 1 if view.near == 0 else 0
    lines = [
        board.standing(far),
        board.numbers(top=True),
        *(board.row(row, top=True) for row in range(FULL)),
        board.middle(),
        *(board.row(row, top=False) for row in reversed(range(FULL))),
        board.numbers(top=False),
        board.standing(view.near),
    ]
    return "\n".join(line.rstrip() for line in lines)


class _TextBoard:
    """Writes the lines of one view."""

    def __init__(self, view: BoardView, labels: Labels) -> None:
        self.view = view
        self.labels = labels
        moved = trips(view.tentative)
        self.gone, self.landed = left(moved), landed(moved)

    def letter(self, side: Side) -> str:
        """Return the letter of the checkers of `side`."""
        return "O" if side == self.view.light else "X"

    def near_points(self, *, top: bool) -> list[int]:
        """Return the points of a row from left to right, in the numbering of the near side."""
        points = list(range(13, 25)) if top else list(range(12, 0, -1))
        return points if self.view.home == "right" else points[::-1]

    def numbered(self, side: Side, near_point: int) -> int:
        """Return what `side` calls a point."""
        return near_point if side == self.view.near else 25 - near_point

    def line(self, cells: list[str], bar: str) -> str:
        """Return twelve cells and the bar between them."""
        points = "".join(cell.rjust(3) for cell in cells)
        return f"{points[:_HALF]}|{bar.rjust(2)}|{points[_HALF:]}"

    def numbers(self, *, top: bool) -> str:
        """Return the line of point numbers; blank if none are wanted."""
        side = self.view.numbers
        points = self.near_points(top=top)
        return self.line(["" if side is None else str(self.numbered(side, point)) for point in points], "")

    def row(self, row: int, *, top: bool) -> str:
        """Return a line of checkers, `row` lines from the rail."""
        cells = []
        for near_point in self.near_points(top=top):
            cell = "." if row == 0 else ""
            for side in (self.view.near, self._far()):
                cell = self.checker(side, self.numbered(side, near_point), row) or cell
            cells.append(cell)
        on_bar = self.view.near if top else self._far()
        return self.line(cells, self.checker(on_bar, 25, FULL - 1 - row))

    def checker(self, side: Side, point: int, slot: int) -> str:
        """Return what stands on a slot of a point or of the bar; empty if nothing of `side` does."""
        count, own = self.view.rows[side][point], side == self.view.dice_side
        shown, ghosts = split(count, self.gone[point] if own else 0)
        if slot >= shown:
            return self.letter(side).lower() if slot < shown + ghosts else ""
        if slot == shown - 1 and count > shown:
            return str(count)
        moved = own and slot >= shown - self.landed[point]
        return ("+" if moved else "") + self.letter(side)

    def middle(self) -> str:
        """Return the dice, those of the near side on the right; the last roll as two numbers."""
        view = self.view
        halves: dict[bool, str] = {False: "", True: ""}
        rolled = view.dice is not None and view.dice_side is not None
        if view.last_side is not None and view.last_roll is not None:
            first, second = view.last_roll
            crowded = rolled and view.dice_side == view.last_side
            on_right = (view.last_side == view.near) != crowded
            halves[on_right] = f"{self.letter(view.last_side)} {first}-{second}"
        if view.dice_side is not None and view.dice is not None:
            halves[view.dice_side == view.near] = f"{self.letter(view.dice_side)} {self._dice(view.dice)}"
        mark = "Cr" if view.crawford else "--"
        return f"{halves[False].center(_HALF)}|{mark}|{halves[True].center(_HALF)}"

    def _dice(self, roll: tuple[int, int]) -> str:
        numbers = roll * 2 if roll[0] == roll[1] else roll
        unspent, texts = Counter(self.view.used), []
        for number in numbers:
            texts.append(f" {number} " if unspent[number] > 0 else f"[{number}]")
            unspent[number] -= 1
        return "".join(texts)

    def standing(self, side: Side) -> str:
        """Return whose turn it is, score, pip count, checkers off and the cube of one side."""
        view, labels = self.view, self.labels
        parts = [(">" if side == view.on_roll else " ") + self.letter(side)]
        if view.length is not None:
            parts.append(f"{view.score[side]}/{view.length}")
        elif any(view.score):
            parts.append(str(view.score[side]))
        parts.append(f"{labels.pips} {view.pips[side]}")
        parts.append(f"{labels.off} {view.rows[side][0]}")
        parts.append(self._cube(side))
        return " ".join(part for part in parts if part)

    def _cube(self, side: Side) -> str:
        """Return the cube if it is the side's to show: a centred one is shown by the near side."""
        cube = self.view.cube
        if cube is None or self.view.crawford:
            return ""
        if cube.offered_to is not None:
            return f"{self.labels.cube} {cube.value}?" if cube.offered_to == side else ""
        if cube.owner == side:
            return f"{self.labels.cube} {cube.value}"
        return f"({self.labels.cube} {cube.value})" if cube.owner is None and side == self.view.near else ""

    def _far(self) -> Side:
        return 1 if self.view.near == 0 else 0
