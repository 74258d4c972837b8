"""What a picture shows: every reachable position fits, and every state has its things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.board_view import BoardView, CubeView, MoveView, Row, Side
from renderers.geometry import FULL, PICTURE, Box, Layout
from renderers.scene import scene, split
from renderers.things import (
    Count,
    Crawford,
    Cube,
    Die,
    Ghost,
    Hit,
    Length,
    Moved,
    Place,
    Plate,
    Rail,
    Slab,
    Stack,
    Thing,
    Token,
    Turn,
    Verdict,
    Way,
)
from tests.renderers.golden_views import BUSY, OPENING, golden_views
from tests.renderers.measure import extent
from tests.renderers.positions import START, game, row

M = MoveView


@st.composite
def positions(draw: st.DrawFn) -> tuple[Row, Row]:
    """Draw two rows of 1 to 15 checkers each, never both on one point."""
    size = draw(st.sampled_from([1, 3, 15]))
    places = draw(st.lists(st.integers(0, 25), min_size=size, max_size=size))
    own = Counter(places)
    free = [0, 25, *(point for point in range(1, 25) if not own[25 - point])]
    theirs = Counter(draw(st.lists(st.sampled_from(free), min_size=size, max_size=size)))
    return row(dict(own)), row(dict(theirs))


SIDES: tuple[Side, Side] = (0, 1)
sides: st.SearchStrategy[Side] = st.sampled_from(SIDES)
maybe_side: st.SearchStrategy[Side | None] = st.none() | sides
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
cubes = st.none() | st.builds(
    CubeView,
    value=st.integers(0, 15).map(lambda power: 2**power),
    owner=maybe_side,
    offered_to=maybe_side,
    dead=st.booleans(),
)


def moves_from(starts: Iterable[int], rolled: tuple[int, int] | None) -> Iterator[MoveView]:
    """Yield a move by the first die from each start; none without dice."""
    return (M(start, max(start - rolled[0], 0)) for start in starts) if rolled else iter(())


def plays(own: Row, rolled: tuple[int, int] | None) -> st.SearchStrategy[tuple[MoveView, ...]]:
    """Return plays of up to four checkers from where some lie; a checker may move on."""
    starts = [point for point in range(1, 26) if own[point]]
    if not starts or rolled is None:
        return st.just(())
    first = st.lists(st.sampled_from(starts), max_size=2).map(
        lambda chosen: tuple(moves_from(chosen, rolled))
    )
    return first.map(lambda moves: (*moves, *moves_from((move.end for move in moves if move.end), rolled)))


@st.composite
def views(draw: st.DrawFn) -> BoardView:
    """Draw a view of any position in any state.

    Tentative moves come from where checkers may have left, plays compared from where they lie.
    """
    rows = draw(positions())
    rolled = draw(st.none() | dice)
    mover = draw(sides)
    free = [25, *(point for point in range(1, 25) if not rows[1 - mover][25 - point])]
    starts = draw(st.lists(st.sampled_from(free), max_size=4))
    looked_at_again = draw(st.booleans())
    return BoardView(
        rows=rows,
        near=draw(sides),
        light=draw(sides),
        home=draw(st.sampled_from(["right", "left"])),
        numbers=draw(maybe_side),
        on_roll=draw(maybe_side),
        dice=rolled,
        dice_side=None if rolled is None else mover,
        used=() if rolled is None else rolled[: draw(st.integers(0, 2))],
        tentative=() if looked_at_again else tuple(moves_from(starts, rolled)),
        played=draw(plays(rows[mover], rolled)) if looked_at_again else (),
        better=draw(plays(rows[mover], rolled)) if looked_at_again else (),
        last_roll=draw(st.none() | dice),
        last_side=draw(maybe_side),
        cube=draw(cubes),
        pips=draw(st.tuples(st.integers(0, 375), st.integers(0, 375))),
        score=draw(st.tuples(st.integers(-99, 99), st.integers(-99, 99))),
        length=draw(st.none() | st.integers(1, 99)),
        crawford=draw(st.booleans()),
    )


def bodies(things: tuple[Thing, ...]) -> list[tuple[Thing, Box]]:
    """Return what may not overlap: all but what lies on checkers by intent."""
    upon = Count | Moved | Way | Verdict | Hit
    return [(thing, box) for thing in things if not isinstance(thing, upon) for box in extent(thing)]


@pytest.mark.property
@given(views())
def test_nothing_overlaps_and_nothing_leaves_the_board(view: BoardView) -> None:
    things = scene(view)
    assert all(PICTURE.holds(box) for thing in things for box in extent(thing))
    clashes = [
        (first, second)
        for (first, box), (second, other) in combinations(bodies(things), 2)
        if first is not second and box.overlaps(other)
    ]
    assert clashes == []


@pytest.mark.property
@given(views())
def test_every_checker_is_shown_or_counted(view: BoardView) -> None:
    things = scene(view)
    for side in (0, 1):
        light = side == view.light
        stacks = [thing for thing in things if isinstance(thing, Stack) and thing.light == light]
        slabs = [thing for thing in things if isinstance(thing, Slab) and thing.light == light]
        assert sum(stack.count for stack in stacks) + len(slabs) == sum(view.rows[side])
        assert all(1 <= stack.shown <= min(stack.count, FULL) for stack in stacks)
        counted = [stack for stack in stacks if stack.count > stack.shown]
        counts = {thing.box.centre: thing.text for thing in things if isinstance(thing, Count)}
        assert [counts[stack.last.centre] for stack in counted] == [str(stack.count) for stack in counted]


@pytest.mark.parametrize("seed", range(8))
def test_marks_of_real_plays_stay_in_the_picture(seed: int) -> None:
    for view in game(seed):
        for thing in scene(view):
            assert all(PICTURE.holds(box) for box in extent(thing)), thing


@pytest.mark.parametrize(
    ("count", "gone", "shown"),
    [
        (3, 0, (3, 0)),
        (9, 0, (5, 0)),
        (3, 2, (3, 2)),
        (4, 2, (3, 2)),
        (5, 1, (4, 1)),
        (9, 4, (1, 4)),
        (0, 4, (0, 4)),
        (1, 5, (1, 4)),
    ],
)
def test_checkers_and_ghosts_share_five_places(count: int, gone: int, shown: tuple[int, int]) -> None:
    assert split(count, gone) == shown


def only(view: BoardView, kind: type[Thing]) -> list[Thing]:
    """Return the things of one kind."""
    return [thing for thing in scene(view) if isinstance(thing, kind)]


def test_grounds_alternate_from_every_seat() -> None:
    """A point keeps its colour whoever is near, so that neighbours always differ."""
    full = (row(dict.fromkeys(range(1, 13), 1)), row(dict.fromkeys(range(1, 13), 1)))
    for near in (0, 1):
        stacks = [
            thing for thing in scene(replace(OPENING, rows=full, near=near)) if isinstance(thing, Stack)
        ]
        for top in (True, False):
            line = sorted((stack.box.left, stack.ground) for stack in stacks if stack.top == top)
            grounds = [ground for _, ground in line]
            assert grounds in (["even", "odd"] * 6, ["odd", "even"] * 6)


def test_ghosts_and_moved_checkers() -> None:
    view = golden_views()["doubles-with-ghosts"]
    assert len(only(view, Ghost)) == 3
    assert len(only(view, Moved)) == 3
    counts = {thing.text for thing in only(view, Count) if isinstance(thing, Count)}
    assert {"6", "5"} <= counts, "five checkers and a ghost: four are drawn and the last says 5"


def test_a_checker_moved_twice_is_one_ghost_and_one_ring() -> None:
    moved = (row({24: 1, 20: 1, 13: 5, 8: 3, 6: 5}), OPENING.rows[1])
    view = replace(OPENING, rows=moved, dice=(3, 1), tentative=(M(24, 21), M(21, 20)))
    assert len(only(view, Ghost)) == len(only(view, Moved)) == 1


def test_a_checker_borne_off_is_ringed_in_its_tray() -> None:
    (moved,) = only(golden_views()["bear-off"], Moved)
    assert isinstance(moved, Moved)
    assert moved.off


def test_arrows_follow_the_checkers() -> None:
    view = golden_views()["arrow-with-hit-on-the-way"]
    (way,) = only(view, Way)
    assert isinstance(way, Way)
    assert len(way.places) == 3
    assert len(only(view, Hit)) == 2


def test_arrows_of_two_checkers_to_one_point_do_not_cross() -> None:
    ways = [way for way in only(golden_views()["arrows-of-a-double"], Way) if isinstance(way, Way)]
    first, second = (way for way in ways if way.places[0][0] == ways[-1].places[0][0])
    assert (first.places[0][1] < second.places[0][1]) == (first.places[-1][1] < second.places[-1][1])
    assert first.places[-1] != second.places[-1]


def looks(view: BoardView) -> list[tuple[str, Place, Place]]:
    """Return how each arrow looks, where it starts and where it ends."""
    ways = (way for way in only(view, Way) if isinstance(way, Way))
    return sorted((way.look, way.places[0], way.places[-1]) for way in ways)


def marks(view: BoardView) -> dict[Place, bool]:
    """Return where checks (true) and crosses stand."""
    return {thing.box.centre: thing.better for thing in only(view, Verdict) if isinstance(thing, Verdict)}


def test_a_mistake_is_crossed_and_the_better_play_checked_where_they_would_land() -> None:
    view = replace(OPENING, dice=(2, 1), played=(M(13, 11), M(6, 5)), better=(M(13, 10),))
    ways = looks(view)
    assert [look for look, _, _ in ways] == ["better", "played", "played"]
    assert marks(view) == {end: look == "better" for look, _, end in ways}
    layout = Layout(view.near, view.home)
    assert {end for _, _, end in ways} == {layout.spot(0, point, 0) for point in (10, 11, 5)}
    assert len({start for _, start, _ in ways}) == 3, "two checkers of one point, and one of another"


def test_what_both_plays_share_is_drawn_once_without_a_mark() -> None:
    view = golden_views()["mistake"]
    assert [look for look, _, _ in looks(view)] == ["better", "plain", "played"]
    assert len(marks(view)) == 2


def test_a_play_on_its_own_is_all_marked() -> None:
    assert set(marks(replace(golden_views()["mistake"], better=())).values()) == {False}
    assert set(marks(replace(golden_views()["mistake"], played=())).values()) == {True}


def test_a_play_as_good_as_the_best_has_no_marks() -> None:
    best = golden_views()["mistake"].better
    assert marks(replace(OPENING, played=best, better=best)) == {}


def test_a_checker_that_enters_alike_in_both_plays_goes_on_from_where_it_entered() -> None:
    (_, played) = [way for way in looks(golden_views()["mistake-from-bar"]) if way[0] != "better"]
    (shared,) = [way for way in looks(golden_views()["mistake-from-bar"]) if way[0] == "plain"]
    assert played[1] == shared[2]


@pytest.mark.parametrize(
    ("rows", "played", "better"),
    [
        (START, (M(13, 7),), (M(8, 7),)),
        (START, (M(13, 8),), (M(9, 8),)),
        (row({13: 1, 6: 9, 3: 2}), (M(13, 6),), (M(9, 6),)),
        (row({4: 2, 0: 13}), (M(4, 0),), (M(3, 0),)),
        (row({13: 3, 6: 5}), (M(13, 6),), (M(6, 5),)),
        (row({13: 4, 9: 4}), (M(13, 1),) * 4, (M(9, 1),)),
    ],
    ids=["on one point", "on checkers", "on a full stack", "off", "where another starts", "five"],
)
def test_plays_compared_end_apart_and_not_where_others_start(
    rows: Row, played: tuple[MoveView, ...], better: tuple[MoveView, ...]
) -> None:
    view = replace(OPENING, rows=(rows, row({})), played=played, better=better)
    ends = [end for _, _, end in looks(view)]
    assert len(set(ends)) == len(ends)
    assert not set(ends) & {start for _, start, _ in looks(view)}
    boxes = [thing.box for thing in only(view, Verdict) if isinstance(thing, Verdict)]
    assert not any(first.overlaps(second) for first, second in combinations(boxes, 2))


def test_marks_and_tails_leave_counts_free() -> None:
    view = replace(OPENING, rows=(row({13: 7, 6: 8}), row({})), played=(M(13, 6),), better=(M(6, 5),))
    counts = [thing.box.centre for thing in only(view, Count) if isinstance(thing, Count)]
    assert len(counts) == 2
    assert not {place for _, *places in looks(view) for place in places} & set(counts)


def test_a_roll_without_a_play_is_shown_without_arrows() -> None:
    view = golden_views()["danced"]
    assert only(view, Way) == []
    assert [(thing.number, thing.look) for thing in only(view, Die) if isinstance(thing, Die)] == [
        (6, "small"),
        (6, "small"),
    ]


@pytest.mark.parametrize(
    ("roll", "used", "looks"),
    [
        ((6, 1), (), ["bright", "bright"]),
        ((6, 1), (1,), ["bright", "used"]),
        ((6, 1), (6, 1), ["used", "used"]),
        ((2, 2), (2,), ["used", "bright", "bright", "bright"]),
        ((2, 2), (2, 2, 2), ["used", "used", "used", "bright"]),
    ],
)
def test_used_dice_are_dimmed(roll: tuple[int, int], used: tuple[int, ...], looks: list[str]) -> None:
    dice_shown = only(replace(OPENING, dice=roll, used=used), Die)
    assert [thing.look for thing in dice_shown if isinstance(thing, Die)] == looks


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("near", [0, 1])
def test_dice_lie_in_the_half_of_their_side(side: Side, near: Side) -> None:
    view = replace(OPENING, near=near, dice_side=side)
    lefts = [thing.box.left for thing in only(view, Die) if isinstance(thing, Die)]
    assert all((left > 600) == (side == near) for left in lefts)


def test_the_last_roll_makes_room_for_the_same_sides_dice() -> None:
    found = only(golden_views()["same-side-rolled-and-rolls"], Die)
    by_look = {thing.look: thing.box.left for thing in found if isinstance(thing, Die)}
    assert by_look["small"] < 600 < by_look["bright"]


@pytest.mark.parametrize(("near", "far"), [(0, 1), (1, 0)])
def test_the_cube_has_a_place_for_each_state(near: Side, far: Side) -> None:
    def place(cube: CubeView) -> int:
        (found,) = only(replace(OPENING, near=near, cube=cube), Cube)
        assert isinstance(found, Cube)
        return found.box.centre[1]

    assert place(CubeView()) == 450
    owned = place(CubeView(2, owner=near))
    assert owned > 450 > place(CubeView(2, owner=far))
    assert place(CubeView(4, owner=far, offered_to=near)) == owned


def test_an_offered_cube_is_pushed_to_the_side_that_is_asked() -> None:
    for asked, down in zip(SIDES, (True, False), strict=True):
        (found,) = only(replace(OPENING, cube=CubeView(2, offered_to=asked)), Cube)
        assert isinstance(found, Cube)
        assert found.halo is not None
        assert len(found.pushes) == 2
        assert found.downwards == down
        ahead = [push.centre[1] > found.box.centre[1] for push in found.pushes]
        assert ahead == [not down] * 2, "they come from the middle"


def test_no_cube_and_crawford() -> None:
    assert only(replace(OPENING, cube=None), Cube) == []
    crawford = replace(OPENING, crawford=True)
    assert only(crawford, Cube) == []
    assert len(only(crawford, Crawford)) == 1


def test_scores_and_length() -> None:
    def figures(view: BoardView) -> tuple[list[int | None], list[int]]:
        scores = [thing.score for thing in only(view, Token) if isinstance(thing, Token)]
        return scores, [thing.points for thing in only(view, Length) if isinstance(thing, Length)]

    assert figures(replace(OPENING, score=(0, 0), length=None)) == ([None, None], [])
    assert figures(replace(OPENING, score=(-3, 12), length=None)) == ([-3, 12], [])
    assert figures(replace(OPENING, score=(0, 0), length=5)) == ([0, 0], [5, 5])


@pytest.mark.parametrize("numbers", [0, 1])
def test_numbers_are_those_of_one_side(numbers: Side) -> None:
    view = replace(OPENING, numbers=numbers)
    rails = [rail for rail in only(view, Rail) if isinstance(rail, Rail)]
    assert sorted(int(text) for rail in rails for text, _ in rail.numbers) == list(range(1, 25))
    lowest = next(box for rail in rails for text, box in rail.numbers if text == "1")
    assert (lowest.top > 450) == (numbers == view.near)
    assert {rail.light for rail in rails} == {numbers == view.light}


def test_no_numbers() -> None:
    assert only(replace(OPENING, numbers=None), Rail) == []


def test_nobody_on_roll() -> None:
    assert rings(replace(OPENING, on_roll=None)) == [False, False]
    assert only(replace(OPENING, on_roll=None), Turn) == []


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("near", [0, 1])
def test_the_side_on_roll_has_a_ring_and_a_pointer(side: Side, near: Side) -> None:
    view = replace(OPENING, on_roll=side, near=near)
    assert rings(view) == [side == 0, side == 1]
    (turn,) = only(view, Turn)
    assert isinstance(turn, Turn)
    assert (turn.box.top > 450) == (side == near)


def rings(view: BoardView) -> list[bool]:
    """Return which token has a ring, that of side 0 first."""
    return [token.ring is not None for token in only(view, Token) if isinstance(token, Token)]


def test_every_kind_of_thing_is_in_some_golden_view() -> None:
    kinds = {type(thing) for view in golden_views().values() for thing in scene(view)}
    assert kinds == set(get_args(Thing))


def test_pips_stand_on_plates() -> None:
    plates = [plate.text for plate in only(BUSY, Plate) if isinstance(plate, Plate)]
    assert plates == ["2", "166", "179"]
