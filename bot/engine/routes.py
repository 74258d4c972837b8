"""How a result is reached: the checker moves that lead to it, told as the notation prefers."""

from __future__ import annotations

from typing import TypeAlias

from bot.engine import generator
from bot.engine.canonical import Ways, extend, hits_of, preference
from bot.engine.generator import Packed
from bot.engine.position import OFF, CheckerMove, Play, Roll

_Told: TypeAlias = dict[tuple[Packed, Ways], Play]
"""Each way to tell how a position is reached, with one order in which it can be made."""


def dice_of(roll: Roll) -> tuple[int, ...]:
    """Return the numbers that `roll` gives to play, the higher first: two, or four for a double."""
    return (roll[0],) * 4 if roll[0] == roll[1] else (max(roll), min(roll))


def checker_move(before: Packed, start: int, die: int, after: Packed) -> CheckerMove:
    """Return the checker move that leads from one packed position to the next."""
    return CheckerMove(start, max(OFF, start - die), generator.hit_between(before, after))


def canonical_plays(packed: Packed, roll: Roll) -> dict[Packed, Play]:
    """Return each legal result with its canonical play, in an order in which it can be made."""
    results = generator.results(packed, roll)
    dice = dice_of(roll)
    levels = _levels(packed, dice)
    if len(dice) == 2:
        levels = [_merged(*both) for both in zip(levels, _levels(packed, dice[::-1]), strict=True)]
    # A position may be reached with fewer numbers too; a legal play uses as many as can be.
    longest = next((level for level in reversed(levels) if any(key[0] in results for key in level)), {})
    tellings: dict[Packed, list[tuple[Ways, Play]]] = {}
    for (result, ways), play in longest.items():
        if result in results:
            tellings.setdefault(result, []).append((ways, play))
    return {result: _best(told) for result, told in tellings.items()}


def _best(tellings: list[tuple[Ways, Play]]) -> Play:
    if len(tellings) == 1:
        return tellings[0][1]
    return min(tellings, key=lambda told: preference(told[0], hits_of(told[1])))[1]


def _merged(one: _Told, two: _Told) -> _Told:
    """Return both; where both tell the same, keep the order that begins with the higher checker."""

    def starts(told: _Told, key: tuple[Packed, Ways]) -> list[int]:
        return [move.start for move in told.get(key, ())]

    return {key: max(one, two, key=lambda told: starts(told, key))[key] for key in one | two}


def _levels(packed: Packed, dice: tuple[int, ...]) -> list[_Told]:
    """Return what can be reached with none of `dice`, the first, the first two …"""
    levels: list[_Told] = [{(packed, ()): ()}]
    for die in dice:
        after: _Told = {}
        for (here, ways), play in levels[-1].items():
            for start, there in generator.steps(here, die):
                move = checker_move(here, start, die, there)
                after.setdefault((there, extend(ways, move)), (*play, move))
        levels.append(after)
    return levels
