"""Private answers: toasts for presses, one refusal for each player of a group, replies for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.app.replies import NOTHING, Animation, Answer, AnswerKind, Attachment, Code, Frame, Mention
from bot.app.requests import PlayerRef
from renderers.text import text_board
from tests.helpers.telegram_desk import VIEW, Desk, answer, board, keyboard, open_desk
from tests.helpers.telegram_server.looks import entities_of, labels, pinged, words_of
from tests.helpers.telegram_server.state import Query
from tests.helpers.telegram_server.wire import ApiError, Json, bad_gateway, bad_request, too_many_requests

INFO, REFUSAL, TOAST = AnswerKind.INFO, AnswerKind.REFUSAL, AnswerKind.TOAST


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


async def press(desk: Desk, told: Answer, chat: int = 0) -> tuple[Query, Json]:
    """Have Ana press the button of a board; return what became of the press and of the board."""
    ana = desk.telegram.user("Ana")
    message = desk.message(await desk.post(chat or ana, board()))
    desk.door.answers("roll", told)
    query = desk.telegram.presses(ana, message, "Roll")
    await settled(desk)
    return query, message


async def settled(desk: Desk) -> None:
    """Wait until all that people did was handled, and answered."""
    await desk.telegram.until(lambda: not desk.telegram.state.updates)
    await desk.telegram.until(lambda: not desk.adapter._under_way)


# -- to a press -----------------------------------------------------------------------------------


async def test_nothing_to_say_still_ends_the_wait(desk: Desk) -> None:
    query, message = await press(desk, NOTHING)
    assert (query.answers, query.text) == (1, None)
    assert labels(message) == [["Roll"]]


@pytest.mark.parametrize("kind", [TOAST, REFUSAL])
async def test_a_short_answer_is_a_toast(desk: Desk, kind: AnswerKind) -> None:
    query, _ = await press(desk, Answer(kind, (("2 to play after ", Code("13/8*"), " & more"),)))
    assert (query.text, query.alert) == ("2 to play after 13/8* & more", False)


@pytest.mark.parametrize("lines", [("x" * 61,), ("Both numbers can be played:", "24/18 13/8")])
async def test_a_refusal_that_takes_time_to_read_stays(desk: Desk, lines: tuple[str, ...]) -> None:
    query, _ = await press(desk, answer(REFUSAL, *lines))
    assert query.alert
    assert query.text == "\n".join(lines)


async def test_a_toast_of_any_length_is_delivered(desk: Desk) -> None:
    query, _ = await press(desk, answer(REFUSAL, "🎲" * 10_000))
    assert query.text
    assert query.text.endswith("…")


async def test_the_press_is_answered_after_the_decision(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    message = desk.message(await desk.post(ana, board()))
    gate = desk.door.holds("roll")
    query = desk.telegram.presses(ana, message, "Roll")
    await desk.telegram.until(lambda: desk.door.requests)
    await asyncio.sleep(0.05)
    assert query.answers == 0
    gate.set()
    await settled(desk)
    assert query.answers == 1


async def test_other_buttons_are_shown_in_place(desk: Desk) -> None:
    _, message = await press(desk, Answer(keyboard=keyboard("Double!", "Back")))
    assert labels(message) == [["Double!", "Back"]]
    assert words_of(message) == "Ana to roll"


async def test_buttons_of_an_older_board_do_not_come_back(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    ref = await desk.post(ana, board())
    desk.door.answers("roll", Answer(keyboard=keyboard("Double!", "Back", version=7)))
    gate = desk.door.holds("roll")
    desk.telegram.presses(ana, desk.message(ref), "Roll")
    await desk.telegram.until(lambda: desk.door.requests)
    await desk.edit(ref, replace(board("Bruno to play", buttons=keyboard("Undo", version=8)), version=8))
    gate.set()
    await settled(desk)
    assert labels(desk.message(ref)) == [["Undo"]]


async def test_buttons_for_a_message_that_is_gone_or_has_them_do_no_harm(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    query, message = await press(desk, Answer(keyboard=keyboard("Roll")))
    assert (query.answers, labels(message)) == (1, [["Roll"]])
    desk.telegram.delete(message)
    again = desk.telegram.presses(message["chat"]["id"], message, "Roll")
    await settled(desk)
    assert again.answers == 1
    assert caplog.text == ""


async def test_what_was_asked_for_by_a_button_is_a_message(desk: Desk) -> None:
    club = desk.telegram.group("Club")
    query, _ = await press(desk, answer(INFO, "Pips: Ana 167, Bruno 167"), club)
    assert (query.answers, query.text) == (1, None)
    told = desk.telegram.messages(club)[-1]
    assert words_of(told) == "Pips: Ana 167, Bruno 167"
    assert "reply_to_message" not in told


async def test_a_stale_press_is_no_trouble(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    ana = desk.telegram.user("Ana")
    message = desk.message(await desk.post(ana, board()))
    desk.door.answers("roll", answer(TOAST, "too late"))
    query = desk.telegram.presses(ana, message, "Roll", valid_seconds=-1.0)
    await settled(desk)
    assert (query.answers, desk.door.presses()[0].verb) == (0, "roll")
    assert len(desk.telegram.calls_of("answerCallbackQuery")) == 1
    assert caplog.text == ""


async def test_a_press_that_certainly_was_not_answered_is_answered_again(desk: Desk) -> None:
    desk.telegram.fail("answerCallbackQuery", bad_gateway())
    query, _ = await press(desk, answer(TOAST, "2 to play"))
    assert (query.answers, query.text) == (1, "2 to play")


async def test_a_press_whose_answer_is_in_doubt_is_not_answered_twice(desk: Desk) -> None:
    desk.telegram.drop("answerCallbackQuery", after=True)
    query, _ = await press(desk, answer(TOAST, "2 to play"))
    assert query.answers == 1
    assert len(desk.telegram.calls_of("answerCallbackQuery")) == 1


async def test_a_press_answered_in_vain_twice_is_given_up(desk: Desk) -> None:
    desk.telegram.fail("answerCallbackQuery", bad_gateway(), times=5)
    query, _ = await press(desk, NOTHING)
    assert query.answers == 0
    assert len(desk.telegram.calls_of("answerCallbackQuery")) == 2


# -- refusals -------------------------------------------------------------------------------------


async def refused(desk: Desk, user: int, chat: int, words: str, *, topic: int | None = None) -> Json:
    """Have somebody type something that is refused; return what was typed."""
    desk.door.answers("move", answer(REFUSAL, words))
    typed = desk.telegram.types(user, "/move 13/9", chat, topic=topic)
    await settled(desk)
    return typed


async def test_in_private_every_refusal_is_an_answer(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    for words in ("13/9 is a 4", "13/10 is a 3"):
        await refused(desk, ana, ana, words)
    assert [words_of(message) for message in desk.telegram.messages(ana)] == ["13/9 is a 4", "13/10 is a 3"]
    assert "reply_to_message" not in desk.telegram.messages(ana)[0]


async def test_in_a_group_the_next_refusal_edits_the_first(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    typed = await refused(desk, ana, club, "13/9 is a 4")
    await refused(desk, ana, club, "13/10 is a 3")
    await refused(desk, ana, club, "13/10 is a 3")
    (message,) = desk.telegram.messages(club)
    assert words_of(message) == "13/10 is a 3"
    assert message["reply_to_message"]["message_id"] == typed["message_id"]
    assert message["silent"] is True


async def test_each_player_and_each_topic_has_a_refusal_of_its_own(desk: Desk) -> None:
    ana, bruno = desk.telegram.user("Ana"), desk.telegram.user("Bruno")
    club = desk.telegram.group("Club", forum=True)
    topic = desk.telegram.topic(club, 55)
    await refused(desk, ana, club, "for Ana")
    await refused(desk, bruno, club, "for Bruno")
    await refused(desk, ana, club, "for Ana, in the topic", topic=topic)
    told = desk.telegram.messages(club)
    assert [words_of(message) for message in told] == ["for Ana", "for Bruno", "for Ana, in the topic"]
    assert [message.get("message_thread_id") for message in told] == [None, None, 55]


async def test_a_new_board_takes_the_refusals_of_its_channel_away(desk: Desk) -> None:
    ana, bruno = desk.telegram.user("Ana"), desk.telegram.user("Bruno")
    club = desk.telegram.group("Club", forum=True)
    topic = desk.telegram.topic(club, 55)
    await refused(desk, ana, club, "for Ana")
    await refused(desk, bruno, club, "for Bruno")
    await refused(desk, ana, club, "in the topic", topic=topic)
    await desk.post(club, board("Bruno to roll"))
    await settled(desk)
    assert [words_of(message) for message in desk.telegram.messages(club)] == [
        "in the topic",
        "Bruno to roll",
    ]
    await refused(desk, ana, club, "a new one")
    assert words_of(desk.telegram.messages(club)[-1]) == "a new one"


async def test_an_edited_board_leaves_the_refusals(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    ref = await desk.post(club, board())
    await refused(desk, ana, club, "13/9 is a 4")
    await desk.edit(ref, board("Ana to play 3-1"))
    assert words_of(desk.telegram.messages(club)[-1]) == "13/9 is a 4"


async def test_a_refusal_that_an_admin_deleted_is_sent_anew(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    await refused(desk, ana, club, "13/9 is a 4")
    desk.telegram.delete(desk.telegram.messages(club)[0])
    await refused(desk, ana, club, "13/10 is a 3")
    assert [words_of(message) for message in desk.telegram.messages(club)] == ["13/10 is a 3"]
    desk.telegram.delete(desk.telegram.messages(club)[0])
    await desk.post(club, board())
    await settled(desk)
    assert len(desk.telegram.messages(club)) == 1


async def test_a_refusal_too_old_to_delete_stays(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    await refused(desk, ana, club, "13/9 is a 4")
    desk.telegram.age(desk.telegram.messages(club)[0], 49 * 3600)
    await desk.post(club, board())
    await settled(desk)
    assert len(desk.telegram.messages(club)) == 2
    assert caplog.text == ""


async def test_a_refusal_that_waited_until_the_next_board_is_not_shown_any_more(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    desk.door.answers("move", answer(REFUSAL, "13/9 is a 4"))
    desk.telegram.fail("sendMessage", too_many_requests(0.3))
    desk.telegram.types(ana, "/move 13/9", club)
    await desk.telegram.until(lambda: desk.telegram.calls_of("sendMessage"))
    await desk.post(club, board())
    await settled(desk)
    assert len(desk.telegram.calls_of("sendMessage")) == 1
    assert [words_of(message) for message in desk.telegram.messages(club)] == ["Ana to roll"]


async def test_an_edited_message_is_another_try_if_the_first_was_refused(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    typed = await refused(desk, ana, club, "13/9 is a 4")
    desk.door.answers("move", NOTHING)
    desk.telegram.edits(typed, "/move 13/10 6/5")
    await desk.telegram.until(lambda: len(desk.door.requests) == 2)
    first, second = desk.door.requests
    assert (second.id, second.text) == (first.id, "/move 13/10 6/5")


async def test_an_edited_message_is_nothing_if_the_first_was_carried_out(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    typed = await refused(desk, ana, ana, "13/9 is a 4")
    desk.door.answers("move", NOTHING)
    desk.telegram.edits(typed, "/move 13/10 6/5")
    await settled(desk)
    desk.telegram.edits(typed, "/move 8/5 6/5")
    desk.telegram.edits(desk.telegram.types(ana, "/roll"), "/resign")
    await settled(desk)
    assert desk.door.texts() == ["/move 13/9", "/move 13/10 6/5", "/roll"]


# -- what was asked for ---------------------------------------------------------------------------


async def asked(desk: Desk, told: Answer, chat: int = 0, *, topic: int | None = None) -> list[Json]:
    """Have Ana ask for something; return what she is told."""
    ana = desk.telegram.user("Ana")
    desk.door.answers("ask", told)
    desk.telegram.types(ana, "/ask", chat or ana, topic=topic)
    await settled(desk)
    return desk.telegram.messages(chat or ana)


@pytest.mark.parametrize("kind", [INFO, TOAST])
async def test_words_are_a_reply_in_a_group(desk: Desk, kind: AnswerKind) -> None:
    club = desk.telegram.group("Club", forum=True)
    topic = desk.telegram.topic(club, 55)
    (told,) = await asked(desk, answer(kind, "Ana 2–1 Bruno"), club, topic=topic)
    assert words_of(told) == "Ana 2–1 Bruno"
    assert told["reply_to_message"]["text"] == "/ask"
    assert told["message_thread_id"] == 55


async def test_words_have_buttons(desk: Desk) -> None:
    (told,) = await asked(desk, answer(INFO, "Hello", keyboard=keyboard("Play", "Learn")))
    assert labels(told) == [["Play", "Learn"]]


async def test_a_reply_to_a_message_that_was_deleted_is_still_told(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    desk.door.answers("ask", answer(INFO, "Ana 2–1 Bruno"))
    gate = desk.door.holds("ask")
    typed = desk.telegram.types(ana, "/ask", club)
    await desk.telegram.until(lambda: desk.door.requests)
    desk.telegram.delete(typed)
    gate.set()
    await settled(desk)
    assert words_of(desk.telegram.messages(club)[0]) == "Ana 2–1 Bruno"


async def test_long_words_are_several_messages(desk: Desk) -> None:
    told = await asked(desk, answer(INFO, *(["word " * 200] * 10), keyboard=keyboard("Learn")))
    assert len(told) == 3
    assert " ".join(map(words_of, told)).split() == ["word"] * 2000
    assert [labels(message) for message in told] == [[], [], [["Learn"]]]


async def test_endless_words_end_somewhere(desk: Desk) -> None:
    assert len(await asked(desk, answer(INFO, "word " * 20_000))) == 4


async def test_a_picture_has_the_words_below(desk: Desk) -> None:
    (told,) = await asked(desk, answer(INFO, "The position", picture=VIEW, keyboard=keyboard("Learn")))
    assert desk.telegram.picture(told) == await desk.painter.png(VIEW)
    assert (words_of(told), labels(told)) == ("The position", [["Learn"]])


async def test_a_picture_with_many_words_has_them_in_the_next_message(desk: Desk) -> None:
    picture, words = await asked(desk, answer(INFO, "x" * 2000, picture=VIEW))
    assert (words_of(picture), words_of(words)) == ("", "x" * 2000)


async def test_a_file_has_the_words_below(desk: Desk) -> None:
    (told,) = await asked(desk, answer(INFO, "The match", attachment=Attachment("match.mat", b"; [Site]")))
    assert desk.telegram.state.files[told["document"]["file_id"]] == b"; [Site]"
    assert words_of(told) == "The match"


async def test_a_film_has_the_words_below_and_is_named(desk: Desk) -> None:
    film = Animation("match-7-game-2", (Frame(VIEW, 1000),))
    (told,) = await asked(desk, answer(INFO, "Ana wins", animation=film, keyboard=keyboard("Learn")))
    assert desk.telegram.state.files[told["animation"]["file_id"]] == await desk.painter.animation(film)
    assert (words_of(told), labels(told)) == ("Ana wins", [["Learn"]])
    assert desk.telegram.calls_of("sendAnimation")[0].parameters["caption"] == "Ana wins"


async def test_a_film_that_a_button_asked_for_is_a_message_of_its_own(desk: Desk) -> None:
    club = desk.telegram.group("Club")
    told = answer(INFO, "Ana wins", animation=Animation("match-7-game-2", (Frame(VIEW, 1000),)))
    query, board_message = await press(desk, told, club)
    assert (query.answers, query.text) == (1, None)
    assert labels(board_message) == [["Roll"]]
    assert "animation" in desk.telegram.messages(club)[-1]


async def test_a_picture_a_film_and_a_file_are_three_messages(desk: Desk) -> None:
    film, file = Animation("film", (Frame(VIEW, 1000),)), Attachment("match.mat", b"x")
    told = await asked(desk, answer(INFO, "All", picture=VIEW, animation=film, attachment=file))
    kinds = [next(kind for kind in ("photo", "animation", "document") if kind in message) for message in told]
    assert kinds == ["photo", "animation", "document"]
    assert [words_of(message) for message in told] == ["", "", "All"]


async def test_a_picture_and_a_file_are_two_messages(desk: Desk) -> None:
    told = await asked(desk, answer(INFO, "Both", picture=VIEW, attachment=Attachment("match.mat", b"x")))
    assert [("photo" in message, words_of(message)) for message in told] == [(True, ""), (False, "Both")]


async def test_a_board_in_text_stands_in_a_block(desk: Desk) -> None:
    (told,) = await asked(desk, answer(INFO, "Ana to roll", text_board=VIEW))
    assert entities_of(told, "pre") == [text_board(VIEW).rstrip()]


async def test_nothing_to_say_is_no_message(desk: Desk) -> None:
    assert await asked(desk, Answer(INFO)) == []
    club = desk.telegram.group("Club")
    assert await asked(desk, Answer(REFUSAL), club) == []


async def test_words_of_others_neither_ring_nor_mark_up(desk: Desk) -> None:
    name = "<b>@bruno_costa</b> t.me/x"
    (told,) = await asked(
        desk, Answer(INFO, (("You typed <i>@bruno_costa</i>; ", Mention(PlayerRef("telegram", "7"), name)),))
    )
    assert words_of(told).replace("\u2060", "") == f"You typed <i>@bruno_costa</i>; {name}"
    assert (pinged(told), told["entities"]) == ([], [])


# -- what goes wrong ------------------------------------------------------------------------------


async def test_an_answer_waits_exactly_as_long_as_telegram_asks(desk: Desk) -> None:
    desk.telegram.fail("sendMessage", too_many_requests(0.3))
    (told,) = await asked(desk, answer(INFO, "Ana 2–1 Bruno"))
    assert words_of(told) == "Ana 2–1 Bruno"
    first, second = desk.telegram.calls_of("sendMessage")
    assert 0.3 <= second.at - first.at < 5.0


@pytest.mark.parametrize(
    "error",
    [ApiError(403, "Forbidden: bot was blocked by the user"), bad_request("chat not found"), bad_gateway()],
)
async def test_an_answer_that_cannot_be_delivered_is_given_up(
    desk: Desk, error: ApiError, caplog: pytest.LogCaptureFixture
) -> None:
    desk.telegram.fail("sendMessage", error)
    assert await asked(desk, answer(INFO, "Ana 2–1 Bruno")) == []
    assert "ERROR" not in caplog.text


async def test_an_answer_follows_a_chat_to_its_new_id(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club", kind="group")
    desk.door.answers("ask", answer(INFO, "Ana 2–1 Bruno"))
    gate = desk.door.holds("ask")
    desk.telegram.types(ana, "/ask", club)
    await desk.telegram.until(lambda: desk.door.requests)
    desk.telegram.migrate(club, -100777)
    gate.set()
    await settled(desk)
    assert [words_of(message) for message in desk.telegram.messages(-100777)] == ["Ana 2–1 Bruno"]
    assert desk.door.moves[0] == ("telegram", str(club), "-100777")
