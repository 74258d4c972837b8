"""What a `.mat` file says of each thing that can happen, line by line, and that it is read back."""

from __future__ import annotations

import pytest

from bot.engine.actions import (
    AcceptResignation,
    AcceptSettlement,
    Beaver,
    ChooseAutoRoll,
    Drop,
    EndSession,
    MakePlay,
    NextGame,
    OfferDouble,
    OfferSettlement,
    Raccoon,
    RefuseFirstRoll,
    RejectResignation,
    RejectSettlement,
    Resign,
    RollDice,
    Take,
    WinSize,
)
from bot.engine.formats import Transcript, export_mat, import_mat
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from tests.helpers.logs import kept
from tests.helpers.states import NORMAL, Table

ANA_AND_BRUNO = ("Ana", "Bruno")


def told(table: Table) -> list[str]:
    """Return the lines of the last game's columns and its result; reading back gives the same log."""
    text = export_mat(Transcript(ANA_AND_BRUNO, tuple(table.log)))
    back = import_mat(text)
    assert back == Transcript(ANA_AND_BRUNO, kept(tuple(table.log)))
    assert export_mat(back) == text
    columns = text.rpartition(" Game ")[2].splitlines()[2:]
    return [line.rstrip() for line in columns if not line.startswith(";")]


def tags(table: Table) -> dict[str, str]:
    """Return the tags at the head of the file."""
    lines = export_mat(Transcript(ANA_AND_BRUNO, tuple(table.log))).splitlines()
    found = [line[3:-1].split(" ", 1) for line in lines if line.startswith("; [")]
    return {name: value.strip('"') for name, value in found}


def money(dice: str, house_rules: HouseRules = NORMAL) -> Table:
    return Table.started(dice, Money(), house_rules)


def opened(house_rules: HouseRules = NORMAL) -> Table:
    """Return a money game in which seat 0 has played 3-1 and seat 1 is to roll."""
    table = money("31", house_rules)
    table.act(MakePlay("8/5 6/5"))
    return table


# -- the head ----------------------------------------------------------------------------------


def test_the_whole_of_a_short_file() -> None:
    table = Table.started("31", Match(7))
    table.act(MakePlay("8/5 6/5"))
    table.act(RollDice(), "66")
    text = export_mat(Transcript(ANA_AND_BRUNO, tuple(table.log), (("Site", 'The "club"'),)))
    assert text == (
        "; [Site \"The 'club'\"]\n"
        '; [Variation "Backgammon"]\n'
        '; [Crawford "On"]\n'
        "\n"
        " 7 point match\n"
        "\n"
        " Game 1\n"
        " Bruno : 0                      Ana : 0\n"
        "  1)                             31: 8/5 6/5\n"
        "  2) 66: ???                     \n"
    )


@pytest.mark.parametrize(
    ("length", "rules", "expected"),
    [
        (Match(3), HouseRules(), {"Crawford": "On"}),
        (Match(3), HouseRules(crawford="off"), {"Crawford": "Off"}),
        (Match(3), HouseRules(crawford="always", cube_cap=2), {"Crawford": "Always", "CubeLimit": "2"}),
        (Match(10), HouseRules(cube=False, crawford="off"), {"Crawford": "Off", "CubeLimit": "1"}),
        (SingleGame(), HouseRules(cube_cap=64), {"Length": "Single game", "CubeLimit": "64"}),
        (Money(), HouseRules(), {"Jacoby": "Off", "Beaver": "Off"}),
        (Money(), HouseRules(jacoby=True, beavers=1), {"Jacoby": "On", "Beaver": "On"}),
        (Money(), HouseRules(beavers=2), {"Jacoby": "Off", "Beaver": "On", "Raccoon": "On"}),
        (
            Money(),
            HouseRules(automatic_doubles=2, first_roll_refusal="opener"),
            {"Jacoby": "Off", "Beaver": "Off", "AutomaticDoubles": "2", "FirstRollRefusal": "Opener"},
        ),
        (
            Money(),
            HouseRules(automatic_doubles=None, first_roll_refusal="each", settlements=True),
            {
                "Jacoby": "Off",
                "Beaver": "Off",
                "AutomaticDoubles": "Unlimited",
                "FirstRollRefusal": "Each",
                "Settlements": "On",
            },
        ),
        (Match(3), HouseRules(backgammons=False), {"Crawford": "On", "Backgammons": "Off"}),
        (Match(3), HouseRules(teaching=True), {"Crawford": "On", "Teaching": "On"}),
        (
            Match(10),
            HouseRules(scoring="brazil", triple=5),
            {"Crawford": "On", "Scoring": "Brazil", "Triple": "5"},
        ),
    ],
)
def test_what_was_agreed_stands_at_the_head(
    length: Match | Money | SingleGame, rules: HouseRules, expected: dict[str, str]
) -> None:
    table = Table.started("31", length, rules)
    told(table)
    assert tags(table) == {"Variation": "Backgammon"} | expected


