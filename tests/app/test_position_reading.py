"""Positions that people send, and why some are no question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.catalog import Catalog
from bot.app.position_reading import EXAMPLE, asked_state
from bot.app.presenter import Presenter
from bot.engine.match import Phase
from bot.engine.ogid import ogid
from bot.engine.position_id import diagram_of, gnu_id, position_id, xgid
from bot.engine.refusals import Refusal
from bot.players.judging import has_options
from tests.helpers.chat import plain

START = "-b----E-C---eE---c-e----B-"
FULL = f"XGID={START}:0:0:1:31:2:3:0:5:10"


@pytest.mark.parametrize("rest", ["31:2:3:0:5", "00:2:3:0:5", "D:2:3:0:5", "31:0:0:3:0", "66:4:2:1:5"])
@pytest.mark.parametrize("on_roll", ["1", "-1"])
def test_a_decision_is_told_by_any_kind_of_id(rest: str, on_roll: str) -> None:
    state = asked_state(f"XGID={START}:0:0:{on_roll}:{rest}:10")
    diagram = diagram_of(state)
    assert has_options(state)
    assert asked_state(xgid(diagram)) == state
    if not state.house_rules.beavers:
        assert asked_state(gnu_id(diagram)) == state
    if not state.house_rules.jacoby:
        assert asked_state(ogid(diagram)).position == state.position


def test_a_position_alone_is_a_question_about_the_cube() -> None:
    state = asked_state(position_id(asked_state(EXAMPLE).position, 0))
    assert (state.phase, state.on_roll, state.dice) == (Phase.TO_ROLL, 0, None)


@pytest.mark.parametrize("text", [FULL.replace("---", "—-"), f"  {FULL}\n", FULL.replace("XGID=", "xgid: ")])
def test_what_clients_make_of_an_id_is_read(text: str) -> None:
    assert asked_state(text) == asked_state(FULL)


@pytest.mark.parametrize("around", ["`{}`", '"{}"', "“{}”", "<{}>", "```\n{}\n```"])
def test_what_copying_puts_around_an_id_is_left_out(around: str) -> None:
    assert asked_state(around.format(FULL)) == asked_state(FULL)


@pytest.mark.parametrize("between", ["\n", " ", "\n                 "])
def test_the_two_lines_of_gnu_backgammon_are_read_as_it_prints_them(between: str) -> None:
    position, match = gnu_id(diagram_of(asked_state(FULL))).split(":")
    assert asked_state(f"Position ID: {position}{between}Match ID: {match}") == asked_state(FULL)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("position-unknown", "hello"),
        ("position-unknown", "4HPwATDgc/ABM"),
        ("xgid-unreadable", "a:b:c"),
        ("match-id-unreadable", "4HPwATDgc/ABMA:nonsense"),
        ("position-unreadable", FULL.replace(":31:", ":37:")),
        ("position-unreadable", FULL.replace("-b----E", "-b----F")),
        ("position-unreadable", FULL.replace("0:5:10", "0:9999:10")),
        ("position-unreadable", "OGID=nothing:of:the:kind"),
        ("position-checkers", "11:oo:N0N:65:W:IW:0:0:1:0:3"),
        ("position-over", f"XGID={'-' * 20}----B-:0:0:1:31:0:0:0:0:10"),
        ("position-over", f"XGID=-b{'-' * 24}:0:0:1:31:0:0:0:0:10"),
        ("position-score", FULL.replace("2:3:0:5", "2:5:0:5")),
        ("position-score", FULL.replace("2:3:0:5", "9:3:0:5")),
        ("position-crawford", FULL.replace("2:3:0:5", "2:3:1:5")),
        ("position-forced", "XGID=-BBBBBBB----------cbbbbbbA:0:0:1:31:0:0:0:0:10"),
        ("position-no-cube", FULL.replace("31:2:3:0", "00:2:4:1")),
        ("position-no-cube", FULL.replace("31:2:3:0", "D:2:4:1")),
        ("position-no-cube", FULL.replace(":0:0:1:31:", ":1:-1:1:00:")),
        ("position-no-cube", FULL.replace(":0:0:1:31:", ":1:-1:1:D:")),
        ("position-no-cube", FULL.replace("31:2:3:0:5", "00:0:0:0:1")),
        ("position-resigned", gnu_id(replace(diagram_of(asked_state(EXAMPLE)), dice=None, resigned=1))),
    ],
)
@pytest.mark.parametrize("locale", ["en", "pt_BR"])
def test_what_cannot_be_asked_about_is_refused_with_the_reason(key: str, text: str, locale: str) -> None:
    with pytest.raises(Refusal) as refused:
        asked_state(text)
    assert refused.value.key == key
    words = plain(Presenter(Catalog()).refusal(refused.value, locale))
    assert len(words) > len("It is no position.")
