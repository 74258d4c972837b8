"""No update is lost, none is confirmed too early, and each chat keeps its order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from bot.adapters import StartFailed
from bot.app.replies import AnswerKind
from tests.helpers.telegram_desk import Desk, answer, board, open_desk
from tests.helpers.telegram_server.state import BOT
from tests.helpers.telegram_server.wire import ApiError, bad_gateway, too_many_requests


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


def offsets(desk: Desk) -> list[int]:
    """Return the offsets that confirmed something, in order."""
    polls = desk.telegram.calls_of("getUpdates")
    return [int(call.parameters["offset"]) for call in polls if call.parameters.get("offset")]


# -- confirmed when handled -----------------------------------------------------------------------


async def test_an_update_is_confirmed_only_after_it_was_handled(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    gate = desk.door.holds("roll")
    desk.telegram.types(ana, "/roll")
    await desk.telegram.until(lambda: desk.door.requests)
    await asyncio.sleep(0.05)
    assert len(desk.telegram.state.updates) == 1
    gate.set()
    await desk.telegram.until(lambda: not desk.telegram.state.updates)
    assert len(desk.door.requests) == 1


async def test_a_kill_while_handling_brings_the_update_again() -> None:
    async with open_desk(start=False) as desk:
        ana = desk.telegram.user("Ana")
        desk.door.holds("roll")
        desk.telegram.types(ana, "/roll")
        killed = desk.another_adapter()
        await killed.start()
        await desk.telegram.until(lambda: desk.door.requests)
        await killed.disconnect()
        assert desk.door.finished == []
        desk.door.holds("roll").set()
        await desk.adapter.start()
        await desk.telegram.until(lambda: desk.door.finished)
        first, second = desk.door.requests
        assert first == second


async def test_a_kill_before_the_confirmation_brings_the_same_request_again() -> None:
    async with open_desk(start=False) as desk:
        ana = desk.telegram.user("Ana")
        killed = desk.another_adapter()
        await killed.start()
        await desk.telegram.until(lambda: desk.telegram.calls_of("getUpdates"))
        desk.telegram.delay("getUpdates", 9.0)
        desk.telegram.types(ana, "/roll")
        await desk.telegram.until(lambda: desk.door.finished)
        await killed.disconnect()
        assert len(desk.telegram.state.updates) == 1
        desk.telegram.faults.clear()
        await desk.adapter.start()
        await desk.telegram.until(lambda: len(desk.door.finished) == 2)
        assert {request.id for request in desk.door.finished} == {f"telegram:{BOT['id']}:{ana}:1"}


async def test_a_stop_finishes_what_was_begun_and_confirms_it(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    gate = desk.door.holds("roll")
    desk.door.answers("roll", answer(AnswerKind.INFO, "6-1"))
    desk.telegram.types(ana, "/roll")
    await desk.telegram.until(lambda: desk.door.requests)
    stopping = asyncio.create_task(desk.adapter.stop())
    await asyncio.sleep(0.02)
    gate.set()
    await stopping
    assert [message["text"] for message in desk.telegram.messages(ana)] == ["6-1"]
    assert desk.telegram.state.updates == []


async def test_a_stop_while_nothing_happens_is_quick_and_takes_nothing_more(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    await desk.telegram.until(lambda: desk.telegram.calls_of("getUpdates"))
    await asyncio.wait_for(desk.adapter.stop(), 5.0)
    desk.telegram.types(ana, "/roll")
    await asyncio.sleep(0.05)
    assert desk.door.requests == []
    assert len(desk.telegram.state.updates) == 1


async def test_a_stop_while_the_server_is_gone_is_a_stop(desk: Desk) -> None:
    desk.telegram.types(desk.telegram.user("Ana"), "/roll")
    await desk.telegram.until(lambda: desk.door.finished and not desk.telegram.state.updates)
    await desk.telegram.stop()
    await asyncio.wait_for(desk.adapter.stop(), 5.0)
    await desk.adapter.disconnect()


async def test_what_came_while_the_bot_was_away_is_handled_at_the_start() -> None:
    async with open_desk(start=False) as desk:
        ana = desk.telegram.user("Ana")
        for roll in range(3):
            desk.telegram.types(ana, f"/move {roll}")
        await desk.adapter.start()
        await desk.telegram.until(lambda: len(desk.door.finished) == 3)
        assert desk.door.texts() == ["/move 0", "/move 1", "/move 2"]


# -- order ----------------------------------------------------------------------------------------


async def test_a_chat_keeps_its_order_and_others_do_not_wait_for_it() -> None:
    async with open_desk(start=False) as desk:
        ana, bruno = desk.telegram.user("Ana"), desk.telegram.user("Bruno")
        gate = desk.door.holds("slow")
        for text in ("/slow", "/move 1", "/move 2"):
            desk.telegram.types(ana, text)
        desk.telegram.types(bruno, "/roll")
        await desk.adapter.start()
        await desk.telegram.until(lambda: desk.door.finished)
        assert [request.text for request in desk.door.finished] == ["/roll"]
        gate.set()
        await desk.telegram.until(lambda: len(desk.door.finished) == 4)
        assert [request.text for request in desk.door.finished] == ["/roll", "/slow", "/move 1", "/move 2"]


async def test_flood_control_in_one_chat_does_not_keep_others_waiting(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    desk.door.answers("help", answer(AnswerKind.INFO, "Help"))
    desk.telegram.fail("sendMessage", too_many_requests(30))
    desk.telegram.types(ana, "/help", club)
    await desk.telegram.until(lambda: desk.telegram.calls_of("sendMessage"))
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for _ in range(3):
        desk.telegram.types(ana, "/help")
    await desk.telegram.until(lambda: len(desk.telegram.messages(ana)) == 3)
    assert loop.time() - begun < 3.0
    assert desk.telegram.messages(club) == []


async def test_updates_are_handled_although_an_answer_is_late(desk: Desk) -> None:
    """An answer is waited for, but not for long: what was decided is safe already."""
    ana = desk.telegram.user("Ana")
    desk.door.answers("help", answer(AnswerKind.INFO, "Help"))
    desk.telegram.delay("sendMessage", 4.0)
    desk.telegram.types(ana, "/help")
    await desk.telegram.until(lambda: desk.door.finished)
    desk.telegram.types(ana, "/roll")
    await desk.telegram.until(lambda: len(desk.door.finished) == 2, 3.0)


# -- what goes wrong ------------------------------------------------------------------------------


async def test_an_outage_is_waited_out(desk: Desk) -> None:
    ana = desk.telegram.user("Ana")
    desk.telegram.fail("getUpdates", bad_gateway(), times=2)
    desk.telegram.drop("getUpdates", times=2)
    desk.telegram.fail(
        "getUpdates", ApiError(409, "Conflict: terminated by other getUpdates request"), times=2
    )
    desk.telegram.fail("getUpdates", too_many_requests(0.05))
    desk.telegram.types(ana, "/roll")
    await desk.telegram.until(lambda: all(not fault.times for fault in desk.telegram.faults))
    desk.telegram.types(ana, "/pips")
    await desk.telegram.until(lambda: len(desk.door.finished) == 2)


async def test_a_server_that_is_down_at_the_start_is_waited_for() -> None:
    async with open_desk(start=False) as desk:
        ana = desk.telegram.user("Ana")
        desk.telegram.types(ana, "/roll")
        await desk.telegram.stop()
        await desk.adapter.start()
        await desk.telegram.start()
        await desk.telegram.until(lambda: desk.door.finished)
        await desk.post(ana, board())


async def test_an_unexpected_error_in_handling_is_logged_and_the_rest_goes_on(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    ana = desk.telegram.user("Ana")

    def fail(_: object) -> object:
        raise RuntimeError("a bug")

    desk.door.answers("roll", fail)  # type: ignore[arg-type]  # it never answers
    desk.telegram.types(ana, "/roll")
    desk.telegram.types(ana, "/pips")
    await desk.telegram.until(lambda: len(desk.door.finished) == 2)
    assert "could not be handled" in caplog.text


async def test_an_update_of_an_unknown_shape_is_left_out(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    ana = desk.telegram.user("Ana")
    desk.telegram.pushes("my_chat_member", {"chat": {"id": ana}})
    desk.telegram.types(ana, "/roll")
    await desk.telegram.until(lambda: desk.door.finished)
    await desk.telegram.until(lambda: not desk.telegram.state.updates)
    assert "is left out" in caplog.text


async def test_only_what_is_needed_is_asked_for(desk: Desk) -> None:
    await desk.telegram.until(lambda: desk.telegram.state.allowed)
    assert desk.telegram.state.allowed == ("message", "edited_message", "callback_query", "my_chat_member")


# -- the token ------------------------------------------------------------------------------------


async def test_a_wrong_token_stops_the_adapter_from_starting_and_is_not_told() -> None:
    async with open_desk(start=False) as desk:
        adapter = desk.another_adapter("999:WRONG-token")
        with pytest.raises(StartFailed) as failure:
            await adapter.start()
        assert "TELEGRAM_TOKEN" in failure.value.reason
        assert "WRONG" not in repr(failure.value)
        assert failure.value.__cause__ is None
        assert failure.value.__suppress_context__


@pytest.mark.parametrize("token", ["nonsense", "98765:with space", "98765:", "98765:a/../b"])
async def test_what_cannot_be_a_token_is_not_tried(token: str) -> None:
    async with open_desk(start=False) as desk:
        with pytest.raises(StartFailed) as failure:
            await desk.another_adapter(token).start()
        assert token not in failure.value.reason
        assert desk.telegram.calls == []


async def test_an_address_that_cannot_be_one_is_not_tried() -> None:
    async with open_desk(start=False) as desk:
        adapter = desk.another_adapter(url="127.0.0.1:8081")
        with pytest.raises(StartFailed, match="TELEGRAM_API_URL"):
            await adapter.start()


async def test_a_token_found_wrong_later_is_not_told_either(caplog: pytest.LogCaptureFixture) -> None:
    async with open_desk(start=False) as desk:
        adapter = desk.another_adapter("98765:WRONG-token")
        await desk.telegram.stop()
        await adapter.start()
        await desk.telegram.start()
        await desk.telegram.until(lambda: len(desk.telegram.calls_of("getMe")) >= 2)
        await desk.telegram.until(lambda: "TELEGRAM_TOKEN" in caplog.text)
        await adapter.stop()
        await adapter.disconnect()
        assert "WRONG" not in caplog.text


async def test_no_log_tells_the_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_desk() as desk:
        ana = desk.telegram.user("Ana")
        desk.telegram.drop("getUpdates")
        desk.telegram.fail("sendPhoto", bad_gateway())
        desk.telegram.types(ana, "/roll")
        await desk.telegram.until(lambda: desk.door.finished)
        with pytest.raises(Exception, match="Bad Gateway"):
            await desk.post(ana, board())
        await desk.telegram.stop()
        await asyncio.sleep(0.05)
        await desk.telegram.start()
        desk.telegram.types(ana, "/pips")
        await desk.telegram.until(lambda: not desk.telegram.state.updates)
    assert caplog.records
    assert desk.telegram.token not in caplog.text
