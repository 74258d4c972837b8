"""The lines of a board, word for word, in both languages."""

from __future__ import annotations

import pytest

from bot.app.catalog import Catalog
from bot.app.lines import call_line, happened_lines, score_line, todo_line
from bot.app.names import clean_name
from bot.app.records import MatchRecord, Player
from bot.app.replies import Mention
from bot.app.requests import PlayerRef
from bot.app.speech import Speech
from bot.app.turn import turn_under_way
from bot.engine import actions as ask
from bot.engine.cube import Cube
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from bot.engine.match import MatchState
from bot.engine.notation import pack
from bot.engine.position import CheckerMove
from tests.helpers.chat import plain, plain_line
from tests.helpers.records import ANA, BRUNO, COMPUTER, record, table_at
from tests.helpers.states import Table, state

ENGLISH = Speech(Catalog(), "en")
PORTUGUESE = Speech(Catalog(), "pt_BR")


def called(table: MatchRecord, speech: Speech = ENGLISH) -> str:
    return plain_line(call_line(table, turn_under_way(table), speech))


def told(table: Table, speech: Speech = ENGLISH, players: tuple[Player, Player] = (ANA, BRUNO)) -> list[str]:
    return plain(happened_lines(record(table, players=players), speech)).splitlines()


# -- the score line ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "english", "portuguese"),
    [
        (
            state(length=Match(5), score=(2, 1), cube=Cube(2, 1)),
            "⚪ Ana 2–1 Bruno ⚫ · to 5 · game 1 · cube 2 ⚫",
            "⚪ Ana 2–1 Bruno ⚫ · até 5 · partida 1 · cubo 2 ⚫",
        ),
        (
            state(length=Match(5), score=(2, 1), cube=Cube(4, 0)),
            "⚪ Ana 2–1 Bruno ⚫ · to 5 · game 1 · cube 4 ⚪",
            "⚪ Ana 2–1 Bruno ⚫ · até 5 · partida 1 · cubo 4 ⚪",
        ),
        (
            state(length=Match(5), score=(4, 1), crawford=True),
            "⚪ Ana 4–1 Bruno ⚫ · to 5 · game 1 · Crawford",
            "⚪ Ana 4–1 Bruno ⚫ · até 5 · partida 1 · Crawford",
        ),
        (
            state(length=Match(1)),
            "⚪ Ana 0–0 Bruno ⚫ · to 1 · game 1 · no cube",
            "⚪ Ana 0–0 Bruno ⚫ · até 1 · partida 1 · sem cubo",
        ),
        (
            state(length=Match(10), house_rules=HouseRules(cube=False, scoring="brazil")),
            "⚪ Ana 0–0 Bruno ⚫ · to 10 · game 1 · no cube",
            "⚪ Ana 0–0 Bruno ⚫ · até 10 · partida 1 · sem cubo",
        ),
        (
            state(length=SingleGame()),
            "⚪ Ana – Bruno ⚫ · one game · cube 1",
            "⚪ Ana – Bruno ⚫ · partida única · cubo 1",
        ),
        (
            state(length=Money(), score=(3, -3)),
            "⚪ Ana +3/−3 Bruno ⚫ · money · game 1 · cube 1",
            "⚪ Ana +3/−3 Bruno ⚫ · a dinheiro · partida 1 · cubo 1",
        ),
        (
            state(length=Money()),
            "⚪ Ana 0/0 Bruno ⚫ · money · game 1 · cube 1",
            "⚪ Ana 0/0 Bruno ⚫ · a dinheiro · partida 1 · cubo 1",
        ),
    ],
)
def test_the_score_line(moment: MatchState, english: str, portuguese: str) -> None:
    assert plain_line(score_line(record(moment), ENGLISH)) == english
    assert plain_line(score_line(record(moment), PORTUGUESE)) == portuguese


def test_names_in_the_score_line_are_short_and_harmless() -> None:
    rude = Player(9, PlayerRef("test", "9", "\u202eBobby\n" + "x" * 60))
    line = plain_line(score_line(record(state(), players=(ANA, rude)), ENGLISH))
    assert line == f"⚪ Ana 0/0 Bobby {'x' * 18} ⚫ · money · game 1 · cube 1"
    assert clean_name(rude.ref.name) in line


# -- what happened -------------------------------------------------------------------------------


def test_the_opening() -> None:
    table = Table.started("44 35")
    assert told(table) == ["Opening: 4-4, again; Ana 3, Bruno 5: Bruno starts"]
    assert told(table, PORTUGUESE) == ["Sorteio: 4-4, de novo; Ana 3, Bruno 5: Bruno começa"]


