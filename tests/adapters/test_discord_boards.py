"""Boards go out as messages with a picture, and each thing that can go wrong has its meaning."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.adapters.discord import boards
from bot.adapters.discord.boards import EDITABLE_FOR, age_of, nonce_of
from bot.app.ports import Blocked, DeliveryError, Gone, NotDelivered, RetryAfter
from bot.app.records import MessageRef
from bot.app.replies import Code, Mention
from bot.app.requests import PlayerRef
from renderers.board_view import MoveView
from renderers.text import text_board
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.looks import alt_text, is_silent, labels, rung, words_of
from tests.helpers.discord_server.wire import (
    ApiError,
    Json,
    missing_access,
    missing_permissions,
    too_many_requests,
    unavailable,
    unknown,
)
from tests.helpers.telegram_desk import VIEW, board, keyboard

OTHER_VIEW = replace(VIEW, dice=(6, 5))
GHOSTS = replace(VIEW, tentative=(MoveView(8, 5),))
LONG = "x" * 10_000
EDITS = r"^/channels/\d+/messages/\d+$"
POSTS = r"^/channels/\d+/messages$"


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


def words(desk: Desk, ref: MessageRef) -> str:
    return words_of(desk.message(ref), desk.discord.state.users)


def edits(desk: Desk) -> list[Json]:
    """Return what was sent to edit messages, oldest first."""
    return [call.payload for call in desk.discord.calls_of("PATCH", "/channels/")]


# -- posting --------------------------------------------------------------------------------------


async def test_a_board_is_a_picture_with_words_and_buttons(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    told = (("Ana 3-1: ", Code("8/5* 6/5")), (Mention(PlayerRef("discord", str(ana)), "Ana", ping=True),))
    ref = await desk.post(club, replace(board(), words=told, alt_text="Ana to play 3-1."))
    message = desk.message(ref)
    assert ref == MessageRef(str(club), message["id"])
    assert words(desk, ref) == "Ana 3-1: `8/5* 6/5`\nAna"
    assert labels(message) == [["Roll"]]
    assert desk.discord.picture(message) == await desk.painter.png(VIEW)
    assert message["attachments"][0]["filename"] == "board.png"
    assert alt_text(message) == "Ana to play 3-1."
    assert rung(message) == [ana]
    assert not is_silent(message)


async def test_a_silent_board_notifies_nobody(desk: Desk) -> None:
    assert is_silent(desk.message(await desk.post(desk.discord.channel("club"), board(silent=True))))


async def test_only_who_is_called_is_rung(desk: Desk) -> None:
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    told = (
        (Mention(PlayerRef("discord", str(ana)), "Ana"), " rolled 3-1"),
        (Mention(PlayerRef("discord", str(bruno)), "Bruno", ping=True), " @everyone @here <@&1>"),
    )
    ref = await desk.post(club, replace(board(), words=told))
    message = desk.message(ref)
    assert rung(message) == [bruno]
    assert message["allowed_mentions"]["parse"] == []
    assert words(desk, ref) == "Ana rolled 3-1\nBruno @everyone @here <@&1>"


async def test_a_person_of_another_platform_is_named_and_not_rung(desk: Desk) -> None:
    told = ((Mention(PlayerRef("telegram", "777"), "*Carla*", ping=True), " rolls"),)
    ref = await desk.post(desk.discord.channel("club"), replace(board(), words=told))
    assert words(desk, ref) == "*Carla* rolls"
    assert rung(desk.message(ref)) == []


async def test_an_edit_marks_who_is_called_and_nobody_else(desk: Desk) -> None:
    """It notifies nobody; that is Discord's own rule."""
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    ref = await desk.post(club, board())
    told = (
        (Mention(PlayerRef("discord", str(bruno)), "Bruno"), " rolled"),
        (Mention(PlayerRef("discord", str(ana)), "Ana", ping=True),),
    )
    await desk.edit(ref, replace(board(), words=told))
    assert rung(desk.message(ref)) == [ana]


async def test_a_card_without_a_picture_is_words(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board("Ana challenges Bruno", view=None))
    assert words(desk, ref) == "Ana challenges Bruno"
    assert desk.message(ref)["attachments"] == []


