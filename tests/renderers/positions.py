"""Rows, random games and named views for the tests of the renderers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from renderers.board_view import BoardView, MoveView, Row, Side


def row(counts: dict[int, int]) -> Row:
    """Return a row with these counts by point: 0 off, 25 the bar."""
    return tuple(counts.get(point, 0) for point in range(26))


START = row({24: 2, 13: 5, 8: 3, 6: 5})


@dataclass
class _Table:
    """A board on which checkers are moved without the finer rules of a legal play."""

    rows: list[list[int]]

    def moves(self, side: Side, number: int) -> list[MoveView]:
        """Return the checker moves of one die."""
        own, other = self.rows[side], self.rows[1 - side]
        starts = [25] if own[25] else [point for point in range(1, 25) if own[point]]
        home = not any(own[7:])
        found = []
        for start in starts:
            end = max(start - number, 0)
            if end == 0 and not home:
                continue
            if end == 0 or other[25 - end] < 2:
                found.append(MoveView(start, end, hit=end > 0 and other[25 - end] == 1))
        return found

    def make(self, side: Side, move: MoveView) -> None:
        """Move a checker, and the one that it hits."""
        self.rows[side][move.start] -= 1
        self.rows[side][move.end] += 1
        if move.hit:
            self.rows[1 - side][25 - move.end] -= 1
            self.rows[1 - side][25] += 1


def game(seed: int, start: Row = START) -> Iterator[BoardView]:
    """Yield the views of a random game, one a turn: the last play, and the dice that answer it."""
    chance = Random(seed)
    table = _Table([list(start), list(start)])
    side: Side = 0
    rolls = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(400)]
    for turn, roll in enumerate(rolls[:-1]):
        play: list[MoveView] = []
        for number in roll * 2 if roll[0] == roll[1] else roll:
            options = table.moves(side, number)
            if options:
                play.append(chance.choice(options))
                table.make(side, play[-1])
        first, second = (tuple(counts) for counts in table.rows)
        over = sum(table.rows[side][1:]) == 0
        last: Side = side
        side = 1 if last == 0 else 0
        yield BoardView(
            rows=(first, second),
            numbers=side,
            on_roll=None if over else side,
            dice=None if over else rolls[turn + 1],
            dice_side=None if over else side,
            last_roll=roll,
            last_side=last,
            last_play=tuple(play),
            pips=(_pips(first), _pips(second)),
            length=7,
            score=(2, 4),
        )
        if over:
            return


def _pips(counts: Row) -> int:
    return sum(point * count for point, count in enumerate(counts))


def middle_games(count: int, turn: int = 12) -> list[BoardView]:
    """Return one view each of `count` random games, some turns after the start."""
    return [next(islice(game(seed), turn + seed % 7, None)) for seed in range(count)]
