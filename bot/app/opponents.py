"""The computer players that can be asked for, and the one that plays if none is named."""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.requests import PlayerKind, PlayerRef
from bot.engine.refusals import Refusal
from bot.players import SIMPLEST, ComputerPlayer

USUAL = "advanced"
"""Who plays if no level is named: quick, and a match for most people."""


class Opponents:
    """The computer players by id."""

    def __init__(self, players: Mapping[str, ComputerPlayer]) -> None:
        self._players = players

    def of(self, level: str | None) -> PlayerRef:
        """Return the account of the player of a level, or of the usual one.

        Raises `Refusal` where the level cannot play here: level-missing (level, missing, simplest),
        or is not among the players: level-unknown (level, levels).
        """
        if level is None:
            return self._account(self._usual())
        player = self._players.get(level)
        if player is None:
            raise Refusal("level-unknown", level=level, levels=", ".join(self._players))
        if lacking := player.missing():
            raise Refusal("level-missing", level=level, missing=lacking, simplest=SIMPLEST)
        return self._account(player)

    def _usual(self) -> ComputerPlayer:
        preferred = (self._players.get(name) for name in (USUAL, SIMPLEST))
        able = (player for player in (*preferred, *self._players.values()) if player is not None)
        return next(player for player in able if player.missing() is None)

    def _account(self, player: ComputerPlayer) -> PlayerRef:
        return PlayerRef("computer", player.id, player.name, kind=PlayerKind.COMPUTER)
