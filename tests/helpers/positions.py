"""Hypothesis strategies of positions and rolls: any that can stand on a board."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import strategies as st

from bot.engine import generator
from bot.engine.position import BAR, Position, Roll, Row, Side, other
from bot.engine.variants import rules_of

sides: st.SearchStrategy[Side] = st.sampled_from([0, 1])
rolls: st.SearchStrategy[Roll] = st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def made_up(draw: st.DrawFn) -> Position:
    """Draw a position with up to fifteen checkers a side in play, side 0 having at least one."""
    highest = draw(st.sampled_from([6, 8, 12, 18, BAR]))
    mine = draw(st.lists(st.integers(1, highest), min_size=1, max_size=15))
    free = [point for point in range(1, BAR + 1) if point == BAR or BAR - point not in mine]
    theirs = draw(st.lists(st.sampled_from(free), max_size=15))
    return Position((_row(mine), _row(theirs)))


@st.composite
def played(draw: st.DrawFn, variant: str = "backgammon") -> Position:
    """Draw a position out of a random game, side 0 being on roll."""
    rules, chance = rules_of(variant), random.Random(draw(st.integers(0, 10**9)))
    position, side = rules.start_position(), other(0)
    for _ in range(draw(st.integers(0, 120))):
        roll = chance.randint(1, 6), chance.randint(1, 6)
        found = sorted(generator.results(rules.pack(position, side), roll))
        after = rules.unpack(chance.choice(found), side) if found else position
        if rules.winner(after) is not None:
            break
        position, side = after, other(side)
    return position if side == 0 else Position(position.rows[::-1])


positions: st.SearchStrategy[Position] = st.one_of(made_up(), played())


def _row(points: list[int]) -> Row:
    counts = Counter(points)
    return (15 - len(points), *(counts[point] for point in range(1, BAR + 1)))
