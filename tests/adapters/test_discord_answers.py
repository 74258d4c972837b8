"""Interactions are acknowledged first; answers then reach the person alone, or are given up quietly."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from bot.adapters.discord import answers
from bot.app.replies import Animation, AnswerKind, Attachment, Button, ButtonGroup, Frame, GroupKind
from bot.app.requests import Press
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.looks import alt_text, labels, words_of
from tests.helpers.discord_server.state import EPHEMERAL, Interaction
from tests.helpers.discord_server.wire import Json, unavailable
from tests.helpers.telegram_desk import VIEW, answer, board, keyboard

CALLBACK = r"^/interactions/"
WEBHOOK = r"^/webhooks/"
HELP = answer(AnswerKind.INFO, "Help")
NOT_NOW = answer(AnswerKind.REFUSAL, "It is Bruno's turn.")
PROMISE, NOTHING_YET = 5, 6


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


async def commands(desk: Desk, name: str, channel: int | None = None) -> tuple[int, Interaction]:
    """Return somebody, and the answered command that they used."""
    ana = desk.discord.user("Ana")
    deed = await desk.discord.commands(ana, channel or desk.discord.channel("club"), name)
    return ana, await desk.discord.answered(deed)


async def board_in(desk: Desk, channel: int) -> Json:
    return desk.message(await desk.post(channel, board(buttons=keyboard("Roll", "More"))))


async def presses(desk: Desk, label: str = "Roll") -> tuple[int, Interaction, Json]:
    """Return somebody, the press of theirs, and the board; the front door is done with it."""
    ana, message = desk.discord.user("Ana"), await board_in(desk, desk.discord.channel("club"))
    deed = await desk.discord.presses(ana, message, label)
    await desk.discord.until(lambda: desk.door.finished)
    return ana, deed, message


def told(desk: Desk, user: int) -> list[str]:
    return [words_of(message, desk.discord.state.users) for message in desk.discord.told(user)]


# -- first of all -------------------------------------------------------------------------------------


async def test_a_command_is_promised_a_private_answer_before_anything_is_done(desk: Desk) -> None:
    gate = desk.door.holds("roll")
    deed = await desk.discord.commands(desk.discord.user("Ana"), desk.discord.channel("club"), "roll")
    await desk.discord.until(lambda: desk.door.requests)
    assert (deed.acknowledged, deed.response, desk.door.finished) == (True, PROMISE, [])
    assert deed.original in desk.discord.state.private
    gate.set()
    await desk.discord.answered(deed)


async def test_a_press_is_acknowledged_before_anything_is_done(desk: Desk) -> None:
    gate = desk.door.holds("roll")
    message = await board_in(desk, desk.discord.channel("club"))
    deed = await desk.discord.presses(desk.discord.user("Ana"), message, "Roll")
    await desk.discord.until(lambda: desk.door.requests)
    assert (deed.acknowledged, deed.response, desk.door.finished) == (True, NOTHING_YET, [])
    gate.set()


# -- to a command ---------------------------------------------------------------------------------------


async def test_a_promise_is_taken_back_where_there_is_nothing_to_say(desk: Desk) -> None:
    ana, deed = await commands(desk, "roll")
    assert desk.discord.told(ana) == []
    assert deed.followups == []


@pytest.mark.parametrize("kind", [AnswerKind.TOAST, AnswerKind.REFUSAL, AnswerKind.INFO])
async def test_a_promise_is_filled(desk: Desk, kind: AnswerKind) -> None:
    desk.door.answers("roll", answer(kind, "It is Bruno's turn."))
    ana, deed = await commands(desk, "roll")
    assert told(desk, ana) == ["It is Bruno's turn."]
    assert deed.original == desk.discord.told(ana)[0]["id"]
    assert desk.discord.messages(deed.channel) == []


async def test_what_was_asked_for_comes_with_buttons_a_board_and_a_file(desk: Desk) -> None:
    full = answer(
        AnswerKind.INFO,
        "The position",
        keyboard=keyboard("Back"),
        picture=VIEW,
        text_board=VIEW,
        attachment=Attachment("match.mat", b" 5 point match"),
    )
    desk.door.answers("text", full)
    ana, _ = await commands(desk, "text")
    (message,) = desk.discord.told(ana)
    assert words_of(message, desk.discord.state.users).startswith("The position\n")
    assert " 13 14 15 16 17 18|  | 19" in words_of(message, desk.discord.state.users)
    assert labels(message) == [["Back"]]
    assert [file["filename"] for file in message["attachments"]] == ["board.png", "match.mat"]
    assert alt_text(message) == "The position"


async def test_a_film_comes_as_a_file_that_plays_by_itself(desk: Desk) -> None:
    film = Animation("match-7-game-2", (Frame(VIEW, 1000),))
    desk.door.answers("replay", answer(AnswerKind.INFO, "Ana wins", animation=film))
    ana, _ = await commands(desk, "replay")
    (message,) = desk.discord.told(ana)
    assert message["attachments"][0]["filename"] == "match-7-game-2.gif"
    assert desk.discord.picture(message) == await desk.painter.animation(film)


async def test_a_file_that_is_too_large_is_left_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.adapters.discord.telling.LARGEST_FILE", 3)
    file = Attachment("match.mat", b"four")
    desk.door.answers("export", answer(AnswerKind.INFO, "The match", attachment=file))
    ana, _ = await commands(desk, "export")
    assert told(desk, ana) == ["The match"]
    assert desk.discord.told(ana)[0]["attachments"] == []


async def test_a_long_answer_comes_in_pages(desk: Desk) -> None:
    lines = [f"{number} " + "x" * 90 for number in range(50)]
    desk.door.answers("help", answer(AnswerKind.INFO, *lines, keyboard=keyboard("Back")))
    ana, _ = await commands(desk, "help")
    await desk.discord.until(lambda: len(desk.discord.told(ana)) == 3)
    assert "\n".join(told(desk, ana)) == "\n".join(lines)
    assert [labels(message) for message in desk.discord.told(ana)] == [[], [], [["Back"]]]


async def test_in_private_what_was_asked_for_stays(desk: Desk) -> None:
    desk.door.answers("help", HELP)
    ana = desk.discord.user("Ana")
    chat = desk.discord.private_chat(ana)
    deed = await desk.discord.answered(await desk.discord.commands(ana, chat, "help"))
    await desk.discord.until(lambda: desk.discord.messages(chat))
    assert [message["content"] for message in desk.discord.messages(chat)] == ["Help"]
    assert desk.discord.told(ana) == []
    assert deed.filled


async def test_in_private_a_refusal_does_not_stay(desk: Desk) -> None:
    desk.door.answers("roll", NOT_NOW)
    ana = desk.discord.user("Ana")
    chat = desk.discord.private_chat(ana)
    await desk.discord.answered(await desk.discord.commands(ana, chat, "roll"))
    assert told(desk, ana) == ["It is Bruno's turn."]
    assert desk.discord.messages(chat) == []


# -- to a press -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [AnswerKind.TOAST, AnswerKind.REFUSAL, AnswerKind.INFO])
async def test_a_press_is_told_something_in_private(desk: Desk, kind: AnswerKind) -> None:
    desk.door.answers("roll", answer(kind, "There is a newer board below."))
    ana, deed, message = await presses(desk)
    await desk.discord.until(lambda: desk.discord.told(ana))
    assert told(desk, ana) == ["There is a newer board below."]
    assert desk.discord.told(ana)[0]["flags"] & EPHEMERAL
    assert message["content"] == "Ana to roll"
    assert len(deed.followups) == 1


async def test_a_press_that_needs_no_words_has_none(desk: Desk) -> None:
    ana, deed, _ = await presses(desk)
    await desk.adapter.stop()
    assert (desk.discord.told(ana), deed.followups) == ([], [])


@pytest.mark.parametrize("stale", [False, True])
async def test_the_toast_of_a_tap_is_left_out_where_the_board_says_the_same(desk: Desk, stale: bool) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    step = Button("13→8", Press("g", 1, 7, "step", "mh").encode(), start="13")
    more = keyboard("⋯", kind=GroupKind.CONTROLS)
    ref = await desk.post(club, board(buttons=(ButtonGroup(GroupKind.HIGHER, (step,)), *more)))
    seen = {**desk.message(ref)}
    if stale:
        await desk.close(ref)
    desk.door.answers("step", answer(AnswerKind.TOAST, "13/8, 1 to play"))
    await desk.discord.presses(ana, seen, "13→8")
    await desk.discord.until(lambda: desk.door.finished)
    await desk.adapter.stop()
    assert len(desk.discord.told(ana)) == stale


async def test_the_buttons_of_the_pressed_message_are_replaced_in_place(desk: Desk) -> None:
    desk.door.answers("more", answer(AnswerKind.NOTHING, keyboard=keyboard("Resign", "Back")))
    _, _, message = await presses(desk, "More")
    await desk.discord.until(lambda: labels(message) == [["Resign", "Back"]])
    assert message["content"] == "Ana to roll"
    assert len(message["attachments"]) == 1


async def test_a_board_that_has_moved_on_keeps_its_buttons(desk: Desk) -> None:
    desk.door.answers("more", answer(AnswerKind.NOTHING, keyboard=keyboard("Resign", "Back")))
    gate = desk.door.holds("more")
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    ref = await desk.post(club, board(buttons=keyboard("Roll", "More")))
    await desk.discord.presses(ana, desk.message(ref), "More")
    await desk.discord.until(lambda: desk.door.requests)
    await desk.edit(ref, board("Bruno to roll", buttons=keyboard("Roll", version=9), version=9))
    gate.set()
    await desk.adapter.stop()
    assert labels(desk.message(ref)) == [["Roll"]]


async def test_a_closed_board_stays_without_buttons(desk: Desk) -> None:
    desk.door.answers("more", answer(AnswerKind.NOTHING, keyboard=keyboard("Resign", "Back")))
    gate = desk.door.holds("more")
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    ref = await desk.post(club, board(buttons=keyboard("Roll", "More")))
    await desk.discord.presses(ana, desk.message(ref), "More")
    await desk.discord.until(lambda: desk.door.requests)
    await desk.close(ref)
    gate.set()
    await desk.adapter.stop()
    assert labels(desk.message(ref)) == []


async def test_buttons_of_a_private_answer_work(desk: Desk) -> None:
    desk.door.answers("settings", answer(AnswerKind.INFO, "Settings", keyboard=keyboard("Theme", "Roll")))
    desk.door.answers("theme", answer(AnswerKind.NOTHING, keyboard=keyboard("Dark", "Back")))
    ana, _ = await commands(desk, "settings")
    (message,) = desk.discord.told(ana)
    await desk.discord.presses(ana, message, "Theme")
    await desk.discord.until(lambda: labels(message) == [["Dark", "Back"]])


# -- too late ---------------------------------------------------------------------------------------------


async def test_after_three_seconds_the_request_is_carried_out_and_nothing_told(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """As when the gateway was away and tells of an old press: what was done counts."""
    caplog.set_level(logging.INFO)
    desk.door.answers("roll", NOT_NOW)
    await desk.discord.gateway.ask_to_reconnect()
    ana, club = desk.discord.user("Ana"), desk.discord.channel("club")
    message = await board_in(desk, club)
    desk.discord.state.clock_skew_seconds = -4.0
    deed = await desk.discord.presses(ana, message, "Roll")
    desk.discord.state.clock_skew_seconds = 0.0
    await desk.discord.until(lambda: desk.door.finished)
    await desk.adapter.stop()
    assert not deed.acknowledged
    assert desk.discord.calls_of("POST", "/webhooks/") == []
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_after_fifteen_minutes_an_answer_is_given_up_quietly(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.door.answers("help", HELP)
    gate = desk.door.holds("help")
    ana = desk.discord.user("Ana")
    await desk.discord.commands(ana, desk.discord.channel("club"), "help")
    await desk.discord.until(lambda: desk.door.requests)
    desk.discord.state.clock_skew_seconds = 1000.0
    gate.set()
    await desk.adapter.stop()
    assert desk.discord.calls_of("PATCH", "/webhooks/")
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_after_fifteen_minutes_buttons_are_replaced_by_the_channels_own_route(desk: Desk) -> None:
    desk.door.answers("more", answer(AnswerKind.NOTHING, keyboard=keyboard("Resign", "Back")))
    gate = desk.door.holds("more")
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    message = await board_in(desk, club)
    await desk.discord.presses(ana, message, "More")
    await desk.discord.until(lambda: desk.door.requests)
    desk.discord.state.clock_skew_seconds = 1000.0
    gate.set()
    await desk.discord.until(lambda: labels(message) == [["Resign", "Back"]])


async def test_a_board_is_edited_however_old_the_interaction_is(desk: Desk) -> None:
    """Boards never go by an interaction."""
    ref = await desk.post(desk.discord.channel("club"), board())
    desk.discord.state.clock_skew_seconds = 10_000.0
    await desk.edit(ref, board("Bruno to roll"))
    assert desk.message(ref)["content"] == "Bruno to roll"


async def test_every_press_can_be_answered_on_a_board_of_any_age(desk: Desk) -> None:
    desk.door.answers("roll", NOT_NOW)
    ana, club = desk.discord.user("Ana"), desk.discord.channel("club")
    message = await board_in(desk, club)
    desk.discord.state.clock_skew_seconds = 1_000_000.0
    await desk.discord.presses(ana, message, "Roll")
    await desk.discord.until(lambda: desk.discord.told(ana))


# -- answers that are lost --------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [False, True])
async def test_an_acknowledgement_whose_connection_drops_is_tried_again(desk: Desk, after: bool) -> None:
    """It may have got there: then the second one is told so, which is as good."""
    desk.door.answers("help", HELP)
    desk.discord.cut("POST", CALLBACK, after=after)
    ana, _ = await commands(desk, "help")
    assert told(desk, ana) == ["Help"]


@pytest.mark.parametrize("after", [False, True])
async def test_an_acknowledgement_that_the_server_fails_is_tried_again(desk: Desk, after: bool) -> None:
    desk.door.answers("help", HELP)
    desk.discord.fail("POST", CALLBACK, unavailable(502), after=after)
    ana, _ = await commands(desk, "help")
    assert told(desk, ana) == ["Help"]


async def test_an_acknowledgement_that_takes_too_long_does_not_hold_up_the_request(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "ACKNOWLEDGE_SECONDS", 0.1)
    desk.discord.delay("POST", CALLBACK, 0.6)
    await desk.discord.commands(desk.discord.user("Ana"), desk.discord.channel("club"), "roll")
    await asyncio.wait_for(desk.discord.until(lambda: desk.door.finished), 0.5)


async def test_an_answer_that_is_lost_is_given_up_quietly(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.door.answers("help", HELP)
    desk.discord.cut("PATCH", WEBHOOK)
    await desk.discord.commands(desk.discord.user("Ana"), desk.discord.channel("club"), "help")
    await desk.discord.until(lambda: desk.discord.calls_of("PATCH", "/webhooks/"))
    await desk.adapter.stop()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_promise_that_somebody_dismissed_is_nothing_to_worry_about(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    gate = desk.door.holds("roll")
    deed = await desk.discord.commands(desk.discord.user("Ana"), desk.discord.channel("club"), "roll")
    await desk.discord.until(lambda: desk.door.requests)
    desk.discord.remove(desk.discord.state.messages[deed.original or ""])
    gate.set()
    await desk.adapter.stop()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_mistake_of_ours_is_logged_and_the_next_request_is_heard(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object) -> object:
        raise RuntimeError("a bug")

    desk.door.answers("roll", fail)  # type: ignore[arg-type]  # it never answers
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    await desk.discord.commands(ana, club, "roll")
    await desk.discord.commands(ana, club, "pips")
    await desk.discord.until(lambda: len(desk.door.finished) == 2)
    assert "a bug" in caplog.text


# -- to what was typed --------------------------------------------------------------------------------------


async def types(desk: Desk, user: int, channel: int, text: str, shown: Json) -> None:
    before = len(desk.door.finished)
    await desk.discord.types(user, channel, text, reply_to=shown)
    await desk.discord.until(lambda: len(desk.door.finished) > before)


def replies(desk: Desk, channel: int) -> list[Json]:
    """Return the bot's answers to messages."""
    return [message for message in desk.discord.messages(channel) if "message_reference" in message]


