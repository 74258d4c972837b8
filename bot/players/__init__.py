"""Computer players: one file each, which exports PLAYER. They are found by scanning this folder.

A file that exports none is help for the others. Importing a player's file must not need what may
be missing on a machine; a player that lacks something says so when it is asked to choose.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Protocol, runtime_checkable

from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState

SIMPLEST = "simple"
"""The id of the player that needs nothing, and answers where another one cannot."""


@runtime_checkable
class ComputerPlayer(Protocol):
    """Somebody who plays by computing. It keeps no memory: its choice depends on the state alone."""

    @property
    def id(self) -> str:
        """The name that seats and settings use; it never changes."""

    @property
    def name(self) -> str:
        """The name that people see."""

    @property
    def seconds(self) -> float:
        """How long it may think before it is given up."""

    def missing(self) -> str | None:
        """Return what this machine lacks for it, such as a package; None: it can play here."""

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Return what `seat`, whose decision is awaited, does: one of `decide.legal_actions`.

        It is called in a process of its own. Raises `ValueError` if nothing is asked of `seat`,
        `RuntimeError` if something is missing.
        """


def find_players() -> tuple[str, ...]:
    """Return the ids of all computer players, sorted."""
    return tuple(sorted(_players()))


def player_of(player_id: str) -> ComputerPlayer:
    """Return the computer player with this id; raise KeyError if there is none."""
    return _players()[player_id]


@cache
def _players() -> Mapping[str, ComputerPlayer]:
    modules = (
        importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
    )
    players = (exported_player(module) for module in modules)
    return MappingProxyType({player.id: player for player in players if player is not None})


def exported_player(module: ModuleType) -> ComputerPlayer | None:
    """Return the player that a file exports, or None; raise TypeError if its PLAYER is none."""
    player = getattr(module, "PLAYER", None)
    if player is not None and not isinstance(player, ComputerPlayer):
        raise TypeError(f"PLAYER in {module.__name__} is not a ComputerPlayer: {player!r}")
    return player
