"""Analyses and quizzes where something goes on meanwhile, fails, or is forged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from bot.app.records import Mistake
from bot.app.replies import AnswerKind
from bot.app.requests import MOST, ChannelRef, Press
from bot.app.sources import Stopped, Unable
from bot.players.judging import Judgement
from bot.store import SqlStore
from tests.helpers.answers import grown, labels, last, press, text
from tests.helpers.chat import PLATFORM, Chat, Person, open_chat, plain
from tests.helpers.coach import RankingCoach

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")
LONG = "W" * 40
UNABLE = "I could not work it out this time. Please try again."


@pytest.fixture
def coach() -> RankingCoach:
    return RankingCoach()


@pytest.fixture
async def chat(tmp_path: Path, coach: RankingCoach) -> AsyncIterator[Chat]:
    async with open_chat(tmp_path / "chat.db", (3, 1), (6, 5), coach=coach) as opened:
        yield opened


async def money(chat: Chat, locale: str = "en") -> tuple[Person, Person]:
    """Have Ana and Bruno finish the first game of a session: Ana plays 24/23 24/21 and gives up."""
    ana, bruno = chat.person("Ana", locale=locale), chat.person("Bruno", locale=locale)
    await ana.types("challenge money", bruno)
    await bruno.types("accept")
    await one_game(ana, bruno)
    return ana, bruno


async def one_game(ana: Person, bruno: Person) -> None:
    """Have the game that waits for Ana's 3-1 end after Bruno's 6-5."""
    await ana.types("24/23 24/21")
    await bruno.types("roll")
    await bruno.types("24/18 13/8")
    await ana.types("resign backgammon")


async def another_game(ana: Person, bruno: Person) -> None:
    """Have one more game begin and end."""
    ana.chat.dice.queue((3, 1), (6, 5))
    await ana.types("next")
    await one_game(ana, bruno)


async def finished(chat: Chat, *, over: str = "resign backgammon") -> tuple[Person, Person]:
    """Have a match to 1 end after Ana's 24/23 24/21 and Bruno's 24/18 13/8."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("challenge 1", bruno)
    await bruno.types("accept")
    await ana.types("24/23 24/21")
    await bruno.types("24/18 13/8")
    await ana.types(over)
    return ana, bruno


async def code(chat: Chat) -> str:
    """Return the code of the first challenge."""
    challenge = await chat.store.challenge(1)
    assert challenge is not None
    return challenge.code


def games_in(coach: RankingCoach) -> list[int]:
    """Return the games that the coach was asked about, each once, in order."""
    return list(dict.fromkeys(state.game for state in coach.asked))


# -- what is judged ----------------------------------------------------------------------------


