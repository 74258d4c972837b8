"""XGID, the position format of eXtreme Gammon: ten fields between colons, seen by side 0."""

from __future__ import annotations

import re

from bot.engine.diagram import CHECKERS, Diagram, possible
from bot.engine.position import BAR, OFF, POINTS, Position, Side
from bot.engine.refusals import InvalidNotation
from bot.engine.written import excerpt

_PREFIX = "XGID="
_FIELDS = (
    r"[-A-Pa-p]{26}",  # position, from side 1's bar over side 0's points to side 0's bar
    r"[0-9]|1[0-5]",  # log2 of the cube, before a double that is offered
    r"-1|0|1",  # its owner: 1 is side 0, -1 is side 1
    r"-1|1",  # on roll
    r"00|[1-6]{2}|D",  # dice; D: a double is offered
    r"[0-9]{1,5}",  # score of side 0
    r"[0-9]{1,5}",  # score of side 1
    r"[0-3]",  # match: 1 in the Crawford game; money: 1 Jacoby, 2 beavers, 3 both
    r"[0-9]{1,5}",  # length; 0: money
    r"[0-9]|1[0-5]",  # log2 of the highest cube value
)

_OWNERS: dict[str, Side | None] = {"0": None, "1": 0, "-1": 1}


def xgid(diagram: Diagram) -> str:
    """Return the XGID of `diagram`, with its prefix. A resignation under way is left out."""
    mine, theirs = diagram.position.rows
    cells = [_letter(0, theirs[BAR])]
    cells += [_letter(mine[point], theirs[BAR - point]) for point in POINTS]
    cells.append(_letter(mine[BAR], 0))
    first, second = diagram.dice or (0, 0)
    money_rules = diagram.jacoby + 2 * diagram.beavers
    owner = next(code for code, side in _OWNERS.items() if side == diagram.cube_owner)
    fields = (
        "".join(cells),
        diagram.cube_value.bit_length() - 1,
        owner,
        1 if diagram.on_roll == 0 else -1,
        "D" if diagram.doubled else f"{first}{second}",
        *diagram.score,
        int(diagram.crawford) if diagram.length else money_rules,
        diagram.length,
        diagram.cube_cap_log2,
    )
    return _PREFIX + ":".join(map(str, fields))


def parse_xgid(text: str, checkers: int = CHECKERS) -> Diagram:
    """Return the diagram that `text` tells, with or without its prefix.

    Raises InvalidNotation: `xgid-unreadable` (text), `xgid-field` (text, field: the number of the
    first field that cannot be read, from 1), `position-impossible` (text).
    """
    fields = text.strip().removeprefix(_PREFIX).split(":")
    if len(fields) != len(_FIELDS):
        raise InvalidNotation("xgid-unreadable", text=excerpt(text))
    for number, (field, pattern) in enumerate(zip(fields, _FIELDS, strict=True), 1):
        if not re.fullmatch(pattern, field):
            raise InvalidNotation("xgid-field", text=excerpt(text), field=number)
    board, cube, owner, on_roll, dice, first, second, rule, length, cap = fields
    is_match = int(length) > 0
    return Diagram(
        position=_position(board, excerpt(text), checkers),
        on_roll=0 if on_roll == "1" else 1,
        dice=(int(dice[0]), int(dice[1])) if dice not in {"00", "D"} else None,
        cube_value=1 << int(cube),
        cube_owner=_OWNERS[owner],
        doubled=dice == "D",
        score=(int(first), int(second)),
        length=int(length),
        crawford=is_match and rule == "1",
        jacoby=not is_match and rule in {"1", "3"},
        beavers=not is_match and rule in {"2", "3"},
        cube_cap_log2=int(cap),
    )


def _letter(mine: int, theirs: int) -> str:
    """Return a point's cell: `A` to `P` for side 0's checkers, `a` to `p` for side 1's, or `-`."""
    return chr(ord("A") + mine - 1) if mine else chr(ord("a") + theirs - 1) if theirs else "-"


def _position(board: str, text: str, checkers: int) -> Position:
    rows = [[0] * 26, [0] * 26]
    for place, cell in enumerate(board):
        if cell.isupper():
            rows[0][place] = ord(cell) - ord("A") + 1
        elif cell.islower():
            rows[1][BAR - place] = ord(cell) - ord("a") + 1
    if rows[0][OFF] or rows[1][OFF]:
        raise InvalidNotation("position-impossible", text=text)
    return possible((tuple(rows[0]), tuple(rows[1])), text, checkers)
