"""Plays for fun."""

from __future__ import annotations

from bot.players.sage.player import SagePlayer

PLAYER = SagePlayer("casual", error=0.11)
