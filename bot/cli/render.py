"""What `gamao render` draws."""

from __future__ import annotations

from typing import Literal

from bot.cli.positions import explained, rules_named
from bot.engine.position import other
from bot.engine.position_id import Diagram, parse_gnu_id, parse_position_id, parse_xgid
from bot.engine.refusals import Refusal
from bot.failures import Failure
from renderers.board_view import BoardView, CubeView
from renderers.themes import find_themes


def board_view(text: str, variant: str, theme: str, home: str) -> BoardView:
    """Return the picture of an XGID or a GNU position ID, side 0 at the bottom.

    Raises `Failure` for text that is neither, and for a variant, theme or home that there is not.
    """
    if theme not in find_themes():
        raise Failure(f"a theme is one of {', '.join(find_themes())}, not {theme!r}")
    diagram = _diagram(text, variant)
    return BoardView(
        rows=diagram.position.rows,
        home=_home(home),
        numbers=diagram.on_roll,
        on_roll=diagram.on_roll,
        dice=diagram.dice,
        dice_side=diagram.on_roll if diagram.dice else None,
        cube=_cube(diagram),
        pips=(diagram.position.pip_count(0), diagram.position.pip_count(1)),
        score=diagram.score,
        length=diagram.length or None,
        crawford=diagram.crawford,
        theme=theme,
    )


def _diagram(text: str, variant: str) -> Diagram:
    """Read an XGID, a GNU position ID, or the latter with a match ID behind a colon."""
    checkers = rules_named(variant).checkers
    try:
        match text.count(":"):
            case 0:
                return Diagram(parse_position_id(text, checkers=checkers))
            case 1:
                return parse_gnu_id(text, checkers)
            case _:
                return parse_xgid(text, checkers)
    except Refusal as refusal:
        raise Failure(explained(refusal)) from refusal


def _home(home: str) -> Literal["right", "left"]:
    match home:
        case "right" | "left":
            return home
        case _:
            raise Failure(f"home boards lie right or left, not {home!r}")


def _cube(diagram: Diagram) -> CubeView | None:
    """Return the cube as it lies; an offered one shows the offered value."""
    if not diagram.cube_cap_log2 or diagram.length == 1:
        return None
    if diagram.doubled:
        asked = other(diagram.on_roll)
        return CubeView(2 * diagram.cube_value, diagram.cube_owner, offered_to=asked)
    return CubeView(diagram.cube_value, diagram.cube_owner)
