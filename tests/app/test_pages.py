"""What is told when asked: score, pips, IDs, matches, help, settings, the first words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.records import Looks
from bot.app.replies import AnswerKind, Code
from bot.app.requests import Press
from bot.engine import actions as ask
from bot.engine.cube import Cube
from bot.engine.house_rules import Match, SingleGame
from bot.engine.position_id import parse_gnu_id
from renderers.themes import find_themes
from tests.helpers.chat import plain
from tests.helpers.keyboards import buttons, labels, presses
from tests.helpers.records import ANA, CLUB, record, table_at
from tests.helpers.states import state

PRESENTER = Presenter(Catalog())


def test_pips() -> None:
    moment = record(state("6:5", "6:6"))
    assert plain(PRESENTER.pips(moment, "en")) == "⚪ Ana 30 · ⚫ Bruno 36\nAna leads by 6 pips."
    behind = record(state("6:5", "5:5 4:1"))
    assert plain(PRESENTER.pips(behind, "pt_BR")) == "⚪ Ana 30 · ⚫ Bruno 29\nBruno está 1 pip à frente."
    assert plain(PRESENTER.pips(record(state()), "en")).endswith("The race is even.")


def test_the_score_with_what_was_agreed() -> None:
    moment = record(state(length=Match(5), score=(2, 1)))
    assert plain(PRESENTER.score(moment, "en")) == (
        "⚪ Ana 2–1 Bruno ⚫ · to 5 · game 1 · cube 1\nmatch to 5 points, normal rules"
    )


def test_the_ids_are_code() -> None:
    moment = state(length=Match(7), score=(3, 2), cube=Cube(2, 1), dice="31")
    ((first,), (second,)) = PRESENTER.ids(record(moment), "en")
    assert first == Code("XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:3:2:0:7:10")
    assert isinstance(second, Code)
    assert second.text.startswith("4HPwATDgc/ABMA:")
    assert parse_gnu_id(second.text).score == (3, 2)


def test_the_list_of_matches() -> None:
    assert plain(PRESENTER.matches((), "pt_BR")) == "Ninguém está jogando aqui agora. Comece com `/desafiar`."
    over = table_at(state("1:1", "6:14", dice="21", length=SingleGame()))
    over.act(ask.MakePlay("1/off"))
    told = plain(PRESENTER.matches((record(state(on_roll=1)), record(over)), "en"))
    assert told == (
        "⚪ Ana 0/0 Bruno ⚫ · money · game 1 · cube 1 · ▶ Bruno\n⚪ Ana – Bruno ⚫ · one game · cube 1"
    )


def test_the_position_in_words() -> None:
    words = plain(PRESENTER.text(record(state()), "en")).splitlines()
    assert words[2].startswith("Point by point: 24: 2 light")
    assert words[-1] == "Pips: light 167, dark 167."


def test_help_lists_every_chapter_and_explains_a_command() -> None:
    whole = plain(PRESENTER.help("pt_BR"))
    assert "Cubo: `/dobrar` `/pegar` `/largar`" in whole
    one = plain(PRESENTER.help("en", "dobrar"))
    assert one.startswith("`/double` `/d`")
    assert "`/dobrar`" in one
    assert plain(PRESENTER.help("en", "nonsense")) == plain(PRESENTER.help("en"))


def test_rules_are_told_in_short() -> None:
    for locale in ("en", "pt_BR"):
        assert 4 <= len(PRESENTER.rules(locale)) <= 10


def test_the_first_words_lead_to_a_game_in_two_taps() -> None:
    answer = PRESENTER.greeting("en", private=True)
    assert answer.kind is AnswerKind.INFO
    assert labels(answer.keyboard) == [
        ["🎲 Play now against the computer"],
        ["👥 Add me to a group"],
        ["📖 Learn", "🌐 Language"],
    ]
    verbs = [press.verb for press in presses(answer.keyboard)]
    assert verbs == ["play", "add", "learn", "language"]
    group = PRESENTER.greeting("pt_BR", private=False)
    assert labels(group.keyboard)[0] == ["🎲 Desafiar o grupo"]
    assert presses(group.keyboard)[0] == Press("s", 0, 0, "group")


def test_languages_go_by_their_own_names() -> None:
    answer = PRESENTER.languages("en")
    found = [(button.label, Press.decode(button.id)) for button in buttons(answer.keyboard)]
    assert ("Português (Brasil)", Press("s", 0, 0, "language", "pt_BR")) in found
    assert ("English", Press("s", 0, 0, "language", "en")) in found


def test_the_settings_show_what_is_chosen() -> None:
    club = replace(CLUB, looks=Looks("dark", "left"))
    answer = PRESENTER.settings("en", replace(ANA, always_confirm=True), club, ("classic", "dark"))
    assert labels(answer.keyboard) == [
        ["Classic", "✓ Dark"],
        ["Home on the right", "✓ Home on the left"],
        ["🌐 Language", "Play typed plays at once"],
    ]
    assert plain(answer.words).splitlines()[1] == "Language: English"
    assert plain(answer.words).splitlines()[-1] == "A play that you type waits for your confirmation."
    pressed = [(press.verb, press.argument) for press in presses(answer.keyboard)]
    assert pressed == [
        ("theme", "classic"),
        ("theme", "dark"),
        ("home", "right"),
        ("home", "left"),
        ("language", ""),
        ("confirm", "off"),
    ]


@pytest.mark.parametrize("locale", ["en", "pt_BR"])
def test_each_look_of_the_board_goes_by_a_name_of_its_own(locale: str) -> None:
    answer = PRESENTER.settings(locale, ANA, CLUB, find_themes())
    names = [label.removeprefix("✓ ") for label in labels(answer.keyboard)[0]]
    assert len(set(names)) == len(find_themes())
    assert not set(names) & set(find_themes()), "an id is no name"
