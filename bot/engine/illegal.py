"""Say which rule a written play breaks. The keys and what they carry: see `notation`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias

from bot.engine.canonical import hits_of, point_name, ways_of
from bot.engine.generator import HOME, THEIR_BAR
from bot.engine.matching import Telling, Underway
from bot.engine.position import BAR, OFF, Play
from bot.engine.turn import Turn
from bot.engine.written import WrittenMove, stars_of

Reason: TypeAlias = tuple[str, dict[str, object]]
"""The key of a refusal, and its own parameters."""


def nearest(plays: Sequence[Play], written: tuple[WrittenMove, ...]) -> list[Play]:
    """Return `plays`, those first that share most with what was written."""
    wanted = {(move.points[0], stop) for move in written for stop in move.points[1:]}

    def shared(play: Play) -> int:
        return len(wanted & {(way[0], stop) for way in ways_of(play) for stop in way[1:]})

    return sorted(plays, key=shared, reverse=True)


def reason(written: tuple[WrittenMove, ...], stages: Sequence[Telling]) -> Reason:
    """Return why `written` is not legal, though it is well written and there are legal plays.

    `stages` are all of its `tellings`, the start of the turn first.
    """
    start = stages[0].turn
    if start.counts()[BAR] and all(move.points[0] != BAR for move in written):
        return _bar_first(start)
    wrong = _wrong_distance(written, start.dice)
    if wrong is not None:
        return wrong
    told = [stage.turn for stage in stages if not stage.pending]
    if told:
        return _told(start, stars_of(written), told)
    if sum(move.times for move in written) > len(start.dice):
        return "too-many-moves", {"numbers": len(start.dice)}
    stuck = min((stage for stage in stages if not stage.between_stops), key=_left_over)
    checker = next((checker for checker in stuck.pending if checker.here == BAR), stuck.pending[-1])
    return _stuck(start, stuck.turn, checker)


def _left_over(stage: Telling) -> tuple[int, int]:
    """Prefer the stage with least still to be told, then the one that needed fewest numbers."""
    return sum(len(checker.ahead) for checker in stage.pending), len(stage.turn.made)


def _wrong_distance(written: tuple[WrittenMove, ...], dice: tuple[int, ...]) -> Reason | None:
    """Find a move that goes backwards, or as far as no numbers of the roll do."""
    for move in written:
        for here, there in pairwise(move.points):
            if here <= there:
                return "wrong-direction", {"move": str(move)}
            if not _fits(here, there, dice):
                return "wrong-number", {"move": str(WrittenMove((here, there))), "number": here - there}
    return None


def _fits(start: int, end: int, dice: tuple[int, ...]) -> bool:
    """Return whether one checker goes from `start` to `end` with one of `dice` or several."""
    distances = {*dice, *accumulate(dice)}
    return start - end in distances or (end == OFF and start <= max(distances, default=0))


def _told(start: Turn, stars: set[int], told: Sequence[Turn]) -> Reason:
    """The moves can be made, but do not hit, or are neither a legal play nor its beginning."""
    missed = [stars - hits_of(end.made) for end in told if end.is_legal()]
    if missed:
        return "no-hit", {"point": point_name(max(missed[0]))}
    if any(after.is_complete() for _, after in start.options()):
        return "higher-number", {"number": start.dice[0]}
    return "both-numbers", {}


def _stuck(start: Turn, turn: Turn, checker: Underway) -> Reason:
    """The rest of the written moves is made, as far as can be, but `checker` cannot go on."""
    here, stop = checker.here, checker.ahead[0]
    move = str(WrittenMove((here, stop)))
    counts = turn.counts()
    if not _fits(here, stop, turn.dice):
        used = _single(start.dice, here, stop)
        if turn.dice and used and used[-1] not in turn.dice:
            return "number-used", {"move": move, "number": used[-1]}
        return "too-many-moves", {"numbers": len(start.dice)}
    if counts[BAR] and here != BAR:
        return _bar_first(turn)
    if not counts[here]:
        if not start.counts()[here]:
            return "no-checker", {"point": point_name(here)}
        return "too-few-checkers", {"point": point_name(here), "number": start.counts()[here]}
    closed = _closed(turn, here, stop)
    if closed:
        return "closed-point", {"move": move, "point": ", ".join(map(str, closed))}
    return _not_off(turn, move, here)


def _bar_first(turn: Turn) -> Reason:
    points = sorted({BAR - die for die in turn.dice}, reverse=True)
    theirs = turn.counts()[THEIR_BAR:]
    entries = ", ".join(f"bar/{point}" for point in points if theirs[point] < 2)
    closed = ", ".join(str(point) for point in points if theirs[point] > 1)
    if not entries:
        return "bar-closed", {"closed": closed}
    if not closed:
        return "bar-first", {"entries": entries}
    return "bar-first-closed", {"entries": entries, "closed": closed}


def _closed(turn: Turn, here: int, stop: int) -> list[int]:
    """Return the closed points that bar the way from `here` to `stop`: itself, or all stops before it."""
    theirs = turn.counts()[THEIR_BAR:]
    if stop != OFF and theirs[stop] > 1:
        return [stop]
    if _single(turn.dice, here, stop):
        return []
    if len(set(turn.dice)) == 1:
        firsts = [point for point in range(here - turn.dice[0], stop, -turn.dice[0]) if theirs[point] > 1][:1]
    else:
        firsts = [here - die for die in reversed(turn.dice)]
    return firsts if all(theirs[point] > 1 for point in firsts) else []


def _single(dice: tuple[int, ...], here: int, stop: int) -> list[int]:
    """Return those of `dice` of which one is enough to go from `here` to `stop`, the least last."""
    return [die for die in dice if die == here - stop or (stop == OFF and die > here)]


def _not_off(turn: Turn, move: str, here: int) -> Reason:
    """The checker could go, but not off."""
    counts = list(turn.counts()[: BAR + 1])
    counts[here] -= 1
    highest = max(point for point in range(BAR + 1) if counts[point])
    if highest > HOME:
        return "not-home", {"move": move, "point": point_name(highest)}
    number = (_single(turn.dice, here, OFF) or turn.dice)[0]
    return "higher-checker-first", {"move": move, "point": point_name(highest), "number": number}
