"""Plays as a good club player does."""

from __future__ import annotations

from bot.players.sage.player import SagePlayer

PLAYER = SagePlayer("advanced", error=0.06)