@pytest.mark.parametrize(
    ("variant", "name", "start"),
    [
        ("backgammon", "Backgammon", []),
        ("nackgammon", "NackGammon", []),
        ("hypergammon", "HyperGammon (3)", []),
        ("longgammon", "longgammon", ["; Set Pos=-o----------------------O-/0"]),
        ("nackgammon_s004", "nackgammon_s004", ["; Set Pos=-da---E-C---bB---c-e---AD-/0"]),
    ],
)
def test_a_variant_is_told_by_its_name_and_an_unknown_one_by_its_start(
    variant: str, name: str, start: list[str]
) -> None:
    table = Table.started("31", Match(3), variant=variant)
    told(table)
    text = export_mat(Transcript(ANA_AND_BRUNO, tuple(table.log)))
    assert tags(table)["Variation"] == name
    assert [line for line in text.splitlines() if "Set Pos" in line] == start


# -- openings, plays, dances -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "line"),
    [
        ("31", "  1)                             31: ???"),
        ("13", "  1) 31: ???"),
    ],
)
def test_who_begins_has_the_higher_die(dice: str, line: str) -> None:
    assert told(money(dice)) == [line]


def test_the_dice_of_a_roll_stand_as_they_were_rolled() -> None:
    table = opened()
    table.act(RollDice(), "12")
    table.act(MakePlay("24/23 13/11"))
    assert told(table)[1] == "  2) 12: 24/23 13/11"


def test_a_play_is_told_move_by_move_with_bar_and_off_as_numbers() -> None:
    table = Table.started("65", Money())
    table.act(MakePlay("24/13"))
    table.act(RollDice(), "44")
    table.act(MakePlay("24/16(2)"))
    assert told(table) == [
        "  1)                             65: 24/18 18/13",
        "  2) 44: 24/20 24/20 20/16 20/16",
    ]


def test_hits_are_starred_the_bar_is_25_and_a_dance_is_blank() -> None:
    table = Table.started("62", Match(1))
    table.act(MakePlay("24/18 13/11"), "55")
    table.act(MakePlay("8/3(2) 6/1*(2)"), "66 31")
    table.act(MakePlay("8/5/4"), "43")
    table.act(MakePlay("bar/21* 18/15"), "11")
    assert told(table) == [
        "  1)                             62: 24/18 13/11",
        "  2) 55: 8/3 8/3 6/1* 6/1        66:",
        "  3) 31: 8/5 5/4                 43: 25/21* 18/15",
        "  4) 11: ???",
    ]


# -- ties, automatic doubles, refused first rolls ----------------------------------------------


def test_ties_turn_the_cube_where_that_was_agreed_and_stand_at_the_head() -> None:
    table = money("44 22 31", HouseRules(automatic_doubles=1))
    table.act(MakePlay("8/5 6/5"))
    table.act(OfferDouble())
    assert told(table) == ["  1)                             31: 8/5 6/5", "  2)  Doubles => 4"]
    assert tags(table)["Ties"] == "1 44 22"


def test_ties_that_turn_nothing_are_told_too() -> None:
    table = money("55 31")
    assert told(table) == ["  1)                             31: ???"]
    assert tags(table)["Ties"] == "1 55"


def test_the_starter_refuses_the_first_roll() -> None:
    table = money("31", HouseRules(first_roll_refusal="opener"))
    table.act(RefuseFirstRoll(), "66")
    table.act(MakePlay("24/18(2) 13/7(2)"))
    table.act(OfferDouble())
    assert told(table) == [
        "  1)                             66: 24/18 24/18 13/7 13/7",
        "  2)  Doubles => 4",
    ]
    assert tags(table)["RefusedRolls"] == "1 right 31"


