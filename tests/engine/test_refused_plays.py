"""A refusal names the rule that was broken, and plays that are legal (rules 3.1)."""

from __future__ import annotations

import pytest

from bot.engine.notation import match_play
from bot.engine.position import Position, Roll
from bot.engine.position_id import parse_position_id
from bot.engine.refusals import IllegalPlay
from bot.engine.variants import rules_of
from tests.helpers.known import known, roll_of
from tests.helpers.states import START, row

RULES = rules_of("backgammon")
KNOWN = {each["id"]: (parse_position_id(each["position_id"]), roll_of(each)) for each in known("legal_plays")}
SHARED = {"roll", "play", "plays"}


def board(mine: str, theirs: str = START) -> Position:
    """Return a position with side 0's checkers first."""
    return Position((row(mine), row(theirs)))


def refused(position: Position, roll: Roll, text: str) -> IllegalPlay:
    """Return the refusal of `text`, and check what every refusal carries."""
    with pytest.raises(IllegalPlay) as raised:
        match_play(RULES, position, 0, roll, text)
    refusal = raised.value
    assert refusal.params["roll"] == f"{max(roll)}-{min(roll)}", "as it is read"
    plays = refusal.params["plays"]
    assert isinstance(plays, tuple)
    assert len(plays) == min(3, len(RULES.legal_plays(position, 0, roll)))
    for play in plays:
        assert match_play(RULES, position, 0, roll, play).complete
    return refusal


def own(refusal: IllegalPlay) -> dict[str, object]:
    """Return what only this refusal carries."""
    return {name: value for name, value in refusal.params.items() if name not in SHARED}


