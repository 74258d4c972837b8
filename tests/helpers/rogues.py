"""Computer players that misbehave, importable in worker processes."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.players import SIMPLEST, player_of


@dataclass(frozen=True, slots=True)
class Rogue:
    """Plays as the simple player does, after it has been itself. `diary` counts how often it was asked."""

    diary: Path
    id: str = "rogue"
    seconds: float = 30.0
    lacks: str | None = None

    @property
    def name(self) -> str:
        """Return the id."""
        return self.id

    def missing(self) -> str | None:
        """Return what it lacks."""
        return self.lacks

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Misbehave, then answer as the simple player does."""
        with self.diary.open("a") as diary:
            diary.write(f"{os.getpid()}\n")
        self.misbehave(len(asked(self.diary)))
        return player_of(SIMPLEST).choose(state, seat)

    def misbehave(self, times: int) -> None:
        """Do what is not expected of a player that is asked for the `times`th time."""


class Crashing(Rogue):
    """Ends its process whenever it is asked."""

    def misbehave(self, times: int) -> None:
        """Die as of an illegal instruction."""
        os.kill(os.getpid(), signal.SIGKILL)


class CrashingOnce(Rogue):
    """Ends its process the first time."""

    def misbehave(self, times: int) -> None:
        """Die the first time."""
        if times == 1:
            os.kill(os.getpid(), signal.SIGKILL)


class Hanging(Rogue):
    """Never answers."""

    def misbehave(self, times: int) -> None:
        """Sleep for longer than anybody waits."""
        time.sleep(600)


class Wrong(Rogue):
    """Raises an error."""

    def misbehave(self, times: int) -> None:
        """Fail."""
        raise LookupError("a rogue's mistake")


class Talking(Rogue):
    """Prints where its answers go."""

    def misbehave(self, times: int) -> None:
        """Print, as a library might."""
        print("thinking aloud", flush=True)  # noqa: T201 - that is what it does
        os.write(1, b"and louder\n")


def asked(diary: Path) -> list[int]:
    """Return the processes in which the players of a diary were asked."""
    return [int(line) for line in diary.read_text("utf-8").split()] if diary.exists() else []
