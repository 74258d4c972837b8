"""The doubling cube."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.position import Side

HARD_CAP = 2**15
"""The highest value a cube can reach under any rules: what GNU's match ID can hold (rules 5.4)."""


@dataclass(frozen=True, slots=True)
class Cube:
    """Its value, and the side that owns it; None: centred."""

    value: int = 1
    owner: Side | None = None

    @property
    def centred(self) -> bool:
        """Whether nobody owns it: no voluntary double was taken in this game (rules 2.7, 5.7)."""
        return self.owner is None

    def open_to(self, side: Side) -> bool:
        """Return whether `side` may turn it as far as ownership goes (rules 5.2)."""
        return self.owner in {None, side}
