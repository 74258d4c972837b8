"""All that a picture of a board shows. Frozen and hashable: it is the cache key of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Side: TypeAlias = Literal[0, 1]
Home: TypeAlias = Literal["right", "left"]
"""Where the home boards lie."""
Row: TypeAlias = tuple[int, ...]
"""26 counts in its owner's numbering: [0] off, [1..24] points, [25] bar."""


@dataclass(frozen=True, slots=True)
class MoveView:
    """One checker's way in its owner's numbering: 25 is the bar, 0 is off."""

    start: int
    end: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class CubeView:
    """The cube: its value as shown (an offered cube shows the offered value)."""

    value: int = 1
    owner: Side | None = None
    """The side that owns it; None: centred."""
    offered_to: Side | None = None
    """The side that is asked to take it; it lies beside that side then."""
    dead: bool = False
    """Nobody can turn it any more: it is at its cap, or the match needs no more. Drawn faint."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """One picture. Counts stand after any tentative moves.

    `near` is the side at the bottom, `light` the side with the light checkers, `home` where home
    boards lie, `numbers` whose numbering is printed (None: none): independent switches.
    """

    rows: tuple[Row, Row]
    near: Side = 0
    light: Side = 0
    home: Home = "right"
    numbers: Side | None = 0
    on_roll: Side | None = None
    """The side that is to act; None: nobody (the game is over)."""
    dice: tuple[int, int] | None = None
    """Bright dice: the roll still to be played, with `dice_side`."""
    dice_side: Side | None = None
    used: tuple[int, ...] = ()
    """The numbers of `dice` that tentative moves have used already (a double: up to four)."""
    tentative: tuple[MoveView, ...] = ()
    """Tentative moves of `dice_side`, drawn as ghosts where the checkers left."""
    last_roll: tuple[int, int] | None = None
    """Small dim dice: the last roll played, by `last_side`, also when it had no legal play."""
    last_side: Side | None = None
    last_play: tuple[MoveView, ...] = ()
    """The last play, drawn as arrows. Its checkers have landed."""
    played: tuple[MoveView, ...] = ()
    """The play that `dice_side` made with `dice`, looked at again: the checkers still lie where it found
    them. Dashed arrows, each to a cross. Goes with `better`, not with tentative moves or a last play."""
    better: tuple[MoveView, ...] = ()
    """The play that would have been better, likewise not made yet: arrows, each to a check mark. What
    both plays share is drawn once, as an arrow without a mark."""
    cube: CubeView | None = CubeView()
    """None: the game has no cube."""
    pips: tuple[int, int] = (167, 167)
    score: tuple[int, int] = (0, 0)
    length: int | None = None
    """Points of the match; None: a money session or a single game."""
    crawford: bool = False
    theme: str = "classic"