async def test_all_finished_games_of_a_session_are_judged_together(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = await money(chat)
    await another_game(ana, bruno)
    await another_game(ana, bruno)
    found = text(await last(await bruno.types("analyze")))
    assert games_in(coach) == [1, 2, 3]
    assert "3 blunders in 3 decisions · luck −9.000" in found
    assert "luck +12.000" in found


async def test_a_new_game_is_judged_when_it_is_over_and_the_others_are_not_again(
    chat: Chat, coach: RankingCoach
) -> None:
    ana, bruno = await money(chat)
    await last(await ana.types("analyze"))
    coach.asked.clear()
    chat.dice.queue((3, 1), (6, 5))
    await ana.types("next")
    assert (await ana.types("analyze")).later is None
    await one_game(ana, bruno)
    assert "2 blunders in 2 decisions" in text(await last(await ana.types("analyze")))
    assert games_in(coach) == [2]


async def test_a_game_that_ends_meanwhile_does_not_spoil_the_analysis(
    chat: Chat, coach: RankingCoach
) -> None:
    """What was asked for is told; whoever asks once more hears of the new game too."""
    coach.free = asyncio.Event()
    ana, bruno = await money(chat)
    said = await ana.types("analyze")
    growing = asyncio.create_task(grown(said))
    await another_game(ana, bruno)
    assert not growing.done()
    coach.free.set()
    *_, first = await growing
    assert "1 blunder in 1 decision" in text(first)
    second = await last(await ana.types("analyze"))
    assert "2 blunders in 2 decisions" in text(second)


async def test_a_match_in_which_nothing_was_decided(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("challenge 1", bruno)
    await bruno.types("accept")
    await ana.types("resign backgammon")
    said = await last(await ana.types("analyze"))
    assert text(said).splitlines()[1:] == [
        "Ana: nothing to decide · luck 0.000",
        "Bruno: nothing to decide · luck 0.000",
        "No mistakes worth a picture.",
    ]
    assert (said.album, said.keyboard) == ((), ())
    assert coach.asked == []
    assert (await ana.types("analyze")).later is None


async def test_against_the_computer_only_ones_own_mistakes_are_shown(chat: Chat) -> None:
    """Ana plays what the coach would; the computer does not."""
    ana = chat.person("Ana")
    await ana.types("challenge 1", chat.computer())
    await ana.types("13/10 6/5")
    await ana.types("resign backgammon")
    said = await last(await ana.types("analyze"))
    assert "1 blunder in 1 decision" in text(said)
    assert "Ana: PR 0.0 (world champion) · 0 blunders in 1 decision" in text(said)
    assert text(said).endswith("No mistakes worth a picture.")
    assert (said.album, said.keyboard) == ((), ())


# -- where it is asked for ---------------------------------------------------------------------


async def test_a_match_between_two_chats_is_told_in_both(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno", locale="pt-BR")
    await ana.types("challenge 1 code")
    await bruno.types(f"accept {await code(chat)}", channel=ELSEWHERE)
    await ana.types("24/23 24/21")
    await bruno.types("24/18 13/8", channel=ELSEWHERE)
    await ana.types("resign backgammon")
    await bruno.types("accept", channel=ELSEWHERE)
    here, there = await ana.types("analyze"), await bruno.types("analisar", channel=ELSEWHERE)
    told, contado = await asyncio.gather(last(here), last(there))
    assert "1 blunder in 1 decision" in text(told)
    assert "1 erro grave em 1 decisão" in text(contado)
    assert len(coach.asked) == len({state.version for state in coach.asked})


async def test_a_forged_button_of_a_match_without_a_finished_game(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("challenge 5", bruno)
    await bruno.types("accept")
    for where in (None, ELSEWHERE):
        said = await ana.presses(Press("g", 1, 3, "analyze"), channel=where)
        assert said.kind is AnswerKind.REFUSAL
    assert coach.asked == []


# -- what fails --------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [Unable, Stopped, RuntimeError])
async def test_what_was_judged_before_a_failure_is_kept(
    chat: Chat, coach: RankingCoach, error: type[Exception]
) -> None:
    """The first game takes three answers; the second is cut short, and goes on later."""
    ana, bruno = await money(chat)
    await another_game(ana, bruno)
    coach.answers, coach.error = 4, error
    assert text(await last(await ana.types("analyze"))) == UNABLE
    coach.asked.clear()
    coach.answers = None
    assert "2 blunders in 2 decisions" in text(await last(await ana.types("analyze")))
    assert games_in(coach) == [2]


async def test_a_store_that_fails_once_can_be_asked_again(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = await finished(chat)

    async def failing(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(chat.store, "keep_analysis", failing)
        assert text(await last(await ana.types("analyze"))) == UNABLE
        assert text(await ana.types("quiz")).startswith("I know no blunder")
    assert "PR" in text(await last(await ana.types("analyze")))
    with monkeypatch.context() as patched:
        patched.setattr(chat.store, "log", failing)
        assert "went wrong" in text(await ana.types("analyze"))


async def test_a_store_that_fails_at_the_end_is_an_incident(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = await finished(chat)
    said = await ana.types("analyze")

    async def failing(*_: object) -> None:
        raise OSError("the disk is full")

    keep = chat.store.keep_analysis

    async def keeping(
        match: int, game: int, said: list[Judgement], costly: list[Mistake], now: datetime
    ) -> None:
        await keep(match, game, said, costly, now)
        monkeypatch.setattr(chat.store, "analyses", failing)

    with monkeypatch.context() as patched:
        patched.setattr(chat.store, "keep_analysis", keeping)
        assert "went wrong" in text((await grown(said))[-1])


async def test_two_processes_judge_one_match(tmp_path: Path) -> None:
    """Both answer, and what they found is kept once."""
    path = tmp_path / "both.db"
    async with open_chat(path, (3, 1), (6, 5), coach=RankingCoach()) as one:
        ana, _ = await finished(one)
        async with open_chat(path, coach=RankingCoach()) as other:
            again = other.person("Ana")
            answers = await ana.types("analyze"), await again.types("analyze")
            first, second = await asyncio.gather(*map(last, answers))
            assert first.words == second.words
            assert await asked_about(one.store, 1) == await asked_about(other.store, 1)


async def asked_about(store: SqlStore, player: int) -> set[int]:
    """Return the places of the decisions that a player is asked about."""
    found = [await store.ask_again(player) for _ in range(4)]
    return {each.at for each in found if each}


# -- the quiz ----------------------------------------------------------------------------------


FORGED = ("", "-1", "6", "99", "²", "٣", "0x1", "1.0", " 1", "9" * 40, "roll", "24/23")
UNKNOWN = ((MOST, MOST), (1, 99), (0, 0))


async def test_an_answer_that_no_button_carries_is_refused(chat: Chat) -> None:
    ana, _ = await finished(chat)
    await last(await ana.types("analyze"))
    forged = [
        *(Press("q", 1, 3, "answer", argument) for argument in FORGED),
        *(Press("q", match, at, "answer", "0") for match, at in UNKNOWN),
    ]
    for each in forged:
        assert (await ana.presses(each)).kind is AnswerKind.REFUSAL, each
    assert (await ana.presses(Press("q", 1, 3, "answer", "0"))).kind is AnswerKind.INFO


async def test_a_verb_that_no_button_of_the_quiz_carries_is_nothing(chat: Chat) -> None:
    ana, _ = await finished(chat)
    await last(await ana.types("analyze"))
    for verb in ("roll", "quiz", "hint", "analyze", ""):
        assert (await ana.presses(Press("q", 1, 3, verb, "0"))).kind is AnswerKind.NOTHING


async def test_a_question_can_be_answered_anywhere_and_long_after(tmp_path: Path) -> None:
    path = tmp_path / "chat.db"
    async with open_chat(path, (3, 1), (6, 5), coach=RankingCoach()) as chat:
        ana, _ = await finished(chat)
        await last(await ana.types("analyze"))
        asked = await ana.types("quiz")
    async with open_chat(path, coach=RankingCoach(lacking="bgsage")) as chat:
        right = await chat.person("Ana").presses(press(asked, "13/10 6/5"), channel=ELSEWHERE)
        assert text(right).startswith("Right: 13/10 6/5.")


async def test_the_questions_of_two_people_are_their_own(chat: Chat) -> None:
    ana, bruno = await finished(chat)
    await last(await ana.types("analyze"))
    mine, theirs = await ana.types("quiz"), await bruno.types("quiz")
    assert "3-1" in text(mine)
    assert "6-5" in text(theirs)
    assert labels(mine) != labels(theirs)


# -- the limits of platforms -------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en", "pt-BR"])
async def test_words_stay_far_below_what_platforms_take(chat: Chat, locale: str) -> None:
    """Telegram: 1024 letters below a picture, 4096 in a text. Discord: 2000 in one message with them all."""
    ana = chat.person(LONG, locale=locale)
    bruno = chat.person("👩‍👩‍👧‍👦" * 30, locale=locale)
    await ana.types("challenge money", bruno)
    await bruno.types("accept")
    for _ in range(4):
        await one_game(ana, bruno)
        chat.dice.queue((3, 1), (6, 5))
        await ana.types("next")
    said = await last(await ana.types("analyze"))
    assert len(said.album) == 4
    captions = [plain(each.words) for each in said.album]
    assert sum(map(len, captions)) < 1000 > len(text(said))
    for kept in (await ana.types("quiz"), await bruno.types("quiz")):
        assert all(len(label) <= 80 for label in labels(kept))
        answered = await ana.presses(press(kept, labels(kept)[0]))
        assert len(text(answered)) < 1000
