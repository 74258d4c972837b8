"""All results of a roll, on packed positions.

A packed position is one integer, one byte a count, seen by the side to move: bytes 0 to 25 are its
own row (off, points 1 to 24, bar); byte 26 is the opponent's bar, byte 26 + p the opponent's
checkers on the mover's point p, byte 51 the opponent's checkers off. A checker move is then an
addition, and a result is hashed as a number.
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
IN_PLAY = (1 << 8 * THEIR_BAR) - (1 << 8)
"""The mover's checkers that are not off."""


def _one(field: int) -> Packed:
    return 1 << 8 * field


MOVED = tuple(
    tuple(_one(max(OFF, start - die)) - _one(start) if start else 0 for start in range(26))
    for die in range(7)
)
"""MOVED[die][start]: what a checker move adds."""
HIT = (0, *(_one(THEIR_BAR) - _one(THEIR_BAR + point) for point in range(1, 25)))
"""HIT[point]: what hitting a blot on the mover's `point` adds."""


def steps(packed: Packed, die: int) -> list[Step]:
    """Return every checker move with one `die`, highest start first (rules 3.1 a, b, c)."""
    counts = packed.to_bytes(SIZE, "little")
    moved = MOVED[die]
    starts = [BAR] if counts[BAR] else [start for start in range(24, die, -1) if counts[start]]
    found = []
    for start in starts:
        theirs = counts[THEIR_BAR + start - die]
        if theirs < 2:
            found.append((start, packed + moved[start] + (HIT[start - die] if theirs else 0)))
    last = next((start for start in range(BAR, 0, -1) if counts[start]), OFF)
    if last <= HOME:
        start = die if last > die else last
        if start and counts[start]:
            found.append((start, packed + moved[start]))
    return found


def runs(packed: Packed, die: int, times: int) -> set[Packed]:
    """Return the positions after playing `die` as often as possible, at most `times` times.

    Every exhausted sequence of one number has the same length, so no look-ahead is needed
    (rules 3.2); the position itself if the number cannot be played.
    """
    level = {packed}
    for _ in range(times):
        after = {step[1] for position in level for step in steps(position, die)}
        if not after:
            break
        level = after
    return level


def results(packed: Packed, roll: Roll) -> set[Packed]:
    """Return the distinct results of all legal plays; empty if there is none (rules 3.1).

    They stay in the mover's view.
    """
    high, low = max(roll), min(roll)
    if high == low:
        return runs(packed, high, 4) - {packed}
    after_high = [position for _, position in steps(packed, high)]
    after_low = [position for _, position in steps(packed, low)]
    both = {end for middle in after_high for _, end in steps(middle, low)}
    both.update(end for middle in after_low for _, end in steps(middle, high))
    return both or set(after_high) or set(after_low)


def hit_between(before: Packed, after: Packed) -> bool:
    """Return whether the checker move between two positions hit."""
    return (before ^ after) >> 8 * THEIR_BAR & 255 != 0
