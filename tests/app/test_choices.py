"""What a vote can be, as it is typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.choices import candidates, cube_actions, pressed_choice, typed_choice
from bot.app.position_reading import asked_state
from bot.engine.match import MatchState
from bot.engine.refusals import Refusal
from bot.players.judging import Option

BOARD = "XGID=-b----E-C---eE---c-e----B-"
DOUBLING = asked_state(f"{BOARD}:0:0:1:00:0:0:0:7:10")
OFFERED = asked_state(f"{BOARD}:0:0:1:D:0:0:3:0:10")
WITHOUT_BEAVERS = asked_state(f"{BOARD}:0:0:1:D:0:0:0:7:10")
PLAYING = asked_state(f"{BOARD}:0:0:1:31:0:0:0:7:10")

BEFORE_A_ROLL = {
    "no-double": "no double, ND, roll, no redouble, no double/take, not a double?, não dobra, não, rolar",
    "double-take": "double, d, redouble, Double / take, D/T, double-take, take, dobrar, dobra e pega, dobro",
    "double-drop": "double drop, D/P, double & pass, drop, dobra larga, redobra e larga, largar, passar",
    "too-good": "too good, TG, too good to double, bom demais, muito bom para dobrar",
}
ANSWERS = {
    "take": "take, t, takes, yes, accept, pegar, pega, pego!, sim, aceito",
    "drop": "drop, pass, p, no, no take, largar, largo, não, não pega, passo",
    "beaver": "beaver, b, bivar, bivo",
}


def said(table: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each wording with what it means."""
    for choice, words in table.items():
        yield from ((choice, word.strip()) for word in words.split(", "))


@pytest.mark.parametrize(("choice", "text"), list(said(BEFORE_A_ROLL)))
def test_a_cube_action_before_a_roll(choice: str, text: str) -> None:
    assert typed_choice(DOUBLING, text) == choice


@pytest.mark.parametrize(("choice", "text"), list(said(ANSWERS)))
def test_an_answer_to_a_double(choice: str, text: str) -> None:
    assert typed_choice(OFFERED, text) == choice


@pytest.mark.parametrize("text", ["hello", "13/8", "take my advice", "beaver", "double?!x", "and", "resign"])
def test_other_words_are_no_cube_action(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        typed_choice(DOUBLING, text)
    assert refused.value.key == "vote-double"
    with pytest.raises(Refusal) as refused:
        typed_choice(WITHOUT_BEAVERS, text)
    assert refused.value.key == "vote-take"


@pytest.mark.parametrize("text", ["take drop", "drop, no take, beaver", "double"])
def test_an_answer_is_one_answer(text: str) -> None:
    with pytest.raises(Refusal):
        typed_choice(OFFERED, text)


@pytest.mark.parametrize("state", [DOUBLING, OFFERED, WITHOUT_BEAVERS, PLAYING])
def test_every_candidate_can_be_pressed_and_nothing_else(state: MatchState) -> None:
    offered = candidates(state, [Option(name, 0.0) for name in ("8/5 6/5", "24/20")])
    assert [pressed_choice(state, argument) for _, argument in offered] == [name for name, _ in offered]
    with pytest.raises(Refusal):
        pressed_choice(state, "raccoon")


@given(st.text())
def test_any_text_is_a_vote_or_refused(text: str) -> None:
    for state in (DOUBLING, OFFERED, PLAYING):
        try:
            choice = typed_choice(state, text)
        except Refusal:
            continue
        assert state is PLAYING or choice in cube_actions(state)
