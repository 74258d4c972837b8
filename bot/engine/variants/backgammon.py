"""Backgammon (rules 1.4)."""

from bot.engine.rules import Rules, start_row

RULES = Rules("backgammon", start_row({24: 2, 13: 5, 8: 3, 6: 5}))
