"""The queue of a chat: order by what matters, exact waits, and no chat waits for another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from telegram.error import BadRequest, ChatMigrated, RetryAfter, TelegramError

from bot.adapters.telegram.chat_queue import (
    HASTY,
    PATIENT,
    ChatQueue,
    ChatQueues,
    Pace,
    Patience,
    Priority,
)
from bot.app import ports
from tests.helpers.telegram_desk import UNHURRIED, board, open_desk

STRICT = Pace(calls=4, spared={Priority.CLOSING: 1, Priority.PARTIAL: 2}, gap_seconds=0)


@pytest.fixture(autouse=True)
def exact_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the library tell waits as the adapter asks it to."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


def noting(done: list[str], name: str, seconds: float = 0.0) -> Callable[[], Awaitable[str]]:
    """Return work that notes when it is done."""

    async def work() -> str:
        await asyncio.sleep(seconds)
        done.append(name)
        return name

    return work


def failing(*errors: Exception) -> Callable[[], Awaitable[str]]:
    """Return work that fails with each error once, and then succeeds."""
    left = list(errors)

    async def work() -> str:
        if left:
            raise left.pop(0)
        return "done"

    return work


def flood(seconds: float) -> TelegramError:
    """Return what the library raises when Telegram says wait."""
    return RetryAfter(timedelta(seconds=seconds))


async def elapsed(work: Awaitable[object]) -> float:
    begun = asyncio.get_running_loop().time()
    await work
    return asyncio.get_running_loop().time() - begun


async def test_what_work_returns_is_returned() -> None:
    assert await ChatQueue(UNHURRIED).call(Priority.BOARD, HASTY, noting([], "board")) == "board"


async def test_one_call_at_a_time_and_the_most_important_next() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    first = asyncio.create_task(queue.call(Priority.PARTIAL, HASTY, noting(done, "first", 0.02)))
    await asyncio.sleep(0)
    order = [Priority.PARTIAL, Priority.CLOSING, Priority.ANSWER, Priority.PLAY, Priority.BOARD]
    rest = [queue.call(priority, HASTY, noting(done, priority.name)) for priority in order]
    await asyncio.gather(first, *rest)
    assert done == ["first", "BOARD", "PLAY", "ANSWER", "CLOSING", "PARTIAL"]


async def test_equals_keep_their_order() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    await asyncio.gather(*(queue.call(Priority.ANSWER, HASTY, noting(done, str(n), 0.001)) for n in range(5)))
    assert done == ["0", "1", "2", "3", "4"]


async def test_errors_come_back_with_their_meaning() -> None:
    queue = ChatQueue(UNHURRIED)
    with pytest.raises(ports.Gone) as gone:
        await queue.call(Priority.PLAY, HASTY, failing(BadRequest("Message to edit not found")))
    assert isinstance(gone.value.__cause__, BadRequest)
    with pytest.raises(ports.Migrated):
        await queue.call(Priority.PLAY, HASTY, failing(ChatMigrated(-5)))
    assert await queue.call(Priority.PLAY, HASTY, failing()) == "done"


async def test_an_unexpected_error_does_not_block_the_queue() -> None:
    queue = ChatQueue(UNHURRIED)
    with pytest.raises(ZeroDivisionError):
        await queue.call(Priority.PLAY, HASTY, failing(ZeroDivisionError()))
    assert await queue.call(Priority.PLAY, HASTY, failing()) == "done"


# -- Telegram says wait ---------------------------------------------------------------------------


async def test_the_hasty_are_told_how_long_and_so_is_everybody_after_them() -> None:
    queue = ChatQueue(UNHURRIED)
    for seconds in (7.0, pytest.approx(7.0, abs=0.5)):
        with pytest.raises(ports.RetryAfter) as told:
            await queue.call(Priority.BOARD, HASTY, failing(flood(7)))
        assert told.value.seconds == seconds


async def test_the_patient_wait_exactly_so_long_and_try_again() -> None:
    queue = ChatQueue(UNHURRIED)
    assert 0.2 <= await elapsed(queue.call(Priority.ANSWER, PATIENT, failing(flood(0.2)))) < 5.0


async def test_those_who_wait_already_are_told_too() -> None:
    queue = ChatQueue(UNHURRIED)

    async def flooded() -> str:
        await asyncio.sleep(0.01)
        raise flood(7)

    first = asyncio.create_task(queue.call(Priority.BOARD, HASTY, flooded))
    await asyncio.sleep(0)
    second = asyncio.create_task(queue.call(Priority.PLAY, HASTY, failing()))
    results = await asyncio.gather(first, second, return_exceptions=True)
    assert [type(result) for result in results] == [ports.RetryAfter, ports.RetryAfter]


async def test_even_patience_ends() -> None:
    queue = ChatQueue(UNHURRIED)
    with pytest.raises(ports.RetryAfter):
        await queue.call(Priority.ANSWER, Patience(0.3, attempts=9), failing(*[flood(0.05)] * 20))
    with pytest.raises(ports.RetryAfter):
        await queue.call(Priority.ANSWER, Patience(1.0, attempts=9), failing(flood(2)))


async def test_after_the_wait_the_most_important_goes_first() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    with pytest.raises(ports.RetryAfter):
        await queue.call(Priority.PLAY, HASTY, failing(flood(0.1)))
    await asyncio.gather(
        *(queue.call(each, PATIENT, noting(done, each.name)) for each in (Priority.CLOSING, Priority.BOARD))
    )
    assert done == ["BOARD", "CLOSING"]


# -- our own pace ---------------------------------------------------------------------------------


async def test_a_growing_play_leaves_calls_to_a_new_board() -> None:
    queue = ChatQueue(STRICT)
    for _ in range(2):
        await queue.call(Priority.PARTIAL, Patience(0), failing())
    with pytest.raises(ports.RetryAfter):
        await queue.call(Priority.PARTIAL, Patience(0), failing())
    for _ in range(2):
        await queue.call(Priority.BOARD, Patience(0), failing())
    with pytest.raises(ports.RetryAfter):
        await queue.call(Priority.BOARD, Patience(0), failing())


async def test_the_patient_wait_until_the_window_has_room() -> None:
    queue = ChatQueue(Pace(calls=1, window_seconds=0.2, gap_seconds=0))

    async def both() -> None:
        for _ in range(2):
            await queue.call(Priority.BOARD, PATIENT, failing())

    assert await elapsed(both()) >= 0.2


async def test_a_new_board_does_not_wait_behind_a_growing_play() -> None:
    queue, done = ChatQueue(Pace(calls=None, gap_seconds=0.5)), list[str]()
    await queue.call(Priority.BOARD, HASTY, failing())
    growing = asyncio.create_task(queue.call(Priority.PARTIAL, HASTY, noting(done, "growing")))
    await asyncio.sleep(0)
    await queue.call(Priority.BOARD, HASTY, noting(done, "board"))
    await growing
    assert done == ["board", "growing"]


async def test_two_edits_of_a_growing_play_keep_their_distance() -> None:
    queue = ChatQueue(Pace(calls=None, gap_seconds=0.2))

    async def both() -> None:
        for _ in range(2):
            await queue.call(Priority.PARTIAL, HASTY, failing())

    assert await elapsed(both()) >= 0.2


async def test_who_is_turned_away_by_our_own_pace_may_soon_ask_again() -> None:
    queue = ChatQueue(Pace(calls=1, window_seconds=60, gap_seconds=0))
    await queue.call(Priority.BOARD, HASTY, failing())
    with pytest.raises(ports.RetryAfter) as told:
        await queue.call(Priority.BOARD, HASTY, failing())
    assert told.value.seconds == HASTY.seconds


# -- signs ----------------------------------------------------------------------------------------


async def test_a_sign_is_given_beside_the_queue_so_that_nothing_waits_for_it() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    never = asyncio.create_task(queue.sign(noting(done, "sign", 9)))
    await asyncio.sleep(0)
    await queue.call(Priority.BOARD, Patience(0), noting(done, "board"))
    assert done == ["board"]
    never.cancel()


async def test_a_chat_that_is_busy_is_given_no_sign() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    first = asyncio.create_task(queue.call(Priority.BOARD, HASTY, noting(done, "board", 0.01)))
    await asyncio.sleep(0)
    assert not await queue.sign(noting(done, "sign"))
    await first
    assert await queue.sign(noting(done, "sign"))
    assert done == ["board", "sign"]


async def test_a_chat_that_was_told_to_wait_is_given_no_sign() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    with pytest.raises(ports.RetryAfter):
        await queue.call(Priority.BOARD, HASTY, failing(flood(7)))
    assert not await queue.sign(noting(done, "sign"))
    assert done == []


async def test_signs_end_where_the_budget_is_half_used_and_take_nothing_from_boards() -> None:
    queue, done = ChatQueue(Pace(calls=4, spared_by_signs=2, gap_seconds=0)), list[str]()
    await queue.call(Priority.BOARD, Patience(0), failing())
    assert [await queue.sign(noting(done, "sign")) for _ in range(3)] == [True, False, False]
    for _ in range(3):
        await queue.call(Priority.BOARD, Patience(0), failing())
    with pytest.raises(ports.RetryAfter):
        await queue.call(Priority.BOARD, Patience(0), failing())
    assert done == ["sign"]


async def test_signs_are_counted_for_a_window_only() -> None:
    queue, done = ChatQueue(Pace(calls=2, spared_by_signs=1, window_seconds=0.02)), list[str]()
    assert await queue.sign(noting(done, "sign"))
    assert not queue.idle
    async with asyncio.timeout(5):
        while not queue.idle:  # noqa: ASYNC110 - time has to pass
            await asyncio.sleep(0.005)
    assert await queue.sign(noting(done, "sign"))


async def test_a_sign_that_is_too_much_keeps_signs_back_and_no_board() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    with pytest.raises(ports.RetryAfter):
        await queue.sign(failing(flood(7)))
    assert not await queue.sign(noting(done, "sign"))
    assert await queue.call(Priority.BOARD, Patience(0), noting(done, "board")) == "board"


# -- giving up ------------------------------------------------------------------------------------


async def test_who_is_cancelled_while_waiting_leaves_the_queue() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    first = asyncio.create_task(queue.call(Priority.BOARD, HASTY, noting(done, "first", 0.05)))
    await asyncio.sleep(0)
    waiting = asyncio.create_task(queue.call(Priority.BOARD, HASTY, noting(done, "cancelled")))
    await asyncio.sleep(0)
    waiting.cancel()
    await queue.call(Priority.PLAY, HASTY, noting(done, "second"))
    await first
    assert done == ["first", "second"]


async def test_who_is_cancelled_when_the_turn_has_come_passes_it_on() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    waiting = asyncio.create_task(queue.call(Priority.BOARD, HASTY, noting(done, "cancelled")))
    asyncio.get_running_loop().call_soon(waiting.cancel)
    await asyncio.sleep(0)
    await queue.call(Priority.PLAY, HASTY, noting(done, "second"))
    assert done == ["second"]


async def test_who_is_cancelled_while_at_it_passes_the_turn_on() -> None:
    queue, done = ChatQueue(UNHURRIED), list[str]()
    first = asyncio.create_task(queue.call(Priority.BOARD, HASTY, noting(done, "first", 9)))
    await asyncio.sleep(0.01)
    first.cancel()
    assert await queue.call(Priority.PLAY, HASTY, noting(done, "second")) == "second"


# -- all chats ------------------------------------------------------------------------------------


async def test_each_chat_has_its_queue_and_groups_have_a_budget() -> None:
    queues = ChatQueues(Pace(calls=1), Pace(calls=None))
    assert queues.of("-100") is queues.of("-100") is not queues.of("7")
    for _ in range(3):
        await queues.of("7").call(Priority.BOARD, Patience(0), failing())
    await queues.of("-100").call(Priority.BOARD, Patience(0), failing())
    with pytest.raises(ports.RetryAfter):
        await queues.of("-100").call(Priority.BOARD, Patience(0), failing())


async def test_a_chat_that_was_told_to_wait_is_known_and_not_forgotten() -> None:
    queues = ChatQueues(UNHURRIED, UNHURRIED, most=2)
    with pytest.raises(ports.RetryAfter):
        await queues.of("-1").call(Priority.BOARD, HASTY, failing(flood(7)))
    held = queues.of("-1")
    assert queues.pausing("-1")
    assert not queues.pausing("-2")
    idle = queues.of("-2")
    queues.of("-3")
    assert queues.of("-1") is held
    assert queues.of("-2") is not idle


async def test_flood_control_in_one_chat_leaves_the_others_alone() -> None:
    async with open_desk() as desk:
        ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
        limit = desk.telegram.limit(club, calls=2, window_seconds=0.5)
        for _ in range(2):
            await desk.post(club, board())
        with pytest.raises(ports.RetryAfter) as told:
            await desk.post(club, board())
        assert 0 < told.value.seconds <= 0.5
        again = asyncio.create_task(desk.post(club, board()))
        for _ in range(5):
            await desk.post(ana, board())
        assert not again.done()
        await again
        assert limit.refused == 1, "while the chat is told to wait, the server is not asked"


async def test_at_our_pace_a_strict_server_never_objects() -> None:
    """A fast match in a group: what may wait is held back, so that every board gets through."""
    async with open_desk(pace=Pace(calls=20, window_seconds=60, gap_seconds=0.0)) as desk:
        club = desk.telegram.group("Club")
        limit = desk.telegram.limit(club, calls=20, window_seconds=60)
        ref = await desk.post(club, board("turn 0"))
        held_back = 0
        for turn in range(1, 12):
            try:
                await desk.edit(ref, board(f"turn {turn}, growing", partial=True))
            except ports.RetryAfter:
                held_back += 1
            ref = await desk.post(club, board(f"turn {turn}"))
        assert len(desk.telegram.boards(club)) == 12
        assert (limit.refused, held_back) == (0, 3)
        with pytest.raises(ports.RetryAfter):
            await desk.post(club, board("turn 12"))
        assert limit.refused == 0
