"""The canonical words of a play: fewest printed moves, highest first (rules 4.6).

A checker's moves are printed as one, without its stops, except where it hits, and where it goes off
with more than one number (`6/5/off` says that both were used). A printed play is a set: it may have
to be made in another order.

Where a result can be told in several ways, the fewest printed moves are canonical, then the shortest
text, then the first in text order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from bot.engine.position import BAR, OFF, CheckerMove, Play

Way: TypeAlias = tuple[int, ...]
"""All the points where one checker stands in a turn, from its start to its end."""

Ways: TypeAlias = tuple[Way, ...]
"""The ways of all checkers moved in a turn, in the order in which they are printed."""


def format_play(play: Play) -> str:
    """Return `play`, as made in this order, in canonical notation; "" for no play."""
    return " ".join(words(ways_of(play), hits_of(play)))


def spell_play(play: Play) -> str:
    """Return `play` with every stop printed.

    Unlike the canonical notation, which leaves out a stop without a hit, this never stands for two
    plays: `13/8/5` is not `13/10*/5`, but `13/5` could be either.
    """
    return " ".join(words(ways_of(play), hits_of(play), every_stop=True))


def point_name(point: int) -> str:
    """Return how `point` is printed: a number, `bar` or `off`."""
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


def ways_of(play: Play) -> Ways:
    """Return which way each checker went if `play` is made in this order."""
    ways: Ways = ()
    for move in play:
        ways = extend(ways, move)
    return ways


def extend(ways: Ways, move: CheckerMove) -> Ways:
    """Return `ways` after one more move: of a checker that has moved, if one stands there.

    Of several such checkers the one printed first goes on.
    """
    for index, way in enumerate(ways):
        if way[-1] == move.start:
            return _sorted((*ways[:index], (*way, move.end), *ways[index + 1 :]))
    return _sorted((*ways, (move.start, move.end)))


def hits_of(play: Play) -> frozenset[int]:
    """Return the points on which `play` hits."""
    return frozenset(move.end for move in play if move.hit)


def words(ways: Ways, hits: Iterable[int], *, every_stop: bool = False) -> list[str]:
    """Return the printed moves. A star stands on the first printed of several that hit a point."""
    unstarred = set(hits)
    printed = []
    for way, times in Counter(ways).items():
        starred = unstarred.intersection(way[1:])
        unstarred -= starred
        whole = every_stop or way[-1] == OFF
        shown = [
            point_name(point) + "*" * (point in starred)
            for index, point in enumerate(way)
            if whole or point in starred or index in {0, len(way) - 1}
        ]
        printed.append("/".join(shown) + (f"({times})" if times > 1 else ""))
    return printed


def preference(ways: Ways, hits: Iterable[int]) -> tuple[int, int, str]:
    """Return what decides between two ways to tell one result: the least is canonical."""
    printed = words(ways, hits)
    text = " ".join(printed)
    return len(printed), len(text), text


def _sorted(ways: Iterable[Way]) -> Ways:
    return tuple(sorted(ways, key=lambda way: (-way[0], -way[-1], way)))