async def test_a_board_goes_to_its_thread_and_to_a_private_chat(desk: Desk) -> None:
    thread = desk.discord.thread("ana-bruno", desk.discord.channel("club"))
    chat = desk.discord.private_chat(desk.discord.user("Ana"))
    for place in (thread, chat):
        assert desk.message(await desk.post(place, board()))["channel_id"] == str(place)


@pytest.mark.parametrize("view", [VIEW, None])
async def test_words_of_any_length_are_delivered(desk: Desk, view: None) -> None:
    club = desk.discord.channel("club")
    ref = await desk.post(club, board("Ana 0–0 Bruno", LONG, "Ana to roll", view=view))
    assert words(desk, ref).split("\n")[::2] == ["Ana 0–0 Bruno", "Ana to roll"]
    await desk.edit(ref, board(LONG, "Bruno to roll", view=view))
    assert words(desk, ref).endswith("…\nBruno to roll")


async def test_a_description_of_any_length_is_delivered(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board(alt_text=LONG))
    assert len(alt_text(desk.message(ref))) == 1024


async def test_a_board_without_any_words_is_delivered(desk: Desk) -> None:
    for view in (VIEW, None):
        assert await desk.post(desk.discord.channel("club"), board("", view=view, buttons=()))


async def test_a_post_that_comes_again_is_the_same_message(desk: Desk) -> None:
    """Discord knows it by its nonce: after a lost answer, and after a kill."""
    club = desk.discord.channel("club")
    first = await desk.post(club, board(), wanted=7)
    assert await desk.post(club, board(), wanted=7) == first
    await desk.restarts()
    assert await desk.post(club, board(), wanted=7) == first
    assert await desk.post(club, board(), wanted=8) != first
    assert len(desk.discord.messages(club)) == 2


async def test_another_database_does_not_have_its_boards_swallowed(desk: Desk) -> None:
    """Where views count from one again, it is the words that tell the boards apart."""
    club = desk.discord.channel("club")
    first = await desk.post(club, board("Ana challenges Bruno"), wanted=1)
    assert await desk.post(club, board("Carla challenges Davi"), wanted=1) != first


def test_a_nonce_is_short_however_far_a_bot_has_come(desk_of_nothing: Desk) -> None:
    view = replace(desk_of_nothing.view_in(desk_of_nothing.discord.channel("club"), 10**9), id=10**9)
    assert len(nonce_of(view, board())) <= 25


@pytest.fixture
async def desk_of_nothing() -> AsyncIterator[Desk]:
    async with open_desk(start=False) as opened:
        yield opened


# -- editing --------------------------------------------------------------------------------------


