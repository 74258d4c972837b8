"""A picture in words, for those who cannot see it: in reading order, at most 1,024 characters."""

from __future__ import annotations

from bot.app.replies import Words
from bot.app.speech import Speech, roll_text
from bot.engine.position import BAR, OFF, POINTS
from renderers.board_view import BoardView, Side

COLOURS = ("light", "dark")


def alt_text(view: BoardView, names: tuple[str, str], speech: Speech) -> str:
    """Return the whole position in words, in one paragraph."""
    return " ".join(_sentences(view, names, speech))


def description(view: BoardView, names: tuple[str, str], speech: Speech) -> Words:
    """Return the whole position in words, a sentence a line: who is to act, the points of that
    player from high to low, bar, off, cube, pips, dice."""
    return tuple((sentence,) for sentence in _sentences(view, names, speech))


def _sentences(view: BoardView, names: tuple[str, str], speech: Speech) -> list[str]:
    sentences = [
        speech.text("alt.players", light=names[0], dark=names[1]),
        _turn(view, names, speech),
        _points(view, speech),
        _heap(view, BAR, "alt.bar", speech),
        _heap(view, OFF, "alt.off", speech),
        _cube(view, names, speech),
        speech.text("alt.pips", light=view.pips[0], dark=view.pips[1]),
        _dice(view, names, speech),
    ]
    return [sentence for sentence in sentences if sentence]


def _turn(view: BoardView, names: tuple[str, str], speech: Speech) -> str:
    if view.on_roll is None:
        return speech.text("alt.over", name=names[view.numbers or 0])
    return speech.text("alt.to-act", name=names[view.on_roll])


def _points(view: BoardView, speech: Speech) -> str:
    """Return the occupied points in the numbering that the picture shows."""
    mine: Side = view.numbers or 0
    theirs: Side = 0 if mine else 1
    held = []
    for point in reversed(POINTS):
        for side, number in ((mine, point), (theirs, BAR - point)):
            if count := view.rows[side][number]:
                held.append(f"{point}: {_checkers(side, count, speech)}")
    return speech.text("alt.points", held=", ".join(held)) if held else ""


def _heap(view: BoardView, place: int, key: str, speech: Speech) -> str:
    """Return who has how many checkers on the bar, or off; nothing where nobody has any."""
    order: tuple[Side, Side] = (1, 0) if view.numbers else (0, 1)
    heaps = [_checkers(side, view.rows[side][place], speech) for side in order if view.rows[side][place]]
    return speech.text(key, checkers=", ".join(heaps)) if heaps else ""


def _checkers(side: Side, count: int, speech: Speech) -> str:
    return speech.text(f"alt.{COLOURS[side]}", n=count)


def _cube(view: BoardView, names: tuple[str, str], speech: Speech) -> str:
    cube = view.cube
    if view.crawford:
        return speech.text("alt.crawford")
    if cube is None:
        return speech.text("alt.no-cube")
    if cube.offered_to is not None:
        return speech.text("alt.cube-offered", value=cube.value, name=names[cube.offered_to])
    if cube.owner is not None:
        return speech.text("alt.cube-owned", value=cube.value, name=names[cube.owner])
    return speech.text("alt.cube-centred", value=cube.value)


def _dice(view: BoardView, names: tuple[str, str], speech: Speech) -> str:
    if view.dice is None or view.dice_side is None:
        return ""
    return speech.text("alt.dice", name=names[view.dice_side], roll=roll_text(view.dice))
