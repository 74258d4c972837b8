"""Checker moves one by one: what can follow, and what is forced (rules 4.2 to 4.4)."""

from __future__ import annotations

import pytest

from bot.engine.canonical import format_play, spell_play
from bot.engine.notation import match_play, pack, unpack
from bot.engine.position import CheckerMove, Play, Position, Roll
from bot.engine.position_id import parse_position_id
from bot.engine.refusals import IllegalPlay
from bot.engine.variants import rules_of
from tests.helpers.known import known
from tests.helpers.states import START, row

RULES = rules_of("backgammon")
POSITIONS = {each["id"]: parse_position_id(each["position_id"]) for each in known("legal_plays")}
AT_START = RULES.start_position()


def board(mine: str, theirs: str = START) -> Position:
    """Return a position with side 0's checkers first."""
    return Position((row(mine), row(theirs)))


def made(position: Position, roll: Roll, text: str) -> Play:
    """Return the checker moves that `text` names, which may be a part of a play."""
    return match_play(RULES, position, 0, roll, text).play if text else ()


def shown(moves: tuple[CheckerMove, ...]) -> str:
    """Return each move as printed."""
    return " ".join(format_play((move,)) for move in moves)


@pytest.mark.parametrize(
    ("position", "roll", "text", "following"),
    [
        ("open-61", (6, 1), "", "24/18 13/7 8/2 24/23 8/7 6/5"),
        ("open-61", (1, 6), "", "24/18 13/7 8/2 24/23 8/7 6/5"),
        ("open-61", (6, 1), "13/7", "24/23 8/7 7/6 6/5"),
        ("open-61", (6, 1), "24/23", "24/18 13/7 8/2"),
        ("open-61", (6, 1), "13/7 8/7", ""),
        ("dbl-55", (5, 5), "", "13/8 8/3"),
        ("dbl-55", (5, 5), "13/3", "13/8 8/3"),
        ("dbl-55", (5, 5), "8/3(3)", "13/8"),
        ("dbl-55-three", (5, 5), "20/10", "15/10"),
        ("dbl-55-three", (5, 5), "20/10 15/10", ""),
        # what would waste a number, or use the lower one, is not offered
        ("nokill-43", (4, 3), "", "10/6 13/10"),
        ("higher-53", (5, 3), "", "20/15"),
        ("higher-31", (3, 1), "", "5/2"),
        ("forced-62", (6, 2), "", "13/11"),
        ("lower-61", (6, 1), "", "24/23"),
        ("bar-order-6first", (6, 3), "", "bar/19"),
        ("bar-order-3first", (6, 3), "", "bar/22"),
        ("bar2-53", (5, 3), "", "bar/20 bar/22"),
        ("bar2-half-53", (5, 3), "bar/22", ""),
        ("bar-closed", (6, 1), "", ""),
        ("off-last-54-hit", (5, 4), "", "5/1*"),
        ("off-last-65", (6, 5), "", "1/off"),
        ("off-61-trick", (6, 1), "", "6/off 6/5 1/off"),
        ("off-61-trick", (6, 1), "6/off", "1/off"),
        ("off-61-trick", (6, 1), "6/5", "5/off"),
        ("off-11-two", (1, 1), "1/off", "1/off"),
        ("off-11-two", (1, 1), "1/off(2)", ""),
        ("path-hit-53", (5, 3), "13/10*", "13/8 10/5 8/3"),
    ],
)
def test_what_can_follow(position: str, roll: Roll, text: str, following: str) -> None:
    before = POSITIONS[position]
    assert shown(RULES.next_moves(before, 0, roll, made(before, roll, text))) == following


def test_a_checker_that_either_number_takes_off_is_offered_once() -> None:
    assert shown(RULES.next_moves(board("4:2"), 0, (6, 5), ())) == "4/off"


