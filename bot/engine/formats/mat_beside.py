"""What happens in a game and has no place in the two columns of a `.mat` file: tags of our own.

; [Ties "3 44 22"]                          opening rolls of equal dice in game 3, seat 0's first
; [RefusedRolls "3 right 31 left 64"]       first rolls refused by turning the cube
; [Settlement "3"]                          the points of game 3 were agreed
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.course import MAX_TIES
from bot.engine.events import Seat
from bot.engine.formats.mat_tags import Tag
from bot.engine.position import Roll

NAMES = frozenset({"Ties", "RefusedRolls", "Settlement"})
"""The names of these tags."""

_COLUMNS = ("right", "left")
"""Where seat 0 and seat 1 stand."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What the columns of one game do not tell."""

    ties: tuple[Roll, ...] = ()
    """Opening rolls of equal dice, in order."""
    refused: tuple[tuple[Seat, Roll], ...] = ()
    """First rolls that were refused (rules 2.6), in order."""
    settled: bool = False
    """Its points were agreed (rules 5.12)."""


def beside_tags(number: int, beside: Beside) -> Iterator[tuple[str, str]]:
    """Yield the tags of game `number`, as names and values."""
    if beside.ties:
        yield "Ties", " ".join([str(number), *map(_pair, beside.ties)])
    if beside.refused:
        told = (f"{_COLUMNS[seat]} {_pair(roll)}" for seat, roll in beside.refused)
        yield "RefusedRolls", " ".join([str(number), *told])
    if beside.settled:
        yield "Settlement", str(number)


def read_beside(tags: Sequence[Tag]) -> dict[int, Beside]:
    """Return what `tags` tell, by the number of the game. Raises InvalidNotation `mat-tag` (line, text)."""
    games: dict[int, Beside] = {}
    for tag in tags:
        if tag.name in NAMES:
            number, _, rest = tag.value.partition(" ")
            game = replace(tag, value=number).number(1, 999_999)
            games[game] = _with(games.get(game, Beside()), tag, rest.split())
    return games


def _with(beside: Beside, tag: Tag, words: list[str]) -> Beside:
    match tag.name:
        case "Ties" if words:
            return replace(beside, ties=_ties(tag, words))
        case "RefusedRolls" if words and len(words) % 2 == 0:
            seats = [_seat(tag, word) for word in words[::2]]
            rolls = [_roll(tag, word) for word in words[1::2]]
            return replace(beside, refused=tuple(zip(seats, rolls, strict=True)))
        case "Settlement" if not words:
            return replace(beside, settled=True)
    raise tag.wrong()


def _ties(tag: Tag, words: list[str]) -> tuple[Roll, ...]:
    ties = tuple(_roll(tag, word) for word in words)
    if len(ties) >= MAX_TIES or any(first != second for first, second in ties):
        raise tag.wrong()
    return ties


def _pair(roll: Roll) -> str:
    return f"{roll[0]}{roll[1]}"


def _roll(tag: Tag, word: str) -> Roll:
    if not re.fullmatch("[1-6]{2}", word):
        raise tag.wrong()
    return int(word[0]), int(word[1])


def _seat(tag: Tag, word: str) -> Seat:
    if word not in _COLUMNS:
        raise tag.wrong()
    return _COLUMNS.index(word)
