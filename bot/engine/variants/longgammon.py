"""LongGammon: all fifteen checkers start on the opponent's ace point (rules 8.4)."""

from bot.engine.rules import Rules, start_row

RULES = Rules("longgammon", start_row({24: 15}))
