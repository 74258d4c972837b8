"""The doubling cube."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.position import Side


@dataclass(frozen=True, slots=True)
class Cube:
    """Its value, and the side that owns it; None: centred."""

    value: int = 1
    owner: Side | None = None
