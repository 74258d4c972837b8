"""Positions and match states as other programs write them: XGID, OGID, GNU position and match IDs.

Refusals, all `InvalidNotation`; `text` is the beginning of what was given.

    key                     params        when
    xgid-unreadable         text          it has not the ten fields of an XGID
    xgid-field              text, field   field number `field`, from 1, is none
    position-id-unreadable  text          these are not the 14 characters of a GNU position ID
    match-id-unreadable     text          nor the 12 of the match ID of a game being played
    ogid-unreadable         text          it has not the fields of an OGID
    position-impossible     text          more checkers than a side has, or both sides on one point
"""

from __future__ import annotations

import re

from bot.engine.diagram import CHECKERS, Diagram, diagram_of
from bot.engine.gnu_id import gnu_id, match_id, parse_gnu_id, parse_match_id, parse_position_id, position_id
from bot.engine.ogid import is_ogid, parse_ogid
from bot.engine.xgid import parse_xgid, xgid

__all__ = [
    "Diagram",
    "diagram_of",
    "gnu_id",
    "match_id",
    "parse_gnu_id",
    "parse_match_id",
    "parse_position",
    "parse_position_id",
    "parse_xgid",
    "position_id",
    "xgid",
]

_NAMED = re.compile(r"(?P<kind>xgid|ogid|gnu(?:bg)? ?id)\s*[=: ]\s*(?P<id>.*)", re.IGNORECASE | re.DOTALL)


def parse_position(text: str, checkers: int = CHECKERS) -> Diagram:
    """Return the diagram of whichever ID `text` is, with or without its name in front.

    A GNU position ID alone tells no more than the checkers: side 0 is on roll then, in a money session.
    Raises InvalidNotation as the parser of its kind does.
    """
    named = _NAMED.fullmatch(text.strip())
    kind = named["kind"].lower() if named else ""
    bare = named["id"] if named else text.strip()
    match bare.count(":"):
        case _ if kind == "xgid":
            return parse_xgid(bare, checkers)
        case _ if kind == "ogid":
            return parse_ogid(bare)
        case 0:
            return Diagram(parse_position_id(bare, checkers=checkers))
        case 1:
            return parse_gnu_id(bare, checkers)
        case _ if is_ogid(bare):
            return parse_ogid(bare)
        case _:
            return parse_xgid(bare, checkers)
