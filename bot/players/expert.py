"""Plays as a tournament player does."""

from __future__ import annotations

from bot.players.sage.player import SagePlayer

PLAYER = SagePlayer("expert", error=0.035)
