"""The analysis of a match, and the quiz of one's own blunders."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.replies import AnswerKind
from bot.app.requests import Press
from tests.helpers.answers import grown, labels, last, press, text
from tests.helpers.chat import Chat, Person, open_chat, plain
from tests.helpers.coach import RankingCoach


@pytest.fixture
def coach() -> RankingCoach:
    return RankingCoach()


@pytest.fixture
async def chat(tmp_path: Path, coach: RankingCoach) -> AsyncIterator[Chat]:
    async with open_chat(tmp_path / "chat.db", (3, 1), (6, 5), (4, 2), coach=coach) as opened:
        yield opened


async def begun(chat: Chat, words: str = "1") -> tuple[Person, Person]:
    """Have Ana and Bruno begin; Ana plays 3-1."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types(f"challenge {words}", bruno)
    await bruno.types("accept")
    return ana, bruno


async def finished(chat: Chat) -> tuple[Person, Person]:
    """Have Ana win a match to 1 after a play each: Ana's 24/23 24/21, Bruno's 24/18 13/8."""
    ana, bruno = await begun(chat)
    await ana.types("24/23 24/21")
    await bruno.types("24/18 13/8")
    await ana.types("resign backgammon")
    await bruno.types("accept")
    return ana, bruno


# -- the analysis ------------------------------------------------------------------------------


async def test_a_match_is_judged_while_people_see_how_far_it_is(chat: Chat) -> None:
    ana, _ = await finished(chat)
    said = await ana.types("analyze")
    assert text(said) == "Analyzing … ░░░░░░░░░░ 0 %"
    *progress, found = await grown(said)
    assert all("Analyzing" in text(each) for each in progress)
    score, first, second, worst = text(found).splitlines()
    assert "Ana" in score
    assert first.startswith("Ana: PR ")
    assert "1 blunder in 1 decision ·" in first
    assert "luck −3.000" in first
    assert second.startswith("Bruno: PR ")
    assert "luck +4.000" in second
    assert worst == "The worst mistakes:"


async def test_the_worst_mistakes_are_pictures_with_both_plays(chat: Chat) -> None:
    ana, _ = await finished(chat)
    said = await last(await ana.types("analyze"))
    worst = said.album[0]
    assert plain(worst.words).startswith("Game 1, ")
    assert "better" in plain(worst.words)
    assert worst.picture.played
    assert worst.picture.better
    assert worst.picture.last_play == ()
    assert worst.alt_text
    losses = [float(plain(each.words).split("(−")[1].split(")")[0]) for each in said.album]
    assert losses == sorted(losses, reverse=True)


async def test_a_second_request_is_answered_at_once(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = await finished(chat)
    first = await last(await ana.types("analyze"))
    asked = len(coach.asked)
    coach.lacking = "bgsage"
    again = await bruno.types("analisar")
    assert again.later is None
    assert again.words == first.words
    assert again.album == first.album
    assert len(coach.asked) == asked


async def test_who_asks_meanwhile_sees_the_same_work(chat: Chat, coach: RankingCoach) -> None:
    ana, bruno = await finished(chat)
    one, other = await ana.types("analyze"), await bruno.types("analyze")
    ends = [await last(one), await last(other)]
    assert ends[0].words == ends[1].words
    assert len(coach.asked) == len({state.version for state in coach.asked})


async def test_what_fails_is_told_and_can_be_asked_again(chat: Chat, coach: RankingCoach) -> None:
    ana, _ = await finished(chat)
    coach.fails = True
    assert "Please try again" in text(await last(await ana.types("analyze")))
    coach.fails = False
    assert "PR" in text(await last(await ana.types("analyze")))


async def test_a_game_that_goes_on_is_not_judged(chat: Chat, coach: RankingCoach) -> None:
    ana, _ = await begun(chat, "5")
    await ana.types("8/5 6/5")
    assert "No game has been finished" in text(await ana.types("analyze"))
    assert coach.asked == []


async def test_without_the_engine_the_analysis_says_what_is_missing(chat: Chat, coach: RankingCoach) -> None:
    ana, _ = await finished(chat)
    coach.lacking = "bgsage"
    assert "bgsage is missing" in text(await ana.types("analyze"))


async def test_the_button_of_a_match_that_is_over(chat: Chat) -> None:
    _, bruno = await finished(chat)
    said = await bruno.presses("Analyze")
    assert said.later is not None
    assert "PR" in text(await last(said))


async def test_the_computers_blunders_are_nobodys_questions(chat: Chat) -> None:
    ana = chat.person("Ana")
    await ana.types("challenge 1", chat.computer())
    await ana.types("24/23 24/21")
    await ana.types("resign backgammon")
    await last(await ana.types("analyze"))
    asked = [await ana.types("quiz") for _ in range(3)]
    assert len({text(each) for each in asked}) == 1


# -- the quiz ----------------------------------------------------------------------------------


async def test_the_quiz_asks_about_ones_own_blunder(chat: Chat) -> None:
    ana, _ = await finished(chat)
    await last(await ana.types("analyze"))
    asked = await ana.types("quiz")
    assert text(asked) == "From your blunders: what is the best play of 3-1?"
    assert asked.picture is not None
    assert asked.picture.dice == (3, 1)
    assert (asked.picture.played, asked.picture.better) == ((), ())
    assert "24/23 24/21" in labels(asked)
    assert labels(asked) == sorted(labels(asked))


async def test_a_right_and_a_wrong_answer(chat: Chat) -> None:
    ana, _ = await finished(chat)
    await last(await ana.types("analyze"))
    asked = await ana.types("quiz")
    right = await ana.presses(press(asked, "13/10 6/5"))
    assert text(right).startswith("Right: 13/10 6/5. In the match it was 24/23 24/21.")
    assert right.picture is not None
    assert right.picture.better
    assert right.picture.played == ()
    wrong = await ana.presses(press(asked, "13/10 8/7"))
    assert text(wrong).startswith("13/10 8/7 costs 0.100. In the match it was 24/23 24/21.")
    assert wrong.picture is not None
    assert wrong.picture.played
    same = await ana.presses(press(asked, "24/23 24/21"))
    assert text(same).startswith("24/23 24/21 again, as in the match: it costs ")
    assert labels(same) == ["Next question"]
    assert "From your blunders" in text(await ana.presses(press(same, "Next question")))


async def test_nobody_answers_for_another(chat: Chat) -> None:
    ana, bruno = await finished(chat)
    await last(await ana.types("analyze"))
    asked = await ana.types("quiz")
    refused = await bruno.presses(press(asked, "13/10 6/5"))
    assert refused.kind is AnswerKind.REFUSAL


@pytest.mark.parametrize("forged", [Press("q", 99, 3, "answer", "0"), Press("q", 1, 3, "answer", "77")])
async def test_a_forged_answer_is_refused(chat: Chat, forged: Press) -> None:
    ana, _ = await finished(chat)
    await last(await ana.types("analyze"))
    assert (await ana.presses(forged)).kind is AnswerKind.REFUSAL


async def test_who_has_no_blunder_is_told_where_they_come_from(chat: Chat) -> None:
    said = await chat.person("Carla").types("quiz")
    assert "/analyze" in text(said)