def test_an_automatic_double_is_told_with_its_tie() -> None:
    table = Table.started("44 22 61", Money(), HouseRules(automatic_doubles=1))
    assert told(table) == ["Opening: 4-4, cube 2; 2-2, again; Ana 6, Bruno 1: Ana starts"]
    assert told(table, PORTUGUESE) == ["Sorteio: 4-4, cubo 2; 2-2, de novo; Ana 6, Bruno 1: Ana começa"]


def test_an_opening_of_many_ties_stays_short() -> None:
    table = Table.started("11 22 33 44 55 66 21")
    assert told(table) == ["Opening: 4-4, again; 5-5, again; 6-6, again; Ana 2, Bruno 1: Ana starts"]


def test_a_play_is_told_to_the_opponent() -> None:
    table = Table.started("61")
    table.act(ask.MakePlay("13/7 8/7"))
    assert told(table) == ["Opening: Ana 6, Bruno 1: Ana starts", "Ana 6-1: `13/7 8/7`"]


def test_one_s_own_turn_is_not_told_again() -> None:
    table = Table.started("61")
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.RollDice(), "26")
    table.act(ask.MakePlay("24/22 13/7"))
    assert told(table) == ["Bruno 6-2: `24/22 13/7`"]


def test_what_went_before_stays_in_sight_after_the_roll() -> None:
    table = Table.started("61")
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.RollDice(), "26")
    assert told(table)[-1] == "Ana 6-1: `13/7 8/7`"


def test_a_dance_and_a_double_are_told_in_order() -> None:
    table = table_at(state("6:2 5:2 4:2 3:2 2:2 1:2 8:3", "bar:1 6:14", dice="31"))
    table.act(ask.MakePlay("8/5 8/7"))
    table.act(ask.RollDice(), "66")
    table.act(ask.OfferDouble())
    lines = ["Ana 3-1: `8/7 8/5`", "Bruno 6-6: no move", "Ana doubles to 2"]
    assert told(table)[1:] == lines[1:]
    assert told(table, PORTUGUESE)[1:] == ["Bruno 6-6: sem jogada", "Ana dobra para 2"]
    table.act(ask.Take(), "21")
    assert told(table)[-1] == "Ana doubles to 2, Bruno takes"
    assert told(table, PORTUGUESE)[-1] == "Ana dobra para 2, Bruno pega"


def test_beavers_and_raccoons_stand_in_one_line() -> None:
    table = table_at(state(house_rules=HouseRules(beavers=2)))
    for action, dice in (
        (ask.OfferDouble(), ""),
        (ask.Beaver(), ""),
        (ask.Raccoon(), ""),
        (ask.Take(), "21"),
    ):
        table.act(action, dice)
    assert told(table) == ["Ana doubles to 2, Bruno beavers to 4, Ana raccoons to 8, Bruno takes"]
    assert told(table, PORTUGUESE) == ["Ana dobra para 2, Bruno biva para 4, Ana racuna para 8, Bruno pega"]


def test_a_first_roll_that_was_refused() -> None:
    table = Table.started("21", Money(), HouseRules(first_roll_refusal="opener"))
    table.act(ask.RefuseFirstRoll(), "66")
    assert told(table) == ["Ana 2-1: refused, cube 2"]
    assert told(table, PORTUGUESE) == ["Ana 2-1: lance recusado, cubo 2"]


# -- the end of a game -----------------------------------------------------------------------------

NEARLY_OFF = "1:1"
FAR_BEHIND = "13:7 8:3 6:5"


def test_a_gammon_on_the_cube_and_the_next_opening() -> None:
    length = Match(9)
    moment = state(NEARLY_OFF, FAR_BEHIND, dice="21", length=length, score=(2, 1), cube=Cube(2, 0))
    table = table_at(moment)
    table.act(ask.MakePlay("1/off"), "65 11")
    assert told(table) == [
        "🏁 Ana wins a gammon: 2 × cube 2 = 4 → 6–1",
        "Opening: Ana 6, Bruno 5: Ana starts",
    ]
    assert told(table, PORTUGUESE)[0] == "🏁 Ana ganha um gamão: 2 × cubo 2 = 4 → 6–1"


