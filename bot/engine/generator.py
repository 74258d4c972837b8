"""All results of a roll, on packed positions: the rules of checker moves, made fast.

A packed position is one integer, one byte a count, as the side to move sees it: bytes 0 to 25 are
its own row (off, points 1 to 24, bar); byte 26 is the opponent's bar, byte 26 + p the opponent's
checkers on the mover's point p, byte 51 the opponent's checkers off. A checker move is then an
addition, and results are compared as numbers. Nothing here knows how the sides' points meet: that
is settled when a position is packed.
"""

from __future__ import annotations

from typing import TypeAlias

from bot.engine.position import BAR, OFF, Roll

Packed: TypeAlias = int
Step: TypeAlias = tuple[int, Packed]
"""Where a checker move starts, and the position after it."""

SIZE = 52
THEIR_BAR = 26
HOME = 6
"""The home board is points 1 to 6."""
CLOSED = 2
"""Opposing checkers that close a point."""
IN_PLAY = (1 << 8 * THEIR_BAR) - (1 << 8)
"""The mover's checkers that are not off."""


def _one(field: int) -> Packed:
    return 1 << 8 * field


def _additions(start: int, die: int) -> tuple[Packed, ...]:
    """Return what a checker move adds where none, one, two … opposing checkers stand; 0: closed."""
    if not start:
        return ()
    end = max(OFF, start - die)
    moved = _one(end) - _one(start)
    hit = moved + _one(THEIR_BAR) - _one(THEIR_BAR + end)
    return (moved, hit, *(0,) * 254)


MOVES = tuple(tuple(_additions(start, die) for start in range(26)) for die in range(7))
"""MOVES[die][start][opposing checkers where it ends]: what the move adds; 0: the point is closed."""
CHAINS = tuple(
    tuple(start for lowest in range(die + 1, 2 * die + 1) for start in range(lowest, BAR, die))
    for die in range(7)
)
"""CHAINS[die]: the points from which `die` leads to a point, last first: chain by chain, each from below."""

_Entries: TypeAlias = list[tuple[int, Packed, int]]
"""Points that checkers can leave: the point, what the first to leave adds, how many others are there."""


def results(packed: Packed, roll: Roll) -> set[Packed]:
    """Return the distinct results of all legal plays, as the mover sees them; none: no legal play.

    A legal play uses as many numbers as any play can, and where only one of two can be used, the
    higher if possible (rules 3.1).
    """
    low, high = sorted(roll)
    if low == high:
        return runs(packed, low, 4) - {packed}
    counts = packed.to_bytes(SIZE, "little")
    if not counts[BAR] and any(counts[HOME + high + 1 : BAR]):
        # No checker can be borne off: the farthest does not come home with one number.
        return _two_numbers(packed, counts, high, low)
    after_high = steps(packed, high)
    after_low = steps(packed, low)
    both = {end for _, middle in after_high for _, end in steps(middle, low)}
    both.update(end for _, middle in after_low for _, end in steps(middle, high))
    return both or {end for _, end in after_high or after_low}


def steps(packed: Packed, die: int) -> list[Step]:
    """Return every checker move with one `die`, the highest start first (rules 3.1 a, b, c)."""
    counts = packed.to_bytes(SIZE, "little")
    moves = MOVES[die]
    if counts[BAR]:
        add = moves[BAR][counts[THEIR_BAR + BAR - die]]
        return [(BAR, packed + add)] if add else []
    found = []
    highest = OFF
    for start in range(24, OFF, -1):
        if counts[start]:
            highest = highest or start
            if start > die:
                add = moves[start][counts[THEIR_BAR + start - die]]
                if add:
                    found.append((start, packed + add))
            elif highest <= HOME and start in {die, highest}:
                found.append((start, packed + _one(OFF) - _one(start)))
    return found


def hit_between(before: Packed, after: Packed) -> bool:
    """Return whether the checker move that leads from one position to the next hits."""
    return (before ^ after) >> 8 * THEIR_BAR & 255 != 0


