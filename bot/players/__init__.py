"""Computer players: one file each, which exports PLAYER. They are found by scanning this folder.

A file that exports none is help for the others. Importing a player's file must not need what may
be missing on a machine; a player that lacks something says so when it is asked to choose.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState


@runtime_checkable
class ComputerPlayer(Protocol):
    """Somebody who plays by computing. It keeps no memory: its choice depends on the state alone."""

    @property
    def id(self) -> str:
        """The name that seats and settings use; it never changes."""

    @property
    def name(self) -> str:
        """The name that people see."""

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Return what `seat`, whose decision is awaited, does: one of `decide.legal_actions`.

        May take seconds; it is called off the event loop. Raises `ValueError` if nothing is asked
        of `seat`.
        """


def find_players() -> tuple[str, ...]:
    """Return the ids of all computer players, sorted."""
    return tuple(sorted(_players()))


def player_of(player_id: str) -> ComputerPlayer:
    """Return the computer player with this id; raise KeyError if there is none."""
    return _players()[player_id]


@cache
def _players() -> Mapping[str, ComputerPlayer]:
    found: dict[str, ComputerPlayer] = {}
    for module in pkgutil.iter_modules(__path__):
        player = getattr(importlib.import_module(f"{__name__}.{module.name}"), "PLAYER", None)
        if isinstance(player, ComputerPlayer):
            found[player.id] = player
        elif player is not None:
            raise TypeError(f"PLAYER in {module.name}.py is not a ComputerPlayer: {player!r}")
    return MappingProxyType(found)