@pytest.mark.parametrize(
    ("case", "text", "key", "params"),
    [
        ("bar-closed", "bar/19", "no-legal-play", {}),
        ("off-4-notlower", "3/off", "no-legal-play", {}),
        ("open-61", "12/18", "other-numbering", {"suggestion": "13/7"}),
        ("open-61", "12/18 17/18", "other-numbering", {"suggestion": "13/7 8/7"}),
        ("bar-63", "bar/3", "other-numbering", {"suggestion": "bar/22"}),
        ("bar-63", "0/3", "other-numbering", {"suggestion": "bar/22"}),
        ("off-61-trick", "19/25 24/25", "other-numbering", {"suggestion": "6/off 1/off"}),
        ("off-61-trick", "19/off", "other-numbering", {"suggestion": "6/off"}),
        ("hit-65", "1/7*/12", "other-numbering", {"suggestion": "24/18*/13"}),
        ("open-61", "7/13", "wrong-direction", {"move": "7/13"}),
        ("open-61", "13/13", "wrong-direction", {"move": "13/13"}),
        ("open-61", "13/7 off/6", "wrong-direction", {"move": "off/6"}),
        ("open-61", "13/bar", "wrong-direction", {"move": "13/bar"}),
        ("open-61", "13/9", "wrong-number", {"move": "13/9", "number": 4}),
        ("open-61", "13/5", "wrong-number", {"move": "13/5", "number": 8}),
        ("open-61", "24/22/17", "wrong-number", {"move": "24/22", "number": 2}),
        ("dbl-33", "13/8", "wrong-number", {"move": "13/8", "number": 5}),
        ("dbl-33", "24/9", "wrong-number", {"move": "24/9", "number": 15}),
        ("off-53-004", "6/4", "wrong-number", {"move": "6/4", "number": 2}),
        ("open-61", "13/off", "wrong-number", {"move": "13/off", "number": 13}),
        ("open-61", "13/7 13/7", "number-used", {"move": "13/7", "number": 6}),
        ("open-61", "13/7(2)", "number-used", {"move": "13/7", "number": 6}),
        ("open-61", "24/18 8/2", "number-used", {"move": "8/2", "number": 6}),
        ("off-73-61", "7/1 6/off", "number-used", {"move": "6/off", "number": 6}),
        ("off-61-r14", "6/off 5/off", "number-used", {"move": "5/off", "number": 6}),
        ("open-61", "24/17 13/7", "too-many-moves", {"numbers": 2}),
        ("open-61", "13/7 8/7 6/5", "too-many-moves", {"numbers": 2}),
        ("open-61", "13/6 8/7", "too-many-moves", {"numbers": 2}),
        ("dbl-33", "13/4 13/4", "too-many-moves", {"numbers": 4}),
        ("dbl-33", "13/10(4) 6/3", "too-many-moves", {"numbers": 4}),
        ("dbl-33", "13/1 6/3", "too-many-moves", {"numbers": 4}),
        ("open-61", "5/4", "no-checker", {"point": "5"}),
        ("open-61", "b/24", "no-checker", {"point": "bar"}),
        ("open-61", "1/off", "no-checker", {"point": "1"}),
        ("dbl-33", "24/21(3)", "too-few-checkers", {"point": "24", "number": 2}),
        ("bar-42", "13/9", "bar-first", {"entries": "bar/23, bar/21"}),
        ("bar-63", "13/7", "bar-first-closed", {"entries": "bar/22", "closed": "19"}),
        ("bar-63", "13/9", "bar-first-closed", {"entries": "bar/22", "closed": "19"}),
        ("bar2-53", "bar/22 13/8", "bar-first", {"entries": "bar/20"}),
        ("bar2-64", "bar/21 13/7", "bar-closed", {"closed": "19"}),
        ("bar-63", "bar/19", "closed-point", {"move": "bar/19", "point": "19"}),
        ("bar2-64", "bar/21 bar/19", "closed-point", {"move": "bar/19", "point": "19"}),
        ("open-65", "24/19", "closed-point", {"move": "24/19", "point": "19"}),
        ("higher-53", "20/12", "closed-point", {"move": "20/12", "point": "12"}),
        ("dbl-33", "24/12", "closed-point", {"move": "24/12", "point": "12"}),
        ("dbl-66", "24/6", "closed-point", {"move": "24/6", "point": "12"}),
        ("open-61", "6/off", "not-home", {"move": "6/off", "point": "24"}),
        ("off-73-61", "3/off", "not-home", {"move": "3/off", "point": "7"}),
        ("off-41-r14", "3/off", "higher-checker-first", {"move": "3/off", "point": "6", "number": 4}),
        ("off-53-004", "4/off", "higher-checker-first", {"move": "4/off", "point": "6", "number": 5}),
        ("off-53-004", "6/1/off", "higher-checker-first", {"move": "1/off", "point": "6", "number": 3}),
        ("off-53-004", "6/off", "higher-checker-first", {"move": "6/off", "point": "6", "number": 5}),
        ("off-61-r14b", "5/off", "higher-checker-first", {"move": "5/off", "point": "6", "number": 6}),
        ("nokill-43", "10/7", "both-numbers", {}),
        ("bar-order-6first", "bar/22", "both-numbers", {}),
        ("bar-order-3first", "bar/19", "both-numbers", {}),
        ("forced-61", "3/2", "both-numbers", {}),
        ("higher-53", "20/17", "higher-number", {"number": 5}),
        ("bar-higher-52", "bar/23", "higher-number", {"number": 5}),
        ("path-hit-53", "13/5*", "no-hit", {"point": "5"}),
        ("open-61", "24/18*", "no-hit", {"point": "18"}),
        ("open-61", "13/7* 8/7*", "no-hit", {"point": "7"}),
    ],
)
def test_the_rule_that_was_broken(case: str, text: str, key: str, params: dict[str, object]) -> None:
    refusal = refused(*KNOWN[case], text)
    assert (refusal.key, own(refusal)) == (key, params)


def test_both_stops_of_a_checker_are_closed() -> None:
    """24/16 can stop at 21 or at 19, and the opponent holds both."""
    refusal = refused(board("24:1 13:5 6:9", "4:2 6:2 13:11"), (5, 3), "24/16")
    assert (refusal.key, own(refusal)) == ("closed-point", {"move": "24/16", "point": "21, 19"})


def test_a_checker_that_needs_both_numbers_to_go_off_is_stopped_on_the_way() -> None:
    refusal = refused(board("8:1 6:1", "19:2 23:2 24:11"), (6, 2), "8/off")
    assert (refusal.key, own(refusal)) == ("closed-point", {"move": "8/off", "point": "6, 2"})
