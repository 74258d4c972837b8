"""Where time, codes, rolls, the computer's choices and its judgements come from. Fakes fit here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.engine.position import Roll
from bot.players.judging import Judgement, Moment, Option


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


class Unable(Exception):
    """There is no answer: what thinks has failed, more than once. The log says why."""


class Thinker(Protocol):
    """Has computer players think, without holding anybody up."""

    async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
        """Return what the player does at `seat`, whose decision is awaited; another player may answer
        for one that fails. Raises `Stopped` when the program ends meanwhile."""


class Coach(Protocol):
    """Has a judge look at positions and decisions, without holding anybody up."""

    def missing(self) -> str | None:
        """Return what this machine lacks for it, such as a package; None: nothing."""

    def knows(self, variant: str) -> bool:
        """Return whether it can judge this variant."""

    async def options(self, state: MatchState) -> tuple[Option, ...]:
        """Return the best ways to decide what `state` waits for, the best first. `judging.has_options`
        says whether it does. Raises `Unable`, and `Stopped` when the program ends meanwhile."""

    async def judge(self, moment: Moment) -> Judgement:
        """Return what there is to be said of a moment. Raises `Unable` and `Stopped`."""
