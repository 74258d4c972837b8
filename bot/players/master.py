"""World class: three half-moves deep, and no errors but the nets' own."""

from __future__ import annotations

from bot.players.sage.player import SagePlayer

PLAYER = SagePlayer("master", error=0, plies=3, seconds=15.0)
