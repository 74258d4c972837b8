"""Positions and match states as other programs write them: XGID, GNU position and match IDs.

Refusals, all `InvalidNotation`; `text` is the beginning of what was given.

    key                     params        when
    xgid-unreadable         text          it has not the ten fields of an XGID
    xgid-field              text, field   field number `field`, from 1, is none
    position-id-unreadable  text          these are not the 14 characters of a GNU position ID
    match-id-unreadable     text          nor the 12 of the match ID of a game being played
    position-impossible     text          more checkers than a side has, or both sides on one point
"""

from __future__ import annotations

from bot.engine.diagram import Diagram, diagram_of
from bot.engine.gnu_id import gnu_id, match_id, parse_gnu_id, parse_match_id, parse_position_id, position_id
from bot.engine.xgid import parse_xgid, xgid

__all__ = [
    "Diagram",
    "diagram_of",
    "gnu_id",
    "match_id",
    "parse_gnu_id",
    "parse_match_id",
    "parse_position_id",
    "parse_xgid",
    "position_id",
    "xgid",
]
