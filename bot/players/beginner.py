"""Sees the plays, and misjudges them."""

from __future__ import annotations

from bot.players.sage.player import SagePlayer

PLAYER = SagePlayer("beginner", error=0.16)
