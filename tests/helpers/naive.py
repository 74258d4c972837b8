"""The rules of legal plays (rules 3.1) word for word, without a thought of speed.

Written apart from the engine, on lists, so that the two can be compared.
"""

from __future__ import annotations

from itertools import permutations
from typing import TypeAlias

from bot.engine.position import BAR, OFF, POINTS, Position, Roll, Side, other
from bot.engine.rules import Rules

Single: TypeAlias = tuple[int, int]


def results(rules: Rules, position: Position, side: Side, roll: Roll) -> set[Position]:
    """Return the results of all legal plays."""
    first, second = roll
    orders = [(first,) * 4] if first == second else list(permutations(roll))
    plays = [play for dice in orders for play in _plays(rules, position, side, dice)]
    most = max(len(numbers) for numbers, _ in plays)
    if most == 1 and first != second:
        # Only one of the two numbers can be used: the larger one, if it can be used at all.
        highest = max(numbers[0] for numbers, _ in plays if numbers)
        return {end for numbers, end in plays if numbers == (highest,)}
    return {end for numbers, end in plays if len(numbers) == most and most > 0}


def _plays(
    rules: Rules, position: Position, side: Side, dice: tuple[int, ...]
) -> list[tuple[tuple[int, ...], Position]]:
    """Return the numbers used and the end of every sequence that uses `dice` in this order."""
    found: list[tuple[tuple[int, ...], Position]] = [((), position)]
    if dice:
        for start, end in _singles(rules, position, side, dice[0]):
            after = rules.after(position, side, (rules.move(position, side, start, end),))
            found += [((dice[0], *numbers), last) for numbers, last in _plays(rules, after, side, dice[1:])]
    return found


def _singles(rules: Rules, position: Position, side: Side, die: int) -> list[Single]:
    mine, theirs = position.row(side), position.row(other(side))
    starts = [BAR] if mine[BAR] else [point for point in POINTS if mine[point]]
    singles = []
    for start in starts:
        end = start - die
        if end >= 1 and theirs[rules.facing(end)] <= 1:
            singles.append((start, end))
        if end <= 0 and all(start <= 6 for start in starts):
            exact = start == die
            if exact or not any(point > start for point in starts):
                singles.append((start, OFF))
    return singles
