"""Plays as people write them (rules 4.7)."""

from __future__ import annotations

import pytest

from bot.engine.canonical import format_play, spell_play
from bot.engine.notation import looks_like_play, match_play, typed_plays
from bot.engine.position import Position, Roll
from bot.engine.position_id import parse_position_id
from bot.engine.refusals import AmbiguousPlay, IllegalPlay, InvalidNotation, Refusal
from bot.engine.variants import rules_of
from tests.helpers.known import known, roll_of
from tests.helpers.states import START, row

RULES = rules_of("backgammon")
KNOWN = {each["id"]: (parse_position_id(each["position_id"]), roll_of(each)) for each in known("legal_plays")}

NOT_PLAYS = [
    "hello",
    "13",
    "13/",
    "/8",
    "13//8",
    "13/8/",
    "13 8",
    "13/8 6",
    "13/8 6/5; DROP TABLE",
    "13/8, and 6/5",
    "13/8(0)",
    "13/8(5)",
    "13/8(2",
    "13/8x",
    "13/8**",
    "*13/8",
    "13/8(2)(2)",
    "13/8(2)6/5",
    "13.8",
    "138/6",
    "/move 13/8",
    "<b>13/8</b>",
    "**13/8**",
    "[13/8](http://example.org)",
    "$(rm -rf /)",
    "' OR 1=1 --",
    "٣/٢",
    "１３/８",
    "¹³/⁸",
    "十三/八",
    "тринадцать/восемь",
    "😀",
    "13/😀",
    "13/8\u202e",
    "\x00",
    "13\u00bd/8",
    "barr/20",
    "bar",
    "off",
    "b" * 10_000,
    "13/8 " * 2_000,
    "1" * 10_000,
    "(" * 10_000,
    "13/8" + "/7" * 5_000,
    "😀" * 10_000,
]
NO_POINTS = ["26/25", "13/99", "45/39"]
NOTHING = ["", " ", "\n\t", "``"]


def board(mine: str, theirs: str = START) -> Position:
    """Return a position with side 0's checkers first."""
    return Position((row(mine), row(theirs)))


def read(position: Position, roll: Roll, text: str) -> str:
    """Return what `text` is taken for, with every stop; three dots if more is to be played."""
    matched = match_play(RULES, position, 0, roll, text)
    return spell_play(matched.play) + ("" if matched.complete else " …")


@pytest.mark.parametrize(
    "text",
    [
        "13/7 8/7",
        "8/7 13/7",
        "13/7,8/7",
        "13/7, 8/7",
        "13/7;8/7",
        "13/7 | 8/7",
        "13/7\n8/7",
        "  13/7   8/7  ",
        "13-7 8-7",
        "13-7,8-7",
        "13 - 7  8 - 7",
        "13>7 8>7",
        "13->7 8->7",
        "13→7 8→7",
        "13–7 8—7",
        "13−7 8-7",
        "`13/7 8/7`",
        "13/7 8/7,",
        "13/7(1) 8/7x1",
        "013/7 08/07".replace("013", "13"),
    ],
)
def test_spellings_of_one_play(text: str) -> None:
    assert looks_like_play(text)
    assert read(*KNOWN["open-61"], text) == "13/7 8/7"


