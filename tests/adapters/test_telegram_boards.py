"""Boards go out as photos with captions, and each thing that can go wrong has its meaning."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from bot.app.ports import Blocked, DeliveryError, Gone, Migrated, NotDelivered, RetryAfter, Unknown
from bot.app.records import MessageRef
from bot.app.replies import Code, Mention
from bot.app.requests import PlayerRef
from renderers.board_view import MoveView
from renderers.text import text_board
from tests.helpers.telegram_desk import VIEW, Desk, board, keyboard, open_desk, view_in
from tests.helpers.telegram_server.looks import entities_of, labels, pinged, words_of
from tests.helpers.telegram_server.wire import (
    ApiError,
    Fault,
    bad_gateway,
    bad_request,
    too_many_requests,
)

OTHER_VIEW = replace(VIEW, dice=(6, 5))
GHOSTS = replace(VIEW, tentative=(MoveView(8, 5),))
MORE_GHOSTS = replace(VIEW, tentative=(MoveView(8, 5), MoveView(6, 5)))
LONG = "x" * 10_000


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


# -- posting --------------------------------------------------------------------------------------


async def test_a_board_is_a_photo_with_words_and_buttons(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    words = (("Ana 3-1: ", Code("8/5 6/5")), (Mention(PlayerRef("telegram", str(ana)), "Ana", ping=True),))
    message = desk.message(await desk.post(ana, replace(board(), words=words)))
    assert words_of(message) == "Ana 3-1: 8/5 6/5\nAna"
    assert entities_of(message, "code") == ["8/5 6/5"]
    assert pinged(message) == ["Ana"]
    assert labels(message) == [["Roll"]]
    assert desk.telegram.picture(message) == await desk.painter.png(VIEW)
    assert "silent" not in message


async def test_a_silent_board_notifies_nobody(desk: Desk) -> None:
    message = desk.message(await desk.post(desk.telegram.user("Ana"), board(silent=True)))
    assert message["silent"] is True


async def test_a_card_without_a_picture_is_text(desk: Desk) -> None:
    message = desk.message(
        await desk.post(desk.telegram.group("Club"), board("Ana challenges Bruno", view=None))
    )
    assert message["text"] == "Ana challenges Bruno"
    assert "photo" not in message


async def test_a_board_goes_to_its_topic(desk: Desk) -> None:
    club = desk.telegram.group("Club", forum=True)
    topic = desk.telegram.topic(club, 55)
    message = desk.message(await desk.post(club, board(), str(topic)))
    assert message["message_thread_id"] == 55


async def test_a_picture_is_uploaded_once_and_named_afterwards(desk: Desk) -> None:
    ana, bruno = desk.telegram.user("Ana"), desk.telegram.user("Bruno")
    first, second = desk.message(await desk.post(ana, board())), desk.message(await desk.post(bruno, board()))
    assert first["photo"] == second["photo"]
    assert len(desk.telegram.state.files) == 1
    assert desk.painter.painted.count(VIEW) == 2


async def test_a_file_id_that_telegram_forgot_is_uploaded_again(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    await desk.post(ana, board())
    desk.telegram.forget_files()
    assert desk.telegram.picture(desk.message(await desk.post(ana, board())))


async def test_an_edit_by_a_file_id_that_telegram_forgot_is_uploaded_again(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    await desk.post(ana, board(view=OTHER_VIEW))
    ref = await desk.post(ana, board())
    desk.telegram.forget_files()
    await desk.edit(ref, board(view=OTHER_VIEW))
    assert desk.telegram.picture(desk.message(ref)) == await desk.painter.png(OTHER_VIEW)


@pytest.mark.parametrize("view", [VIEW, None])
async def test_words_of_any_length_are_delivered(desk: Desk, view: None) -> None:
    ana = desk.telegram.user("Ana")
    ref = await desk.post(ana, board("Ana 0–0 Bruno", LONG, "Ana to roll", view=view))
    assert words_of(desk.message(ref)).split("\n")[::2] == ["Ana 0–0 Bruno", "Ana to roll"]
    await desk.edit(ref, board(LONG, "Bruno to roll", view=view))
    assert words_of(desk.message(ref)).endswith("…\nBruno to roll")


async def test_a_board_without_any_words_is_delivered(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    assert words_of(desk.message(await desk.post(ana, board("")))) == ""
    assert words_of(desk.message(await desk.post(ana, board("", view=None)))) != ""


async def test_where_pictures_are_forbidden_the_board_is_text(desk: Desk) -> None:
    club = desk.telegram.group("Club")
    desk.telegram.state.pictureless.add(club)
    ref = await desk.post(club, board("Ana to roll"))
    message = desk.message(ref)
    assert words_of(message) == f"Ana to roll\n{text_board(VIEW)}"
    assert entities_of(message, "pre") == [text_board(VIEW)]
    await desk.edit(ref, board("Bruno to roll", view=OTHER_VIEW))
    assert words_of(message) == f"Bruno to roll\n{text_board(OTHER_VIEW)}"


async def test_after_a_restart_a_board_of_text_is_still_edited_as_text(desk: Desk) -> None:
    club = desk.telegram.group("Club")
    desk.telegram.state.pictureless.add(club)
    ref = await desk.post(club, board())
    await forget_everything(desk)
    await desk.edit(ref, board("Bruno to roll", view=OTHER_VIEW))
    assert words_of(desk.message(ref)) == f"Bruno to roll\n{text_board(OTHER_VIEW)}"


# -- editing --------------------------------------------------------------------------------------


async def test_another_picture_replaces_the_old_one(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    ref = await desk.post(ana, board())
    await desk.edit(ref, board("Ana rolled 6-5", view=OTHER_VIEW, buttons=keyboard("Undo", "Confirm")))
    message = desk.message(ref)
    assert desk.telegram.picture(message) == await desk.painter.png(OTHER_VIEW)
    assert words_of(message) == "Ana rolled 6-5"
    assert labels(message) == [["Undo", "Confirm"]]


async def test_the_same_picture_is_not_sent_again(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board())
    await desk.edit(ref, board("Ana to roll or double"))
    assert desk.telegram.calls_of("editMessageMedia") == []
    assert words_of(desk.message(ref)) == "Ana to roll or double"


async def test_a_growing_play_changes_words_and_buttons_but_not_the_picture(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board())
    picture = desk.message(ref)["photo"]
    await desk.edit(ref, board("8/5, 1 to play", view=GHOSTS, partial=True, buttons=keyboard("Undo")))
    assert desk.message(ref)["photo"] == picture
    assert words_of(desk.message(ref)) == "8/5, 1 to play"
    await desk.edit(ref, board("8/5 6/5: confirm?", view=MORE_GHOSTS))
    assert desk.telegram.picture(desk.message(ref)) == await desk.painter.png(MORE_GHOSTS)


@pytest.mark.parametrize("shown", [MORE_GHOSTS, OTHER_VIEW])
async def test_a_play_taken_back_and_another_roll_are_drawn(desk: Desk, shown: None) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board(view=shown))
    await desk.edit(ref, board("8/5, 1 to play", view=GHOSTS, partial=True))
    assert desk.telegram.picture(desk.message(ref)) == await desk.painter.png(GHOSTS)


async def test_a_card_is_edited_as_text(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.group("Club"), board("to 3", view=None))
    await desk.edit(ref, board("to 5", view=None))
    assert desk.message(ref)["text"] == "to 5"


async def test_an_edit_that_changes_nothing_is_fine(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    for view in (VIEW, None):
        ref = await desk.post(ana, board(view=view))
        await desk.edit(ref, board(view=view))
        await desk.close(ref)
        await desk.close(ref)


async def test_after_a_restart_boards_and_cards_are_edited(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    photo, card = await desk.post(ana, board()), await desk.post(ana, board("to 3", view=None))
    await forget_everything(desk)
    await desk.edit(photo, board("8/5, 1 to play", view=GHOSTS, partial=True))
    await desk.edit(card, board("to 5", view=None))
    assert words_of(desk.message(photo)) == "8/5, 1 to play"
    assert desk.telegram.picture(desk.message(photo)) == await desk.painter.png(GHOSTS)
    assert words_of(desk.message(card)) == "to 5"


async def test_a_board_that_lost_its_picture_is_edited_by_its_caption(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    photo = await desk.post(ana, board())
    await desk.edit(photo, board("The match is over", view=None))
    await forget_everything(desk)
    await desk.edit(photo, board("The match is over: Ana", view=None))
    assert words_of(desk.message(photo)) == "The match is over: Ana"


async def test_closing_takes_the_buttons(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board("Ana to roll"))
    await desk.close(ref)
    assert labels(desk.message(ref)) == []
    assert words_of(desk.message(ref)) == "Ana to roll"


async def test_closing_may_show_a_last_board(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board("Ana to roll"))
    await desk.close(ref, board("🏁 Ana wins", view=OTHER_VIEW))
    message = desk.message(ref)
    assert (words_of(message), labels(message)) == ("🏁 Ana wins", [])
    assert desk.telegram.picture(message) == await desk.painter.png(OTHER_VIEW)


async def test_what_is_gone_needs_no_closing(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board())
    desk.telegram.delete(desk.message(ref))
    await desk.close(ref)
    await desk.close(ref, board("🏁 Ana wins"))


# -- what goes wrong ------------------------------------------------------------------------------

FAULTS: list[tuple[ApiError, type[DeliveryError]]] = [
    (ApiError(403, "Forbidden: bot was blocked by the user"), Blocked),
    (ApiError(403, "Forbidden: user is deactivated"), Blocked),
    (ApiError(403, "Forbidden: bot was kicked from the group chat"), Blocked),
    (ApiError(403, "Forbidden: bot is not a member of the supergroup chat"), Blocked),
    (bad_request("chat not found"), Blocked),
    (bad_request("not enough rights to send text messages to the chat"), Blocked),
    (bad_request("have no rights to send a message"), Blocked),
    (bad_request("CHAT_WRITE_FORBIDDEN"), Blocked),
    (bad_request("message thread not found"), Blocked),
    (bad_request("TOPIC_CLOSED"), Blocked),
    (ApiError(400, "Bad Request: group chat was upgraded", migrate_to_chat_id=-100555), Migrated),
    (too_many_requests(100), RetryAfter),
    (bad_gateway(), NotDelivered),
    (ApiError(500, "Internal Server Error: restart"), NotDelivered),
    (ApiError(504, "Gateway Timeout"), NotDelivered),
    (ApiError(401, "Unauthorized"), NotDelivered),
]


@pytest.mark.parametrize("method", ["sendPhoto", "editMessageMedia", "editMessageReplyMarkup"])
async def test_each_error_has_its_meaning(desk: Desk, method: str) -> None:
    meanings = {}
    for error, _ in FAULTS:
        ref = await desk.post(desk.telegram.user("Ana"), board())
        desk.telegram.faults = [Fault(method, error, times=9)]
        with pytest.raises(DeliveryError) as caught:
            await attempt(desk, method, ref)
        desk.telegram.faults = []
        meanings[error.description] = type(caught.value)
    assert meanings == {error.description: meaning for error, meaning in FAULTS}


async def test_a_board_refused_for_a_reason_unknown_goes_out_as_text(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    desk.telegram.fail("sendPhoto", bad_request("PHOTO_OF_A_KIND_NOBODY_HAS_HEARD_OF"))
    message = desk.message(await desk.post(ana, board("Ana to roll")))
    assert words_of(message) == f"Ana to roll\n{text_board(VIEW)}"


async def test_an_edit_refused_for_a_reason_unknown_is_not_repeated(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board())
    desk.telegram.fail("editMessageMedia", bad_request("PHOTO_OF_A_KIND_NOBODY_HAS_HEARD_OF"))
    with pytest.raises(Gone):
        await desk.edit(ref, board(view=OTHER_VIEW))


async def attempt(desk: Desk, method: str, ref: MessageRef) -> None:
    """Do what calls a method of the Bot API."""
    match method:
        case "sendPhoto":
            await desk.post(int(ref.chat), board())
        case "editMessageMedia":
            await desk.edit(ref, board(view=OTHER_VIEW))
        case _:
            await desk.close(ref)


async def test_the_exact_wait_and_the_new_chat_are_told(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    desk.telegram.fail("sendPhoto", ApiError(400, "Bad Request: upgraded", migrate_to_chat_id=-100555))
    with pytest.raises(Migrated) as moved:
        await desk.post(ana, board())
    assert moved.value.new_chat == "-100555"
    assert desk.door.moves == [("telegram", str(ana), "-100555")]
    desk.telegram.fail("sendPhoto", too_many_requests(17))
    with pytest.raises(RetryAfter) as told:
        await desk.post(ana, board())
    assert told.value.seconds == 17


@pytest.mark.parametrize(
    "error", ["message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID"]
)
async def test_a_message_that_cannot_be_edited_is_gone(desk: Desk, error: str) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board())
    desk.telegram.fail("editMessageCaption", bad_request(error))
    with pytest.raises(Gone):
        await desk.edit(ref, board("Bruno to roll"))


async def test_a_deleted_or_frozen_board_is_gone(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    deleted, frozen = await desk.post(ana, board()), await desk.post(ana, board())
    desk.telegram.delete(desk.message(deleted))
    desk.telegram.freeze(desk.message(frozen))
    for ref in (deleted, frozen):
        with pytest.raises(Gone):
            await desk.edit(ref, board(view=OTHER_VIEW))


async def test_a_message_of_the_chat_before_it_migrated_is_gone(desk: Desk) -> None:
    club = desk.telegram.group("Club")
    ref = await desk.post(club, board())
    moved = MessageRef("-99", ref.message)
    with pytest.raises(Gone):
        await desk.adapter.edit(view_in(club), moved, board("Bruno to roll"))
    await desk.adapter.close(view_in(club), moved, None)
    assert labels(desk.message(ref)) == [["Roll"]]


@pytest.mark.parametrize(
    "close_off",
    [
        lambda desk, club: desk.telegram.block(club),
        lambda desk, club: desk.telegram.state.chats.pop(club),
        lambda desk, club: desk.telegram.state.wordless.add(club),
        lambda desk, club: desk.telegram.state.topics.clear(),
        lambda desk, club: desk.telegram.state.closed_topics.add((club, 55)),
    ],
    ids=["kicked", "unknown", "no rights", "topic deleted", "topic closed"],
)
async def test_a_channel_out_of_reach_is_blocked(
    desk: Desk, close_off: Callable[[Desk, int], object]
) -> None:
    club = desk.telegram.group("Club", forum=True)
    desk.telegram.topic(club, 55)
    await desk.post(club, board(), "55")
    close_off(desk, club)
    with pytest.raises(Blocked):
        await desk.post(club, board(), "55")


async def test_a_dropped_connection_leaves_a_post_in_doubt(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    for after in (False, True):
        desk.telegram.drop("sendPhoto", after=after)
        with pytest.raises(Unknown):
            await desk.post(ana, board())
    assert len(desk.telegram.boards(ana)) == 1


async def test_a_late_answer_leaves_a_post_in_doubt() -> None:
    async with open_desk(read_timeout_seconds=0.1) as desk:
        ana = desk.telegram.user("Ana")
        desk.telegram.delay("sendPhoto", 0.3)
        with pytest.raises(Unknown):
            await desk.post(ana, board())
        await desk.telegram.until(lambda: desk.telegram.boards(ana))


async def test_an_edit_is_never_in_doubt_for_it_can_be_repeated(desk: Desk) -> None:
    ref = await desk.post(desk.telegram.user("Ana"), board())
    desk.telegram.drop("editMessageCaption", after=True)
    with pytest.raises(NotDelivered):
        await desk.edit(ref, board("Bruno to roll"))
    await desk.edit(ref, board("Bruno to roll"))
    assert words_of(desk.message(ref)) == "Bruno to roll"


async def test_a_refused_connection_is_certainly_not_delivered(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    await desk.telegram.stop()
    with pytest.raises(NotDelivered):
        await desk.post(ana, board())
    await desk.telegram.start()
    await desk.post(ana, board())
    assert len(desk.telegram.boards(ana)) == 1


async def test_nothing_is_delivered_before_the_bot_is_connected() -> None:
    async with open_desk(start=False) as desk:
        with pytest.raises(NotDelivered):
            await desk.post(desk.telegram.user("Ana"), board())


async def test_a_board_can_still_be_posted_between_stop_and_disconnect(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    await desk.adapter.stop()
    await desk.post(ana, board())
    await desk.adapter.disconnect()
    with pytest.raises(NotDelivered):
        await desk.post(ana, board())
    assert len(desk.telegram.boards(ana)) == 1


async def test_a_board_in_text_that_does_not_fit_below_the_words_is_left_out(desk: Desk) -> None:
    club = desk.telegram.group("Club")
    desk.telegram.state.pictureless.add(club)
    message = desk.message(await desk.post(club, board("x" * 4000, "Ana to roll")))
    assert words_of(message) == f"{'x' * 4000}\nAna to roll"
    assert entities_of(message, "pre") == []


async def forget_everything(desk: Desk) -> None:
    """Replace the adapter by a new one, as a restart does."""
    await desk.adapter.stop()
    await desk.adapter.disconnect()
    desk.adapter = desk.another_adapter()
    await desk.adapter.start()
