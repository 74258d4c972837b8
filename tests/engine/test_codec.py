"""What stands in the log: every event, there and back through JSON."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine import events as e
from bot.engine.codec import SCHEMA, decode, encode
from bot.engine.codec_fields import FIELDS
from bot.engine.events import Event
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from bot.engine.position import CheckerMove

PLAY = (CheckerMove(25, 20, True), CheckerMove(20, 18), CheckerMove(6, 0))

STORED: list[tuple[Event, str, dict[str, object]]] = [
    (
        e.MatchStarted("backgammon", Match(7), HouseRules()),
        "match_started",
        {"variant": "backgammon", "length": 7, "house_rules": {}},
    ),
    (
        e.MatchStarted("nackgammon", Money(), HouseRules(jacoby=True, automatic_doubles=None)),
        "match_started",
        {
            "variant": "nackgammon",
            "length": "money",
            "house_rules": {"jacoby": True, "automatic_doubles": None},
        },
    ),
    (
        e.MatchStarted("hypergammon", SingleGame(), HouseRules(cube_cap=64)),
        "match_started",
        {"variant": "hypergammon", "length": "single", "house_rules": {"cube_cap": 64}},
    ),
    (
        e.GameStarted(3, (4, 2), True, False),
        "game_started",
        {"number": 3, "score": [4, 2], "crawford": True, "crawford_played": False},
    ),
    (e.OpeningRolled((4, 4)), "opening_rolled", {"dice": [4, 4]}),
    (e.AutomaticallyDoubled(2), "automatically_doubled", {"value": 2}),
    (e.FirstRollRefused(0, 4), "first_roll_refused", {"seat": 0, "value": 4}),
    (e.Rolled(1, (6, 1)), "rolled", {"seat": 1, "dice": [6, 1]}),
    (e.Played(0, PLAY), "played", {"seat": 0, "play": "bar/20* 20/18 6/off"}),
    (e.Played(1, ()), "played", {"seat": 1, "play": ""}),
    (e.Doubled(0, 2), "doubled", {"seat": 0, "value": 2}),
    (e.Taken(1), "taken", {"seat": 1}),
    (e.Beavered(1, 4), "beavered", {"seat": 1, "value": 4}),
    (e.Raccooned(0, 8), "raccooned", {"seat": 0, "value": 8}),
    (e.Dropped(1), "dropped", {"seat": 1}),
    (e.ResignationOffered(0, 2), "resignation_offered", {"seat": 0, "size": 2}),
    (e.ResignationAccepted(1), "resignation_accepted", {"seat": 1}),
    (e.ResignationRejected(1), "resignation_rejected", {"seat": 1}),
    (e.SettlementOffered(0, -3), "settlement_offered", {"seat": 0, "points": -3}),
    (e.SettlementAccepted(1), "settlement_accepted", {"seat": 1}),
    (e.SettlementRejected(1), "settlement_rejected", {"seat": 1}),
    (e.AutoRollChosen(1, True), "auto_roll_chosen", {"seat": 1, "on": True}),
    (
        e.GameWon(0, 2, 4, 8, "bear_off", (8, 0)),
        "game_won",
        {"seat": 0, "size": 2, "cube": 4, "points": 8, "by": "bear_off", "score": [8, 0]},
    ),
    (
        e.GameWon(1, 1, 1, 2, "bear_off", (0, 2), on_double=True),
        "game_won",
        {
            "seat": 1,
            "size": 1,
            "cube": 1,
            "points": 2,
            "by": "bear_off",
            "score": [0, 2],
            "on_double": True,
        },
    ),
    (e.MatchWon(0, (7, 5)), "match_won", {"seat": 0, "score": [7, 5]}),
    (e.SessionEnded(1, (-6, 6)), "session_ended", {"seat": 1, "score": [-6, 6]}),
]


@pytest.mark.parametrize(
    ("event", "name", "data"), STORED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_event_is_stored_as_it_always_was(event: Event, name: str, data: dict[str, object]) -> None:
    assert encode(event) == (name, data)
    assert decode(name, json.loads(json.dumps(data))) == event


def test_the_table_holds_every_event_and_every_field() -> None:
    assert {type(event) for event, _, _ in STORED} == set(get_args(Event))
    named = {field.name for kind in get_args(Event) for field in fields(kind)}
    assert named == set(FIELDS)


@pytest.mark.parametrize(
    "house_rules",
    [
        HouseRules(cube=False, crawford="off", scoring="brazil", triple=4),
        HouseRules(crawford="always", backgammons=False),
        HouseRules(
            cube_cap=32768, beavers=2, automatic_doubles=3, first_roll_refusal="opener", settlements=True
        ),
    ],
)
def test_every_house_rule_comes_back(house_rules: HouseRules) -> None:
    name, data = encode(e.MatchStarted("backgammon", Money(), house_rules))
    assert decode(name, json.loads(json.dumps(data))) == e.MatchStarted("backgammon", Money(), house_rules)


def test_the_first_schema_need_not_be_named() -> None:
    assert SCHEMA == 1
    assert decode("taken", {"seat": 0, "schema": 1}) == decode("taken", {"seat": 0}) == e.Taken(0)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("castled", {"seat": 0}, "castled"),
        ("taken", {"seat": 0, "schema": 2}, "2"),
        ("taken", {"seat": 0, "schema": "new"}, "new"),
        ("taken", {}, r"\{\}"),
        ("taken", {"seat": 0, "value": 2}, "value"),
        ("taken", {"seat": "Ana"}, "Ana"),
        ("taken", {"seat": True}, "True"),
        ("taken", {"seat": -1}, "-1"),
        ("rolled", {"seat": 0, "dice": [7, 1]}, "7"),
        ("rolled", {"seat": 0, "dice": [6]}, "pair"),
        ("rolled", {"seat": 0, "dice": "61"}, "pair"),
        ("played", {"seat": 0, "play": "25/20"}, "25/20"),
        ("played", {"seat": 0, "play": ["8/5"]}, "play"),
        ("auto_roll_chosen", {"seat": 0, "on": 1}, "neither"),
        ("resignation_offered", {"seat": 0, "size": 4}, "4"),
        ("doubled", {"seat": 0, "value": 65536}, "65536"),
        (
            "game_won",
            {"seat": 0, "size": 1, "cube": 1, "points": 1, "by": "time", "score": [1, 0]},
            "time",
        ),
        ("match_started", {"variant": 7, "length": 7, "house_rules": {}}, "text"),
        ("match_started", {"variant": "backgammon", "length": 100, "house_rules": {}}, "100"),
        ("match_started", {"variant": "backgammon", "length": True, "house_rules": {}}, "length"),
        ("match_started", {"variant": "backgammon", "length": 7, "house_rules": []}, "house rules"),
        ("match_started", {"variant": "backgammon", "length": 7, "house_rules": {"holland": 1}}, "holland"),
        ("match_started", {"variant": "backgammon", "length": 7, "house_rules": {"cube_cap": 1}}, "1"),
        (
            "match_started",
            {"variant": "backgammon", "length": 7, "house_rules": {"scoring": "swiss"}},
            "swiss",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_was_given(
    name: str, data: dict[str, object], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        decode(name, data)


checker_moves = st.builds(CheckerMove, st.integers(1, 25), st.integers(0, 24), st.booleans())
plays = st.lists(checker_moves, max_size=4).map(tuple)
scores = st.tuples(st.integers(), st.integers())


@pytest.mark.property
@given(seat=st.integers(0, 9), play=plays, score=scores, points=st.integers())
def test_any_play_and_any_score_come_back(
    seat: int, play: tuple[CheckerMove, ...], score: tuple[int, int], points: int
) -> None:
    for event in (
        e.Played(seat, play),
        e.SettlementOffered(seat, points),
        e.GameWon(seat, 3, 2, points, "settlement", score),
    ):
        name, data = encode(event)
        assert decode(name, json.loads(json.dumps(data))) == event