def test_both_players_refuse_their_first_rolls() -> None:
    table = money("13", HouseRules(first_roll_refusal="each"))
    table.act(RefuseFirstRoll(), "62")
    table.act(MakePlay("24/18 13/11"))
    table.act(RollDice(), "41")
    table.act(RefuseFirstRoll(), "52")
    assert told(table) == ["  1) 62: 24/18 13/11             52: ???"]
    assert tags(table)["RefusedRolls"] == "1 left 31 right 41"


def test_only_the_second_player_refuses() -> None:
    table = money("31", HouseRules(first_roll_refusal="each"))
    table.act(MakePlay("8/5 6/5"))
    table.act(RollDice(), "65")
    table.act(RefuseFirstRoll(), "11")
    assert told(table)[1] == "  2) 11: ???"
    assert tags(table)["RefusedRolls"] == "1 left 65"


# -- the cube ----------------------------------------------------------------------------------


def test_a_double_that_is_still_to_be_answered() -> None:
    table = opened()
    table.act(OfferDouble())
    assert told(table)[1:] == ["  2)  Doubles => 2"]


def test_a_take_and_a_redouble_that_is_dropped() -> None:
    table = opened()
    table.act(OfferDouble())
    table.act(Take(), "62")
    table.act(MakePlay("24/18 13/11"))
    table.act(OfferDouble())
    table.act(Drop())
    assert told(table) == [
        "  1)                             31: 8/5 6/5",
        "  2)  Doubles => 2                Takes",
        "  3) 62: 24/18 13/11              Doubles => 4",
        "  4)  Drops",
        "                                  Wins 2 points",
    ]


def test_the_left_player_wins_by_a_drop() -> None:
    table = opened()
    table.act(OfferDouble())
    table.act(Drop())
    assert told(table)[1:] == ["  2)  Doubles => 2                Drops", "      Wins 1 point"]


def test_a_beaver_that_is_taken() -> None:
    table = opened(HouseRules(beavers=1))
    table.act(OfferDouble())
    table.act(Beaver())
    table.act(Take(), "62")
    assert told(table)[1:] == [
        "  2)  Doubles => 2                Beavers => 4",
        "  3)  Takes",
        "  4) 62: ???",
    ]


def test_a_beaver_that_is_dropped_is_called_a_double_for_the_sake_of_gnu_backgammon() -> None:
    table = opened(HouseRules(beavers=1))
    table.act(OfferDouble())
    table.act(Beaver())
    table.act(ChooseAutoRoll(True))
    table.act(Drop())
    assert told(table)[1:] == [
        "  2)  Doubles => 2                Doubles => 4",
        "  3)  Drops",
        "                                  Wins 2 points",
    ]


def test_a_beaver_that_is_still_to_be_answered() -> None:
    table = opened(HouseRules(beavers=1))
    table.act(OfferDouble())
    table.act(Beaver())
    assert told(table)[1:] == ["  2)  Doubles => 2                Beavers => 4"]


def test_a_raccoon_that_is_taken() -> None:
    table = opened(HouseRules(beavers=2))
    table.act(OfferDouble())
    table.act(Beaver())
    table.act(Raccoon())
    table.act(Take(), "62")
    assert told(table)[1:] == [
        "  2)  Doubles => 2                Beavers => 4",
        "  3)  Raccoons => 8               Takes",
        "  4) 62: ???",
    ]


def test_a_raccoon_that_is_dropped() -> None:
    table = opened(HouseRules(beavers=2))
    table.act(OfferDouble())
    table.act(Beaver())
    table.act(Raccoon())
    table.act(Drop())
    assert told(table)[1:] == [
        "  2)  Doubles => 2                Beavers => 4",
        "  3)  Raccoons => 8               Drops",
        "      Wins 4 points",
    ]


# -- resignations and settlements --------------------------------------------------------------


@pytest.mark.parametrize(("size", "line"), [(1, "Wins 1 point"), (2, "Wins 2 points"), (3, "Wins 3 points")])
def test_a_resignation_before_the_roll(size: WinSize, line: str) -> None:
    table = opened()
    table.act(Resign(size))
    if size < 3:
        table.act(AcceptResignation())
    assert told(table)[1:] == [f"                                  {line}"]


def test_a_resignation_after_the_roll_leaves_the_roll_unplayed() -> None:
    table = opened()
    table.act(RollDice(), "52")
    table.act(Resign(2))
    table.act(AcceptResignation())
    assert told(table)[1:] == ["  2) 52: ???", "                                  Wins 2 points"]


