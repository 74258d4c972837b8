"""What the bot and its worker processes tell each other."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass

from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.players import ComputerPlayer

HEAD = struct.Struct(">I")
"""The length of the pickle that follows, in bytes."""


@dataclass(frozen=True, slots=True)
class Question:
    """What does `player` do?"""

    player: ComputerPlayer
    state: MatchState
    seat: Seat
    seconds: float
    """When nobody waits for the answer any more."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The player raised an error; `details` is its traceback."""

    details: str


def packed(message: Question | Action | Failed) -> bytes:
    """Return a message as it is sent, its length first."""
    data = pickle.dumps(message)
    return HEAD.pack(len(data)) + data
