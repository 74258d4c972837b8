"""What is drawn over the checkers: ghosts, highlights, arrows, hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from renderers import sprites
from renderers.arrows import arrow
from renderers.board_view import BoardView, Side
from renderers.canvas import Canvas
from renderers.colours import mix
from renderers.geometry import CHECKER, FULL, SLAB, SLAB_WIDTH, Layout
from renderers.tiles import GHOST_SHARE
from renderers.trips import Trip, landed, trips

HIT_MARK = 36
HIT_SHIFT = 17
"""How far from the middle of the checker a hit is marked, to the right and to the rail."""


def slots(count: int, ghosts: int) -> tuple[int, int]:
    """Return how many checkers and how many ghosts a stack shows: at most five together."""
    ghosts = min(ghosts, FULL - min(count, 1))
    return min(count, FULL - ghosts), ghosts


def draw_ghosts(canvas: Canvas, layout: Layout, view: BoardView, gone: Counter[int]) -> None:
    """Draw pale checkers where tentative moves left."""
    side = view.dice_side
    if side is None:
        return
    paint = canvas.tiles.paint(side == view.light)
    for point, count in gone.items():
        shown, ghosts = slots(view.rows[side][point], count)
        for slot in range(shown, shown + ghosts):
            spot = layout.spot(side, point, slot)
            canvas.stamp(sprites.disc(CHECKER - 4), spot, paint.face, GHOST_SHARE)
            canvas.stamp(sprites.dashed_ring(CHECKER - 4, 4), spot, mix(paint.edge, paint.ink, 0.4))


def draw_moved(canvas: Canvas, layout: Layout, view: BoardView, journeys: tuple[Trip, ...]) -> None:
    """Ring the checkers that tentative moves have brought where they are, and mark their hits."""
    side = view.dice_side
    if side is None:
        return
    theme, gone = canvas.tiles.theme, Counter(trip.start for trip in journeys)
    for point, count in landed(journeys).items():
        total = view.rows[side][point]
        shown = total if point == 0 else slots(total, gone[point])[0]
        for slot in range(max(shown - count, 0), shown):
            spot = layout.spot(side, point, slot)
            if point == 0:
                canvas.stamp(sprites.rounded(SLAB_WIDTH, SLAB - 1, 6, 4), spot, theme.accent)
            else:
                canvas.stamp(sprites.disc(CHECKER, CHECKER - 18), spot, theme.accent_edge)
                canvas.stamp(sprites.disc(CHECKER - 4, CHECKER - 15), spot, theme.accent)
    _draw_hits(canvas, layout, side, view, journeys)


def draw_last_play(canvas: Canvas, layout: Layout, view: BoardView) -> None:
    """Draw the last play: an arrow for each checker, with a mark where it hit."""
    side = view.last_side
    if side is None:
        return
    journeys = trips(view.last_play)
    theme = canvas.tiles.theme
    for places in arrow_ways(layout, view.rows[side], side, journeys):
        last = len(places) - 2
        drawn = [
            arrow(places[leg], places[leg + 1], tail=leg == 0, head=leg == last) for leg in range(last + 1)
        ]
        for one in drawn:
            canvas.lay(one.casing, one.at, theme.arrow_edge)
        for one in drawn:
            canvas.lay(one.core, one.at, theme.arrow)
    _draw_hits(canvas, layout, side, view, journeys)


def arrow_ways(
    layout: Layout, row: tuple[int, ...], side: Side, journeys: tuple[Trip, ...]
) -> list[list[tuple[int, int]]]:
    """Return where each arrow starts, turns and ends: beside what is left, and on the checker that came.

    Arrows to one point end in the order from top to bottom in which they start, so as not to cross.
    """
    begun: Counter[int] = Counter()
    starts = []
    for trip in journeys:
        starts.append(layout.spot(side, trip.start, row[trip.start] + begun[trip.start]))
        begun[trip.start] += 1
    arrivals, ends = landed(journeys), dict[int, tuple[int, int]]()
    for point, count in arrivals.items():
        top = min(row[point], 15 if point == 0 else FULL)
        free = sorted((layout.spot(side, point, max(top - 1 - i, 0)) for i in range(count)), key=_height)
        coming = sorted(
            (index for index, trip in enumerate(journeys) if trip.end == point), key=lambda i: _height(starts[i])
        )
        ends.update(zip(coming, free, strict=True))
    return [
        [start, *(layout.spot(side, stop, 0) for stop in trip.turns()[1:-1]), ends[index]]
        for index, (start, trip) in enumerate(zip(starts, journeys, strict=True))
    ]


def _height(place: tuple[int, int]) -> int:
    return place[1]


def _draw_hits(
    canvas: Canvas, layout: Layout, side: Side, view: BoardView, journeys: Iterable[Trip]
) -> None:
    """Mark each point where a checker was hit."""
    theme = canvas.tiles.theme
    for point in sorted({point for trip in journeys for point in trip.hits}):
        count = view.rows[side][point]
        x, y = layout.spot(side, point, max(min(count, FULL) - 1, 0))
        spot = (x + HIT_SHIFT, y - HIT_SHIFT if layout.at_top(side, point) else y + HIT_SHIFT)
        canvas.stamp(sprites.disc(HIT_MARK), spot, theme.hit_edge)
        canvas.stamp(sprites.disc(HIT_MARK - 6), spot, theme.hit)
        canvas.stamp(sprites.star(HIT_MARK - 14), spot, theme.hit_edge)