@pytest.mark.parametrize(
    ("case", "text", "play"),
    [
        ("open-61", "13/6", "13/7/6"),
        ("open-61", "13/7/6", "13/7/6"),
        ("open-61", "13/7 7/6", "13/7/6"),
        ("open-61", "7/6 13/7", "13/7/6"),
        ("open-61", "13/7", "13/7 …"),
        ("open-61", "8/7", "8/7 …"),
        ("bar-63", "bar/22 13/7", "bar/22 13/7"),
        ("bar-63", "BAR/22 13/7", "bar/22 13/7"),
        ("bar-63", "Barra/22 13/7", "bar/22 13/7"),
        ("bar-63", "b/22 13/7", "bar/22 13/7"),
        ("bar-63", "25/22 13/7", "bar/22 13/7"),
        ("bar-63", "13/7 b-22", "bar/22 13/7"),
        ("bar-63", "bar/16", "bar/22/16"),
        ("bar-63", "bar/22/16", "bar/22/16"),
        ("bar-63", "bar/22", "bar/22 …"),
        ("bar2-half-53", "bar/22", "bar/22"),
        ("dbl-66", "24/18(2) 13/7(2)", "24/18(2) 13/7(2)"),
        ("dbl-66", "24/18 x2 13/7 (2)", "24/18(2) 13/7(2)"),
        ("dbl-66", "24/18×2 13/7X2", "24/18(2) 13/7(2)"),
        ("dbl-66", "24/18 24/18 13/7 13/7", "24/18(2) 13/7(2)"),
        ("dbl-66", "24/18(2) 13/7", "24/18(2) 13/7 …"),
        ("dbl-33", "13/4 8/5", "13/10/7/4 8/5"),
        ("dbl-33", "13/10/4 8/5", "13/10/7/4 8/5"),
        ("hit-65", "24/18*/13", "24/18*/13"),
        ("hit-65", "24/18/13", "24/18*/13"),
        ("hit-65", "24/13", "24/18*/13"),
        ("hit-65", "24/18", "24/18* …"),
        ("hit-65", "24/18*", "24/18* …"),
        ("bar-61-combo", "bar/24*/18*", "bar/24*/18*"),
        ("bar-61-combo", "bar/18", "bar/24*/18*"),
        ("hit4-44", "24/8", "24/20*/16*/12*/8"),
        ("hit4-44", "24/12 8/4", "24/20*/16*/12* 8/4*"),
        ("off-66-001", "6/off(3) 5/off", "6/off(3) 5/off"),
        ("off-66-001", "6/0x3,5/0", "6/off(3) 5/off"),
        ("off-66-001", "6/fora(3) 5/f", "6/off(3) 5/off"),
        ("off-66-001", "6-o(3) 5-OFF", "6/off(3) 5/off"),
        ("off-61-trick", "6/5/off", "6/5/off"),
        ("off-61-trick", "6/5 5/off", "6/5/off"),
        ("off-61-trick", "6/off 1/off", "6/off 1/off"),
        ("off-61-trick", "6/off", "6/off …"),  # one number takes it off, so one is meant
        ("off-41-r14", "5/off", "5/1/off"),  # only both numbers together take it off
        ("off-73-61", "7/off", "7/1/off"),
        ("off-73-61", "7/6/off", "7/1/off"),  # the same result: the play is the canonical one
        ("race-66-inoff", "18/12/6/off 12/6", "18/12/6/off 12/6"),
        ("race-66-inoff", "12/off 18/6", "18/12/6/off 12/6"),
        ("race-66-inoff", "18/6 12/off", "18/12/6/off 12/6"),
        ("off-last-65", "1/off", "1/off"),
        ("off-last-54-hit", "5/off", "5/off"),  # the early finish (3.4)
        ("off-last-54-hit", "5/1*/off", "5/1*/off"),
        ("off-last-54-hit", "5/1", "5/1* …"),
        ("off-11-two", "1/off(2)", "1/off(2)"),
        ("path-hit-53", "13/10*/5", "13/10*/5"),
        ("path-hit-53", "13/10/5", "13/10*/5"),
        ("path-hit-53", "13/8/5", "13/8/5"),
        ("bar1-blot-choice-32", "bar/22/20", "bar/22*/20"),
        ("bar1-blot-choice-32", "bar/23*/20", "bar/23*/20"),
    ],
)
def test_what_is_written_and_what_is_meant(case: str, text: str, play: str) -> None:
    assert looks_like_play(text)
    assert read(*KNOWN[case], text) == play


def test_a_star_tells_which_checker_hits_nothing_more() -> None:
    """Stars may be left out, and need not stand where we print them."""
    position = board("8:1 6:1 5:2", "23:1 24:14")
    for text in ("8/2* 6/2", "8/2 6/2*", "6/2 8/2", "8/2* 6/2*"):
        assert read(position, (6, 4), text) == "8/2* 6/2"


