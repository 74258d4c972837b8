"""What the coach says, in every language, and which arrows its pictures have."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.app import coach_words
from bot.app.catalog import Catalog
from bot.app.pictures import compared, moves_of
from bot.app.presenter import PLAIN
from bot.app.speech import Speech
from bot.engine.match import MatchState
from bot.engine.notation import format_play, match_play
from bot.engine.position import CheckerMove
from bot.engine.position_id import parse_position_id
from bot.engine.refusals import AmbiguousPlay
from bot.engine.variants import rules_of
from bot.players.judging import BEAVER, DOUBLE, DROP, RANKS, ROLL, TAKE, Judgement, Kind, Option
from renderers.board_view import MoveView
from tests.helpers.chat import plain, plain_line
from tests.helpers.known import known, position_of, roll_of
from tests.helpers.records import record
from tests.helpers.states import state

CATALOG = Catalog("en")
ENGLISH = Speech(CATALOG, "en")
LANGUAGES = [Speech(CATALOG, locale) for locale in CATALOG.locales()]
RULES = rules_of("backgammon")
EVERY_LANGUAGE = pytest.mark.parametrize("speech", LANGUAGES, ids=lambda speech: speech.locale)


def judged(loss: float, seat: int = 0, **changes: object) -> Judgement:
    """Return a counted play that costs so much."""
    options = Option("13/8 6/5", 0.25), Option("24/18", 0.25 - loss)
    made = Judgement(7, 1, seat, Kind.PLAY, "24/18", options, counted=True, luck=0.125)
    return replace(made, **changes)  # type: ignore[arg-type]  # fields of a Judgement


# -- figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("equity", "printed"),
    [
        (0.2134, "+0.213"),
        (-0.0449, "−0.045"),
        (-1, "−1.000"),
        (0, "0.000"),
        (-0.0, "0.000"),
        (0.0004, "0.000"),
        (-0.0004, "0.000"),
        (10.0, "+10.000"),
    ],
)
def test_equities_have_a_sign_but_for_nothing(equity: float, printed: str) -> None:
    assert coach_words.equity_text(equity) == printed


def test_the_figures_of_both_players_and_how_many_decisions_they_come_from() -> None:
    said = [judged(0.1), judged(0.0), judged(0.0, 1, luck=-0.5)]
    lines = plain(coach_words.analysis(record(state()), said, said[:1], ENGLISH)).splitlines()
    assert lines[1:] == [
        "Ana: PR 25.0 (beginner) · 1 blunder in 2 decisions · luck +0.250",
        "Bruno: PR 0.0 (world champion) · 0 blunders in 1 decision · luck −0.500",
        "The worst mistakes:",
    ]


def test_without_a_mistake_there_are_no_pictures_to_be_announced() -> None:
    said = plain(coach_words.analysis(record(state()), [judged(0.0)], (), ENGLISH))
    assert said.endswith("No mistakes worth a picture.")


@EVERY_LANGUAGE
def test_every_class_has_a_name(speech: Speech) -> None:
    names = {speech.text(f"rank.{name}") for name in [*(name for _, name in RANKS), "novice"]}
    assert len(names) == len(RANKS) + 1


@pytest.mark.parametrize(("share", "bar"), [(0, "░" * 10), (0.349, "▓▓▓░░░░░░░"), (1, "▓" * 10)])
def test_progress_is_a_bar_of_ten(share: float, bar: str) -> None:
    assert plain(coach_words.progress(share, ENGLISH)) == f"Analyzing … {bar} {int(share * 100)} %"


# -- the cube ----------------------------------------------------------------------------------


@EVERY_LANGUAGE
def test_every_verdict_on_a_cube_has_words_of_its_own(speech: Speech) -> None:
    doubling = [
        (Option(first, 0.5, answer if first == DOUBLE else ""), Option(second, 0, answer * (first == ROLL)))
        for (first, second), answer in product([(ROLL, DOUBLE), (DOUBLE, ROLL)], [TAKE, DROP, BEAVER])
    ]
    answering = [(Option(name, 0.5),) for name in (TAKE, DROP, BEAVER)]
    said = {plain_line(coach_words.verdict_line(options, speech)) for options in doubling + answering}
    assert len(said) == 9


@EVERY_LANGUAGE
@pytest.mark.parametrize("chosen", [0, 1])
@pytest.mark.parametrize(
    ("kind", "options", "lines"),
    [
        (Kind.PLAY, (Option("13/8 6/5", 0.5), Option("24/18", 0.3)), 3),
        (Kind.ANSWER, (Option(TAKE, 0.5), Option(DROP, 0.3), Option(BEAVER, 0.1)), 4),
        (Kind.DOUBLE, (Option(ROLL, 0.5), Option(DOUBLE, 0.3, DROP)), 4),
    ],
)
def test_every_answer_to_every_question_has_words(
    speech: Speech, kind: Kind, options: tuple[Option, ...], lines: int, chosen: int
) -> None:
    judgement = Judgement(7, 1, 0, kind, options[-1].name, options, counted=True)
    assert coach_words.question(state(dice="31" if kind is Kind.PLAY else None), judgement, speech)
    said = coach_words.verdict(judgement, options[chosen], speech)
    assert len(said) == lines
    assert (("0.000", "0.200")[chosen] in plain_line(said[0])) is (chosen > 0)


def test_after_a_question_about_a_double_its_answer_is_told_too() -> None:
    options = Option(DOUBLE, 0.9, TAKE), Option(ROLL, 0.7)
    judgement = Judgement(7, 1, 0, Kind.DOUBLE, ROLL, options, counted=True)
    assert plain(coach_words.verdict(judgement, options[0], ENGLISH)).splitlines() == [
        "Right: Double. In the match it was No double.",
        "Double; they should take.",
        "1. Double +0.900",
        "2. No double +0.700 (−0.200)",
    ]


def test_of_two_options_that_are_worth_the_same_both_are_right() -> None:
    judgement = judged(0.3, options=(Option("13/8 6/5", 0.2), Option("13/7", 0.2), Option("24/18", -0.1)))
    for option in judgement.options[:2]:
        assert coach_words.is_right(judgement, option)
        assert plain(coach_words.verdict(judgement, option, ENGLISH)).startswith("Right:")
    assert not coach_words.is_right(judgement, judgement.options[2])


# -- pictures ----------------------------------------------------------------------------------


def tricky(row: dict[str, Any]) -> MatchState:
    return replace(state(dice="11"), position=parse_position_id(row["position_id"]), dice=roll_of(row))


@pytest.mark.parametrize("row", known("tricky_plays")[::25], ids=lambda row: str(row["id"]))
def test_every_play_has_a_name_of_its_own_and_its_own_arrows(row: dict[str, Any]) -> None:
    """Also 23/13 where 23/19*/13 is another play: a typed play would be asked about, a name never is."""
    at = tricky(row)
    plays = RULES.legal_plays(at.position, 0, roll_of(row))
    names = [format_play(legal.play) for legal in plays]
    assert len(set(names)) == len(names)
    for legal, name in list(zip(plays, names, strict=True))[:20]:
        assert compared(at, PLAIN, better=name).better == moves_of(legal.play)
        assert len(coach_words.option_label(name, ENGLISH)) <= 80


@pytest.mark.parametrize(
    ("number", "name"), [("0034", "23/13"), ("0036", "24/13"), ("0066", "21/15*"), ("0144", "8/3")]
)
def test_a_name_that_could_be_read_as_two_plays_is_drawn_as_the_one_that_has_it(
    number: str, name: str
) -> None:
    (row,) = (row for row in known("tricky_plays") if row["id"] == f"tricky-{number}")
    at = tricky(row)
    with pytest.raises(AmbiguousPlay):
        match_play(RULES, at.position, 0, roll_of(row), name)
    (meant,) = (
        legal.play
        for legal in RULES.legal_plays(at.position, 0, roll_of(row))
        if format_play(legal.play) == name
    )
    assert compared(at, PLAIN, played=name).played == moves_of(meant)


def test_a_last_checker_that_went_off_early_is_drawn_too() -> None:
    row = known("endings")[0]
    at = replace(state(dice="11"), position=position_of(row["board"]), dice=roll_of(row))
    (last,) = [point for point, count in enumerate(at.position.row(0)) if point and count]
    assert RULES.after(at.position, 0, (CheckerMove(last, 0),)) == position_of(row["early_finish"][0])
    assert compared(at, PLAIN, played=f"{last}/off").played == (MoveView(last, 0, False),)


@pytest.mark.parametrize("name", [ROLL, DOUBLE, TAKE, DROP, BEAVER])
def test_an_action_of_the_cube_has_no_arrows(name: str) -> None:
    shown = compared(state(), PLAIN, played=name, better=name)
    assert (shown.played, shown.better) == ((), ())
