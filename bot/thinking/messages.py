"""What the bot and its worker processes tell each other."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.players import ComputerPlayer
from bot.players.judging import Judge, Judgement, Moment, Option

HEAD = struct.Struct(">I")
"""The length of the pickle that follows, in bytes."""

T_co = TypeVar("T_co", covariant=True)


class Task(Protocol[T_co]):
    """Something to be thought out in a worker process, to which it is sent."""

    @property
    def name(self) -> str:
        """Who thinks, for the log."""

    @property
    def seconds(self) -> float:
        """How long it may take."""

    def __call__(self) -> T_co:
        """Return the answer."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """What does `player` do?"""

    player: ComputerPlayer
    state: MatchState
    seat: Seat

    @property
    def name(self) -> str:
        """Return the player's id."""
        return self.player.id

    @property
    def seconds(self) -> float:
        """Return how long the player may think."""
        return self.player.seconds

    def __call__(self) -> Action:
        """Return the player's choice."""
        return self.player.choose(self.state, self.seat)


@dataclass(frozen=True, slots=True)
class Weighing:
    """What are the best ways to decide what `state` waits for?"""

    judge: Judge
    state: MatchState
    name: str = "the judge"

    @property
    def seconds(self) -> float:
        """Return how long the judge may think."""
        return self.judge.seconds

    def __call__(self) -> tuple[Option, ...]:
        """Return the options, the best first."""
        return self.judge.options(self.state)


@dataclass(frozen=True, slots=True)
class Judging:
    """How good was what was done at `moment`?"""

    judge: Judge
    moment: Moment
    name: str = "the judge"

    @property
    def seconds(self) -> float:
        """Return how long the judge may think."""
        return self.judge.seconds

    def __call__(self) -> Judgement:
        """Return the judgement."""
        return self.judge.judge(self.moment)


@dataclass(frozen=True, slots=True)
class Question:
    """A task, and when nobody waits for the answer any more."""

    task: Task[object]
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """The task raised an error; `details` is its traceback."""

    details: str


def packed(message: object) -> bytes:
    """Return a message as it is sent, its length first: a `Question`, an answer or `Failed`."""
    data = pickle.dumps(message)
    return HEAD.pack(len(data)) + data