@pytest.mark.parametrize(
    ("case", "text", "first", "second"),
    [
        ("path-hit-53", "13/5", "13/10*/5", "13/8/5"),
        ("bar1-blot-choice-32", "bar/20", "bar/22*/20", "bar/23*/20"),
        ("hit-13-004", "13/7", "13/12*/7", "13/8/7"),
        ("bar-doublehit", "bar/18", "bar/21*/18*", "bar/22/18*"),
        ("bar-doublehit", "bar/18*", "bar/21*/18*", "bar/22/18*"),
    ],
)
def test_two_routes_that_hit_differently_are_both_named(
    case: str, text: str, first: str, second: str
) -> None:
    position, roll = KNOWN[case]
    with pytest.raises(AmbiguousPlay) as refused:
        match_play(RULES, position, 0, roll, text)
    assert refused.value.key == "ambiguous-play"
    assert refused.value.params == {
        "play": text,
        "first": first,
        "second": second,
        "roll": f"{roll[0]}-{roll[1]}",
        "plays": (first, second),
    }
    assert {read(position, roll, route) for route in (first, second)} == {first, second}


@pytest.mark.parametrize("text", NOT_PLAYS)
def test_what_is_no_play(text: str) -> None:
    assert not looks_like_play(text)
    with pytest.raises(InvalidNotation) as refused:
        match_play(RULES, KNOWN["open-61"][0], 0, (6, 1), text)
    assert refused.value.key == "notation-unreadable"
    quoted = refused.value.params["text"]
    assert isinstance(quoted, str)
    assert len(quoted) <= 40
    assert quoted.isprintable()
    assert refused.value.params["plays"] == ("13/6", "13/7 6/5", "13/7 8/7")


@pytest.mark.parametrize("text", NO_POINTS)
def test_a_point_that_is_not_there(text: str) -> None:
    assert not looks_like_play(text)
    with pytest.raises(InvalidNotation) as refused:
        match_play(RULES, KNOWN["open-61"][0], 0, (6, 1), text)
    assert refused.value.key == "no-such-point"
    assert int(str(refused.value.params["point"])) > 25


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_written(text: str) -> None:
    assert not looks_like_play(text)
    with pytest.raises(InvalidNotation) as refused:
        match_play(RULES, KNOWN["open-61"][0], 0, (6, 1), text)
    assert refused.value.key == "notation-empty"
    assert refused.value.params == {"roll": "6-1", "plays": ("13/6", "13/7 6/5", "13/7 8/7")}


@pytest.mark.parametrize("case", KNOWN)
def test_the_canonical_notation_is_taken_for_its_play(case: str) -> None:
    """Or for two, which `typed_plays` tells apart."""
    position, roll = KNOWN[case]
    plays = RULES.legal_plays(position, 0, roll)
    for legal, text in zip(plays, typed_plays(plays), strict=True):
        canonical = format_play(legal.play)
        assert match_play(RULES, position, 0, roll, text).play == legal.play
        assert match_play(RULES, position, 0, roll, spell_play(legal.play)).play == legal.play
        if text == canonical:
            continue
        with pytest.raises(AmbiguousPlay) as refused:
            match_play(RULES, position, 0, roll, canonical)
        assert text in {refused.value.params["first"], refused.value.params["second"]}


@pytest.mark.parametrize(
    ("case", "typed"),
    [
        ("path-hit-53", {"13/10*/5", "13/8/5"}),
        ("bar1-blot-choice-32", {"bar/22*/20", "bar/23*/20"}),
        ("bar-doublehit", {"bar/21*/18*", "bar/22/18*", "bar/21* 24/21"}),
        ("open-61", {"13/6", "13/7 8/7"}),
        ("off-61-trick", {"6/5/off", "6/off 1/off"}),
    ],
)
def test_stops_are_added_only_where_they_are_needed(case: str, typed: set[str]) -> None:
    position, roll = KNOWN[case]
    assert typed <= set(typed_plays(RULES.legal_plays(position, 0, roll)))


def test_the_same_text_for_the_other_side() -> None:
    position, roll = KNOWN["path-hit-53"]
    turned = Position(position.rows[::-1])
    assert spell_play(match_play(RULES, turned, 1, roll, "13/10*/5").play) == "13/10*/5"


def test_every_refusal_is_a_refusal() -> None:
    for text in [*NOT_PLAYS, *NO_POINTS, *NOTHING]:
        for position, roll in list(KNOWN.values())[:10]:
            with pytest.raises(Refusal) as refused:
                match_play(RULES, position, 0, roll, text)
            assert isinstance(refused.value, InvalidNotation | IllegalPlay)
