"""Where time, codes, rolls and the computer's choices come from. Fakes fit here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
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


class Stopped(Exception):
    """The program ends, and nobody thinks any more."""


class Thinker(Protocol):
    """Has computer players think, without holding anybody up."""

    async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
        """Return what the player does at `seat`, whose decision is awaited; another player may answer
        for one that fails. Raises `Stopped` when the program ends meanwhile."""
