"""Hyper-backgammon: three checkers a side, all of them back (rules 8.3)."""

from bot.engine.rules import Rules, start_row

RULES = Rules("hypergammon", start_row({24: 1, 23: 1, 22: 1}))