@pytest.mark.parametrize(
    ("position", "roll", "text", "drawn"),
    [
        ("open-61", (6, 1), "", ""),
        ("open-61", (6, 1), "13/7", "13/7"),
        ("bar-63", (6, 3), "", "bar/22"),
        ("bar2-53", (5, 3), "", "bar/22 bar/20"),
        ("bar3-44", (4, 4), "", "bar/21(3)"),
        ("forced-62", (6, 2), "", "13/11/5"),
        ("nokill-43", (4, 3), "", "13/10 10/6"),
        ("off-66-001", (6, 6), "", "6/off(3) 5/off"),
        ("race-66-inoff", (6, 6), "", "18/12/6/off 12/6"),
        ("dbl-55", (5, 5), "", "13/8"),  # each of its four plays needs it, and none needs it twice
        ("dbl-55", (5, 5), "13/8(3)", "13/8(3)"),
        ("dbl-55", (5, 5), "8/3(2)", "13/8 8/3(2)"),
        ("off-65-safe", (6, 5), "", "6/off"),
        ("off-65-safe", (6, 5), "6/1", "6/1 6/off"),
        ("off-last-54-hit", (5, 4), "", "5/1*/off"),
        ("bar-closed", (6, 1), "", ""),
        ("bearin-off-62", (6, 2), "7/5", "7/5 6/off"),
        # one checker goes to 5 either way, but only one way hits on 10
        ("path-hit-53", (5, 3), "", ""),
    ],
)
def test_what_is_forced_is_drawn(position: str, roll: Roll, text: str, drawn: str) -> None:
    before = POSITIONS[position]
    play = RULES.forced(before, 0, roll, made(before, roll, text))
    assert spell_play(play) == drawn
    assert RULES.forced(before, 0, roll, play) == play


def test_two_orders_that_hit_differently_are_not_forced() -> None:
    """The only checker must use both numbers, but the 4 first hits on 20 and the 2 first does not."""
    position = board("24:1", "5:1 23:2")
    plays = RULES.legal_plays(position, 0, (4, 2))
    assert [format_play(legal.play) for legal in plays] == ["24/18", "24/20*/18"]
    assert RULES.forced(position, 0, (4, 2), ()) == ()
    assert spell_play(RULES.forced(position, 0, (4, 2), (CheckerMove(24, 22),))) == "24/22/18"


@pytest.mark.parametrize("text", ["13/7", "24/18 24/23"])
def test_what_was_made_must_be_a_legal_beginning(text: str) -> None:
    other_roll = made(AT_START, (6, 1), text)
    with pytest.raises(ValueError, match="legal play"):
        RULES.next_moves(AT_START, 0, (5, 3), other_roll)
    with pytest.raises(ValueError, match="legal play"):
        RULES.forced(AT_START, 0, (5, 3), other_roll)


@pytest.mark.parametrize(
    ("position", "roll", "text", "packed"),
    [
        ("open-61", (6, 1), "13/7 8/7", "mghg"),
        ("bar-63", (6, 3), "bar/22 13/7", "yvmg"),
        ("off-61-trick", (6, 1), "6/5/off", "feez"),
        ("dbl-66", (6, 6), "24/18(2) 13/7(2)", "xrxrmgmg"),
        ("open-61", (6, 1), "8/7", "hg"),
        ("off-last-54-hit", (5, 4), "5/off", "ez"),  # the early finish
    ],
)
def test_a_play_is_carried_in_two_letters_a_move(position: str, roll: Roll, text: str, packed: str) -> None:
    before = POSITIONS[position]
    play = made(before, roll, text)
    assert pack(play) == packed
    assert unpack(RULES, before, 0, roll, packed) == play


def test_nothing_made_is_nothing() -> None:
    assert pack(()) == ""
    assert unpack(RULES, AT_START, 0, (6, 1), "") == ()


def test_hits_are_told_by_the_position() -> None:
    before = POSITIONS["path-hit-53"]
    assert unpack(RULES, before, 0, (5, 3), "mj") == (CheckerMove(13, 10, hit=True),)


@pytest.mark.parametrize(
    "text", ["m", "mgh", "mgmg", "mgfehg", "hc", "gm", "13", "MG", "mg hg", "é😀", "zz", "x" * 9_999]
)
def test_a_button_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(IllegalPlay) as refused:
        unpack(RULES, AT_START, 0, (6, 1), text)
    assert (refused.value.key, refused.value.params) == ("not-legal", {})


def test_an_illegal_beginning_is_refused() -> None:
    """Either number can be played, not both: the higher one."""
    with pytest.raises(IllegalPlay):
        unpack(RULES, POSITIONS["higher-53"], 0, (5, 3), "tq")
