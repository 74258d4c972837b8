"""What a picture shows and where, before anything is drawn: a tuple of things in painting order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from renderers.board_view import BoardView, Side
from renderers.geometry import CHECKER, FULL, TRAY, Box, Layout
from renderers.things import (
    Count,
    Crawford,
    Cube,
    Die,
    DieLook,
    Ghost,
    Ground,
    Hit,
    Length,
    Lone,
    Moved,
    Plate,
    Rail,
    Slab,
    Stack,
    Thing,
    Token,
    Turn,
    Verdict,
    Way,
    WayLook,
)
from renderers.trips import Trip, compared, landed, left, trips
from renderers.ways import Ways

COUNT = 50
"""Width and height of the count on a stack."""
HIT = 36
HIT_SHIFT = 17
"""How far from the middle of the checker a hit is marked, to the right and to the rail."""
RING = 5
"""How far the ring around the token of the side on roll reaches beyond it."""
VERDICT = 48
"""Width and height of a check mark or a cross, with its disc."""


def scene(view: BoardView) -> tuple[Thing, ...]:
    """Return all that the picture of `view` shows, in the order in which it is painted."""
    return tuple(_Scene(view).things())


def split(count: int, gone: int) -> tuple[int, int]:
    """Return how many checkers and how many ghosts a stack shows: at most five together."""
    ghosts = min(gone, FULL - min(count, 1))
    return min(count, FULL - ghosts), ghosts


def _other(side: Side) -> Side:
    return 1 if side == 0 else 0


@lru_cache(maxsize=16)
def _rails(layout: Layout, side: Side, light: bool) -> tuple[Rail, ...]:
    """Return the point numbers of `side` above and below the points."""
    found = []
    for top in (True, False):
        points = [point for point in range(1, 25) if layout.at_top(side, point) == top]
        numbers = tuple((str(point), layout.number(side, point)) for point in points)
        found.append(Rail(layout.rail(top=top), numbers, light))
    return tuple(found)


@lru_cache(maxsize=64)
def _standing(
    layout: Layout, side: Side, light: bool, score: int | None, length: int | None, on_roll: bool
) -> tuple[Lone, ...]:
    """Return the token of a side and what stands beside it, the same from picture to picture."""
    token = layout.token(side)
    found: list[Lone] = [Token(token, light, score, ring=token.inset(-RING) if on_roll else None)]
    if on_roll:
        found.append(Turn(layout.turn_mark(side), rightwards=layout.home == "right"))
    if length is not None:
        found.append(Length(layout.length_mark(side), length))
    return tuple(found)


class _Scene:
    """Arranges one view."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.layout = Layout(view.near, view.home)
        self.tentative = trips(view.tentative)
        self.gone = left(self.tentative)

    def things(self) -> Iterator[Thing]:
        """Yield everything, first what lies below."""
        view = self.view
        sides: tuple[Side, Side] = (0, 1)
        stacks = [stack for side in sides for stack in self.stacks(side)]
        yield from stacks
        for side in sides:
            yield from self.borne_off(side)
        if view.dice_side is not None:
            yield from self.ghosts(view.dice_side)
        if view.last_side is not None:
            yield from self.last_play(view.last_side)
        if view.dice_side is not None:
            if view.played or view.better:
                yield from self.compared(view.dice_side)
            yield from self.moved(view.dice_side)
        yield from self.counts(stacks)
        yield from self.rails()
        for side in sides:
            yield from self.standing(side)
        yield from self.cube()
        yield from self.dice()

    def light(self, side: Side) -> bool:
        return side == self.view.light

    def shown(self, side: Side, point: int) -> int:
        """Return how many checkers the stack on `point` shows."""
        count = self.view.rows[side][point]
        if side != self.view.dice_side or point not in self.gone:
            return min(count, FULL)
        return split(count, self.gone[point])[0]

    def stacks(self, side: Side) -> Iterator[Stack]:
        for point, count in enumerate(self.view.rows[side]):
            if count and point:
                near_point = point if side == self.view.near else 25 - point
                ground: Ground = "bar" if point == 25 else "odd" if near_point % 2 else "even"
                yield Stack(
                    box=self.layout.column(side, point),
                    ground=ground,
                    top=self.layout.at_top(side, point),
                    light=self.light(side),
                    shown=self.shown(side, point),
                    count=count,
                )

    def counts(self, stacks: Iterable[Stack]) -> Iterator[Count]:
        """Yield the counts of stacks that show fewer checkers than they hold."""
        for stack in stacks:
            if stack.count > stack.shown:
                inset = (CHECKER - COUNT) // 2
                yield Count(stack.last.inset(inset), str(stack.count), stack.light)

    def borne_off(self, side: Side) -> Iterator[Thing]:
        count = self.view.rows[side][0]
        for index in range(min(count, TRAY)):
            yield Slab(self.layout.slab(side, index), self.light(side))
        if count:
            yield Plate(self.layout.off_count(side), str(count), self.light(side))

    def ghosts(self, side: Side) -> Iterator[Ghost]:
        for point, gone in self.gone.items():
            shown, ghosts = split(self.view.rows[side][point], gone)
            for slot in range(shown, shown + ghosts):
                yield Ghost(self._checker(side, point, slot), self.light(side))

    def moved(self, side: Side) -> Iterator[Thing]:
        for point, count in landed(self.tentative).items():
            off = point == 0
            shown = min(self.view.rows[side][0], TRAY) if off else self.shown(side, point)
            for slot in range(max(shown - count, 0), shown):
                box = self.layout.slab(side, slot) if off else self._checker(side, point, slot)
                yield Moved(box, off)
        yield from self._hits(side, self.tentative)

    def last_play(self, side: Side) -> Iterator[Thing]:
        journeys = trips(self.view.last_play)
        yield from (Way(places) for places in self._ways(side).past(journeys))
        yield from self._hits(side, journeys)

    def compared(self, side: Side) -> Iterator[Thing]:
        """Yield the play that was made and the better one, the marks of the better one uppermost."""
        shared, played, better = compared(self.view.played, self.view.better)
        kinds: tuple[tuple[WayLook, tuple[Trip, ...]], ...] = (
            ("better", better),
            ("plain", shared),
            ("played", played),
        )
        looks = [look for look, found in kinds for _ in found]
        journeys = [trip for _, found in kinds for trip in found]
        ways = [*zip(looks, self._ways(side).ahead(journeys), strict=True)][::-1]
        yield from (Way(places, look) for look, places in ways)
        for look, places in ways:
            if look != "plain":
                yield Verdict(Box.around(*places[-1], VERDICT, VERDICT), look == "better")

    def _ways(self, side: Side) -> Ways:
        return Ways(self.layout, side, self.view.rows[side], lambda point: self.shown(side, point))

    def _hits(self, side: Side, journeys: tuple[Trip, ...]) -> Iterator[Hit]:
        for point in sorted({point for trip in journeys for point in trip.hits}):
            x, y = self.layout.spot(side, point, max(self.shown(side, point) - 1, 0))
            rise = -HIT_SHIFT if self.layout.at_top(side, point) else HIT_SHIFT
            yield Hit(Box.around(x + HIT_SHIFT, y + rise, HIT, HIT))

    def _checker(self, side: Side, point: int, slot: int) -> Box:
        return Box.around(*self.layout.spot(side, point, slot), CHECKER, CHECKER)

    def rails(self) -> Iterable[Rail]:
        side = self.view.numbers
        return () if side is None else _rails(self.layout, side, self.light(side))

    def standing(self, side: Side) -> Iterator[Thing]:
        """Yield the token with the score, whose turn it is, the length of the match, and the pip count."""
        view, light = self.view, self.light(side)
        scored = view.length is not None or any(view.score)
        score = view.score[side] if scored else None
        yield from _standing(self.layout, side, light, score, view.length, side == view.on_roll)
        yield Plate(self.layout.pips(side), str(view.pips[side]), light)

    def cube(self) -> Iterator[Thing]:
        cube, layout = self.view.cube, self.layout
        if self.view.crawford:
            yield Crawford(layout.cube(None))
        elif cube is not None and cube.offered_to is not None:
            asked = cube.offered_to
            box, down = layout.cube(asked), asked == self.view.near
            yield Cube(box, cube.value, cube.dead, box.inset(-8), layout.chevrons(asked), down)
        elif cube is not None:
            yield Cube(layout.cube(cube.owner), cube.value, cube.dead)

    def dice(self) -> Iterator[Die]:
        """Yield the roll to be played, a double as four dice, and the last roll, small."""
        view, side = self.view, self.view.dice_side
        rolled = side is not None and view.dice is not None
        if side is not None and view.dice is not None:
            numbers = view.dice * 2 if view.dice[0] == view.dice[1] else view.dice
            unspent = Counter(view.used)
            for number, box in zip(numbers, self.layout.dice(side, len(numbers)), strict=True):
                look: DieLook = "used" if unspent[number] > 0 else "bright"
                unspent[number] -= 1
                yield Die(box, self.light(side), number, look)
        last = view.last_side
        if last is not None and view.last_roll is not None:
            half = _other(last) if rolled and side == last else last
            for number, box in zip(view.last_roll, self.layout.small_dice(half), strict=True):
                yield Die(box, self.light(last), number, "small")
