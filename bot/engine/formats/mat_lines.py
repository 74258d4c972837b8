"""The lines of a `.mat` file: tags, the length, and each game's score line and two columns of cells.

    ; [Variation "Backgammon"]

     7 point match

     Game 1
     Bruno : 0                      Ana : 0
      1)                             31: 8/5 6/5
      2) 52: 24/22 13/8               Doubles => 2

Syntax only. The right-hand column is seat 0, GNU's player 1.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.formats.mat_tags import Tag, read_tag
from bot.engine.position import Roll, Side
from bot.engine.refusals import InvalidNotation
from bot.engine.written import excerpt

LEFT: Side = 1
RIGHT: Side = 0

_LENGTH = re.compile(r"\s*([0-9]{1,6})\s+points?\s+match\b.*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s*", re.IGNORECASE)
_SCORE = re.compile(r"\s*([^:]*?)\s*:\s*([0-9]{1,6})\s+([^:]*?)\s*:\s*([0-9]{1,6})\s*")
_START = re.compile(r"[;#]\s*Set Pos=\s*([-A-Pa-p]{26})(?:/.*)?\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\s*[0-9]{1,6}\)")
_CELL = re.compile(
    r"(?<!\S)(?:(?P<roll>[1-6][1-6]):"
    r"|(?P<double>doubles?|redoubles?|beavers?|raccoons?)\b"
    r"|(?P<take>takes?|accepts?)\b"
    r"|(?P<drop>drops?|passe?s?|rejects?)\b"
    r"|(?P<win>wins?)\b)",
    re.IGNORECASE,
)
_VALUES = {
    "double": re.compile(r"(?:(?:=>\s*)?([0-9]{1,6}))?"),
    "win": re.compile(r"([0-9]{1,6})(?:\s+points?(?:\s+and\s+the\s+match)?)?", re.IGNORECASE),
    "take": re.compile("()"),
    "drop": re.compile("()"),
}
"""What follows the word of a cell."""
_LEFT_STARTS_BEFORE = 18
"""The first cell of a line that begins farther right has a blank one to its left."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a column: a roll with its play, a cube action, or who won how much."""

    line: int
    column: Side
    kind: str
    """roll, double (also a beaver or a raccoon), take, drop or win."""
    text: str
    """As it is written, to be quoted."""
    roll: Roll = (0, 0)
    play: str = ""
    value: int | None = None
    """The new value of the cube, or the points won."""


@dataclass(frozen=True, slots=True)
class GameText:
    """One game as it stands in the file. Names and points are those of the left column, then the right."""

    line: int
    number: int
    names: tuple[str, str]
    points: tuple[int, int]
    start: str | None
    """The position at its start, as the first field of an XGID; None: not told."""
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class MatText:
    """A whole file."""

    tags: tuple[Tag, ...]
    points: int
    """The length of the match; 0: money."""
    games: tuple[GameText, ...]


def read_lines(text: str) -> MatText:
    """Return what the lines of a file say.

    Raises InvalidNotation: `mat-no-length`; `mat-unreadable` (line, text); `mat-names` (line).
    """
    lines = _Lines(text)
    tags: list[Tag] = []
    points = None
    for number, line in lines.until(_GAME):
        if line.lstrip()[:1] in {";", "#"}:
            tags.extend(tag for tag in [read_tag(number, line)] if tag)
        elif points is None and (found := _LENGTH.fullmatch(line)):
            points = int(found[1])
        else:
            raise _unreadable(number, line)
    if points is None:
        raise InvalidNotation("mat-no-length")
    return MatText(tuple(tags), points, tuple(_games(lines)))


class _Lines:
    """The lines that are not blank, with their numbers, one after the other."""

    def __init__(self, text: str) -> None:
        lines = enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        self._left = deque((number, line.expandtabs()) for number, line in lines if line.strip())

    def next(self) -> tuple[int, str] | None:
        """Return the next line, or None at the end."""
        return self._left.popleft() if self._left else None

    def until(self, heading: re.Pattern[str]) -> Iterator[tuple[int, str]]:
        """Yield the lines before the next one that is such a heading."""
        while self._left and not heading.fullmatch(self._left[0][1]):
            yield self._left.popleft()


def _games(lines: _Lines) -> Iterator[GameText]:
    while heading := lines.next():
        line, text = heading
        number = int(text.split()[1])
        following = lines.next()
        score = _SCORE.fullmatch(following[1]) if following else None
        if score is None:
            raise InvalidNotation("mat-names", line=line)
        start, cells = None, list[Cell]()
        for at, row in lines.until(_GAME):
            if row.lstrip()[0] in {";", "#"}:
                told = _START.fullmatch(row.strip())
                start = told[1] if told and not cells else start
            else:
                cells.extend(_cells(at, row))
        points = int(score[2]), int(score[4])
        yield GameText(line, number, (score[1], score[3]), points, start, tuple(cells))


def _cells(line: int, row: str) -> list[Cell]:
    """Return the one or two cells of a line, or three where a win is told behind them."""
    numbered = _NUMBER.match(row)
    first = numbered.end() if numbered else 0
    starts = list(_CELL.finditer(row, first))
    if row[first : starts[0].start() if starts else None].strip():
        raise _unreadable(line, row)
    ends = [*(found.start() for found in starts[1:]), len(row)]
    cells = []
    for index, (found, end) in enumerate(zip(starts, ends, strict=False)):
        column = LEFT if index == 0 and found.start() < _LEFT_STARTS_BEFORE else RIGHT
        cells.append(_cell(line, column, found, row[found.end() : end].strip()))
    return cells


def _cell(line: int, column: Side, found: re.Match[str], rest: str) -> Cell:
    text = excerpt(f"{found[0]} {rest}")
    kind = str(found.lastgroup)
    if roll := found["roll"]:
        return Cell(line, column, kind, text, roll=(int(roll[0]), int(roll[1])), play=rest)
    value = _VALUES[kind].fullmatch(rest)
    if value is None:
        raise _unreadable(line, text)
    return Cell(line, column, kind, text, value=int(value[1]) if value[1] else None)


def _unreadable(line: int, text: str) -> InvalidNotation:
    return InvalidNotation("mat-unreadable", line=line, text=excerpt(text))
