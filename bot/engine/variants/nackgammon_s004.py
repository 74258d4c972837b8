"""Nackgammon as a Brazilian tutorial lays it out: four back checkers on 24, one on 23 (rules 8.1)."""

from bot.engine.rules import Rules, start_row

RULES = Rules("nackgammon_s004", start_row({24: 4, 23: 1, 13: 2, 8: 3, 6: 5}))
