"""Named views that together show every element, state, theme and orientation."""

from __future__ import annotations

from dataclasses import replace

from renderers.board_view import BoardView, CubeView, MoveView
from tests.renderers.positions import START, row

M = MoveView
OPENING = BoardView(rows=(START, START), on_roll=0, dice=(6, 1), dice_side=0)
CLOSED = row({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
BUSY = BoardView(
    rows=(
        row({25: 1, 24: 1, 22: 1, 13: 6, 6: 3, 5: 1, 0: 2}),
        row({25: 2, 24: 2, 18: 1, 13: 4, 9: 1, 8: 3, 6: 2}),
    ),
    on_roll=0,
    dice=(4, 3),
    dice_side=0,
    used=(4,),
    tentative=(M(10, 6),),
    last_roll=(6, 2),
    last_side=1,
    last_play=(M(24, 18), M(11, 9, hit=True)),
    length=7,
    score=(3, 5),
    cube=CubeView(2, owner=1),
    pips=(166, 179),
)
"""Nearly every element at once."""


SHOWPIECE = BoardView(
    rows=(
        row({25: 1, 20: 1, 13: 4, 8: 3, 6: 3, 5: 3}),
        row({24: 1, 18: 1, 13: 4, 9: 1, 8: 4, 6: 4}),
    ),
    on_roll=0,
    dice=(5, 2),
    dice_side=0,
    last_roll=(6, 2),
    last_side=1,
    last_play=(M(24, 18), M(11, 9, hit=True)),
    length=7,
    score=(3, 4),
    cube=CubeView(2, owner=0),
    pips=(154, 159),
)
"""The pictures of the README, each in its theme."""


def _states() -> dict[str, BoardView]:
    """Return the states of play."""
    return {
        "opening": OPENING,
        "to-roll": replace(OPENING, dice=None, dice_side=None),
        "far-on-roll": replace(OPENING, on_roll=1, numbers=1, dice_side=1, dice=(5, 2)),
        "nobody-on-roll": BoardView(
            rows=(row({0: 15}), row({1: 2, 3: 1, 0: 12})),
            numbers=None,
            last_roll=(6, 5),
            last_side=0,
            last_play=(M(2, 0), M(1, 0)),
            pips=(0, 5),
            length=3,
            score=(3, 1),
        ),
        "prime": BoardView(
            rows=(
                row({9: 2, 8: 2, 7: 2, 6: 2, 5: 2, 4: 2, 3: 2, 1: 1}),
                row({24: 3, 23: 1, 6: 4, 5: 3, 4: 2, 3: 2}),
            ),
            on_roll=1,
            numbers=1,
            dice=(5, 3),
            dice_side=1,
            pips=(85, 152),
        ),
        "closed-board-four-on-bar": BoardView(
            rows=(CLOSED, row({25: 4, 8: 3, 6: 4, 5: 2, 4: 2})),
            on_roll=0,
            last_roll=(6, 4),
            last_side=1,
            cube=CubeView(2, owner=1),
            pips=(57, 166),
        ),
        "both-on-bar": BoardView(
            rows=(row({25: 7, 6: 4, 4: 4}), row({25: 6, 6: 5, 3: 4})), on_roll=0, pips=(215, 192)
        ),
        "fifteen-on-one-point": BoardView(
            rows=(row({24: 15}), row({24: 15})), on_roll=0, dice=(3, 3), dice_side=0, pips=(360, 360)
        ),
        "bear-off": BoardView(
            rows=(row({0: 9, 3: 2, 2: 3, 1: 1}), row({0: 11, 6: 1, 2: 2, 1: 1})),
            on_roll=0,
            dice=(6, 2),
            dice_side=0,
            used=(6,),
            tentative=(M(3, 0),),
            pips=(13, 11),
            length=3,
            score=(1, 1),
        ),
        "hypergammon": BoardView(
            rows=(row({25: 1, 24: 1, 22: 1}), row({0: 1, 5: 1, 25: 1})), on_roll=0, cube=None, pips=(71, 30)
        ),
        "money-score": replace(OPENING, score=(-3, 12), dice=None, dice_side=None),
        "long-match": replace(OPENING, score=(12, 24), length=25),
    }


def _cubes() -> dict[str, BoardView]:
    """Return the states of the cube."""
    quiet = replace(OPENING, dice=None, dice_side=None, length=9, score=(4, 2))
    return {
        "no-cube": replace(quiet, cube=None),
        "cube-near-owns-64": replace(quiet, cube=CubeView(64, owner=0)),
        "cube-far-owns-64": replace(quiet, cube=CubeView(64, owner=1)),
        "cube-offered-near": replace(quiet, cube=CubeView(2, offered_to=0)),
        "cube-offered-far-64": replace(quiet, on_roll=1, cube=CubeView(64, owner=0, offered_to=1)),
        "cube-dead": replace(quiet, cube=CubeView(16, owner=0, dead=True)),
        "cube-32768": replace(quiet, cube=CubeView(32768, owner=0)),
        "crawford": replace(quiet, crawford=True, score=(8, 2)),
    }


def _plays() -> dict[str, BoardView]:
    """Return last plays and tentative ones."""
    after = replace(OPENING, dice=None, dice_side=None, last_side=1)
    entered = row({24: 2, 18: 1, 13: 5, 8: 3, 6: 4})
    return {
        "arrows-with-hit": replace(
            after,
            rows=(row({25: 1, 24: 1, 13: 5, 8: 3, 6: 5}), row({24: 2, 13: 5, 8: 2, 6: 4, 2: 1, 1: 1})),
            last_roll=(6, 5),
            last_play=(M(8, 2), M(6, 1, hit=True)),
        ),
        "arrow-with-hit-on-the-way": replace(
            after,
            rows=(row({25: 2, 24: 2, 13: 5, 8: 2, 6: 4}), row({24: 1, 14: 1, 13: 5, 8: 3, 6: 5})),
            last_roll=(5, 5),
            last_play=(M(24, 19, hit=True), M(19, 14, hit=True)),
        ),
        "arrows-of-a-double": replace(
            after,
            rows=(START, row({24: 1, 18: 1, 13: 3, 8: 3, 7: 2, 6: 5})),
            last_roll=(6, 6),
            last_play=(M(24, 18), M(13, 7), M(13, 7)),
            dice=(5, 2),
            dice_side=0,
        ),
        "entered": replace(
            after, rows=(START, entered), last_roll=(6, 1), last_play=(M(25, 24), M(24, 18)), on_roll=0
        ),
        "borne-off-arrows": replace(
            after,
            rows=(row({6: 2, 5: 3}), row({0: 12, 3: 3})),
            last_roll=(6, 4),
            last_play=(M(6, 0), M(4, 0)),
        ),
        "danced": replace(after, last_roll=(6, 6)),
        "doubles-with-ghosts": replace(
            OPENING,
            rows=(row({22: 2, 16: 1, 13: 6, 8: 5, 6: 1}), row({25: 1, 24: 2, 13: 5, 8: 3, 6: 4})),
            dice=(2, 2),
            used=(2, 2, 2),
            tentative=(M(24, 22), M(24, 22), M(8, 6)),
            last_roll=(6, 5),
            last_side=1,
            last_play=(M(24, 18), M(18, 13)),
        ),
        "tentative-from-bar-hitting": replace(
            OPENING,
            rows=(row({22: 1, 13: 5, 8: 3, 6: 6}), row({25: 1, 24: 2, 13: 5, 8: 3, 6: 4})),
            dice=(3, 1),
            used=(3,),
            tentative=(M(25, 22, hit=True),),
        ),
        "same-side-rolled-and-rolls": replace(OPENING, last_roll=(4, 4), last_side=0),
    }


def _mistakes() -> dict[str, BoardView]:
    """Return plays that were made, with better ones: they share a move, an entry, one off, two of four."""
    bearing_off = (row({0: 4, 6: 3, 5: 3, 4: 2, 3: 2, 2: 1}), row({24: 1, 1: 5, 2: 4, 3: 3, 0: 2}))
    return {
        "mistake": replace(OPENING, dice=(3, 1), played=(M(24, 21), M(6, 5)), better=(M(8, 5), M(6, 5))),
        "mistake-from-bar": replace(
            OPENING,
            rows=(
                row({24: 2, 13: 5, 8: 3, 6: 4, 5: 1}),
                row({25: 1, 24: 1, 18: 1, 13: 4, 8: 4, 7: 1, 6: 3}),
            ),
            near=1,
            home="left",
            on_roll=1,
            numbers=1,
            dice=(5, 2),
            dice_side=1,
            played=(M(25, 20, hit=True), M(20, 18)),
            better=(M(25, 20, hit=True), M(8, 6)),
        ),
        "mistake-bearing-off": replace(
            OPENING,
            rows=bearing_off,
            dice=(6, 4),
            played=(M(6, 0), M(6, 2)),
            better=(M(6, 0), M(4, 0)),
            theme="print",
        ),
        "mistake-with-a-double": replace(
            OPENING,
            rows=(row({24: 2, 13: 3, 8: 7, 6: 3}), OPENING.rows[1]),
            dice=(3, 3),
            played=(M(13, 10), M(13, 10), M(8, 5), M(8, 5)),
            better=(M(8, 5), M(8, 5), M(6, 3), M(6, 3)),
            theme="colourblind",
        ),
    }


def _viewers() -> dict[str, BoardView]:
    """Return what viewers switch, and every theme."""
    switches = {
        "home-left": replace(BUSY, home="left"),
        "near-1": replace(BUSY, near=1),
        "light-1": replace(BUSY, light=1),
        "numbers-1": replace(BUSY, numbers=1),
        "all-switched": replace(BUSY, home="left", near=1, light=1, numbers=1),
    }
    names = ("classic", "colourblind", "contrast", "dark", "felt", "print")
    return switches | {f"theme-{name}": replace(BUSY, theme=name) for name in names}


def golden_views() -> dict[str, BoardView]:
    """Return all golden views by name."""
    return _states() | _cubes() | _plays() | _mistakes() | _viewers()
