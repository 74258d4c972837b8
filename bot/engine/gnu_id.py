"""GNU Backgammon's position ID and match ID: bits, the lowest first, in base 64."""

from __future__ import annotations

import base64
import binascii

from bot.engine.diagram import CHECKERS, Diagram, Resigned, possible
from bot.engine.position import BAR, Position, Side, other
from bot.engine.refusals import InvalidNotation
from bot.engine.written import excerpt

_POSITION_BYTES = 10
_MATCH_BYTES = 9
_CENTRED = 3
_PLAYING = 1
_FIELDS = {
    "log2_cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "game_state": 3,
    "decides": 1,
    "doubled": 1,
    "resigned": 2,
    "higher_die": 3,
    "lower_die": 3,
    "length": 15,
    "score_top": 15,
    "score_bottom": 15,
    "no_jacoby": 1,
}
"""The fields of a match ID and their bits. Players are numbered from the top: side 0 is player 1."""
_SIZES: tuple[Resigned, ...] = (0, 1, 2, 3)


def position_id(position: Position, on_roll: Side) -> str:
    """Return the 14 characters of `position`: first the side not on roll, then the side on roll.

    Each side's points 1 to 24 and its bar are as many ones as checkers, then a zero. Checkers off
    are left out. Raises OverflowError for more checkers than 15 a side.
    """
    bits, at = 0, 0
    for side in (other(on_roll), on_roll):
        for count in position.row(side)[1:]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return _text(bits, _POSITION_BYTES)


def parse_position_id(text: str, on_roll: Side = 0, checkers: int = CHECKERS) -> Position:
    """Return the position that `text` tells, with `on_roll` on roll and `checkers` checkers a side.

    Raises InvalidNotation: `position-id-unreadable` (text), `position-impossible` (text).
    """
    bits = _bits(text, _POSITION_BYTES)
    if bits is None:
        raise InvalidNotation("position-id-unreadable", text=excerpt(text))
    rows = []
    for _ in range(2):
        row = [0] * 26
        for point in range(1, BAR + 1):
            row[point] = (~bits & (bits + 1)).bit_length() - 1
            bits >>= row[point] + 1
        rows.append(tuple(row))
    if bits:
        raise InvalidNotation("position-id-unreadable", text=excerpt(text))
    theirs, mine = rows
    return possible((mine, theirs) if on_roll == 0 else (theirs, mine), excerpt(text), checkers)


def match_id(diagram: Diagram) -> str:
    """Return the 12 characters that tell all but the position; the dice stand higher first."""
    decides = other(diagram.on_roll) if diagram.doubled or diagram.resigned else diagram.on_roll
    high, low = sorted(diagram.dice or (0, 0), reverse=True)
    values = {
        "log2_cube": diagram.cube_value.bit_length() - 1,
        "owner": _CENTRED if diagram.cube_owner is None else other(diagram.cube_owner),
        "on_roll": other(diagram.on_roll),
        "crawford": diagram.crawford,
        "game_state": _PLAYING,
        "decides": other(decides),
        "doubled": diagram.doubled,
        "resigned": diagram.resigned,
        "higher_die": high,
        "lower_die": low,
        "length": diagram.length,
        "score_top": diagram.score[1],
        "score_bottom": diagram.score[0],
        "no_jacoby": not diagram.jacoby,
    }
    bits, at = 0, 0
    for name, width in _FIELDS.items():
        bits |= values[name] << at
        at += width
    return _text(bits, _MATCH_BYTES)


def parse_match_id(text: str, position: Position) -> Diagram:
    """Return the diagram of `position` with all that `text` tells of a game being played.

    Raises InvalidNotation `match-id-unreadable` (text).
    """
    bits = _bits(text, _MATCH_BYTES)
    diagram = None if bits is None else _diagram(bits, position)
    if diagram is None:
        raise InvalidNotation("match-id-unreadable", text=excerpt(text))
    return diagram


def gnu_id(diagram: Diagram) -> str:
    """Return both IDs as GNU Backgammon takes them: `POSITION:MATCH`."""
    return f"{position_id(diagram.position, diagram.on_roll)}:{match_id(diagram)}"


def parse_gnu_id(text: str, checkers: int = CHECKERS) -> Diagram:
    """Return the diagram that `POSITION:MATCH` tells; raise as the parsers of the two do."""
    where, _, what = text.strip().partition(":")
    seen = parse_position_id(where, checkers=checkers)
    diagram = parse_match_id(what, seen)
    if diagram.on_roll == 0:
        return diagram
    return parse_match_id(what, Position((seen.rows[1], seen.rows[0])))


def _diagram(bits: int, position: Position) -> Diagram | None:
    """Return what the bits of a match ID tell, or None if they contradict each other."""
    value = {}
    for name, width in _FIELDS.items():
        value[name] = bits & ((1 << width) - 1)
        bits >>= width
    high, low = value["higher_die"], value["lower_die"]
    awaits_answer = value["decides"] != value["on_roll"]
    sound = (
        not bits
        and (1 <= low <= high <= 6 or high == low == 0)
        and value["owner"] != 2
        and value["game_state"] == _PLAYING
        and awaits_answer == bool(value["doubled"] or value["resigned"])
    )
    if not sound:
        return None
    return Diagram(
        position=position,
        on_roll=_side(value["on_roll"]),
        dice=(high, low) if high else None,
        cube_value=1 << value["log2_cube"],
        cube_owner=None if value["owner"] == _CENTRED else _side(value["owner"]),
        doubled=bool(value["doubled"]),
        resigned=_SIZES[value["resigned"]],
        score=(value["score_bottom"], value["score_top"]),
        length=value["length"],
        crawford=bool(value["crawford"]),
        jacoby=not value["no_jacoby"] and not value["length"],
    )


def _side(player: int) -> Side:
    return 0 if player == 1 else 1


def _text(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def _bits(text: str, size: int) -> int | None:
    """Return the number that `text` encodes in `size` bytes; None unless it is what `_text` writes."""
    given = text.strip()
    try:
        data = base64.b64decode(given + "=" * (-len(given) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    bits = int.from_bytes(data, "little")
    return bits if len(data) == size and _text(bits, size) == given else None
