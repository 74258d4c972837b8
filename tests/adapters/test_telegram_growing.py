"""Answers that grow, and albums: one message that is edited, pictures below it, and nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.adapters.telegram.chat_queue import Pace, Priority
from bot.app.replies import Answer, AnswerKind, Attachment
from renderers.text import text_board
from tests.helpers.growth import Growth, captioned, percent
from tests.helpers.telegram_desk import VIEW, Desk, answer, board, keyboard, open_desk
from tests.helpers.telegram_server.looks import entities_of, labels, words_of
from tests.helpers.telegram_server.wire import ApiError, Json, bad_gateway, bad_request, too_many_requests

OTHER_VIEW = replace(VIEW, dice=(6, 5))
EDIT = "editMessageText"
ONE = (captioned("Move 7 & a blunder", VIEW),)
THREE = (captioned("first", VIEW), captioned("second", OTHER_VIEW), captioned("third", VIEW))


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


def final(*words: str, **more: object) -> Answer:
    return answer(AnswerKind.INFO, *(words or ("Error rate 7.3",)), **more)


async def asks(desk: Desk, chat: int, growth: Growth, verb: str = "analyze") -> Json:
    """Have somebody ask for what takes time; return the message that answers at once."""
    there = len(desk.telegram.messages(chat))
    desk.door.answers(verb, percent(0, growth))
    desk.telegram.types(desk.telegram.user("Ana"), f"/{verb}", chat)
    await desk.telegram.until(lambda: len(desk.telegram.messages(chat)) > there)
    return desk.telegram.messages(chat)[-1]


async def shows(desk: Desk, message: Json, words: str) -> None:
    await desk.telegram.until(lambda: words_of(message) == words)


async def ended(desk: Desk) -> None:
    """Wait until nothing grows any more."""
    await desk.telegram.until(lambda: not desk.adapter._under_way)
    await desk.adapter._growing.settled()


# -- one message ----------------------------------------------------------------------------------


async def test_the_message_is_edited_until_it_says_what_was_asked_for(desk: Desk) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    message = await asks(desk, club, growth)
    assert message["reply_to_message"]["text"] == "/analyze"
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    growth.ends(final("<Ana> 7.3", keyboard=keyboard("Details")))
    await ended(desk)
    assert desk.telegram.messages(club) == [message]
    assert (words_of(message), labels(message)) == ("<Ana> 7.3", [["Details"]])


async def test_what_changes_nothing_is_not_sent(desk: Desk) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    message = await asks(desk, club, growth)
    growth.comes(percent(0))
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    growth.ends(percent(12))
    await ended(desk)
    assert len(desk.telegram.calls_of(EDIT)) == 1


async def test_what_a_button_asks_for_grows_in_a_message_below(desk: Desk) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    shown = desk.message(await desk.post(club, board(buttons=keyboard("Analyse"))))
    desk.door.answers("analyse", percent(0, growth))
    query = desk.telegram.presses(desk.telegram.user("Ana"), shown, "Analyse")
    await desk.telegram.until(lambda: len(desk.telegram.messages(club)) == 2)
    growth.ends(final())
    await ended(desk)
    assert (query.answers, labels(shown)) == (1, [["Analyse"]])
    assert words_of(desk.telegram.messages(club)[-1]) == "Error rate 7.3"


async def test_more_words_than_a_message_holds_go_on_in_the_next(desk: Desk) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    await asks(desk, ana, growth)
    growth.ends(final(*["word " * 200] * 5, keyboard=keyboard("Details")))
    await ended(desk)
    messages = desk.telegram.messages(ana)
    assert " ".join(map(words_of, messages)).split() == ["word"] * 1000
    assert [labels(message) for message in messages] == [[], [["Details"]]]


async def test_files_and_pictures_follow_in_messages_of_their_own(desk: Desk) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    message = await asks(desk, ana, growth)
    file = Attachment("match.mat", b"x")
    growth.ends(final(picture=VIEW, text_board=VIEW, attachment=file, album=ONE))
    await ended(desk)
    assert entities_of(message, "pre") == [text_board(VIEW).rstrip()]
    _, picture, document, album = desk.telegram.messages(ana)
    assert ("photo" in picture, words_of(picture)) == (True, "")
    assert ("document" in document, words_of(document)) == (True, "")
    assert words_of(album) == "Move 7 & a blunder"


async def test_two_answers_grow_side_by_side(desk: Desk) -> None:
    club, first, second = desk.telegram.group("Club"), Growth(), Growth()
    one, other = await asks(desk, club, first), await asks(desk, club, second, "analyse")
    first.comes(percent(30))
    second.ends(final("the second"))
    await shows(desk, one, "Analysing 30 %")
    await shows(desk, other, "the second")
    first.ends(final("the first"))
    await shows(desk, one, "the first")


# -- albums ---------------------------------------------------------------------------------------


async def test_one_picture_follows_with_its_words(desk: Desk) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    await asks(desk, ana, growth)
    growth.ends(final(album=ONE))
    await ended(desk)
    (picture,) = desk.telegram.boards(ana)
    assert words_of(picture) == "Move 7 & a blunder"
    assert desk.telegram.picture(picture) == await desk.painter.png(VIEW)


async def test_several_pictures_follow_together_with_their_words_below(desk: Desk) -> None:
    """A client shows the words of the first picture below all, and those of others not before they open."""
    club, growth = desk.telegram.group("Club"), Growth()
    asked = (await asks(desk, club, growth))["reply_to_message"]
    growth.ends(final(album=THREE))
    await ended(desk)
    pictures = desk.telegram.boards(club)
    assert list(map(words_of, pictures)) == ["1. first\n2. second\n3. third", "", ""]
    assert list(map(desk.telegram.picture, pictures)) == [
        await desk.painter.png(each.picture) for each in THREE
    ]
    assert len({picture["media_group_id"] for picture in pictures}) == 1
    assert all(picture["reply_to_message"] == asked for picture in pictures)
    assert all(picture["silent"] for picture in pictures)


async def test_an_answer_that_does_not_grow_may_have_an_album_too(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    desk.door.answers("worst", final(album=THREE, keyboard=keyboard("Details")))
    desk.telegram.types(ana, "/worst")
    await desk.telegram.until(lambda: len(desk.telegram.messages(ana)) == 4)
    words, *pictures = desk.telegram.messages(ana)
    assert (words_of(words), labels(words)) == ("Error rate 7.3", [["Details"]])
    assert list(map(words_of, pictures)) == ["1. first\n2. second\n3. third", "", ""]


@pytest.mark.parametrize("album", [ONE, THREE])
async def test_where_pictures_are_forbidden_an_album_is_words_and_boards_in_text(
    desk: Desk, album: tuple[object, ...]
) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    desk.telegram.state.pictureless.add(club)
    await asks(desk, club, growth)
    growth.ends(final(album=album))
    await ended(desk)
    _, text = desk.telegram.messages(club)
    assert len(entities_of(text, "pre")) == len(album)
    assert text_board(VIEW).rstrip() in entities_of(text, "pre")
    assert words_of(text).startswith("Move 7 & a blunder\n" if album is ONE else "1. first\n")


async def test_an_album_refused_for_a_reason_unknown_goes_out_as_text(desk: Desk) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    desk.telegram.fail("sendMediaGroup", bad_request("MEDIA_OF_A_KIND_NOBODY_HAS_HEARD_OF"))
    await asks(desk, ana, growth)
    growth.ends(final(album=THREE))
    await ended(desk)
    assert "third" in words_of(desk.telegram.messages(ana)[-1])


async def test_an_album_counts_as_many_messages_as_it_has_pictures() -> None:
    """So that what may wait leaves room after it."""
    pace = Pace(calls=6, spared={Priority.PROGRESS: 1}, gap_seconds=0.0, progress_seconds=0.0)
    async with open_desk(pace=pace) as desk:
        club, growth = desk.telegram.group("Club"), Growth()
        desk.door.answers("worst", final(album=THREE))
        desk.telegram.types(desk.telegram.user("Ana"), "/worst", club)
        await desk.telegram.until(lambda: len(desk.telegram.messages(club)) == 4)
        await asks(desk, club, growth)
        growth.comes(percent(12))
        await asyncio.sleep(0.05)
        growth.ends(final())
        await ended(desk)
        assert len(desk.telegram.calls_of(EDIT)) == 1


# -- a busy chat ----------------------------------------------------------------------------------


async def test_progress_leaves_the_budget_of_a_chat_to_the_rest_and_the_end_arrives() -> None:
    pace = Pace(calls=6, spared={Priority.PROGRESS: 3}, gap_seconds=0.0, progress_seconds=0.0)
    async with open_desk(pace=pace) as desk:
        club, growth = desk.telegram.group("Club"), Growth()
        message = await asks(desk, club, growth)
        for number in (1, 2):
            growth.comes(percent(number))
            await shows(desk, message, f"Analysing {number} %")
        growth.comes(percent(3))
        await asyncio.sleep(0.05)
        assert words_of(message) == "Analysing 2 %"
        growth.ends(final())
        await ended(desk)
        assert words_of(message) == "Error rate 7.3"
        assert len(desk.telegram.calls_of(EDIT)) == 3


async def test_progress_that_telegram_holds_back_is_left_out_and_the_end_waits_as_long_as_it_must(
    desk: Desk,
) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    message = await asks(desk, club, growth)
    desk.telegram.fail(EDIT, too_many_requests(0.3))
    growth.comes(percent(12))
    await desk.telegram.until(lambda: desk.telegram.calls_of(EDIT))
    growth.comes(percent(13))
    growth.ends(final())
    await ended(desk)
    assert words_of(message) == "Error rate 7.3"
    first, second = desk.telegram.calls_of(EDIT)
    assert second.at - first.at >= 0.3


async def test_the_end_itself_waits_as_long_as_telegram_asks(desk: Desk) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    message = await asks(desk, club, growth)
    desk.telegram.fail(EDIT, too_many_requests(0.2))
    desk.telegram.fail("sendMediaGroup", too_many_requests(0.2))
    growth.ends(final(album=THREE))
    await ended(desk)
    assert words_of(message) == "Error rate 7.3"
    assert len(desk.telegram.boards(club)) == 3


# -- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize("progress", [True, False])
async def test_a_message_that_was_deleted_is_sent_anew_at_the_end(desk: Desk, progress: bool) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    desk.telegram.delete(await asks(desk, club, growth))
    if progress:
        growth.comes(percent(12))
        await desk.telegram.until(lambda: desk.telegram.calls_of(EDIT))
        assert desk.telegram.messages(club) == []
    growth.ends(final(keyboard=keyboard("Details"), album=ONE))
    await ended(desk)
    words, picture = desk.telegram.messages(club)
    assert (words_of(words), labels(words)) == ("Error rate 7.3", [["Details"]])
    assert "photo" in picture


@pytest.mark.parametrize("method", [EDIT, "sendMediaGroup"])
async def test_the_end_is_tried_again_where_it_certainly_failed(desk: Desk, method: str) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    message = await asks(desk, ana, growth)
    desk.telegram.fail(method, bad_gateway(), times=2)
    growth.ends(final(album=THREE))
    await ended(desk)
    assert words_of(message) == "Error rate 7.3"
    assert len(desk.telegram.boards(ana)) == 3


@pytest.mark.parametrize("after", [False, True])
async def test_an_edit_whose_outcome_is_in_doubt_is_repeated(desk: Desk, after: bool) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    message = await asks(desk, ana, growth)
    desk.telegram.drop(EDIT, after=after)
    growth.ends(final())
    await ended(desk)
    assert words_of(message) == "Error rate 7.3"
    assert len(desk.telegram.messages(ana)) == 1


async def test_an_album_that_may_have_arrived_is_not_sent_twice(desk: Desk) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    await asks(desk, ana, growth)
    desk.telegram.drop("sendMediaGroup", after=True)
    growth.ends(final(album=THREE))
    await ended(desk)
    assert len(desk.telegram.boards(ana)) == 3


async def test_an_answer_whose_beginning_failed_is_still_told_in_the_end(desk: Desk) -> None:
    ana, growth = desk.telegram.user("Ana"), Growth()
    desk.telegram.fail("sendMessage", bad_gateway())
    desk.door.answers("analyze", percent(0, growth))
    desk.telegram.types(ana, "/analyze")
    await desk.telegram.until(lambda: desk.telegram.calls_of("sendMessage"))
    growth.comes(percent(12))
    growth.ends(final())
    await desk.telegram.until(lambda: desk.telegram.messages(ana))
    await ended(desk)
    assert list(map(words_of, desk.telegram.messages(ana))) == ["Error rate 7.3"]


async def test_a_chat_that_shuts_us_out_is_no_trouble(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    await asks(desk, club, growth)
    desk.telegram.fail(EDIT, ApiError(403, "Forbidden: bot was kicked from the supergroup chat"))
    growth.ends(final(album=THREE))
    await ended(desk)
    assert desk.telegram.boards(club) == []
    assert not [record for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]


async def test_an_answer_follows_a_chat_to_its_new_id(desk: Desk) -> None:
    club, growth = desk.telegram.group("Club", kind="group"), Growth()
    await asks(desk, club, growth)
    desk.telegram.migrate(club, -100777)
    growth.comes(percent(12))
    growth.ends(final(album=ONE))
    await ended(desk)
    assert list(map(words_of, desk.telegram.messages(-100777))) == ["Error rate 7.3", "Move 7 & a blunder"]


# -- nobody waits ---------------------------------------------------------------------------------


async def test_what_is_typed_meanwhile_goes_through_and_updates_are_confirmed(desk: Desk) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    message = await asks(desk, club, growth)
    await desk.telegram.until(lambda: not desk.telegram.state.updates)
    desk.telegram.types(desk.telegram.user("Bruno"), "/move 13/8 6/5", club)
    await desk.telegram.until(lambda: desk.door.texts()[1:] == ["/move 13/8 6/5"])
    await desk.telegram.until(lambda: not desk.telegram.state.updates)
    ref = await desk.post(club, board("Ana to roll"))
    assert words_of(desk.message(ref)) == "Ana to roll"
    growth.ends(final())
    await shows(desk, message, "Error rate 7.3")


async def test_a_stop_gives_up_what_grows(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    message = await asks(desk, club, growth)
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    await asyncio.wait_for(desk.adapter.stop(), 3.0)
    assert growth.given_up
    growth.ends(final())
    await desk.adapter.disconnect()
    assert words_of(message) == "Analysing 12 %"
    assert "an answer" not in caplog.text


async def test_a_stop_waits_for_an_end_that_is_being_told(desk: Desk) -> None:
    club, growth = desk.telegram.group("Club"), Growth()
    message = await asks(desk, club, growth)
    desk.telegram.delay(EDIT, 0.2)
    growth.ends(final())
    await desk.telegram.until(lambda: desk.telegram.calls_of(EDIT))
    await asyncio.wait_for(desk.adapter.stop(), 3.0)
    assert words_of(message) == "Error rate 7.3"