def test_the_right_player_resigns_on_a_turned_cube() -> None:
    table = opened()
    table.act(OfferDouble())
    table.act(Take(), "62")
    table.act(MakePlay("24/18 13/11"))
    table.act(Resign(1))
    table.act(AcceptResignation())
    assert told(table)[-1] == "      Wins 2 points"


def test_what_came_to_nothing_is_left_out() -> None:
    table = opened(HouseRules(settlements=True))
    table.act(Resign(1))
    table.act(RejectResignation())
    table.act(OfferSettlement(5))
    table.act(RejectSettlement())
    table.act(ChooseAutoRoll(True), seat=0)
    table.act(Resign(1))
    assert told(table) == ["  1)                             31: 8/5 6/5"]


@pytest.mark.parametrize(
    ("points", "line"),
    [
        (5, "      Wins 5 points"),
        (1, "      Wins 1 point"),
        (-7, "                                  Wins 7 points"),
        (0, "      Wins 0 points"),
    ],
)
def test_a_settlement(points: int, line: str) -> None:
    table = opened(HouseRules(settlements=True))
    table.act(RollDice(), "52")
    table.act(OfferSettlement(points))
    table.act(AcceptSettlement())
    assert told(table)[1:] == ["  2) 52: ???", line]
    assert tags(table)["Settlement"] == "1"


# -- several games -----------------------------------------------------------------------------


def test_a_session_counts_what_each_player_has_won() -> None:
    table = opened()
    table.act(Resign(2))
    table.act(AcceptResignation())
    table.act(NextGame(), "13", seat=0)
    table.act(MakePlay("8/5 6/5"))
    table.act(Resign(1))
    table.act(AcceptResignation())
    table.act(NextGame(), "66 13", seat=1)
    assert told(table) == ["  1) 31: ???"]
    text = export_mat(Transcript(ANA_AND_BRUNO, tuple(table.log)))
    assert [line for line in text.splitlines() if line.startswith(" Bruno")] == [
        " Bruno : 0                      Ana : 0",
        " Bruno : 0                      Ana : 2",
        " Bruno : 1                      Ana : 2",
    ]
    assert tags(table)["Ties"] == "3 66"


def test_who_ended_a_session_is_not_told() -> None:
    table = opened()
    table.act(Resign(1))
    table.act(AcceptResignation())
    before = told(table)
    table.act(EndSession(), seat=1)
    assert told(table) == before


def test_a_match_ends_with_its_last_point_and_a_crawford_game_is_known_again() -> None:
    table = Table.started("31", Match(2))
    table.act(MakePlay("8/5 6/5"))
    table.act(Resign(1))
    table.act(AcceptResignation(), "31")
    assert table.state.crawford
    table.act(MakePlay("8/5 6/5"), "62")
    table.act(Resign(1))
    assert told(table) == [
        "  1)                             31: 8/5 6/5",
        "  2) 62: ???",
        "                                  Wins 1 point",
    ]


def test_a_single_game() -> None:
    table = Table.started("31", SingleGame())
    table.act(MakePlay("8/5 6/5"))
    table.act(OfferDouble())
    table.act(Drop())
    assert told(table)[-1] == "      Wins 1 point"


# -- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Zé", "Zé"),
        ("A: B", "A B"),
        ("Ana,1500", "Ana 1500"),
        ("  two \n  words ", "two words"),
        ("; remark", "remark"),
        ("W" * 40, "W" * 31),
        ("ã" * 20, "ã" * 15),
        ("", "Player 1"),
        ("::", "Player 1"),
        ("Wins 3 points", "Wins 3 points"),
        ("Game 2", "Game 2"),
    ],
)
def test_names_never_break_the_score_line(name: str, written: str) -> None:
    table = opened()
    text = export_mat(Transcript((name, "Bruno"), tuple(table.log)))
    back = import_mat(text)
    assert back.names == (written, "Bruno")
    assert back.log == tuple(table.log)


def test_a_long_name_on_the_left_leaves_a_gap() -> None:
    text = export_mat(Transcript(("Ana", "B" * 31), tuple(opened().log)))
    assert f" {'B' * 31} : 0  Ana : 0\n" in text
    assert import_mat(text).names == ("Ana", "B" * 31)
