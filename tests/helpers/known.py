"""The data with known right answers (see tests/data/README.md)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from bot.engine.position import BAR, POINTS, Position, Roll

DATA = Path(__file__).parents[1] / "data"


@cache
def known(name: str) -> tuple[dict[str, Any], ...]:
    """Return the rows of `name`.jsonl."""
    lines = (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def roll_of(row: dict[str, Any]) -> Roll:
    """Return the dice of a row."""
    first, second = row["dice"]
    return first, second


def position_of(board: list[int]) -> Position:
    """Return the position of 26 numbers as side 0 sees them: their bar, the points, its own bar."""
    mine = [max(0, count) for count in board[1:]]
    theirs = [*(max(0, -board[BAR - point]) for point in POINTS), board[0]]
    return Position(((15 - sum(mine), *mine), (15 - sum(theirs), *theirs)))
