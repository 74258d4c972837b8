"""The buttons of a board: what shows when, and that every one of them is legal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.catalog import Catalog
from bot.app.keyboards import BoardKeys
from bot.app.records import MatchRecord
from bot.app.replies import Keyboard
from bot.app.requests import Press
from bot.app.speech import Speech
from bot.app.turn import turn_under_way
from bot.engine import actions as ask
from bot.engine.cube import Cube
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from bot.engine.match import MatchState
from bot.engine.notation import pack
from bot.engine.position import BAR, CheckerMove, Play
from tests.helpers.keyboards import buttons, press_of
from tests.helpers.records import ANA, BRUNO, COMPUTER, record, table_at
from tests.helpers.states import Table, state

CATALOG = Catalog()
Rows = list[tuple[str, list[str]]]


def keys(table: MatchRecord, menu: str = "main", locale: str = "en") -> Keyboard:
    return BoardKeys(table, turn_under_way(table), Speech(CATALOG, locale)).menu(menu)


def rows(table: MatchRecord | MatchState, menu: str = "main", locale: str = "en") -> Rows:
    asked = table if isinstance(table, MatchRecord) else record(table)
    return [
        (group.kind.value, [button.label for button in group.buttons]) for group in keys(asked, menu, locale)
    ]


# -- to roll ---------------------------------------------------------------------------------------


def test_roll_stands_alone_above_double_and_more() -> None:
    assert rows(state()) == [("roll", ["🎲 Roll"]), ("controls", ["Double to 2", "⋯"])]
    assert rows(state(cube=Cube(4, 0)), locale="pt_BR") == [
        ("roll", ["🎲 Rolar"]),
        ("controls", ["Dobrar para 8", "⋯"]),
    ]


@pytest.mark.parametrize(
    "moment",
    [
        state(cube=Cube(2, 1)),
        state(length=Match(5), score=(4, 1), crawford=True),
        state(length=SingleGame(), house_rules=HouseRules(cube=False)),
        state(length=Match(1)),
        state(length=Match(5), score=(3, 0), cube=Cube(2, 0)),
        state(house_rules=HouseRules(cube_cap=64), cube=Cube(64, 0)),
    ],
    ids=["the opponent's cube", "Crawford", "no cube", "one point", "dead cube", "cap"],
)
def test_no_double_where_the_rules_allow_none(moment: MatchState) -> None:
    assert rows(moment) == [("roll", ["🎲 Roll"]), ("controls", ["⋯"])]
    assert rows(moment, "double") == rows(moment)


def test_a_double_is_asked_once_more_in_place() -> None:
    assert rows(state(), "double") == [("answers", ["✓ Double to 2", "Back"])]
    sure, back = buttons(keys(record(state()), "double"))
    assert (press_of(sure).verb, press_of(back).verb) == ("double!", "back")


# -- to play ---------------------------------------------------------------------------------------


def test_one_button_a_checker_move_in_a_group_a_die() -> None:
    assert rows(state(dice="61")) == [
        ("higher", ["24→18", "13→7", "8→2"]),
        ("lower", ["24→23", "8→7", "6→5"]),
        ("controls", ["⋯"]),
    ]


def test_the_starting_point_is_told_for_grouping() -> None:
    assert [button.start for button in keys(record(state(dice="61")))[0].buttons] == ["24", "13", "8"]
    entering = record(state("bar:1 13:5", "6:2 4:2", dice="51"))
    assert {button.start for button in keys(entering)[0].buttons} == {"bar"}


def test_after_a_tap_the_other_die_is_left_with_undo() -> None:
    tapped = record(state(dice="61"), tentative=pack((CheckerMove(13, 7),)))
    assert rows(tapped) == [("lower", ["24→23", "8→7", "7→6", "6→5"]), ("controls", ["↩", "⋯"])]
    undo = press_of(keys(tapped)[1].buttons[0])
    assert (undo.verb, undo.argument) == ("undo", "")


def test_a_complete_play_is_undone_or_confirmed() -> None:
    play = (CheckerMove(13, 7), CheckerMove(8, 7))
    done = record(state(dice="61"), tentative=pack(play))
    assert rows(done) == [("controls", ["↩ last", "✓ 13/7 8/7", "⋯"])]
    assert rows(done, locale="pt_BR") == [("controls", ["↩ última", "✓ 13/7 8/7", "⋯"])]
    undo, confirm, _ = buttons(keys(done))
    assert press_of(undo) == Press("g", 7, done.state.version, "undo", pack(play[:1]))
    assert press_of(confirm) == Press("g", 7, done.state.version, "confirm", pack(play))


def test_a_double_offers_two_at_once() -> None:
    assert rows(state(dice="44")) == [
        (
            "higher",
            [
                "24→20",
                "24→20 ×2",
                "24→16",
                "13→9",
                "13→9 ×2",
                "13→5",
                "8→4",
                "8→4 ×2",
                "6→2",
                "6→2 ×2",
            ],
        ),
        ("controls", ["⋯"]),
    ]


def test_hits_are_starred_also_on_the_way() -> None:
    single = rows(state("8:2 6:2", "21:1 6:2", dice="42"))
    assert "8→4*" in single[0][1]
    double = rows(state("13:2 8:4", "16:1 6:2", dice="44"))
    assert [label for label in double[0][1] if label.startswith("13")] == ["13→9*", "13→9* ×2", "13→9*→5"]


def test_the_bar_comes_first() -> None:
    assert rows(state("bar:2 13:5", "6:2 5:2", dice="61"))[0][1] == ["✓ bar/24", "⋯"]
    assert rows(state("bar:1 13:5", "6:2 4:2", dice="51")) == [
        ("higher", ["bar→20"]),
        ("lower", ["bar→24"]),
        ("controls", ["⋯"]),
    ]


def test_a_forced_play_has_only_confirm_and_more() -> None:
    forced = record(state("24:1 bar:1", "6:2 4:2 3:2 2:2 1:2", dice="52"))
    assert rows(forced) == [("controls", ["✓ bar/18", "⋯"])]


def test_a_forced_beginning_is_drawn_and_not_undone() -> None:
    moment = state("bar:1 13:5", "6:2 4:2 3:2 2:2 1:2", dice="52")
    assert rows(moment) == [("lower", ["20→18", "13→11"]), ("controls", ["⋯"])]


def test_undo_takes_the_forced_step_back_with_the_choice_that_forced_it() -> None:
    """After bar/23 by choice only one way is left: undoing leads back to the choice."""
    moment = state("bar:1 7:1", "7:2 6:2", dice="52")
    chosen = record(moment, tentative=pack((CheckerMove(BAR, 23),)))
    turn = turn_under_way(chosen)
    assert turn
    assert len(turn.made) == 2
    assert press_of(buttons(keys(chosen))[0]) == Press("g", 7, moment.version, "undo")


def test_a_race_has_the_best_bear_off_as_one_button() -> None:
    assert rows(state("6:2 5:2 4:2 1:1", "6:2", dice="61"))[-1] == ("controls", ["✓ 6/off 1/off", "⋯"])
    double = state("6:3 5:1 4:3 3:2 2:1", "6:2", dice="33")
    assert rows(double)[-1] == ("controls", ["✓ 6/3/off 3/off(2)", "⋯"])


@pytest.mark.parametrize(
    ("near", "far", "dice"),
    [
        ("6:2 5:2 4:1", "6:2", "41"),
        ("6:2 5:2 4:2 1:1", "24:1 6:2", "61"),
        ("6:2 5:2 4:2 1:1", "bar:1 6:2", "61"),
        ("13:3 6:2", "6:2", "61"),
    ],
    ids=["two ways to bear off one", "contact", "the bar", "nothing to bear off"],
)
def test_no_such_button_where_it_is_not_the_one_best_way(near: str, far: str, dice: str) -> None:
    labels = [label for _, group in rows(state(near, far, dice=dice)) for label in group]
    assert not any(label.startswith("✓") for label in labels)


def test_a_crowded_double_leaves_the_shortcuts_out() -> None:
    spread = state("24:1 23:1 22:1 18:1 16:1 14:1 12:1 11:1 10:1 9:1 8:1 7:1 6:1 5:1 4:1", "1:2", dice="11")
    labels = rows(spread)[0][1]
    assert len(labels) == 15
    assert not any("×" in label or label.count("→") > 1 for label in labels)


def test_more_than_twenty_moves_are_all_offered() -> None:
    spread = state(
        "24:1 23:1 22:1 21:1 20:1 18:1 16:1 14:1 13:1 12:1 11:1 10:1 9:1 8:1 7:1", "1:2", dice="21"
    )
    higher, lower, _ = rows(spread)
    assert (higher[0], len(higher[1])) == ("higher", 15)
    assert (lower[0], len(lower[1])) == ("lower", 15)


# -- cube, resignation, the end --------------------------------------------------------------------


def offered(**rules: int) -> Table:
    table = Table(state(house_rules=HouseRules(**rules)))  # type: ignore[arg-type]  # numbers only
    table.act(ask.OfferDouble())
    return table


def test_a_cube_is_taken_above_and_dropped_below() -> None:
    table = offered()
    assert rows(table.state) == [("answers", ["Take – cube 2"]), ("controls", ["Drop – Ana +1", "⋯"])]
    assert rows(table.state, locale="pt_BR") == [
        ("answers", ["Pegar – cubo 2"]),
        ("controls", ["Largar – Ana +1", "⋯"]),
    ]
    assert press_of(buttons(keys(record(table)))[0]).verb == "take"


def test_a_drop_is_asked_once_more() -> None:
    table = offered()
    assert rows(table.state, "drop") == [("answers", ["✓ Drop – Ana +1", "Back"])]
    assert press_of(buttons(keys(record(table), "drop"))[0]).verb == "drop!"


def test_beaver_and_raccoon_show_where_they_are_allowed() -> None:
    table = offered(beavers=2)
    assert rows(table.state)[0] == ("answers", ["Take – cube 2", "Beaver → 4"])
    table.act(ask.Beaver())
    assert rows(table.state) == [
        ("answers", ["Take – cube 4", "Raccoon → 8"]),
        ("controls", ["Drop – Bruno +2", "⋯"]),
    ]
    table.act(ask.Raccoon())
    assert rows(table.state) == [("answers", ["Take – cube 8"]), ("controls", ["Drop – Ana +4", "⋯"])]


def test_every_resignation_names_the_score_that_it_gives() -> None:
    moment = state(length=Match(5), score=(3, 2))
    assert rows(moment, "resign") == [
        ("options", ["Single: Bruno +1 → 3–3"]),
        ("options", ["Gammon: Bruno +2 → 3–4"]),
        ("options", ["Backgammon: Bruno +3 → 3–5"]),
        ("controls", ["Back"]),
    ]
    assert rows(moment, "resign-2", "pt_BR") == [("answers", ["✓ Gamão: Bruno +2 → 3–4", "Voltar"])]
    sure = press_of(buttons(keys(record(moment), "resign-2"))[0])
    assert (sure.verb, sure.argument) == ("resign!", "2")


@pytest.mark.parametrize(
    "moment",
    [
        state(dice="61", length=Match(5), score=(4, 2), crawford=True),
        state(dice="61", house_rules=HouseRules(cube=False)),
    ],
)
def test_always_roll_is_not_offered_where_the_dice_roll_by_themselves(moment: MatchState) -> None:
    assert rows(moment, "more")[0] == ("options", ["Resign"])
    chosen = replace(moment, auto_roll=(True, False))
    assert rows(chosen, "more")[0] == ("options", ["Resign", "Stop rolling for me"])


def test_sizes_that_count_the_same_are_one() -> None:
    jacoby = state(house_rules=HouseRules(jacoby=True), score=(4, -4))
    assert rows(jacoby, "resign") == [("options", ["Single: Bruno +1 → +3/−3"]), ("controls", ["Back"])]
    turned = replace(jacoby, cube=Cube(2, 1))
    assert [labels[0] for _, labels in rows(turned, "resign")][:3] == [
        "Single: Bruno +2 → +2/−2",
        "Gammon: Bruno +4 → 0/0",
        "Backgammon: Bruno +6 → −2/+2",
    ]
    gammons = state(house_rules=HouseRules(backgammons=False), length=Match(5))
    assert [labels[0] for _, labels in rows(gammons, "resign")] == [
        "Single: Bruno +1 → 0–1",
        "Gammon: Bruno +2 → 0–2",
        "Back",
    ]


def test_a_resignation_is_accepted_with_its_score_or_rejected() -> None:
    table = Table(state(on_roll=1, length=Match(5), score=(2, 3), cube=Cube(2, 1)))
    table.act(ask.Resign(1))
    assert rows(table.state) == [("answers", ["Accept: Ana +2 → 4–3", "Reject"])]
    assert rows(table.state, locale="pt_BR") == [("answers", ["Aceitar: Ana +2 → 4–3", "Recusar"])]
    assert [press_of(button).verb for button in buttons(keys(record(table)))] == ["accept", "reject"]


def test_a_settlement_is_accepted_or_rejected() -> None:
    table = Table(state(house_rules=HouseRules(settlements=True)))
    table.act(ask.OfferSettlement(1))
    assert rows(table.state) == [("answers", ["Accept", "Reject"])]


def test_more_holds_what_is_rare() -> None:
    assert rows(state(), "more") == [
        ("options", ["Resign", "Always roll for me"]),
        ("options", ["Text board", "Score", "Help"]),
        ("controls", ["Back"]),
    ]
    table = Table(state())
    table.act(ask.ChooseAutoRoll(True), "31")
    assert "Stop rolling for me" in rows(table.state, "more")[0][1]


def test_a_first_roll_can_be_refused_under_more() -> None:
    table = Table.started("21", Money(), HouseRules(first_roll_refusal="each"))
    assert rows(table.state, "more")[0][1] == ["Resign", "Refuse the roll – cube 2", "Always roll for me"]
    refuse = buttons(keys(record(table), "more"))[1]
    assert press_of(refuse).verb == "refuse"


def test_an_answer_to_the_cube_cannot_be_a_resignation() -> None:
    table = offered()
    assert "Resign" not in rows(table.state, "more")[0][1]
    assert rows(table.state, "resign") == rows(table.state)


def test_after_a_money_game_either_goes_on_or_ends() -> None:
    table = table_at(state("1:1", "6:14", dice="21"))
    table.act(ask.MakePlay("1/off"))
    assert rows(table.state) == [("answers", ["Next", "End"]), ("controls", ["🎬 Replay", "Analyze"])]
    table.act(ask.EndSession(), seat=0)
    assert rows(table.state) == [("answers", ["Rematch", "Analyze"]), ("controls", ["🎬 Replay", ".mat"])]
    assert rows(table.state, "more") == [
        ("answers", ["Rematch", "Analyze"]),
        ("controls", ["🎬 Replay", ".mat"]),
    ]


def test_the_computer_gets_no_buttons_but_the_person_does() -> None:
    thinking = record(state(dice="61", on_roll=1), players=(ANA, COMPUTER))
    assert rows(thinking) == []
    asked = record(state(dice="61"), players=(ANA, COMPUTER))
    assert rows(asked)[0][0] == "higher"
    over = table_at(state("1:1", "6:14", dice="21"))
    over.act(ask.MakePlay("1/off"))
    assert rows(record(over, players=(COMPUTER, BRUNO))) == [
        ("answers", ["Next", "End"]),
        ("controls", ["🎬 Replay", "Analyze"]),
    ]


def test_an_unknown_menu_is_the_main_one() -> None:
    assert rows(state(), "nonsense") == rows(state())
    assert rows(state(), "resign-4") == rows(state())


def test_the_longest_ids_fit() -> None:
    """Four checker moves on the match with the highest number that we foresee."""
    play: Play = (CheckerMove(24, 23), CheckerMove(24, 23), CheckerMove(8, 7), CheckerMove(8, 7))
    moment = replace(state(dice="11"), version=99999)
    done = keys(record(moment, tentative=pack(play), number=10**9))
    assert [button.label for button in buttons(done)] == ["↩ last", "✓ 24/23(2) 8/7(2)", "⋯"]
    assert max(len(button.id.encode()) for button in buttons(done)) <= 64
    assert press_of(buttons(done)[1]) == Press("g", 10**9, 99999, "confirm", pack(play))
