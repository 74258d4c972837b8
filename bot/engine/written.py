"""Read what a player typed as a play: syntax only, and generous (rules 4.7)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.engine.canonical import point_name
from bot.engine.position import BAR, OFF
from bot.engine.refusals import InvalidNotation

LONGEST = 200
"""Characters; no play needs more, and what is longer is not even looked at."""

_POINT = r"(?:barra|bar|b|off|fora|f|o|[0-9]{1,2})\*?"
_MOVE = re.compile(rf"({_POINT}(?: ?[/>-] ?{_POINT})+)(?: ?\(([1-4])\)| ?x ?([1-4])(?![0-9*/>-]))?")
_GAP = re.compile(r"[ ,;|]+")
_NAMES = {"b": BAR, "bar": BAR, "barra": BAR, "o": OFF, "off": OFF, "f": OFF, "fora": OFF}
_TIDY = str.maketrans({"→": ">", "–": "-", "—": "-", "−": "-", "×": "x", "`": " ", "\\": None})


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A printed move: where the checker stands in turn, where a star is, and how many such checkers."""

    points: tuple[int, ...]
    stars: frozenset[int] = frozenset()
    times: int = 1

    def __str__(self) -> str:
        """Return it in plain notation."""
        shown = (point_name(point) + "*" * (point in self.stars) for point in self.points)
        return "/".join(shown) + (f"({self.times})" if self.times > 1 else "")


def read_moves(text: str) -> tuple[WrittenMove, ...]:
    """Return the moves that `text` writes down, in its order.

    Raises `InvalidNotation`: `notation-empty`; `notation-unreadable` (text); `no-such-point` (point).
    """
    if len(text) > LONGEST:
        raise InvalidNotation("notation-unreadable", text=excerpt(text))
    tidy = " ".join(text.lower().translate(_TIDY).replace("->", ">").split())
    moves, at = [], 0
    while at < len(tidy):
        found = _MOVE.match(tidy, at)
        if found is None:
            raise InvalidNotation("notation-unreadable", text=excerpt(text))
        moves.append(_move(found))
        gap = _GAP.match(tidy, found.end())
        at = gap.end() if gap else found.end()
        if gap is None and at < len(tidy):
            raise InvalidNotation("notation-unreadable", text=excerpt(text))
    if not moves:
        raise InvalidNotation("notation-empty")
    return tuple(moves)


def looks_like_play(text: str) -> bool:
    """Return whether `text` is written as a play, legal or not."""
    try:
        read_moves(text)
    except InvalidNotation:
        return False
    return True


def stars_of(written: tuple[WrittenMove, ...]) -> set[int]:
    """Return the points on which `written` says that it hits."""
    return {point for move in written for point in move.stars}


def mirrored(written: tuple[WrittenMove, ...]) -> tuple[WrittenMove, ...]:
    """Return `written` as meant by one who counts the points from the other home."""
    return tuple(
        WrittenMove(
            tuple(_mirror(point, first=index == 0) for index, point in enumerate(move.points)),
            frozenset(BAR - point for point in move.stars),
            move.times,
        )
        for move in written
    )


def excerpt(text: str) -> str:
    """Return the beginning of `text`, fit to be quoted in one line."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[:LONGEST]).split())
    return line if len(line) <= 40 and len(text) <= LONGEST else line[:39] + "…"


def _move(found: re.Match[str]) -> WrittenMove:
    names = re.split(" ?[/>-] ?", found[1])
    points = tuple(_point(name.rstrip("*")) for name in names)
    stars = frozenset(point for point, name in zip(points, names, strict=True) if name.endswith("*"))
    return WrittenMove(points, stars, int(found[2] or found[3] or 1))


def _point(name: str) -> int:
    point = _NAMES[name] if name in _NAMES else int(name)
    if not OFF <= point <= BAR:
        raise InvalidNotation("no-such-point", point=name)
    return point


def _mirror(point: int, *, first: bool) -> int:
    if point in {BAR, OFF}:
        return BAR if first else OFF
    return BAR - point