def test_the_loser_sees_the_last_play_as_well() -> None:
    table = table_at(state(NEARLY_OFF, "6:14", dice="21", length=Match(9)))
    table.act(ask.MakePlay("1/off"), "56")
    assert told(table) == [
        "Ana 2-1: `1/off`",
        "🏁 Ana wins: 1 point → 1–0",
        "Opening: Ana 5, Bruno 6: Bruno starts",
    ]
    assert told(table, PORTUGUESE)[1] == "🏁 Ana ganha: 1 ponto → 1–0"


def test_a_drop_ends_the_game_at_the_old_value() -> None:
    table = table_at(state(length=Match(5), score=(2, 1), cube=Cube(2, 0)))
    table.act(ask.OfferDouble())
    table.act(ask.Drop(), "61")
    assert told(table) == [
        "Ana doubles to 4, Bruno drops",
        "🏁 Ana wins: 1 × cube 2 = 2 → 4–1",
        "Opening: Ana 6, Bruno 1: Ana starts",
    ]
    assert told(table, PORTUGUESE)[0] == "Ana dobra para 4, Bruno larga"


@pytest.mark.parametrize(
    ("size", "english", "portuguese", "result"),
    [
        (1, "Ana resigns a single game", "Ana desiste: partida simples", "wins: 1 point → 0–1"),
        (2, "Ana resigns a gammon", "Ana desiste: gamão", "wins a gammon: 2 points → 0–2"),
        (3, "Ana resigns a backgammon", "Ana desiste: backgammon", "wins a backgammon: 3 points → 0–3"),
    ],
)
def test_a_resignation(size: ask.WinSize, english: str, portuguese: str, result: str) -> None:
    table = table_at(state(length=Match(9)))
    table.act(ask.Resign(size), "" if size < 3 else "16")
    if size < 3:
        table.act(ask.AcceptResignation(), "16")
    assert told(table)[:2] == [english, f"🏁 Bruno {result}"]
    assert told(table, PORTUGUESE)[0] == portuguese


def test_a_rejected_resignation() -> None:
    table = table_at(state(length=Match(9)))
    table.act(ask.Resign(1))
    table.act(ask.RejectResignation())
    assert told(table) == ["Ana resigns a single game, Bruno plays on"]
    assert told(table, PORTUGUESE) == ["Ana desiste: partida simples, Bruno segue jogando"]


def test_a_settlement() -> None:
    table = table_at(state(house_rules=HouseRules(settlements=True)))
    table.act(ask.OfferSettlement(1))
    assert told(table) == ["Ana asks 1 point to settle"]
    table.act(ask.RejectSettlement())
    assert told(table) == ["Ana asks 1 point to settle, Bruno plays on"]
    table.act(ask.OfferSettlement(-2))
    assert told(table) == ["Ana offers 2 points to settle"]
    assert told(table, PORTUGUESE) == ["Ana oferece 2 pontos por um acordo"]
    table.act(ask.AcceptSettlement())
    assert told(table)[-1] == "🏁 Settled: Bruno +2 → −2/+2"
    assert told(table, PORTUGUESE)[-1] == "🏁 Acordo: Bruno +2 → −2/+2"


def test_a_win_on_a_double_in_the_brazilian_count() -> None:
    table = Table(
        state(NEARLY_OFF, "6:14", dice="22", length=Match(10), house_rules=HouseRules(scoring="brazil"))
    )
    table.act(ask.MakePlay("1/off"), "61")
    assert told(table)[0] == "🏁 Ana wins on a double: 2 points → 2–0"
    assert told(table, PORTUGUESE)[0] == "🏁 Ana ganha partida cantada: 2 pontos → 2–0"


def test_the_end_of_a_match_and_of_a_single_game() -> None:
    match = table_at(
        state(NEARLY_OFF, "6:14", dice="21", length=Match(5), score=(4, 1), crawford_played=True)
    )
    match.act(ask.MakePlay("1/off"))
    assert told(match) == ["Ana 2-1: `1/off`", "🏁 Ana wins: 1 point → 5–1", "🏆 Ana wins the match 5–1"]
    assert told(match, PORTUGUESE)[-1] == "🏆 Ana ganha o match por 5–1"
    single = table_at(state(NEARLY_OFF, "6:14", dice="21", length=SingleGame()))
    single.act(ask.MakePlay("1/off"))
    assert told(single) == ["Ana 2-1: `1/off`", "🏁 Ana wins: 1 point"]


