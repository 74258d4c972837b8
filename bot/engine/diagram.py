"""A position with all that stands beside the board: what the exchange formats tell each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bot.engine.cube import Cube
from bot.engine.events import GameStarted, MatchStarted
from bot.engine.house_rules import MAX_POINTS, HouseRules, Match, Money
from bot.engine.match import MatchState, Phase, replay
from bot.engine.position import BAR, OFF, POINTS, Position, Roll, Row, Side
from bot.engine.refusals import InvalidNotation

CHECKERS = 15
"""Checkers a side where a format leaves out those borne off."""

_USUAL_CAP = 10
"""What formats tell where no cap was agreed, as a power of two."""

Resigned: TypeAlias = Literal[0, 1, 2, 3]
"""0: nobody; 1 to 3: a single game, a gammon, a backgammon."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A moment of a game. Scores and rows belong to side 0 and side 1."""

    position: Position
    on_roll: Side = 0
    """Whose turn it is; while an offer is pending, the side that made it."""
    dice: Roll | None = None
    """The roll to be played, as rolled."""
    cube_value: int = 1
    """Its value; while a double is offered, the value before."""
    cube_owner: Side | None = None
    doubled: bool = False
    """The side on roll offers the cube."""
    resigned: Resigned = 0
    """The side on roll offers to lose this much."""
    score: tuple[int, int] = (0, 0)
    length: int = 0
    """Points of the match; 0: a money session or a single game."""
    crawford: bool = False
    jacoby: bool = False
    """Money only."""
    beavers: bool = False
    """Money only."""
    cube_cap_log2: int = _USUAL_CAP
    """The highest cube value is 2 to this power; 0: no cube."""


def diagram_of(state: MatchState) -> Diagram:
    """Return what stands on the table in `state`.

    A money ledger that sums to zero is told as points won. A beaver or raccoon under way is told as
    the cube that it made, for no format but XG's own knows them.
    """
    rules, length = state.house_rules, state.length
    first, second = state.score
    return Diagram(
        position=state.position,
        on_roll=state.on_roll,
        dice=state.dice,
        cube_value=state.cube.value,
        cube_owner=state.cube.owner,
        doubled=state.phase is Phase.CUBE_OFFERED,
        resigned=state.resignation[1] if state.resignation else 0,
        score=(max(first, 0), max(second, 0)),
        length=length.points if isinstance(length, Match) else 0,
        crawford=state.crawford,
        jacoby=rules.jacoby,
        beavers=rules.beavers > 0,
        cube_cap_log2=_cap(rules),
    )


def state_of(diagram: Diagram, variant: str = "backgammon") -> MatchState:
    """Return a game of `variant` in which `diagram` is what stands on the table.

    What a diagram does not tell is as in a game under way: both sides have rolled before, and in a
    match in which a side needs one point the Crawford game lies behind unless this is it. Raises
    InvalidNotation `mat-length` (points, most) for a match longer than ours can be.
    """
    begun = replay([_agreed(diagram, variant), GameStarted(1, diagram.score, diagram.crawford, False)])
    last_point = bool(diagram.length) and max(diagram.score) == diagram.length - 1
    return replace(
        begun,
        crawford_played=last_point and not diagram.crawford,
        position=diagram.position,
        on_roll=diagram.on_roll,
        dice=diagram.dice,
        last_roll=diagram.dice,
        phase=_phase(diagram),
        cube=Cube(diagram.cube_value, diagram.cube_owner),
        offered=2 * diagram.cube_value if diagram.doubled else None,
        resignation=(diagram.on_roll, diagram.resigned) if diagram.resigned else None,
        turns=(1, 1),
    )


def _agreed(diagram: Diagram, variant: str) -> MatchStarted:
    if diagram.length > MAX_POINTS:
        raise InvalidNotation("mat-length", points=diagram.length, most=MAX_POINTS)
    cap = None if diagram.cube_cap_log2 in {0, _USUAL_CAP} else 2**diagram.cube_cap_log2
    rules = HouseRules(
        cube=diagram.cube_cap_log2 > 0,
        cube_cap=cap,
        jacoby=diagram.jacoby,
        beavers=int(diagram.beavers),
    )
    return MatchStarted(variant, Match(diagram.length) if diagram.length else Money(), rules)


def _phase(diagram: Diagram) -> Phase:
    if diagram.doubled:
        return Phase.CUBE_OFFERED
    if diagram.resigned:
        return Phase.RESIGNATION_OFFERED
    return Phase.TO_PLAY if diagram.dice else Phase.TO_ROLL


def _cap(rules: HouseRules) -> int:
    if not rules.cube:
        return 0
    return _USUAL_CAP if rules.cube_cap is None else rules.cube_cap.bit_length() - 1


def possible(rows: tuple[Row, Row], text: str, checkers: int = CHECKERS) -> Position:
    """Return the position of two `rows` without the checkers off, which are what `checkers` lacks.

    Raises InvalidNotation `position-impossible` (text) where a side has too many checkers, or both
    stand on one point.
    """
    full = [(checkers - sum(row[1:]), *row[1:]) for row in rows]
    shared = any(rows[0][point] and rows[1][BAR - point] for point in POINTS)
    if shared or min(row[OFF] for row in full) < 0:
        raise InvalidNotation("position-impossible", text=text)
    return Position((full[0], full[1]))
