"""Positions to measure and to prove on: of random games, and made up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeAlias

from benchmarks.oracles import Board, board_of
from bot.engine import generator
from bot.engine.position import BAR, Roll, Side, other
from bot.engine.variants import rules_of

Question: TypeAlias = tuple[Board, Roll]


def of_games(seed: int, variant: str = "backgammon") -> Iterator[Question]:
    """Yield the rolls of games in which both sides choose among their results at random."""
    rules, chance = rules_of(variant), random.Random(seed)
    while True:
        position, side = rules.start_position(), _side(chance)
        while rules.winner(position) is None:
            packed, roll = rules.pack(position, side), _roll(chance)
            yield board_of(packed), roll
            results = sorted(generator.results(packed, roll))
            if results:
                position = rules.unpack(chance.choice(results), side)
            side = other(side)


def made_up(seed: int) -> Iterator[Question]:
    """Yield positions that games seldom see: stacks, gaps, many on the bar, contact in the bear-off."""
    chance = random.Random(seed)
    while True:
        board = [0] * 26
        highest, lowest = chance.choice((6, 7, 12, 24)), chance.choice((1, 13, 19))
        for _ in range(chance.randint(1, 15)):
            board[BAR if chance.random() < 0.05 else chance.randint(1, highest)] += 1
        for _ in range(chance.randint(1, 15)):
            point = chance.randint(lowest, 24)
            # What finds no room stands on the bar, as some do in any case.
            if board[point] > 0 or chance.random() < 0.05:
                board[0] += 1
            else:
                board[point] -= 1
        yield tuple(board), _roll(chance)


def _roll(chance: random.Random) -> Roll:
    return chance.randint(1, 6), chance.randint(1, 6)


def _side(chance: random.Random) -> Side:
    return 0 if chance.random() < 0.5 else 1
