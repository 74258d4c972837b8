"""Whole boards, live and final: word for word in both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.records import Looks, MatchRecord
from bot.app.replies import Board
from bot.engine import actions as ask
from bot.engine.house_rules import Length, Match, SingleGame
from bot.engine.match import MatchState, Phase
from bot.engine.notation import pack
from bot.engine.position import CheckerMove
from renderers.board_view import CubeView
from tests.helpers.chat import plain
from tests.helpers.keyboards import labels
from tests.helpers.records import ANA, BRUNO, COMPUTER, NOW, record, table_at
from tests.helpers.states import Table, state

PRESENTER = Presenter(Catalog())


def board(table: MatchRecord, locale: str = "en") -> Board:
    return PRESENTER.board(table, locale, NOW)


def said(table: Table | MatchState, locale: str = "en") -> str:
    return plain(board(record(table), locale).words)


# -- whole boards ----------------------------------------------------------------------------------


def test_the_board_of_an_opening() -> None:
    table = Table.started("44 35", Match(5))
    assert said(table) == (
        "⚪ Ana 0–0 Bruno ⚫ · to 5 · game 1 · cube 1\n"
        "Opening: 4-4, again; Ana 3, Bruno 5: Bruno starts\n"
        "▶ @Bruno plays 5-3"
    )
    assert said(table, "pt_BR") == (
        "⚪ Ana 0–0 Bruno ⚫ · até 5 · partida 1 · cubo 1\n"
        "Sorteio: 4-4, de novo; Ana 3, Bruno 5: Bruno começa\n"
        "▶ @Bruno joga 5-3"
    )


def test_the_board_after_a_cube_was_taken() -> None:
    table = Table.started("61", Match(5))
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.OfferDouble())
    assert said(table) == (
        "⚪ Ana 0–0 Bruno ⚫ · to 5 · game 1 · cube 1\nBruno doubles to 2\n▶ @Ana takes 2?"
    )
    table.act(ask.Take(), "52")
    assert said(table, "pt_BR") == (
        "⚪ Ana 0–0 Bruno ⚫ · até 5 · partida 1 · cubo 2 ⚪\nBruno dobra para 2, Ana pega\n▶ @Bruno joga 5-2"
    )


def test_a_board_is_complete() -> None:
    table = Table.started("61", Match(5))
    table.act(ask.MakePlay("13/7 8/7"))
    shown = board(record(table), "pt_BR")
    assert shown.version == table.state.version
    assert shown.locale == "pt_BR"
    assert shown.picture == PRESENTER.picture(record(table))
    assert shown.alt_text.startswith("Tabuleiro de gamão: Ana com as peças claras")
    assert labels(shown.keyboard) == [["🎲 Rolar"], ["Dobrar para 2", "⋯"]]
    assert not shown.partial
    assert list(shown.pings()) == [BRUNO.ref]


def test_a_board_looks_as_its_channel_wants() -> None:
    shown = PRESENTER.board(record(state()), "en", NOW, looks=Looks("dark", "left"))
    assert shown.picture
    assert (shown.picture.theme, shown.picture.home) == ("dark", "left")


@pytest.mark.parametrize(
    ("moves", "partial"),
    [
        ((), False),
        ((CheckerMove(13, 7),), True),
        ((CheckerMove(13, 7), CheckerMove(8, 7)), False),
    ],
)
def test_a_growing_play_is_partial_until_it_is_complete(
    moves: tuple[CheckerMove, ...], partial: bool
) -> None:
    assert board(record(state(dice="61"), tentative=pack(moves))).partial is partial


def test_checker_moves_that_were_forced_are_no_growing_play() -> None:
    shown = board(record(state("bar:1 13:5 8:3 6:6", dice="63")))
    assert "`bar/22`, 6 to play" in plain(shown.words)
    assert not shown.partial, "a new roll is never held back"


@pytest.mark.parametrize(
    ("minutes", "silent"), [(None, False), (0, True), (2.9, True), (3, False), (600, False)]
)
def test_who_acted_a_moment_ago_is_not_rung(minutes: float | None, silent: bool) -> None:
    acted = None if minutes is None else NOW - timedelta(minutes=minutes)
    assert board(record(state(on_roll=1), acted=(NOW, acted))).silent is silent


def test_both_are_rung_after_a_money_game_unless_both_just_acted() -> None:
    table = table_at(state("1:1", "6:14", dice="21"))
    table.act(ask.MakePlay("1/off"))
    assert not board(record(table, acted=(NOW, None))).silent
    assert board(record(table, acted=(NOW, NOW))).silent


def test_the_end_of_a_match_rings_unless_both_just_acted() -> None:
    table = Table.started("61", Match(1))
    table.act(ask.Resign(1))
    assert table.state.phase is Phase.MATCH_OVER
    assert not board(record(table, acted=(NOW, None))).silent
    assert board(record(table, acted=(NOW, NOW))).silent
    assert board(record(table, acted=(NOW, None), players=(ANA, COMPUTER))).silent


def test_the_computer_is_neither_rung_nor_waited_for_in_silence() -> None:
    shown = board(record(state(on_roll=1), players=(ANA, COMPUTER)))
    assert list(shown.pings()) == []
    assert not shown.silent


# -- the last board of a game ----------------------------------------------------------------------


def won_table(length: Length | None = None) -> Table:
    """Return a match to 7 whose second game has begun: Ana resigned a gammon in the first."""
    table = Table.started("61", length or Match(7))
    table.act(ask.MakePlay("13/7 8/7"))
    table.act(ask.RollDice(), "52")
    table.act(ask.MakePlay("13/8 13/11"))
    table.act(ask.Resign(2))
    if table.state.phase is Phase.RESIGNATION_OFFERED:
        table.act(ask.AcceptResignation(), "31")
    return table


def test_the_final_board_is_of_the_game_that_ended() -> None:
    table = won_table()
    assert table.state.game == 2
    shown = PRESENTER.final(record(table), "en")
    assert plain(shown.words) == (
        "⚪ Ana 0–2 Bruno ⚫ · to 7 · game 1 · cube 1\n"
        "Bruno 5-2: `13/11 13/8`\n"
        "Ana resigns a gammon\n"
        "🏁 Bruno wins a gammon: 2 points → 0–2"
    )
    assert shown.keyboard == ()
    assert shown.picture
    assert shown.picture.pips == (160, 160)
    assert shown.picture.on_roll is None
    assert shown.picture.last_roll == (5, 2)
    assert not shown.silent
    assert list(shown.pings()) == []


def test_the_final_board_stays_the_same_while_the_next_game_goes_on() -> None:
    table = won_table()
    first = PRESENTER.final(record(table), "pt_BR")
    assert plain(first.words).endswith("🏁 Bruno ganha um gamão: 2 pontos → 0–2")
    table.act(ask.MakePlay("8/5 6/5"))
    later = PRESENTER.final(record(table), "pt_BR")
    assert replace(later, version=0) == replace(first, version=0)


def test_the_final_board_of_a_match_names_the_winner_of_it() -> None:
    table = won_table(Match(2))
    shown = PRESENTER.final(record(table), "en")
    assert plain(shown.words).splitlines()[1:] == [
        "Ana resigns a gammon",
        "🏁 Bruno wins a gammon: 2 points → 0–2",
        "🏆 Bruno wins the match 0–2",
    ]


def test_the_next_board_tells_how_the_last_game_ended() -> None:
    assert said(won_table()) == (
        "⚪ Ana 0–2 Bruno ⚫ · to 7 · game 2 · cube 1\n"
        "Ana resigns a gammon\n"
        "🏁 Bruno wins a gammon: 2 points → 0–2\n"
        "Opening: Ana 3, Bruno 1: Ana starts\n"
        "▶ @Ana plays 3-1"
    )


def test_the_last_board_of_a_single_game() -> None:
    table = won_table(SingleGame())
    shown = board(record(table))
    assert plain(shown.words) == (
        "⚪ Ana – Bruno ⚫ · one game · cube 1\n"
        "Bruno 5-2: `13/11 13/8`\n"
        "Ana resigns a gammon\n"
        "🏁 Bruno wins a gammon: 2 points"
    )
    assert labels(shown.keyboard) == [["Rematch", "Analyze"], ["🎬 Replay", ".mat"]]
    assert shown.picture
    assert shown.picture.cube == CubeView()


def test_there_is_no_final_board_of_a_first_game_that_goes_on() -> None:
    with pytest.raises(ValueError, match="no game has ended"):
        PRESENTER.final(record(Table.started("61")), "en")


# -- after a tap -----------------------------------------------------------------------------------


def test_the_toast_says_what_is_still_to_play() -> None:
    tapped = record(state(dice="52"), tentative=pack((CheckerMove(13, 8),)))
    assert plain(PRESENTER.toast(tapped, "en")) == "`13/8`, 2 to play"
    assert plain(PRESENTER.toast(tapped, "pt_BR")) == "`13/8`, falta jogar 2"
    assert PRESENTER.toast(record(state()), "en") == ()


def test_a_tentative_play_that_no_longer_fits_does_no_harm() -> None:
    for tentative in (pack((CheckerMove(24, 18),)), "zz", "abcdefghij", "!"):
        shown = board(record(state(dice="52"), tentative=tentative))
        assert plain(shown.words).endswith("▶ @Ana plays 5-2")
