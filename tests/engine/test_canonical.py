"""How a play is printed (rules 4.6)."""

from __future__ import annotations

import pytest

from bot.engine.canonical import format_play, spell_play
from bot.engine.position import BAR, OFF, CheckerMove, Play

NAMES = {"bar": BAR, "off": OFF} | {str(point): point for point in range(1, 25)}


def play(text: str) -> Play:
    """Return the checker moves that `"24/20* 20/14"` tells one by one, in this order."""
    moves = []
    for word in text.split():
        start, end = word.removesuffix("*").split("/")
        moves.append(CheckerMove(NAMES[start], NAMES[end], hit=word.endswith("*")))
    return tuple(moves)


@pytest.mark.parametrize(
    ("made", "canonical", "spelled"),
    [
        ("", "", ""),
        ("6/5 8/5", "8/5 6/5", "8/5 6/5"),
        ("13/7 7/6", "13/6", "13/7/6"),
        ("13/7 8/7", "13/7 8/7", "13/7 8/7"),
        ("8/4 8/4", "8/4(2)", "8/4(2)"),
        ("8/4* 8/4 6/2 6/2", "8/4*(2) 6/2(2)", "8/4*(2) 6/2(2)"),
        ("24/18* 18/13", "24/18*/13", "24/18*/13"),
        ("24/18 18/13*", "24/13*", "24/18/13*"),
        ("bar/24* 24/18*", "bar/24*/18*", "bar/24*/18*"),
        ("24/20* 20/16* 16/12* 12/8", "24/20*/16*/12*/8", "24/20*/16*/12*/8"),
        ("6/5 5/off", "6/5/off", "6/5/off"),
        ("6/off 5/off", "6/off 5/off", "6/off 5/off"),
        ("4/off 4/off", "4/off(2)", "4/off(2)"),
        ("6/2* 8/2", "8/2* 6/2", "8/2* 6/2"),  # the star stands on the first that is printed
        ("24/20* 20/16 24/20", "24/20* 24/16", "24/20* 24/20/16"),
        ("24/20* 24/20 20/16 20/16", "24/20*/16(2)", "24/20*/16(2)"),
        ("13/8 8/3 13/8 13/8", "13/8(2) 13/3", "13/8(2) 13/8/3"),
        ("8/3 13/8 13/8 13/8", "13/8(3) 8/3", "13/8(3) 8/3"),
        ("18/12 12/6 12/6 6/off", "18/12/6/off 12/6", "18/12/6/off 12/6"),
        ("bar/22 bar/20", "bar/22 bar/20", "bar/22 bar/20"),
    ],
)
def test_a_play_is_printed_as_it_is_made(made: str, canonical: str, spelled: str) -> None:
    assert format_play(play(made)) == canonical
    assert spell_play(play(made)) == spelled