async def test_a_refused_play_is_answered_below_it(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    shown = await board_in(desk, club)
    desk.door.answers("13/9", answer(AnswerKind.REFUSAL, "13/9 is a 4"))
    await types(desk, ana, club, "13/9", shown)
    (reply,) = await desk.discord.until(lambda: replies(desk, club))
    assert reply["content"] == "13/9 is a 4"
    assert reply["allowed_mentions"] == {"parse": []}
    assert str(reply["message_reference"]["message_id"]) in desk.discord.state.messages


async def test_a_second_refusal_takes_the_place_of_the_first(desk: Desk) -> None:
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    shown = await board_in(desk, club)
    for play in ("13/9", "13/10"):
        desk.door.answers(play, answer(AnswerKind.REFUSAL, f"{play} is no play"))
        await types(desk, ana, club, play, shown)
        await desk.discord.until(lambda: replies(desk, club)[-1:])
    await desk.discord.until(lambda: replies(desk, club)[0]["content"] == "13/10 is no play")
    assert len(replies(desk, club)) == 1
    await types(desk, bruno, club, "13/9", shown)
    await desk.discord.until(lambda: len(replies(desk, club)) == 2)


async def test_a_refusal_that_was_deleted_is_written_anew(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    shown = await board_in(desk, club)
    desk.door.answers("13/9", answer(AnswerKind.REFUSAL, "13/9 is a 4"))
    await types(desk, ana, club, "13/9", shown)
    (first,) = await desk.discord.until(lambda: replies(desk, club))
    desk.discord.remove(first)
    await types(desk, ana, club, "13/9", shown)
    await desk.discord.until(lambda: replies(desk, club))


async def test_a_new_board_takes_the_refusals_away(desk: Desk) -> None:
    club, other = desk.discord.channel("club"), desk.discord.channel("other")
    ana = desk.discord.user("Ana")
    desk.door.answers("13/9", answer(AnswerKind.REFUSAL, "13/9 is a 4"))
    for place in (club, other):
        await types(desk, ana, place, "13/9", await board_in(desk, place))
        await desk.discord.until(lambda place=place: replies(desk, place))  # type: ignore[misc]
    await desk.post(club, board())
    await desk.discord.until(lambda: not replies(desk, club))
    assert len(replies(desk, other)) == 1


async def test_where_replies_are_not_allowed_the_answer_stands_alone(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    shown = await board_in(desk, club)
    desk.discord.deny(club, "read_message_history")
    desk.door.answers("13/9", answer(AnswerKind.REFUSAL, "13/9 is a 4"))
    await types(desk, ana, club, "13/9", shown)
    await desk.discord.until(lambda: desk.discord.newest(club)["content"] == "13/9 is a 4")


async def test_in_private_every_answer_stays(desk: Desk) -> None:
    ana = desk.discord.user("Ana")
    chat = desk.discord.private_chat(ana)
    shown = await board_in(desk, chat)
    for _ in range(2):
        desk.door.answers("13/9", answer(AnswerKind.REFUSAL, "13/9 is a 4"))
        await types(desk, ana, chat, "13/9", shown)
    await desk.discord.until(lambda: len(replies(desk, chat)) == 2)


async def test_a_server_is_greeted_in_public(desk: Desk) -> None:
    desk.door.answers("start", answer(AnswerKind.INFO, "Who plays?", keyboard=keyboard("Challenge")))
    guild = desk.discord.guild("Clube")
    club = desk.discord.channel("geral", guild)
    await desk.discord.adds_bot(guild)
    await desk.discord.until(lambda: desk.discord.messages(club))
    assert desk.discord.newest(club)["content"] == "Who plays?"
    assert labels(desk.discord.newest(club)) == [["Challenge"]]
