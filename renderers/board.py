"""A board as an image."""

from __future__ import annotations

from collections import Counter

from PIL import Image

from renderers import sprites
from renderers.board_view import BoardView, Side
from renderers.canvas import Canvas
from renderers.geometry import CUBE, TOKEN, Box, Layout
from renderers.marks import draw_ghosts, draw_last_play, draw_moved, slots
from renderers.tiles import stack_box, tiles_of
from renderers.trips import left, trips

SIDES: tuple[Side, Side] = (0, 1)


def draw(view: BoardView) -> Image.Image:
    """Return the picture of `view` (mode P, 64 colours). Raises `KeyError` for an unknown theme."""
    tiles = tiles_of(view.theme)
    canvas = Canvas(tiles, tiles.board(view.home))
    layout = Layout(view.near, view.home)
    moved = trips(view.tentative)
    gone = left(moved)
    counts: list[tuple[str, Box, Side]] = []
    for side in SIDES:
        own = gone if side == view.dice_side else Counter[int]()
        counts += _draw_checkers(canvas, layout, view, side, own)
        _draw_off(canvas, layout, view, side)
        _draw_standing(canvas, layout, view, side)
    draw_ghosts(canvas, layout, view, gone)
    draw_last_play(canvas, layout, view)
    draw_moved(canvas, layout, view, moved)
    for text, box, side in counts:
        canvas.write(text, box, 38, canvas.tiles.paint(side == view.light).ink)
    _draw_numbers(canvas, layout, view)
    _draw_turn(canvas, layout, view)
    _draw_cube(canvas, layout, view)
    _draw_dice(canvas, layout, view)
    _draw_last_roll(canvas, layout, view)
    return canvas.finish()


def _draw_checkers(
    canvas: Canvas, layout: Layout, view: BoardView, side: Side, gone: Counter[int]
) -> list[tuple[str, Box, Side]]:
    """Draw the stacks of `side`; return the counts that are to stand on them, and where."""
    counts: list[tuple[str, Box, Side]] = []
    for point in range(1, 26):
        count = view.rows[side][point]
        if not count:
            continue
        shown = slots(count, gone[point])[0]
        top = layout.at_top(side, point)
        on = 2 if point == 25 else (point if side == 0 else 25 - point) % 2
        tile = canvas.tiles.stack(
            on=on, top=top, light=side == view.light, shown=shown, counted=count > shown
        )
        canvas.put(tile, stack_box(layout.column(side, point), top=top))
        if count > shown:
            counts.append((str(count), Box.around(*layout.spot(side, point, shown - 1), 50, 50), side))
    return counts


def _draw_off(canvas: Canvas, layout: Layout, view: BoardView, side: Side) -> None:
    """Draw the checkers borne off, and their number."""
    count = view.rows[side][0]
    for index in range(min(count, 15)):
        canvas.put(canvas.tiles.slab(side == view.light), layout.slab(side, index))
    if count:
        _draw_counter(canvas, count, layout.off_count(side), light=side == view.light)


def _draw_counter(canvas: Canvas, count: int, box: Box, *, light: bool) -> None:
    """Draw a number in a label of its side's colour."""
    paint = canvas.tiles.paint(light)
    canvas.stamp(sprites.rounded(box.width, box.height, box.height / 2), box.centre, paint.edge)
    canvas.stamp(sprites.rounded(box.width - 4, box.height - 4, box.height / 2 - 2), box.centre, paint.face)
    canvas.write(str(count), box.inset(8), 34, paint.ink)


def _draw_standing(canvas: Canvas, layout: Layout, view: BoardView, side: Side) -> None:
    """Draw the token with the score, the length of the match, and the pip count."""
    light = side == view.light
    token = layout.token(side)
    canvas.put(canvas.tiles.token(light), token)
    if view.length is not None or any(view.score):
        canvas.write(str(view.score[side]), token.inset(13), 50, canvas.tiles.paint(light).ink)
    if view.length is not None:
        canvas.write(f"/{view.length}", layout.length_mark(side), 36, canvas.tiles.theme.figures)
    _draw_counter(canvas, view.pips[side], layout.pips(side), light=light)


def _draw_numbers(canvas: Canvas, layout: Layout, view: BoardView) -> None:
    """Draw the point numbers of one side, in its colour."""
    side = view.numbers
    if side is not None:
        colour = canvas.tiles.paint(side == view.light).number
        for point in range(1, 25):
            canvas.write(str(point), layout.number(side, point), 34, colour)


def _draw_turn(canvas: Canvas, layout: Layout, view: BoardView) -> None:
    """Mark the side that is to act."""
    if view.on_roll is None:
        return
    theme = canvas.tiles.theme
    canvas.stamp(sprites.disc(TOKEN + 10, TOKEN - 4), layout.token(view.on_roll).centre, theme.accent)
    inwards = sprites.triangle(36, 40, "right" if view.home == "right" else "left")
    canvas.stamp(inwards, layout.turn_mark(view.on_roll).centre, theme.accent)


def _draw_cube(canvas: Canvas, layout: Layout, view: BoardView) -> None:
    """Draw the cube where it lies, or the sign of the Crawford game in its place."""
    theme = canvas.tiles.theme
    if view.crawford:
        box = layout.cube(None)
        canvas.stamp(sprites.rounded(CUBE, CUBE, 14, 4), box.centre, theme.figures)
        canvas.write("Cr", box.inset(12), 42, theme.figures)
        return
    if view.cube is None:
        return
    asked = view.cube.offered_to
    box = layout.cube(view.cube.owner if asked is None else asked)
    canvas.put(canvas.tiles.cube("dead" if view.cube.dead else "live"), box)
    canvas.write(str(view.cube.value), box.inset(9), 46, theme.cube_ink)
    if asked is not None:
        canvas.stamp(sprites.rounded(CUBE + 16, CUBE + 16, 20, 7), box.centre, theme.accent)
        pointing = sprites.chevron(64, 34, "down" if asked == view.near else "up")
        for place in layout.chevrons(asked):
            canvas.stamp(pointing, place.centre, theme.accent)


def _draw_dice(canvas: Canvas, layout: Layout, view: BoardView) -> None:
    """Draw the roll to be played; a double as four dice, those used dimmed."""
    side, roll = view.dice_side, view.dice
    if side is None or roll is None:
        return
    numbers = roll * 2 if roll[0] == roll[1] else roll
    used = Counter(view.used)
    for number, box in zip(numbers, layout.dice(side, len(numbers)), strict=True):
        spent = used[number] > 0
        used[number] -= 1
        canvas.put(canvas.tiles.die(side == view.light, number, "used" if spent else "bright"), box)


def _draw_last_roll(canvas: Canvas, layout: Layout, view: BoardView) -> None:
    """Draw the last roll small and dim, in its side's half of the middle if that is free."""
    side, roll = view.last_side, view.last_roll
    if side is None or roll is None:
        return
    taken = view.dice is not None and view.dice_side == side
    half: Side = (1 if side == 0 else 0) if taken else side
    for number, box in zip(roll, layout.small_dice(half), strict=True):
        canvas.put(canvas.tiles.die(side == view.light, number, "small"), box)
