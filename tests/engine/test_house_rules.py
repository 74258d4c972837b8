"""What can be agreed, and what the presets agree (rules, head; 2.5, 2.6, 5, 6)."""

from __future__ import annotations

import pytest

from bot.engine.house_rules import (
    PRESETS,
    HouseRules,
    Length,
    Match,
    Money,
    SingleGame,
    checked,
    departures,
    fitted,
)
from bot.engine.refusals import Refusal

MONEY_RULES = [
    HouseRules(jacoby=True),
    HouseRules(beavers=1),
    HouseRules(automatic_doubles=None),
    HouseRules(first_roll_refusal="each"),
    HouseRules(settlements=True),
]


@pytest.mark.parametrize(
    ("name", "length", "house_rules"),
    [
        ("clube", Match(7), HouseRules()),
        ("dinheiro", Money(), HouseRules(jacoby=True, beavers=1)),
        ("mao10", Match(10), HouseRules(cube=False, crawford="off", scoring="brazil")),
        ("app", SingleGame(), HouseRules(cube_cap=64)),
        ("livro", Money(), HouseRules(automatic_doubles=None)),
        ("g4d", Money(), HouseRules(jacoby=True, beavers=1, automatic_doubles=1)),
    ],
)
def test_each_preset_is_as_the_rules_write_it(name: str, length: Length, house_rules: HouseRules) -> None:
    assert PRESETS[name] == (length, house_rules)


def test_there_are_no_presets_but_these() -> None:
    assert set(PRESETS) == {"clube", "dinheiro", "mao10", "app", "livro", "g4d"}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_makes_sense_at_its_own_length(name: str) -> None:
    length, house_rules = PRESETS[name]
    assert checked(length, house_rules) is house_rules
    assert fitted(length, house_rules) == house_rules


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("length", [Match(5), Money(), SingleGame()])
def test_a_preset_fitted_to_another_length_makes_sense(name: str, length: Length) -> None:
    checked(length, fitted(length, PRESETS[name][1]))


@pytest.mark.parametrize("house_rules", MONEY_RULES)
@pytest.mark.parametrize("length", [Match(7), SingleGame()])
def test_what_belongs_to_money_is_refused_where_points_are_given(
    length: Length, house_rules: HouseRules
) -> None:
    with pytest.raises(Refusal) as refused:
        checked(length, house_rules)
    assert refused.value.key == "rules-money-only"
    assert refused.value.params == {"rule": next(iter(departures(house_rules)))}


@pytest.mark.parametrize("house_rules", MONEY_RULES)
def test_what_belongs_to_money_falls_away_where_points_are_given(house_rules: HouseRules) -> None:
    assert fitted(Match(7), house_rules) == HouseRules()
    assert fitted(Money(), house_rules) == house_rules


@pytest.mark.parametrize("length", [Money(), SingleGame()])
def test_crawford_belongs_to_matches(length: Length) -> None:
    with pytest.raises(Refusal) as refused:
        checked(length, HouseRules(crawford="off"))
    assert (refused.value.key, refused.value.params) == ("rules-match-only", {"rule": "crawford"})
    assert fitted(length, HouseRules(crawford="always", cube_cap=4)) == HouseRules(cube_cap=4)


@pytest.mark.parametrize(
    ("length", "house_rules", "key", "params"),
    [
        (Match(7), HouseRules(cube=False, cube_cap=64), "rules-cube-needed", {"rule": "cube_cap"}),
        (Money(), HouseRules(cube=False, jacoby=True), "rules-cube-needed", {"rule": "jacoby"}),
        (Money(), HouseRules(cube=False, beavers=2), "rules-cube-needed", {"rule": "beavers"}),
        (
            Money(),
            HouseRules(cube=False, automatic_doubles=3),
            "rules-cube-needed",
            {"rule": "automatic_doubles"},
        ),
        (
            Money(),
            HouseRules(cube=False, first_roll_refusal="opener"),
            "rules-cube-needed",
            {"rule": "first_roll_refusal"},
        ),
        (Match(7), HouseRules(cube=False, crawford="always"), "rules-cube-needed", {"rule": "crawford"}),
        (Match(7), HouseRules(cube_cap=1), "rules-cube-cap", {"cap": 1, "most": 32768}),
        (Match(7), HouseRules(cube_cap=0), "rules-cube-cap", {"cap": 0, "most": 32768}),
        (Match(7), HouseRules(cube_cap=-2), "rules-cube-cap", {"cap": -2, "most": 32768}),
        (Match(7), HouseRules(cube_cap=48), "rules-cube-cap", {"cap": 48, "most": 32768}),
        (Match(7), HouseRules(cube_cap=65536), "rules-cube-cap", {"cap": 65536, "most": 32768}),
        (Money(), HouseRules(beavers=3), "rules-beavers", {"beavers": 3, "most": 2}),
        (Money(), HouseRules(beavers=-1), "rules-beavers", {"beavers": -1, "most": 2}),
        (Money(), HouseRules(automatic_doubles=16), "rules-automatic-doubles", {"count": 16, "most": 15}),
        (Money(), HouseRules(automatic_doubles=-1), "rules-automatic-doubles", {"count": -1, "most": 15}),
        (Match(7), HouseRules(triple=5), "rules-triple-brazil", {}),
        (
            Match(7),
            HouseRules(scoring="brazil", triple=5, backgammons=False),
            "rules-triple-backgammons",
            {},
        ),
        (
            Match(7),
            HouseRules(scoring="brazil", triple=2),
            "rules-triple-value",
            {"triple": 2, "least": 3, "most": 9},
        ),
        (
            Match(7),
            HouseRules(scoring="brazil", triple=10),
            "rules-triple-value",
            {"triple": 10, "least": 3, "most": 9},
        ),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(
    length: Length, house_rules: HouseRules, key: str, params: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        checked(length, house_rules)
    assert (refused.value.key, refused.value.params) == (key, params)


@pytest.mark.parametrize(
    ("length", "house_rules"),
    [
        (Match(1), HouseRules()),
        (Match(99), HouseRules(crawford="always", cube_cap=2)),
        (Match(10), HouseRules(cube=False, scoring="brazil", triple=3)),
        (Match(10), HouseRules(scoring="brazil", triple=9)),
        (Match(5), HouseRules(backgammons=False)),
        (Money(), HouseRules(cube_cap=32768, beavers=2, automatic_doubles=15)),
        (Money(), HouseRules(cube=False, settlements=True)),
        (SingleGame(), HouseRules(cube=False)),
    ],
)
def test_what_makes_sense_is_given_back(length: Length, house_rules: HouseRules) -> None:
    assert checked(length, house_rules) is house_rules


@pytest.mark.parametrize("points", [0, -1, 100])
def test_a_match_goes_to_1_to_99_points(points: int) -> None:
    with pytest.raises(ValueError, match=str(points)):
        Match(points)


def test_departures_name_what_is_not_normal_in_the_order_of_the_class() -> None:
    assert departures(HouseRules()) == {}
    assert list(departures(HouseRules(triple=4, scoring="brazil", cube_cap=8)).items()) == [
        ("cube_cap", 8),
        ("scoring", "brazil"),
        ("triple", 4),
    ]
