"""Where time, codes and rolls come from. Fakes fit here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

from bot.engine.position import Roll


class Clock(Protocol):
    """The time, always aware and in UTC."""

    def now(self) -> datetime:
        """Return the present moment."""


class Codes(Protocol):
    """A source of codes that nobody can guess."""

    def new(self) -> str:
        """Return a code: letters and digits that are told apart when read aloud."""


class Dice(Protocol):
    """A source of rolls; each roll is two fair, independent dice."""

    def rolls(self) -> Iterator[Roll]:
        """Return an endless iterator of rolls."""
