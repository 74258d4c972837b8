"""Each platform shows in its own way that the bot types, and no board waits for it."""

from __future__ import annotations

import asyncio

from bot.adapters.telegram.chat_queue import Pace
from tests.helpers import discord_desk, telegram_desk
from tests.helpers.telegram_desk import board, view_in
from tests.helpers.telegram_server.wire import bad_gateway, too_many_requests

TYPING = "sendChatAction"


async def test_telegram_shows_typing_in_the_topic_where_the_match_is() -> None:
    async with telegram_desk.open_desk() as desk:
        club = desk.telegram.group("Club", forum=True)
        topic = desk.telegram.topic(club, 55)
        await desk.adapter.typing(view_in(club, str(topic)))
        (call,) = desk.telegram.calls_of(TYPING)
        assert call.chat == club
        assert call.parameters["action"] == "typing"
        assert int(call.parameters["message_thread_id"]) == topic


async def test_telegram_delivers_a_board_while_typing_is_on_its_way() -> None:
    async with telegram_desk.open_desk() as desk:
        ana = desk.telegram.user("Ana")
        desk.telegram.delay(TYPING, 9.0)
        typing = asyncio.create_task(desk.adapter.typing(view_in(ana)))
        await desk.telegram.until(lambda: desk.telegram.calls_of(TYPING))
        await desk.post(ana, board())
        assert not typing.done()
        typing.cancel()


async def test_a_busy_group_of_telegram_sees_boards_and_no_typing() -> None:
    async with telegram_desk.open_desk(pace=Pace(gap_seconds=0.0)) as desk:
        club = desk.telegram.group("Club")
        for turn in range(10):
            await desk.post(club, board(f"turn {turn}"))
        await desk.adapter.typing(view_in(club))
        assert desk.telegram.calls_of(TYPING) == []


async def test_telegram_that_fails_at_typing_is_asked_again_the_next_time() -> None:
    async with telegram_desk.open_desk() as desk:
        ana = desk.telegram.user("Ana")
        desk.telegram.fail(TYPING, bad_gateway())
        for _ in range(2):
            await desk.adapter.typing(view_in(ana))
        assert len(desk.telegram.calls_of(TYPING)) == 2
        desk.telegram.fail(TYPING, too_many_requests(60))
        for _ in range(2):
            await desk.adapter.typing(view_in(ana))
        assert len(desk.telegram.calls_of(TYPING)) == 3
        await desk.post(ana, board())


async def test_discord_shows_typing_in_the_channel() -> None:
    async with discord_desk.open_desk() as desk:
        club = desk.discord.channel("club")
        await desk.adapter.typing(desk.view_in(club, 1))
        (call,) = desk.discord.calls_of("POST", "/typing")
        assert call.path == f"/channels/{club}/typing"


async def test_discord_that_refuses_to_show_typing_is_left_alone() -> None:
    async with discord_desk.open_desk() as desk:
        club = desk.discord.channel("club")
        desk.discord.deny(club, "send_messages")
        await desk.adapter.typing(desk.view_in(club, 1))
        assert len(desk.discord.calls_of("POST", "/typing")) == 1
