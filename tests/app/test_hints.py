"""Hints: to whom they are given, about what, and that nobody waits for a coach that takes its time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import hints
from bot.app.replies import AnswerKind
from bot.app.requests import ChannelRef, Press
from bot.app.sources import Stopped, Unable
from tests.helpers.answers import grown, labels, press, text
from tests.helpers.chat import PLATFORM, Chat, Person, open_chat
from tests.helpers.coach import RankingCoach

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")


@pytest.fixture
def coach() -> RankingCoach:
    return RankingCoach()


@pytest.fixture
async def chat(tmp_path: Path, coach: RankingCoach) -> AsyncIterator[Chat]:
    async with open_chat(tmp_path / "chat.db", (3, 1), (6, 5), (4, 2), coach=coach) as opened:
        yield opened


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a request wait for the coach hardly at all."""
    monkeypatch.setattr(hints, "PATIENCE_SECONDS", 0.0)


async def begun(chat: Chat, words: str = "5 teaching") -> tuple[Person, Person]:
    """Have Ana and Bruno begin; Ana plays 3-1."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types(f"challenge {words}", bruno)
    await bruno.types("accept")
    return ana, bruno


# -- what they say -----------------------------------------------------------------------------


async def test_a_hint_in_a_lesson_lists_the_best_plays(chat: Chat) -> None:
    ana, _ = await begun(chat)
    said = await ana.types("hint")
    assert said.kind is AnswerKind.INFO
    assert text(said).splitlines()[:3] == [
        "The best plays of 3-1:",
        "1. 13/10 6/5 +0.500",
        "2. 13/10 8/7 +0.400 (−0.100)",
    ]
    assert len(said.words) == 6


async def test_a_hint_about_the_cube_says_what_both_should_do(chat: Chat) -> None:
    ana, bruno = await begun(chat)
    await ana.types("8/5 6/5")
    assert text(await bruno.types("hint")).splitlines() == [
        "Do not double yet; they would take.",
        "1. No double +0.500",
        "2. Double +0.400 (−0.100)",
    ]
    await bruno.types("double")
    assert text(await ana.types("hint")).splitlines()[:2] == ["Take.", "1. Take +0.500"]


async def test_a_hint_is_about_the_whole_roll_whatever_was_tapped(chat: Chat) -> None:
    ana, _ = await begun(chat)
    before = text(await ana.types("hint"))
    await ana.types("8/5")
    shown = chat.live.board
    assert text(await ana.types("hint")) == before
    assert chat.live.board == shown
    await ana.presses("↩")


# -- for whom ----------------------------------------------------------------------------------


async def test_against_the_computer_everybody_may_ask(chat: Chat) -> None:
    ana = chat.person("Ana")
    await ana.types("challenge 5", chat.computer())
    assert "The best plays" in text(await ana.types("dica"))


async def test_between_people_there_are_none_unless_they_agreed(chat: Chat, coach: RankingCoach) -> None:
    ana, _ = await begun(chat, "5")
    said = await ana.types("hint")
    assert said.kind is AnswerKind.REFUSAL
    assert "teaching" in text(said)
    assert coach.asked == []


async def test_only_who_is_to_decide_gets_a_hint(chat: Chat, coach: RankingCoach) -> None:
    _, bruno = await begun(chat)
    assert text(await bruno.types("hint")).startswith("It is Ana's turn")
    stranger = await chat.person("Carla").types("hint")
    assert stranger.kind is AnswerKind.REFUSAL
    assert coach.asked == []


async def test_who_only_watches_gets_none(chat: Chat, coach: RankingCoach) -> None:
    """Nor does a player who looks on from a chat in which the match is only shown."""
    ana, _ = await begun(chat)
    code = await chat.store.code_of(1)
    await ana.types(f"watch {code}", channel=ELSEWHERE)
    for who in (chat.person("Carla"), ana):
        assert (await who.types("hint", channel=ELSEWHERE)).kind is AnswerKind.REFUSAL
    assert coach.asked == []
    assert "The best plays" in text(await ana.types("hint"))


async def test_the_menu_of_the_board_has_a_hint_where_it_is_fair(chat: Chat) -> None:
    ana, _ = await begun(chat)
    menu = await ana.presses("⋯")
    assert "The best plays" in text(await ana.presses(press(menu, "Hint")))


async def test_the_menu_has_none_where_it_is_not(chat: Chat) -> None:
    ana, _ = await begun(chat, "5")
    assert "Hint" not in labels(await ana.presses("⋯"))


async def test_a_forged_button_shows_no_more_than_the_command(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = await begun(chat, "5")
    forged = Press("g", 1, 3, "hint")
    for who, where in ((ana, None), (bruno, None), (chat.person("Carla"), None), (ana, ELSEWHERE)):
        assert (await who.presses(forged, channel=where)).kind is AnswerKind.REFUSAL
    assert coach.asked == []


async def test_the_button_of_an_older_board_speaks_of_the_match_as_it_stands(chat: Chat) -> None:
    ana, bruno = await begun(chat)
    older = press(await ana.presses("⋯"), "Hint")
    await ana.types("8/5 6/5")
    assert text(await ana.presses(older)).startswith("It is Bruno's turn")
    assert text(await bruno.presses(older)).startswith("Do not double yet")


# -- when there is nothing to say --------------------------------------------------------------


async def test_after_the_end_it_says_that(chat: Chat) -> None:
    ana, bruno = await begun(chat, "1 teaching")
    await ana.types("resign backgammon")
    await bruno.types("accept")
    assert text(await ana.types("hint")).startswith("This match is over")


async def test_between_two_games_it_says_that(chat: Chat) -> None:
    ana, _ = await begun(chat, "money teaching")
    await ana.types("resign backgammon")
    assert text(await ana.types("hint")).startswith("This game is over")


async def test_answers_that_no_judge_knows_are_up_to_the_player(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = await begun(chat, "money beavers teaching")
    await ana.types("8/5 6/5")
    await bruno.types("double")
    await ana.types("beaver")
    assert "up to you" in text(await bruno.types("hint"))
    assert text(await ana.types("hint")).startswith("It is Bruno's turn")
    await bruno.types("take")
    await bruno.types("resign single")
    assert "up to you" in text(await ana.types("hint"))
    assert coach.asked == []


async def test_a_variant_that_the_engine_does_not_know(chat: Chat) -> None:
    ana, bruno = await begun(chat, "hypergammon 5 teaching")
    said = [text(await who.types("hint")) for who in (ana, bruno)]
    assert any("Hypergammon" in each for each in said)


# -- troubles ----------------------------------------------------------------------------------


async def test_without_the_engine_it_says_what_is_missing(chat: Chat, coach: RankingCoach) -> None:
    ana, _ = await begun(chat)
    coach.lacking = "bgsage"
    assert "bgsage is missing" in text(await ana.types("hint"))


@pytest.mark.parametrize("error", [Unable, Stopped])
async def test_a_coach_that_fails_can_be_asked_again(
    chat: Chat, coach: RankingCoach, error: type[Exception]
) -> None:
    ana, _ = await begun(chat)
    coach.fails, coach.error = True, error
    said = await ana.types("hint")
    assert said.kind is AnswerKind.REFUSAL
    assert "Please try again" in text(said)
    coach.fails = False
    assert "The best plays" in text(await ana.types("hint"))


async def test_what_nobody_expected_is_an_incident(chat: Chat, coach: RankingCoach) -> None:
    ana, _ = await begun(chat)
    coach.fails, coach.error = True, RuntimeError
    assert "went wrong" in text(await ana.types("hint"))


@pytest.mark.usefixtures("hurried")
async def test_a_coach_that_takes_its_time_holds_nobody_up(chat: Chat, coach: RankingCoach) -> None:
    """The match goes on meanwhile; the hint is about the roll that was asked about."""
    coach.free = asyncio.Event()
    ana, bruno = await begun(chat)
    said = await ana.types("hint")
    assert (said.kind, text(said)) == (AnswerKind.INFO, "Let me think …")
    await ana.types("8/5 6/5")
    await bruno.types("roll")
    coach.free.set()
    (last,) = await grown(said)
    assert last.kind is AnswerKind.INFO
    assert text(last).startswith("The best plays of 3-1:")


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("error", "words"), [(Unable, "Please try again"), (RuntimeError, "went wrong")])
async def test_a_coach_that_fails_after_a_while_is_told_too(
    chat: Chat, coach: RankingCoach, error: type[Exception], words: str
) -> None:
    coach.free, coach.fails, coach.error = asyncio.Event(), True, error
    ana, _ = await begun(chat)
    said = await ana.types("hint")
    coach.free.set()
    (last,) = await grown(said)
    assert words in text(last)