async def test_another_picture_replaces_the_old_one(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    await desk.edit(ref, board("Ana rolled 6-5", view=OTHER_VIEW, buttons=keyboard("Undo", "Confirm")))
    message = desk.message(ref)
    assert desk.discord.picture(message) == await desk.painter.png(OTHER_VIEW)
    assert len(message["attachments"]) == 1
    assert words(desk, ref) == "Ana rolled 6-5"
    assert labels(message) == [["Undo", "Confirm"]]


async def test_a_growing_play_is_drawn_at_once(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    await desk.edit(ref, board("8/5, 1 to play", view=GHOSTS, partial=True))
    assert desk.discord.picture(desk.message(ref)) == await desk.painter.png(GHOSTS)


async def test_the_same_picture_is_not_sent_again(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    await desk.edit(ref, board("Ana to roll or double"))
    assert "attachments" not in edits(desk)[-1]
    assert desk.discord.picture(desk.message(ref)) == await desk.painter.png(VIEW)
    assert words(desk, ref) == "Ana to roll or double"


async def test_after_a_restart_a_board_is_sent_whole(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    card = await desk.post(desk.discord.channel("club"), board("to 3", view=None))
    await desk.restarts()
    await desk.edit(ref, board("Ana to roll or double"))
    await desk.edit(card, board("to 5", view=None))
    assert "attachments" in edits(desk)[0]
    assert len(desk.message(ref)["attachments"]) == 1
    assert words(desk, card) == "to 5"


async def test_a_board_may_lose_its_picture(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    await desk.edit(ref, board("The match is over", view=None))
    assert desk.message(ref)["attachments"] == []


async def test_an_edit_that_changes_nothing_is_fine(desk: Desk) -> None:
    for view in (VIEW, None):
        ref = await desk.post(desk.discord.channel("club"), board(view=view))
        await desk.edit(ref, board(view=view))
        await desk.close(ref)
        await desk.close(ref)


async def test_closing_takes_the_buttons(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board("Ana to roll"))
    await desk.close(ref)
    assert labels(desk.message(ref)) == []
    assert words(desk, ref) == "Ana to roll"
    assert len(desk.message(ref)["attachments"]) == 1


async def test_closing_may_show_a_last_board(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board("Ana to roll"))
    await desk.close(ref, board("🏁 Ana wins", view=OTHER_VIEW))
    assert (words(desk, ref), labels(desk.message(ref))) == ("🏁 Ana wins", [])
    assert desk.discord.picture(desk.message(ref)) == await desk.painter.png(OTHER_VIEW)


async def test_what_is_gone_needs_no_closing(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    desk.discord.remove(desk.message(ref))
    await desk.close(ref)
    await desk.close(ref, board("🏁 Ana wins"))


# -- where pictures are forbidden -------------------------------------------------------------------


async def test_where_pictures_are_forbidden_the_board_is_text(desk: Desk) -> None:
    club = desk.discord.channel("club")
    desk.discord.deny(club, "attach_files")
    ref = await desk.post(club, board("Ana to roll"))
    assert words(desk, ref) == f"Ana to roll\n\n{text_board(VIEW)}"
    await desk.edit(ref, board("Bruno to roll", view=OTHER_VIEW))
    assert words(desk, ref) == f"Bruno to roll\n\n{text_board(OTHER_VIEW)}"
    await desk.close(ref, board("🏁 Ana wins"))
    assert words(desk, ref) == f"🏁 Ana wins\n\n{text_board(VIEW)}"


async def test_pictures_that_are_forbidden_in_the_middle_of_a_match(desk: Desk) -> None:
    club = desk.discord.channel("club")
    ref = await desk.post(club, board())
    desk.discord.deny(club, "attach_files")
    await desk.edit(ref, board("Bruno to roll", view=OTHER_VIEW))
    assert words(desk, ref) == f"Bruno to roll\n\n{text_board(OTHER_VIEW)}"
    assert desk.message(ref)["attachments"] == []


# -- what goes wrong ------------------------------------------------------------------------------

FAULTS: list[tuple[ApiError, type[DeliveryError]]] = [
    (missing_access(), Blocked),
    (missing_permissions(), Blocked),
    (unknown("Channel", 10003), Blocked),
    (unknown("Guild", 10004), Blocked),
    (ApiError(403, 50007, "Cannot send messages to this user"), Blocked),
    (ApiError(429, 0, "blocked by the gatekeeper", retry_after=0), RetryAfter),
    (ApiError(401, 0, "401: Unauthorized"), NotDelivered),
    (ApiError(403, 0, "a proxy says no"), NotDelivered),
    (ApiError(404, 0, "404: Not Found"), NotDelivered),
    (ApiError(400, 50035, "Invalid Form Body"), NotDelivered),
    (unavailable(503), NotDelivered),
]


@pytest.mark.parametrize("deed", ["post", "edit", "close"])
async def test_each_error_has_its_meaning(desk: Desk, deed: str) -> None:
    club = desk.discord.channel("club")
    ref = await desk.post(club, board())
    for error, meaning in FAULTS:
        method, path = ("POST", POSTS) if deed == "post" else ("PATCH", EDITS)
        desk.discord.faults = []
        desk.discord.fail(method, path, error, times=9, via=error.status != 429)
        with pytest.raises(DeliveryError) as caught:
            await attempt(desk, deed, ref)
        assert type(caught.value) is meaning, error


async def attempt(desk: Desk, deed: str, ref: MessageRef) -> None:
    match deed:
        case "post":
            await desk.post(int(ref.chat), board())
        case "edit":
            await desk.edit(ref, board(view=OTHER_VIEW))
        case _:
            await desk.close(ref)


@pytest.mark.parametrize(
    "error",
    [
        unknown("Message", 10008),
        ApiError(403, 50005, "Cannot edit a message authored by another user"),
        ApiError(400, 50083, "Thread is archived"),
    ],
)
async def test_a_message_that_cannot_be_edited_is_gone(desk: Desk, error: ApiError) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    desk.discord.fail("PATCH", EDITS, error)
    with pytest.raises(Gone):
        await desk.edit(ref, board("Bruno to roll"))


async def test_a_deleted_board_is_gone(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    desk.discord.remove(desk.message(ref))
    with pytest.raises(Gone):
        await desk.edit(ref, board(view=OTHER_VIEW))


async def test_a_locked_thread_is_out_of_reach_for_new_boards(desk: Desk) -> None:
    desk.discord.fail("POST", POSTS, ApiError(400, 50083, "Thread is archived"))
    with pytest.raises(Blocked):
        await desk.post(desk.discord.channel("club"), board())


async def test_a_board_older_than_an_hour_is_not_edited_but_posted_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = MessageRef(str(desk.discord.channel("club")), desk.discord.state.snowflake(age_seconds=3700))
    assert EDITABLE_FOR < age_of(old) < EDITABLE_FOR + timedelta(minutes=5)
    with pytest.raises(Gone):
        await desk.edit(old, board())
    assert edits(desk) == []


async def test_a_board_that_stays_is_edited_whatever_its_age(desk: Desk) -> None:
    """A position waits for nobody in particular, and people may vote on it for days."""
    question = replace(board("1 vote so far"), stays=True)
    ref = await desk.post(desk.discord.channel("club"), question)
    desk.discord.age(desk.message(ref), 5000)
    await desk.edit(ref, replace(question, words=(("2 votes so far",),)))
    assert words(desk, ref) == "2 votes so far"


async def test_the_last_words_of_an_old_card_are_edited_in_whatever_its_age(desk: Desk) -> None:
    """Nobody waits for them, and a new message would be one too many."""
    ref = await desk.post(desk.discord.channel("club"), board("Ana challenges Bruno", view=None))
    desk.discord.age(desk.message(ref), 5000)
    await desk.edit(ref, board("The challenge has expired", view=None, buttons=()))
    assert words(desk, ref) == "The challenge has expired"


async def test_too_many_edits_of_old_messages_are_waited_out(desk: Desk) -> None:
    desk.discord.limit_old_edits(1, 0.2)
    ref = await desk.post(desk.discord.channel("club"), board())
    desk.discord.age(desk.message(ref), 5000)
    for _ in range(3):
        await desk.close(ref)
    assert labels(desk.message(ref)) == []


async def test_where_old_messages_cannot_be_edited_at_all_the_board_is_gone(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    desk.discord.fail("PATCH", EDITS, too_many_requests(0.01, code=30046), times=5)
    with pytest.raises(Gone):
        await desk.edit(ref, board("Bruno to roll"))


# -- too many requests --------------------------------------------------------------------------------


async def test_a_short_wait_is_waited_by_the_client(desk: Desk) -> None:
    desk.discord.fail("POST", POSTS, too_many_requests(0.05))
    await desk.post(desk.discord.channel("club"), board())
    assert len(desk.discord.calls_of("POST", "/messages")) == 2


async def test_a_long_wait_is_left_to_the_outbox(desk: Desk) -> None:
    """It then shows the newest board."""
    desk.discord.fail("POST", POSTS, too_many_requests(47))
    with pytest.raises(RetryAfter) as told:
        await desk.post(desk.discord.channel("club"), board())
    assert told.value.seconds == 47


@pytest.mark.parametrize(("told", "waited"), [(17, 17), (0, 60), (10**9, 60)])
async def test_a_ban_by_the_gatekeeper_is_waited_by_the_outbox(desk: Desk, told: int, waited: int) -> None:
    """Without `Via` it was not Discord itself who answered."""
    desk.discord.fail("PATCH", EDITS, too_many_requests(told), via=False)
    ref = await desk.post(desk.discord.channel("club"), board())
    with pytest.raises(RetryAfter) as caught:
        await desk.edit(ref, board("Bruno to roll"))
    assert caught.value.seconds == waited


async def test_limits_that_are_told_are_kept(desk: Desk) -> None:
    limit = desk.discord.limit("PATCH", EDITS, 2, 0.3)
    ref = await desk.post(desk.discord.channel("club"), board())
    for number in range(5):
        await desk.edit(ref, board(f"board {number}"))
    assert words(desk, ref) == "board 4"
    assert limit.refused == 0


async def test_one_channel_does_not_wait_for_another(desk: Desk) -> None:
    one, other = desk.discord.channel("one"), desk.discord.channel("other")
    desk.discord.fail("POST", f"^/channels/{one}/messages$", too_many_requests(0.8))
    waiting = asyncio.create_task(desk.post(one, board()))
    await desk.discord.until(lambda: desk.discord.calls_of("POST", f"/channels/{one}/"))
    await desk.post(other, board())
    assert not waiting.done()
    await waiting


# -- answers that are lost ------------------------------------------------------------------------------


@pytest.mark.parametrize("after", [False, True])
async def test_a_server_error_is_tried_again_without_a_second_board(desk: Desk, after: bool) -> None:
    """The client tries again by itself, with the same nonce."""
    club = desk.discord.channel("club")
    desk.discord.fail("POST", POSTS, unavailable(502), after=after)
    await desk.post(club, board())
    assert len(desk.discord.messages(club)) == 1
    assert len(desk.discord.calls_of("POST", "/messages")) == 2


@pytest.mark.parametrize("after", [False, True])
async def test_a_dropped_connection_is_not_delivered_and_may_be_repeated(desk: Desk, after: bool) -> None:
    club = desk.discord.channel("club")
    desk.discord.cut("POST", POSTS, after=after)
    with pytest.raises(NotDelivered):
        await desk.post(club, board(), wanted=7)
    await desk.post(club, board(), wanted=7)
    assert len(desk.discord.messages(club)) == 1


async def test_an_edit_whose_answer_is_lost_may_be_repeated(desk: Desk) -> None:
    ref = await desk.post(desk.discord.channel("club"), board())
    desk.discord.cut("PATCH", EDITS, after=True)
    with pytest.raises(NotDelivered):
        await desk.edit(ref, board("Bruno to roll"))
    await desk.edit(ref, board("Bruno to roll"))
    assert words(desk, ref) == "Bruno to roll"


async def test_a_late_answer_is_not_waited_for_for_ever(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "DELIVERY_SECONDS", 0.1)
    club = desk.discord.channel("club")
    desk.discord.delay("POST", POSTS, 0.4, after=True)
    with pytest.raises(NotDelivered):
        await desk.post(club, board(), wanted=7)
    await desk.post(club, board(), wanted=7)
    assert len(desk.discord.messages(club)) == 1


async def test_a_refused_connection_is_not_delivered(desk: Desk) -> None:
    club = desk.discord.channel("club")
    await desk.discord.stop()
    with pytest.raises(NotDelivered):
        await desk.post(club, board())
    await desk.discord.start()
    await desk.post(club, board())
    assert len(desk.discord.messages(club)) == 1


# -- out of reach -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "close_off",
    [
        lambda desk, club: desk.discord.close_off(club),
        lambda desk, club: desk.discord.throw_out(next(iter(desk.discord.state.guilds))),
        lambda desk, club: desk.discord.deny(club, "view_channel"),
        lambda desk, club: desk.discord.deny(club, "send_messages"),
    ],
    ids=["deleted", "thrown out", "cannot see", "cannot write"],
)
async def test_a_channel_out_of_reach_is_blocked(
    desk: Desk, close_off: Callable[[Desk, int], object]
) -> None:
    club = desk.discord.channel("club")
    await desk.post(club, board())
    close_off(desk, club)
    with pytest.raises(Blocked):
        await desk.post(club, board())


async def test_a_thread_has_its_own_permission_to_write(desk: Desk) -> None:
    thread = desk.discord.thread("ana-bruno", desk.discord.channel("club"))
    desk.discord.deny(thread, "send_messages")
    await desk.post(thread, board())
    desk.discord.deny(thread, "send_messages_in_threads")
    with pytest.raises(Blocked):
        await desk.post(thread, board())


async def test_nothing_is_delivered_before_the_bot_is_connected(desk_of_nothing: Desk) -> None:
    with pytest.raises(NotDelivered):
        await desk_of_nothing.post(desk_of_nothing.discord.channel("club"), board())


async def test_a_board_can_still_be_posted_between_stop_and_disconnect(desk: Desk) -> None:
    club = desk.discord.channel("club")
    await desk.adapter.stop()
    await desk.post(club, board())
    await desk.adapter.disconnect()
    with pytest.raises(NotDelivered):
        await desk.post(club, board())
    assert len(desk.discord.messages(club)) == 1
