"""Refusals in words: plays as code, dice as read, sizes and rules in the reader's language."""

from __future__ import annotations

import pytest

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.replies import Code
from bot.engine import actions as ask
from bot.engine.refusals import Refusal
from tests.helpers.chat import plain
from tests.helpers.states import Table, state

PRESENTER = Presenter(Catalog())


def test_a_refusal_shows_plays_as_code_and_dice_as_read() -> None:
    table = Table(state(dice="16"))
    with pytest.raises(Refusal) as refused:
        table.act(ask.RollDice())
    words = PRESENTER.refusal(refused.value, "en")
    assert plain(words) == "You have rolled already: 6-1 is to be played."


@pytest.mark.parametrize("dice", ["61", "16"])
def test_a_refused_play_names_the_dice_as_read(dice: str) -> None:
    table = Table(state(dice=dice))
    with pytest.raises(Refusal) as refused:
        table.act(ask.MakePlay("13/9"))
    assert "you rolled 6-1" in plain(PRESENTER.refusal(refused.value, "en"))


def test_a_refusal_joins_several_plays() -> None:
    table = Table(state(dice="61"))
    with pytest.raises(Refusal) as refused:
        table.act(ask.MakePlay("13/7"))
    (line,) = PRESENTER.refusal(refused.value, "en")
    codes = [span.text for span in line if isinstance(span, Code)]
    assert codes[0] == "13/7"
    assert len(codes) == 4
    assert ", " in line


def test_a_refusal_names_sizes_and_rules_in_the_reader_s_language() -> None:
    waiting = Refusal("answer-resignation", size=2)
    assert "gamão" in plain(PRESENTER.refusal(waiting, "pt_BR"))
    misplaced = Refusal("rules-money-only", rule="jacoby")
    assert "Jacoby" in plain(PRESENTER.refusal(misplaced, "en"))


def test_a_name_that_looks_like_a_play_stays_a_name() -> None:
    (line,) = PRESENTER.refusal(Refusal("not-your-turn", name="13/8"), "en")
    assert line == ("It is 13/8's turn. The next board calls you.",)


def test_two_routes_that_hit_differently_are_both_shown() -> None:
    table = Table(state("13:1 6:5", "15:1 6:2", dice="53"))
    with pytest.raises(Refusal) as refused:
        table.act(ask.MakePlay("13/5"))
    (line,) = PRESENTER.refusal(refused.value, "pt_BR")
    assert [span.text for span in line if isinstance(span, Code)] == ["13/5", "13/10*/5", "13/8/5"]