def test_the_end_of_a_session() -> None:
    table = table_at(state(NEARLY_OFF, "6:14", dice="21"))
    table.act(ask.MakePlay("1/off"))
    assert told(table)[-1] == "🏁 Ana wins: 1 point → +1/−1"
    table.act(ask.EndSession(), seat=1)
    assert told(table)[-1] == "🏁 Session over: ⚪ Ana +1/−1 Bruno ⚫"
    assert told(table, PORTUGUESE)[-1] == "🏁 Fim da sessão: ⚪ Ana +1/−1 Bruno ⚫"


# -- who is to do what -----------------------------------------------------------------------------


def test_to_roll() -> None:
    assert called(record(state(on_roll=1))) == "▶ @Bruno: roll or double"
    assert called(record(state(on_roll=1)), PORTUGUESE) == "▶ @Bruno: rolar ou dobrar"
    crawford = state(on_roll=1, length=Match(5), score=(4, 1), crawford=True)
    assert called(record(crawford)) == "▶ @Bruno: roll"
    assert called(record(crawford), PORTUGUESE) == "▶ @Bruno: rolar"


@pytest.mark.parametrize(
    ("tentative", "english", "portuguese"),
    [
        ((), "▶ @Bruno plays 5-2", "▶ @Bruno joga 5-2"),
        ((CheckerMove(13, 8),), "▶ @Bruno: `13/8`, 2 to play", "▶ @Bruno: `13/8`, falta jogar 2"),
        (
            (CheckerMove(13, 8), CheckerMove(6, 4)),
            "▶ @Bruno: `13/8 6/4`: confirm?",
            "▶ @Bruno: `13/8 6/4`: confirma?",
        ),
    ],
)
def test_to_play(tentative: tuple[CheckerMove, ...], english: str, portuguese: str) -> None:
    table = record(state(dice="25", on_roll=1), tentative=pack(tentative))
    assert called(table) == english
    assert called(table, PORTUGUESE) == portuguese


def test_a_double_counts_what_is_still_to_play() -> None:
    table = record(state(dice="44"), tentative=pack((CheckerMove(24, 20),)))
    assert called(table) == "▶ @Ana: `24/20`, 4-4-4 to play"


def test_a_forced_play_shows_its_roll() -> None:
    table = record(state("24:1 bar:1", "6:2 4:2 3:2 2:2 1:2", dice="52"))
    assert called(table) == "▶ @Ana 5-2: `bar/18` is forced, confirm?"
    assert called(table, PORTUGUESE) == "▶ @Ana 5-2: `bar/18` é a única jogada, confirma?"


def test_the_cube_is_asked_of_the_other_side() -> None:
    table = table_at(state(house_rules=HouseRules(beavers=1)))
    table.act(ask.OfferDouble())
    assert called(record(table)) == "▶ @Bruno takes 2?"
    assert called(record(table), PORTUGUESE) == "▶ @Bruno pega 2?"
    table.act(ask.Beaver())
    assert called(record(table)) == "▶ @Ana takes 4?"


def test_offers_and_the_end() -> None:
    table = table_at(state(house_rules=HouseRules(settlements=True)))
    table.act(ask.OfferSettlement(1))
    assert called(record(table)) == "▶ @Bruno accepts the settlement?"
    table.act(ask.RejectSettlement())
    table.act(ask.Resign(1))
    assert called(record(table)) == "▶ @Bruno accepts the resignation?"
    assert called(record(table), PORTUGUESE) == "▶ @Bruno aceita a desistência?"
    table.act(ask.AcceptResignation())
    assert called(record(table)) == "▶ @Ana, @Bruno: next game, or end?"
    assert called(record(table), PORTUGUESE) == "▶ @Ana, @Bruno: próxima partida, ou fim?"
    table.act(ask.EndSession(), seat=0)
    assert called(record(table)) == ""


def test_only_the_person_to_act_is_pinged_and_never_the_computer() -> None:
    line = call_line(record(state(on_roll=1)), None, ENGLISH)
    assert [span.player for span in line if isinstance(span, Mention) and span.ping] == [BRUNO.ref]
    against = record(state(on_roll=1), players=(ANA, COMPUTER))
    assert plain_line(call_line(against, None, ENGLISH)) == "▶ Gamão: roll or double"


def test_the_todo_after_a_tap() -> None:
    def todo(*moves: CheckerMove) -> str:
        turn = turn_under_way(record(state(dice="52"), tentative=pack(moves)))
        assert turn
        return plain_line(todo_line(turn, PORTUGUESE))

    assert todo() == "5-2 para jogar"
    assert todo(CheckerMove(13, 11)) == "`13/11`, falta jogar 5"
    assert todo(CheckerMove(13, 11), CheckerMove(13, 8)) == "`13/11 13/8`: confirma?"
