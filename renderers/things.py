"""The things that a picture shows, each with its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from renderers.geometry import CHECKER, Box

Place: TypeAlias = tuple[int, int]
Ground: TypeAlias = Literal["even", "odd", "bar"]
"""On what a stack stands: a point of one colour or the other, or the bar."""
DieLook: TypeAlias = Literal["bright", "used", "small"]
WayLook: TypeAlias = Literal["plain", "played", "better"]
"""A way of the last play or of both plays that are compared, of the one made, of the better one."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Checkers on a point or the bar; if fewer are `shown` than there are, the last bears the count."""

    box: Box
    """The whole place, whatever the number of checkers."""
    ground: Ground
    top: bool
    light: bool
    shown: int
    count: int

    @property
    def from_top(self) -> bool:
        """Whether the first checker is the uppermost: on the bar stacks grow away from the middle."""
        return self.top != (self.ground == "bar")

    @property
    def body(self) -> Box:
        """What the shown checkers cover."""
        x = self.box.centre[0] - CHECKER // 2
        depth = self.shown * CHECKER
        top = self.box.top if self.from_top else self.box.bottom - depth
        return Box(x, top, x + CHECKER, top + depth)

    @property
    def last(self) -> Box:
        """The place of the last shown checker."""
        body = self.body
        top = body.bottom - CHECKER if self.from_top else body.top
        return Box(body.left, top, body.right, top + CHECKER)


@dataclass(frozen=True, slots=True)
class Count:
    """How many checkers a stack holds, on the last one."""

    box: Box
    text: str
    light: bool


@dataclass(frozen=True, slots=True)
class Length:
    """How many points the match goes to, beside a token."""

    box: Box
    points: int


@dataclass(frozen=True, slots=True)
class Plate:
    """A number on a plate of its side's colour."""

    box: Box
    text: str
    light: bool


@dataclass(frozen=True, slots=True)
class Slab:
    """A checker borne off."""

    box: Box
    light: bool


@dataclass(frozen=True, slots=True)
class Ghost:
    """The place that a tentative move left."""

    box: Box
    light: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """A checker that a tentative move brought: on the board, or `off` it."""

    box: Box
    off: bool


@dataclass(frozen=True, slots=True)
class Way:
    """The arrow of one checker: where it starts, turns and ends. One of plays compared ends at a verdict."""

    places: tuple[Place, ...]
    look: WayLook = "plain"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The mark where a checker would land: a check mark, or a cross if it is not the better way."""

    box: Box
    better: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """The mark where a checker was hit."""

    box: Box


@dataclass(frozen=True, slots=True, eq=False)
class Rail:
    """Point numbers above or below the points; each with its place.

    Compared by identity, being a key of caches: there are few, and to compare all numbers takes long.
    """

    box: Box
    numbers: tuple[tuple[str, Box], ...]
    light: bool


@dataclass(frozen=True, slots=True)
class Token:
    """The big checker of a side beside the board, with its score if there is one; ringed, if it is to act."""

    box: Box
    light: bool
    score: int | None
    ring: Box | None


@dataclass(frozen=True, slots=True)
class Turn:
    """A pointer from the token of the side that is to act to the board."""

    box: Box
    rightwards: bool


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube; `halo` where it is offered, with `pushes` that point to the side that is asked."""

    box: Box
    value: int
    dead: bool = False
    halo: Box | None = None
    pushes: tuple[Box, ...] = ()
    downwards: bool = False


@dataclass(frozen=True, slots=True)
class Crawford:
    """The sign of the Crawford game, in the place of the cube."""

    box: Box


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table."""

    box: Box
    light: bool
    number: int
    look: DieLook


Lone: TypeAlias = Length | Rail | Token | Turn | Cube | Crawford
"""What stands alone on the bare board, and is alike in many pictures."""

Thing: TypeAlias = (
    Stack
    | Count
    | Length
    | Plate
    | Slab
    | Ghost
    | Moved
    | Way
    | Verdict
    | Hit
    | Rail
    | Token
    | Turn
    | Cube
    | Crawford
    | Die
)
