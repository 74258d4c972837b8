"""Nackgammon: one checker each of the 13 and 6 points stands on 23 instead (rules 8.1)."""

from bot.engine.rules import Rules, start_row

RULES = Rules("nackgammon", start_row({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}))
