"""What is legal, and what a win is worth (rules 3 and 6.1). Variants differ in data.

Positions are never flipped: a side is always an argument, and points are that side's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from operator import itemgetter

from bot.engine.actions import WinSize
from bot.engine.canonical import format_play
from bot.engine.generator import HOME, SIZE, THEIR_BAR, Packed
from bot.engine.position import BAR, OFF, POINTS, CheckerMove, Play, Position, Roll, Row, Side, other
from bot.engine.routes import canonical_plays
from bot.engine.turn import Turn


def opposite(point: int) -> int:
    """Return the opponent's number for `point` where both sides move towards each other."""
    return BAR - point


@cache
def _faced(facing: Callable[[int], int]) -> Callable[[Row], Row]:
    """Return what puts one side's row in the order in which the other side meets it, bar first."""
    return itemgetter(BAR, *map(facing, POINTS), OFF)


def start_row(checkers: dict[int, int]) -> Row:
    """Return the row with so many checkers on each point of `checkers`."""
    return tuple(checkers.get(point, 0) for point in range(26))


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """A legal result with its canonical play."""

    play: Play
    result: Position


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one variant: where its checkers start and how the two sides' points meet."""

    id: str
    start: Row
    """The start of either side, in its own numbering."""
    facing: Callable[[int], int] = opposite
    """Which of the opponent's points faces mine."""

    @property
    def checkers(self) -> int:
        """How many checkers each side has."""
        return sum(self.start)

    def start_position(self) -> Position:
        """Return the position at the start of a game."""
        return Position((self.start, self.start))

    def pack(self, position: Position, side: Side) -> Packed:
        """Return `position` as `side` sees it, packed for `generator`."""
        facing = _faced(self.facing)(position.row(other(side)))
        return int.from_bytes(bytes((*position.row(side), *facing)), "little")

    def unpack(self, packed: Packed, side: Side) -> Position:
        """Return the position that `pack` packed for `side`."""
        counts = tuple(packed.to_bytes(SIZE, "little"))
        # What faces is mutual: the same order leads back.
        mine, theirs = counts[:THEIR_BAR], _faced(self.facing)(counts[THEIR_BAR:])
        return Position((mine, theirs) if side == 0 else (theirs, mine))

    def legal_plays(self, position: Position, side: Side, roll: Roll) -> tuple[LegalPlay, ...]:
        """Return every legal result once, with its canonical play, in the order of the notation.

        Empty if `side` has no legal play (rules 3.1).
        """
        plays = canonical_plays(self.pack(position, side), roll)
        legal = (LegalPlay(play, self.unpack(result, side)) for result, play in plays.items())
        return tuple(sorted(legal, key=lambda legal: format_play(legal.play)))

    def next_moves(self, position: Position, side: Side, roll: Roll, made: Play) -> tuple[CheckerMove, ...]:
        """Return the checker moves that can follow `made` in a legal play; none if it is complete.

        The higher die first, then the higher start. Raises ValueError if `made` is no beginning of a
        legal play.
        """
        return tuple(move for move, _ in Turn.begin(self.pack(position, side), roll).make(made).options())

    def forced(self, position: Position, side: Side, roll: Roll, made: Play) -> Play:
        """Return `made` and the checker moves after it that every legal result still open needs.

        Raises ValueError if `made` is no beginning of a legal play.
        """
        return Turn.begin(self.pack(position, side), roll).make(made).forced().made

    def move(self, position: Position, side: Side, start: int, end: int) -> CheckerMove:
        """Return the move of one checker, hitting if one opposing checker stands on `end`."""
        return CheckerMove(start, end, end != OFF and position.row(other(side))[self.facing(end)] == 1)

    def after(self, position: Position, side: Side, play: Play) -> Position:
        """Return the position after `play`; it need not be legal, but each checker must be there.

        Hits are taken from the position, whatever the moves say. Raises ValueError if there is no
        checker to move.
        """
        mine, theirs = list(position.row(side)), list(position.row(other(side)))
        for move in play:
            mine[move.start] -= 1
            mine[move.end] += 1
            if move.end != OFF and theirs[self.facing(move.end)] == 1:
                theirs[self.facing(move.end)] -= 1
                theirs[BAR] += 1
        rows = tuple(mine), tuple(theirs)
        return Position(rows if side == 0 else (rows[1], rows[0]))

    def in_contact(self, position: Position) -> bool:
        """Return whether a checker of one side still has to pass one of the other."""
        mine, theirs = position.rows
        rear = max((point for point in (*POINTS, BAR) if mine[point]), default=OFF)
        if theirs[BAR]:
            return rear > OFF
        return any(theirs[self.facing(point)] for point in range(1, min(rear, BAR)))

    def winner(self, position: Position) -> Side | None:
        """Return the side that has no checker left in play, or None."""
        sides: tuple[Side, Side] = (0, 1)
        return next((side for side in sides if not any(position.row(side)[1:])), None)

    def win_size(self, position: Position, winner: Side) -> WinSize:
        """Return what `winner` wins: single, gammon or backgammon (rules 6.1)."""
        loser = position.row(other(winner))
        if loser[OFF]:
            return 1
        deep = [self.facing(point) for point in range(1, HOME + 1)]
        return 3 if loser[BAR] or any(loser[point] for point in deep) else 2
