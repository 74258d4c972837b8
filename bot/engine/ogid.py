"""OGID, the position format of OpenGammon: fields between colons, the board seen by White, side 0.

White moves from pip 1 to pip 24 and enters from pip 0, Black the other way from pip 25. The format
knows neither the Jacoby rule nor beavers, a cap of the cube or a resignation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.engine.diagram import CHECKERS, Diagram, possible
from bot.engine.position import BAR, Position, Side, other
from bot.engine.refusals import InvalidNotation
from bot.engine.written import excerpt

_PIPS = "0123456789abcdefghijklmnop"
_COLOURS: tuple[str, str] = ("W", "B")
_OWNERS: dict[str, Side | None] = {"N": None, "?": None, "D": None, "W": 0, "B": 1}
_OGID = re.compile(
    r"(?:OGID=)?(?P<white>[0-9a-p]*):(?P<black>[0-9a-p]*)"
    r":(?P<owner>[NWBD?])(?P<log2>[0-9]|1[0-5])(?P<cube>[NOTP])"
    r":(?P<dice>|[1-6]{2}):(?P<acted>[WB])(?::(?P<state>[A-Z]{0,2})"
    r"(?::(?P<first>[0-9]{1,5}):(?P<second>[0-9]{1,5})"
    r"(?::(?P<length>[0-9]{1,5})(?P<crawford>C?)L?(?:G[0-9]{1,5})?"
    r"(?::[0-9]{1,9}(?::(?P<checkers>[0-9]{1,2}))?)?)?)?)?"
)


def ogid(diagram: Diagram) -> str:
    """Return the OGID of `diagram`. The fifth field is the colour that acted last."""
    white, black = diagram.position.rows
    acted = diagram.on_roll if diagram.doubled else other(diagram.on_roll)
    owner = "N" if diagram.cube_owner is None else _COLOURS[diagram.cube_owner]
    post_crawford = not diagram.crawford and 1 < diagram.length == max(diagram.score) + 1
    checkers = sum(white)
    fields = (
        _cells(BAR - point for point in range(BAR, 0, -1) for _ in range(white[point])),
        _cells(point for point in range(1, BAR + 1) for _ in range(black[point])),
        f"{owner}{diagram.cube_value.bit_length() - 1}{'O' if diagram.doubled else 'N'}",
        "".join(map(str, sorted(diagram.dice or ()))),
        _COLOURS[acted],
        "D" if diagram.doubled else "R" if diagram.dice else "C",
        *diagram.score,
        f"{diagram.length}{'C' * diagram.crawford}{'L' * post_crawford}",
        0,
        *([checkers] if checkers != CHECKERS else []),
    )
    return ":".join(map(str, fields))


def is_ogid(text: str) -> bool:
    """Return whether `text` is written as an OGID is, whatever position it tells."""
    return _OGID.fullmatch(text.strip()) is not None


def parse_ogid(text: str) -> Diagram:
    """Return the diagram that `text` tells; what it leaves out is as in a money session.

    Raises InvalidNotation: `ogid-unreadable` (text), `position-impossible` (text).
    """
    found = _OGID.fullmatch(text.strip())
    if found is None:
        raise InvalidNotation("ogid-unreadable", text=excerpt(text))
    doubled = found["cube"] == "O"
    dice = found["dice"]
    acted: Side = 0 if found["acted"] == "W" else 1
    # A game that has just been set up waits for White, though nobody has acted.
    waits_for_white = found["state"] == "IW" and not dice
    return Diagram(
        position=_position(found, excerpt(text)),
        on_roll=0 if waits_for_white else acted if doubled else other(acted),
        dice=(int(dice[0]), int(dice[1])) if dice else None,
        cube_value=1 << int(found["log2"]),
        cube_owner=_OWNERS[found["owner"]],
        doubled=doubled,
        score=(int(found["first"] or 0), int(found["second"] or 0)),
        length=int(found["length"] or 0),
        crawford=found["crawford"] == "C",
    )


def _cells(pips: Iterable[int]) -> str:
    return "".join(_PIPS[pip] for pip in pips)


def _position(found: re.Match[str], text: str) -> Position:
    white, black = [0] * 26, [0] * 26
    for cell in found["white"]:
        white[BAR - _PIPS.index(cell)] += 1
    for cell in found["black"]:
        black[_PIPS.index(cell)] += 1
    if white[0] or black[0]:
        raise InvalidNotation("position-impossible", text=text)
    return possible((tuple(white), tuple(black)), text, int(found["checkers"] or CHECKERS))
