"""Answers that grow, and albums: one message that is edited, pictures below it, and nobody waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.adapters.discord import growing
from bot.app.replies import Answer, AnswerKind, Attachment
from renderers.text import text_board
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.looks import labels, words_of
from tests.helpers.discord_server.state import EPHEMERAL
from tests.helpers.discord_server.wire import Json, missing_access, too_many_requests, unavailable
from tests.helpers.growth import Growth, captioned, percent
from tests.helpers.telegram_desk import VIEW, answer, board, keyboard

OTHER_VIEW = replace(VIEW, dice=(6, 5))
ORIGINAL = r"^/webhooks/.*/messages/"
FOLLOWUP = r"^/webhooks/\d+/[^/]+$"
ONE = (captioned("Move 7, a blunder", VIEW),)
THREE = (captioned("first", VIEW), captioned("second", OTHER_VIEW), captioned("third", VIEW))


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


def final(*words: str, **more: object) -> Answer:
    return answer(AnswerKind.INFO, *(words or ("Error rate 73",)), **more)


async def asks(desk: Desk, growth: Growth, verb: str = "help", channel: int = 0) -> tuple[int, Json]:
    """Return somebody who asks for what takes time, and the message that answers them at once."""
    ana, club = desk.discord.user("Ana"), channel or desk.discord.channel("club")
    desk.door.answers(verb, percent(0, growth))
    await desk.discord.commands(ana, club, verb)
    (message,) = await desk.discord.until(lambda: desk.discord.told(ana))
    return ana, message


async def writes(desk: Desk, growth: Growth, channel: int) -> Json:
    """Have somebody write, in answer to a board, what takes time; return the reply at once."""
    shown = desk.message(await desk.post(channel, board()))
    desk.door.answers("analyze", percent(0, growth))
    there = len(desk.discord.messages(channel))
    await desk.discord.types(desk.discord.user("Bruno"), channel, "analyze", reply_to=shown)
    await desk.discord.until(lambda: len(desk.discord.messages(channel)) > there)
    return desk.discord.newest(channel)


async def shows(desk: Desk, message: Json, words: str) -> None:
    await desk.discord.until(lambda: message["content"] == words)


async def ended(desk: Desk) -> None:
    """Wait until nothing grows any more."""
    await desk.discord.until(lambda: not desk.adapter._under_way)
    await desk.adapter._growing.settled()


def contents(desk: Desk, messages: list[Json]) -> list[str]:
    return [words_of(message, desk.discord.state.users) for message in messages]


def files(desk: Desk, message: Json) -> list[bytes]:
    return [desk.discord.state.files[each["id"]].content for each in message["attachments"]]


def edits(desk: Desk) -> int:
    return len(desk.discord.calls_of("PATCH", "/webhooks/"))


# -- one message ----------------------------------------------------------------------------------


async def test_the_private_answer_to_a_command_is_edited_until_it_says_what_was_asked_for(
    desk: Desk,
) -> None:
    growth = Growth()
    ana, message = await asks(desk, growth)
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    growth.ends(final(keyboard=keyboard("Details")))
    await ended(desk)
    assert desk.discord.told(ana) == [message]
    assert (message["content"], labels(message)) == ("Error rate 73", [["Details"]])
    assert message["flags"] & EPHEMERAL


async def test_what_a_button_asks_for_grows_in_a_private_message(desk: Desk) -> None:
    growth, ana, club = Growth(), desk.discord.user("Ana"), desk.discord.channel("club")
    shown = desk.message(await desk.post(club, board(buttons=keyboard("Analyse"))))
    desk.door.answers("analyse", percent(0, growth))
    await desk.discord.presses(ana, shown, "Analyse")
    (message,) = await desk.discord.until(lambda: desk.discord.told(ana))
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    growth.ends(final())
    await ended(desk)
    assert contents(desk, desk.discord.told(ana)) == ["Error rate 73"]
    assert (shown["content"], labels(shown)) == ("Ana to roll", [["Analyse"]])


async def test_in_a_private_chat_the_message_that_stays_is_edited(desk: Desk) -> None:
    growth, ana = Growth(), desk.discord.user("Ana")
    chat = desk.discord.private_chat(ana)
    desk.door.answers("help", percent(0, growth))
    await desk.discord.commands(ana, chat, "help")
    (message,) = await desk.discord.until(lambda: desk.discord.messages(chat))
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    desk.discord.state.clock_skew_seconds = 1000.0
    growth.ends(final(album=ONE))
    await ended(desk)
    assert contents(desk, desk.discord.messages(chat)) == ["Error rate 73", "Move 7, a blunder"]


async def test_a_reply_to_a_message_is_edited(desk: Desk) -> None:
    growth, club = Growth(), desk.discord.channel("club")
    message = await writes(desk, growth, club)
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    growth.ends(final(album=ONE))
    await ended(desk)
    reply, album = desk.discord.messages(club)[-2:]
    assert (reply, message["content"]) == (message, "Error rate 73")
    assert album["message_reference"]["message_id"] == reply["message_reference"]["message_id"]


async def test_what_changes_nothing_is_not_sent(desk: Desk) -> None:
    growth = Growth()
    _, message = await asks(desk, growth)
    growth.comes(percent(0))
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    before = edits(desk)
    growth.ends(percent(12))
    await ended(desk)
    assert edits(desk) == before == 2


async def test_more_words_than_a_message_holds_go_on_in_the_next(desk: Desk) -> None:
    growth = Growth()
    ana, _ = await asks(desk, growth)
    lines = [f"{number} " + "x" * 90 for number in range(30)]
    growth.ends(final(*lines, keyboard=keyboard("Details")))
    await ended(desk)
    assert "\n".join(contents(desk, desk.discord.told(ana))) == "\n".join(lines)
    assert [labels(message) for message in desk.discord.told(ana)] == [[], [["Details"]]]


async def test_files_and_pictures_follow_in_messages_of_their_own(desk: Desk) -> None:
    growth = Growth()
    ana, message = await asks(desk, growth)
    file = Attachment("match.mat", b"x")
    growth.ends(final(text_board=VIEW, picture=OTHER_VIEW, attachment=file, album=ONE))
    await ended(desk)
    words, enclosed, album = desk.discord.told(ana)
    assert words == message
    assert text_board(VIEW) in words["content"]
    assert files(desk, enclosed) == [await desk.painter.png(OTHER_VIEW), b"x"]
    assert enclosed["attachments"][0]["description"] == "Error rate 73"
    assert files(desk, album) == [await desk.painter.png(VIEW)]


async def test_two_answers_grow_side_by_side(desk: Desk) -> None:
    first, second = Growth(), Growth()
    _, one = await asks(desk, first)
    other = await writes(desk, second, desk.discord.channel("other"))
    first.comes(percent(30))
    second.ends(final("the second"))
    await shows(desk, one, "Analysing 30 %")
    await shows(desk, other, "the second")
    first.ends(final("the first"))
    await shows(desk, one, "the first")


# -- albums ---------------------------------------------------------------------------------------


async def test_one_picture_follows_with_its_words_and_its_description(desk: Desk) -> None:
    growth = Growth()
    ana, _ = await asks(desk, growth)
    growth.ends(final(album=ONE))
    await ended(desk)
    album = desk.discord.told(ana)[-1]
    assert album["content"] == "Move 7, a blunder"
    assert [each["description"] for each in album["attachments"]] == ["Move 7, a blunder in words"]


async def test_several_pictures_are_one_message_whose_lines_are_numbered(desk: Desk) -> None:
    growth = Growth()
    ana, _ = await asks(desk, growth)
    growth.ends(final(album=THREE))
    await ended(desk)
    _, album = desk.discord.told(ana)
    assert contents(desk, [album]) == ["1. first\n2. second\n3. third"]
    assert files(desk, album) == [await desk.painter.png(each.picture) for each in THREE]
    assert [each["description"] for each in album["attachments"]] == [each.alt_text for each in THREE]
    assert len({each["filename"] for each in album["attachments"]}) == 3
    assert album["flags"] & EPHEMERAL


async def test_pictures_without_a_description_are_described_by_their_words(desk: Desk) -> None:
    growth = Growth()
    ana, _ = await asks(desk, growth)
    growth.ends(final(album=(replace(ONE[0], alt_text=""),)))
    await ended(desk)
    assert desk.discord.told(ana)[-1]["attachments"][0]["description"] == "Move 7, a blunder"


async def test_an_album_of_ten_with_long_words_is_within_the_limits(desk: Desk) -> None:
    growth = Growth()
    ana, _ = await asks(desk, growth)
    growth.ends(final(album=tuple(captioned("*" * 900, VIEW) for _ in range(10))))
    await ended(desk)
    album = desk.discord.told(ana)[-1]
    lines = words_of(album, desk.discord.state.users).split("\n")
    assert [line.split(" ")[0] for line in lines] == [f"{number}." for number in range(1, 11)]
    assert len(album["attachments"]) == 10


async def test_an_answer_that_does_not_grow_may_have_an_album_too(desk: Desk) -> None:
    ana = desk.discord.user("Ana")
    desk.door.answers("help", final(album=THREE, keyboard=keyboard("Details")))
    await desk.discord.commands(ana, desk.discord.channel("club"), "help")
    await desk.discord.until(lambda: len(desk.discord.told(ana)) == 2)
    words, album = desk.discord.told(ana)
    assert (words["content"], labels(words)) == ("Error rate 73", [["Details"]])
    assert len(album["attachments"]) == 3


@pytest.mark.parametrize("album", [ONE, THREE])
async def test_where_files_are_forbidden_an_album_is_words_and_boards_in_text(
    desk: Desk, album: tuple[object, ...]
) -> None:
    growth, club = Growth(), desk.discord.channel("club")
    await writes(desk, growth, club)
    desk.discord.deny(club, "attach_files")
    growth.ends(final(album=album))
    await ended(desk)
    told = [message["content"] for message in desk.discord.messages(club)[2:]]
    assert "".join(told).count("```") == 2 * len(album)
    assert text_board(VIEW) in told[0]
    assert told[0].startswith("Move 7, a blunder\n" if album is ONE else "1\\. first\n")


async def test_where_replies_are_forbidden_an_album_stands_alone(desk: Desk) -> None:
    growth, club = Growth(), desk.discord.channel("club")
    await writes(desk, growth, club)
    desk.discord.deny(club, "read_message_history")
    growth.ends(final(album=ONE))
    await ended(desk)
    assert files(desk, desk.discord.newest(club)) == [await desk.painter.png(VIEW)]
    assert "message_reference" not in desk.discord.newest(club)


# -- what goes wrong ------------------------------------------------------------------------------


async def test_progress_that_discord_holds_back_is_waited_out_and_the_end_arrives(desk: Desk) -> None:
    growth = Growth()
    _, message = await asks(desk, growth)
    desk.discord.fail("PATCH", ORIGINAL, too_many_requests(0.2))
    growth.comes(percent(12))
    await desk.discord.until(lambda: edits(desk) == 2)
    growth.comes(percent(13))
    growth.ends(final())
    await ended(desk)
    assert message["content"] == "Error rate 73"


async def test_progress_that_takes_too_long_is_left_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "PROGRESS_SECONDS", 0.05)
    growth = Growth()
    _, message = await asks(desk, growth)
    desk.discord.fail("PATCH", ORIGINAL, too_many_requests(60.0))
    growth.comes(percent(12))
    await desk.discord.until(lambda: edits(desk) == 2)
    growth.ends(final())
    await ended(desk)
    assert message["content"] == "Error rate 73"


@pytest.mark.parametrize("progress", [True, False])
async def test_a_message_that_was_deleted_is_sent_anew_at_the_end(desk: Desk, progress: bool) -> None:
    growth = Growth()
    ana, message = await asks(desk, growth)
    desk.discord.state.forget(message["id"])
    if progress:
        growth.comes(percent(12))
        await desk.discord.until(lambda: edits(desk) == 2)
    growth.ends(final(keyboard=keyboard("Details"), album=ONE))
    await ended(desk)
    words, album = desk.discord.told(ana)
    assert (words["content"], labels(words)) == ("Error rate 73", [["Details"]])
    assert len(album["attachments"]) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_an_edit_whose_connection_drops_is_repeated(desk: Desk, after: bool) -> None:
    growth = Growth()
    ana, message = await asks(desk, growth)
    desk.discord.cut("PATCH", ORIGINAL, after=after)
    growth.ends(final())
    await ended(desk)
    assert desk.discord.told(ana) == [message]
    assert message["content"] == "Error rate 73"


async def test_an_album_that_certainly_was_not_taken_is_sent_again(desk: Desk) -> None:
    growth = Growth()
    ana, _ = await asks(desk, growth)
    gatekeeper = unavailable(400)
    desk.discord.fail("POST", FOLLOWUP, gatekeeper, times=2)
    growth.ends(final(album=THREE))
    await ended(desk)
    assert files(desk, desk.discord.told(ana)[-1]) == [await desk.painter.png(each.picture) for each in THREE]


async def test_an_album_that_may_have_arrived_is_not_sent_twice(desk: Desk) -> None:
    growth = Growth()
    ana, _ = await asks(desk, growth)
    desk.discord.cut("POST", FOLLOWUP, after=True)
    growth.ends(final(album=THREE))
    await ended(desk)
    assert len(desk.discord.told(ana)) == 2


async def test_an_answer_whose_beginning_was_lost_is_still_told_in_the_end(desk: Desk) -> None:
    growth, ana = Growth(), desk.discord.user("Ana")
    desk.discord.cut("PATCH", ORIGINAL)
    desk.door.answers("help", percent(0, growth))
    await desk.discord.commands(ana, desk.discord.channel("club"), "help")
    await desk.discord.until(lambda: edits(desk) == 1)
    growth.ends(final())
    await desk.discord.until(lambda: desk.discord.told(ana))
    await ended(desk)
    assert contents(desk, desk.discord.told(ana)) == ["Error rate 73"]


async def test_after_fifteen_minutes_nothing_more_is_told_and_that_is_logged(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    growth = Growth()
    ana, _ = await asks(desk, growth)
    desk.discord.state.clock_skew_seconds = 1000.0
    growth.comes(percent(12))
    growth.ends(final(album=THREE))
    await ended(desk)
    assert contents(desk, desk.discord.told(ana)) == ["Analysing 0 %"]
    assert len(desk.discord.calls_of("POST", "/webhooks/")) == 1
    assert "could not be brought to its end" in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_channel_that_shuts_us_out_is_no_trouble(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    growth, club = Growth(), desk.discord.channel("club")
    await writes(desk, growth, club)
    desk.discord.close_off(club, missing_access())
    growth.ends(final(album=THREE))
    await ended(desk)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


# -- nobody waits ---------------------------------------------------------------------------------


async def test_what_is_done_meanwhile_goes_through(desk: Desk) -> None:
    growth, club = Growth(), desk.discord.channel("club")
    ana, message = await asks(desk, growth, channel=club)
    deed = await desk.discord.commands(ana, club, "move", play="13/8 6/5")
    await desk.discord.answered(deed)
    assert [request.text for request in desk.door.finished][1:] == ["move 13/8 6/5"]
    assert desk.message(await desk.post(club, board("Bruno to roll")))["content"] == "Bruno to roll"
    growth.ends(final())
    await shows(desk, message, "Error rate 73")


async def test_a_stop_gives_up_what_grows(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    growth = Growth()
    _, message = await asks(desk, growth)
    growth.comes(percent(12))
    await shows(desk, message, "Analysing 12 %")
    await asyncio.wait_for(desk.adapter.stop(), 3.0)
    assert growth.given_up
    growth.ends(final())
    await desk.adapter.disconnect()
    assert message["content"] == "Analysing 12 %"
    assert "an answer" not in caplog.text


async def test_a_stop_waits_for_an_end_that_is_being_told(desk: Desk) -> None:
    growth = Growth()
    _, message = await asks(desk, growth)
    desk.discord.delay("PATCH", ORIGINAL, 0.2)
    growth.ends(final())
    await desk.discord.until(lambda: edits(desk) == 2)
    await asyncio.wait_for(desk.adapter.stop(), 3.0)
    assert message["content"] == "Error rate 73"
