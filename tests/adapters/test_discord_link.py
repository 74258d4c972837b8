"""The link to Discord comes back by itself, and lets go only when all that was begun is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import discord as library
import pytest

from bot.adapters import AdapterContext, StartFailed
from bot.adapters.discord.link import Waits
from bot.adapters.discord_adapter import OFFICIAL_API, OFFICIAL_GATEWAY, DiscordAdapter
from bot.app.catalog import Catalog
from bot.app.replies import AnswerKind
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.wire import Json, unauthorized, unavailable
from tests.helpers.telegram_desk import answer, board

HELP = answer(AnswerKind.INFO, "Help")


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


async def board_in(desk: Desk) -> Json:
    return desk.message(await desk.post(desk.discord.channel("club"), board()))


async def is_heard(desk: Desk) -> None:
    """Fail unless a press is heard."""
    message = await board_in(desk)
    before = len(desk.door.requests)
    deed = await desk.discord.presses(desk.discord.user("Ana"), message, "Roll")
    await desk.discord.until(lambda: len(desk.door.requests) > before)
    await desk.discord.until(lambda: deed.acknowledged)


# -- breaking and coming back -------------------------------------------------------------------------


async def test_a_connection_that_is_asked_to_come_back_resumes(desk: Desk) -> None:
    await desk.discord.gateway.ask_to_reconnect()
    await desk.discord.until(lambda: desk.discord.gateway.opened == ["identify", "resume"])
    await is_heard(desk)


async def test_a_connection_that_is_cut_resumes(desk: Desk) -> None:
    desk.discord.gateway.drop()
    await desk.discord.until(lambda: desk.discord.gateway.opened == ["identify", "resume"])
    await is_heard(desk)


async def test_a_press_during_the_gap_is_heard_after_it(desk: Desk) -> None:
    message, ana = await board_in(desk), desk.discord.user("Ana")
    desk.discord.gateway.drop()
    deed = await desk.discord.presses(ana, message, "Roll")
    await desk.discord.until(lambda: desk.door.requests)
    assert desk.door.requests[0].id == f"discord:{deed.id}"


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_session_that_is_over_is_resumed_or_begun_anew(desk: Desk, resumable: bool) -> None:
    await desk.discord.gateway.invalidate(resumable=resumable)
    wanted = ["identify", "resume" if resumable else "identify"]
    await desk.discord.until(lambda: desk.discord.gateway.opened == wanted)
    await is_heard(desk)


async def test_a_session_that_the_server_forgot_is_begun_anew(desk: Desk) -> None:
    desk.discord.gateway.forget_sessions()
    desk.discord.gateway.drop()
    await desk.discord.until(lambda: desk.discord.gateway.opened == ["identify", "identify"])
    await is_heard(desk)


@pytest.mark.parametrize("code", [4000, 4009, 4013])
async def test_a_connection_that_ends_for_any_other_reason_comes_back(desk: Desk, code: int) -> None:
    """Also where the library closes itself and cannot be used again."""
    await desk.discord.gateway.expel(code)
    await desk.discord.until(lambda: len(desk.discord.gateway.opened) == 2)
    await desk.discord.until(lambda: desk.discord.gateway.connected)
    await is_heard(desk)


async def test_a_token_that_is_taken_back_is_told_and_tried_again(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.discord.fail("GET", "/users/@me", unauthorized(), times=2)
    await desk.discord.gateway.expel(4004)
    await desk.discord.until(lambda: len(desk.discord.gateway.opened) == 2)
    await desk.discord.until(lambda: desk.discord.gateway.connected)
    assert "Improper token" in caplog.text
    assert any(record.levelno == logging.ERROR for record in caplog.records)
    await is_heard(desk)


async def test_boards_go_out_while_the_gateway_is_away(desk: Desk) -> None:
    fault = desk.discord.fail("GET", "/gateway/bot", unavailable(503), times=10**6)
    await desk.discord.gateway.expel(4013)
    await desk.discord.until(lambda: fault.times < 10**6)
    assert await board_in(desk)
    fault.times = 0
    await desk.discord.until(lambda: desk.discord.gateway.connected)


# -- the start ------------------------------------------------------------------------------------------


async def test_a_server_that_is_down_at_the_start_is_waited_for() -> None:
    async with open_desk(start=False) as desk:
        await desk.discord.stop()
        await desk.adapter.start()
        await desk.discord.start()
        await desk.discord.until(lambda: desk.discord.gateway.connected and desk.discord.state.commands)
        await is_heard(desk)


async def test_a_server_that_fails_at_the_start_is_waited_for() -> None:
    async with open_desk(start=False) as desk:
        desk.discord.fail("GET", "/users/@me", unavailable(503), times=2)
        desk.discord.fail("GET", "/gateway/bot", unavailable(503), times=2)
        desk.discord.cut("GET", "/oauth2/", times=2)
        await desk.listens()
        await is_heard(desk)


async def test_a_wrong_token_stops_the_adapter_from_starting_and_is_not_told() -> None:
    async with open_desk(start=False) as desk:
        adapter = desk.another_adapter("WRONG.token")
        with pytest.raises(StartFailed) as failure:
            await adapter.start()
        await adapter.stop()
        await adapter.disconnect()
        assert "DISCORD_TOKEN" in failure.value.reason
        assert "WRONG" not in repr(failure.value)
        assert failure.value.__suppress_context__


@pytest.mark.parametrize("token", ["two words", "tokén", "line\nbreak", " padded "])
async def test_what_cannot_be_a_token_is_told_without_asking(token: str) -> None:
    async with open_desk(start=False) as desk:
        adapter = desk.another_adapter(token)
        with pytest.raises(StartFailed, match="DISCORD_TOKEN"):
            await adapter.start()
        await adapter.disconnect()
        assert desk.discord.calls == []


async def test_the_way_to_invite_the_bot_is_told(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with open_desk():
        assert "https://discord.com/oauth2/authorize?client_id=1001" in caplog.text


async def test_no_log_tells_the_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_desk() as desk:
        desk.discord.gateway.drop()
        await desk.discord.until(lambda: len(desk.discord.gateway.opened) == 2)
        await is_heard(desk)
    assert caplog.records
    assert desk.discord.token not in caplog.text


async def test_many_servers_are_shared_among_connections() -> None:
    async with open_desk(start=False, shards=2) as desk:
        guilds = [desk.discord.guild(name) for name in ("first", "second", "third")]
        clubs = [desk.discord.channel("club", guild) for guild in guilds]
        await desk.listens()
        ana = desk.discord.user("Ana")
        for club in clubs:
            await desk.discord.commands(ana, club, "roll")
        await desk.discord.until(lambda: len(desk.door.requests) == 3)
        assert {request.channel.chat for request in desk.door.requests} == {str(club) for club in clubs}
        assert len(desk.discord.gateway.intents) == 2


async def test_compressed_frames_are_read() -> None:
    async with open_desk(zipped=True) as desk:
        await is_heard(desk)


async def test_without_addresses_the_official_servers_are_asked(desk: Desk) -> None:
    nobody = DiscordAdapter(
        AdapterContext({"discord_token": "x y"}, desk.door, desk.painter, Catalog()), waits=Waits()
    )
    with pytest.raises(StartFailed):
        await nobody.start()
    await nobody.disconnect()
    assert library.http.Route.BASE == OFFICIAL_API
    assert str(library.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == OFFICIAL_GATEWAY


# -- the end ----------------------------------------------------------------------------------------------


async def test_a_stop_finishes_what_was_begun(desk: Desk) -> None:
    desk.door.answers("help", HELP)
    gate = desk.door.holds("help")
    ana = desk.discord.user("Ana")
    await desk.discord.commands(ana, desk.discord.channel("club"), "help")
    await desk.discord.until(lambda: desk.door.requests)
    stopping = asyncio.create_task(desk.adapter.stop())
    await asyncio.sleep(0.02)
    assert not stopping.done()
    gate.set()
    await stopping
    assert [message["content"] for message in desk.discord.told(ana)] == ["Help"]


async def test_a_stop_takes_nothing_more(desk: Desk) -> None:
    message, ana = await board_in(desk), desk.discord.user("Ana")
    await asyncio.wait_for(desk.adapter.stop(), 1.0)
    press = await desk.discord.presses(ana, message, "Roll")
    await desk.discord.types(ana, desk.discord.private_chat(ana), "13/8")
    suggestion = await desk.discord.types_option(ana, int(message["channel_id"]), "move", "play", "13")
    await desk.discord.answered(suggestion)
    assert desk.door.requests == []
    assert not press.acknowledged
    assert suggestion.choices == []


async def test_a_stop_does_not_wait_for_ever(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.adapters.discord_adapter.STOP_SECONDS", 0.05)
    desk.door.holds("roll")
    await desk.discord.commands(desk.discord.user("Ana"), desk.discord.channel("club"), "roll")
    await desk.discord.until(lambda: desk.door.requests)
    await asyncio.wait_for(desk.adapter.stop(), 1.0)
    await asyncio.wait_for(desk.adapter.disconnect(), 1.0)
    assert desk.door.finished == []


async def test_letting_go_leaves_nothing_behind(desk: Desk) -> None:
    await desk.adapter.stop()
    await desk.adapter.disconnect()
    await desk.discord.until(lambda: not desk.discord.gateway.connected)
    names = {task.get_name() for task in asyncio.all_tasks()}
    assert not [name for name in names if "discord" in name]