def runs(packed: Packed, die: int, times: int) -> set[Packed]:
    """Return the positions after playing `die` as often as possible, `times` times at most.

    Every exhausted sequence of one number has the same length (rules 3.2), so none needs look-ahead.
    If the number cannot be played at all, that is the position itself.
    """
    while times and packed >> 8 * BAR & 255:
        entered = steps(packed, die)
        if not entered:
            break
        packed, times = entered[0][1], times - 1
    if not times or packed >> 8 * BAR & 255:
        return {packed}
    counts = packed.to_bytes(SIZE, "little")
    if sum(counts[HOME + 1 : BAR]) >= times:
        # The checkers outside use the number up before any can be borne off.
        return _one_number(packed, counts, die, times)
    level = {packed}
    for _ in range(times):
        after = {end for position in level for _, end in steps(position, die)}
        if not after:
            break
        level = after
    return level


def _two_numbers(packed: Packed, counts: bytes, high: int, low: int) -> set[Packed]:
    """Return the results of two different numbers where nobody enters or bears off.

    Two checkers: each move of the one number with each of the other. One checker: one after the
    other, in both orders. From the highest point down, so that each pair is met once.
    """
    both: set[Packed] = set()
    found = both.add
    highs: list[Packed] = []
    lows: list[Packed] = []
    high_moves, low_moves = MOVES[high], MOVES[low]
    for start in range(24, low, -1):
        here = counts[start]
        if not here:
            continue
        by_low = low_moves[start][counts[THEIR_BAR + start - low]]
        by_high = high_moves[start][counts[THEIR_BAR + start - high]] if start > high else 0
        end = start - high - low
        at_end = counts[THEIR_BAR + end] if end > 0 else CLOSED
        if by_high:
            after = packed + by_high
            for add in lows:
                found(after + add)
            if here > 1 and by_low:
                found(after + by_low)
            if at_end < CLOSED:
                found(after + low_moves[start - high][at_end])
        if by_low:
            after = packed + by_low
            stop = start - low
            if counts[THEIR_BAR + stop] and stop + high < BAR:
                # The higher number may hit the same blot: then it was hit already.
                once, twice = high_moves[stop + high][:2]
                for add in highs:
                    found(after + (once if add == twice else add))
            else:
                for add in highs:
                    found(after + add)
            if at_end < CLOSED:
                found(after + high_moves[stop][at_end])
            lows.append(by_low)
        if by_high:
            highs.append(by_high)
    return both or {packed + add for add in highs or lows}


def _one_number(packed: Packed, counts: bytes, die: int, times: int) -> set[Packed]:
    """Return the results of one number played up to `times` times where nobody enters or bears off.

    A result is how many checkers leave each point. Points are taken in the order of `CHAINS`, so
    that every result is made once; on the way only one thing depends on what was moved before: how
    many checkers the next point of the chain has.
    """
    moves = MOVES[die]
    occupied, beyond, first = _chains(counts, die)
    # The position, the point left last, how many checkers are still there, how many have left it.
    level = [(packed + add, start, left, 1) for start, add, left in occupied]
    for _ in range(times - 2):
        after = []
        for position, start, left, gone in level:
            if left:
                after.append((position + moves[start][0], start, left - 1, gone + 1))
            below = start - die
            if first[below]:
                after.append((position + first[below], below, counts[below] + gone - 1, 1))
            for point, add, others in beyond[start]:
                after.append((position + add, point, others, 1))
        level = after or level
    ends: set[Packed] = set()
    if times > 1:
        # The same once more, without what only a further move would need: most of the work is here.
        for position, start, left, _ in level:
            if left:
                ends.add(position + moves[start][0])
            if first[start - die]:
                ends.add(position + first[start - die])
            for _, add, _ in beyond[start]:
                ends.add(position + add)
    return ends or {position for position, *_ in level} or {packed}


def _chains(counts: bytes, die: int) -> tuple[_Entries, list[_Entries], list[Packed]]:
    """Prepare the points for one number.

    Return the points that can be left now; by point, those of them that come after both the point
    and the next of its chain; by point, what the first checker to leave it adds (0: none can).
    """
    moves = MOVES[die]
    occupied: _Entries = []
    beyond: list[_Entries] = [[]] * BAR
    first: list[Packed] = [0] * BAR
    for start in CHAINS[die]:
        add = moves[start][counts[THEIR_BAR + start - die]]
        if add:
            first[start] = add
            below = start - die
            beyond[start] = occupied[1:] if first[below] and counts[below] else occupied
            if counts[start]:
                occupied = [(start, add, counts[start] - 1), *occupied]
    return occupied, beyond, first
