"""Answers that grow: what takes their place is shown now and then, and the last of it always.

All of it goes on beside everything else: no request waits for an answer that grows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol, TypeVar

from bot.app.ports import DeliveryError, NotDelivered, RetryAfter, Unknown
from bot.app.replies import Answer

log = logging.getLogger(__name__)

T = TypeVar("T")

TRIES = 4
"""How often what must arrive is tried."""


class Place(Protocol):
    """Where one answer stands, and grows. Both raise `DeliveryError`s."""

    async def progress(self, answer: Answer) -> None:
        """Show how far it has come; what fails is left out."""

    async def finish(self, answer: Answer) -> None:
        """Show what it has become, for good."""


class Growing:
    """All answers of one adapter that grow."""

    def __init__(self) -> None:
        self._growing: set[asyncio.Task[None]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    def follow(self, later: AsyncIterator[Answer], gap_seconds: float, place: Place) -> None:
        """Show at `place` what comes, progress at most once in so many seconds; return at once."""
        if self._stopped:
            return
        task = asyncio.create_task(self._follow(later, gap_seconds, place), name="an answer that grows")
        for tasks in (self._growing, self._tasks):
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    async def settled(self) -> None:
        """Wait until nothing grows."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self, seconds: float) -> None:
        """Give up what still grows, and take nothing more; wait so long for what is being finished."""
        self._stopped = True
        for task in self._growing:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def end(self) -> None:
        """Give everything up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self, later: AsyncIterator[Answer], gap_seconds: float, place: Place) -> None:
        try:
            last = await last_of(later, gap_seconds, place.progress)
            self._growing.difference_update({asyncio.current_task()})
            if last is not None:
                await place.finish(last)
        except DeliveryError as error:
            log.info("an answer could not be brought to its end: %r", error)
        except Exception:
            log.exception("an answer could not be brought to its end")


async def last_of(
    later: AsyncIterator[Answer], gap_seconds: float, progress: Callable[[Answer], Awaitable[None]]
) -> Answer | None:
    """Return the last answer, as soon as it is known; None if there is none.

    Until then hand the newest one to `progress`, the first time after the gap and then at most once in
    it. Those between are skipped, and so is one that cannot be delivered.
    """
    newest, fresh = list[Answer](), asyncio.Event()

    async def read() -> None:
        async for answer in later:
            newest[:] = [answer]
            fresh.set()

    reading = asyncio.create_task(read())
    reading.add_done_callback(lambda _: fresh.set())
    try:
        while True:
            await asyncio.wait({reading}, timeout=gap_seconds)
            await fresh.wait()
            fresh.clear()
            if reading.done():
                reading.result()
                return newest[0] if newest else None
            await _if_possible(progress(newest[0]))
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def insisting(
    attempt: Callable[[], Awaitable[T]], wait_after: Callable[[int], float], *, in_doubt: bool
) -> T:
    """Return what `attempt` returns, which is made a few times if it fails: it must arrive.

    Repeated is what certainly was not delivered; what may have been only if it does no harm (`in_doubt`).
    `wait_after` says how long to wait, by how many failures there were.
    """
    for failures in range(1, TRIES):
        try:
            return await attempt()
        except (NotDelivered, Unknown) as error:
            if isinstance(error, Unknown) and not in_doubt:
                raise
            log.info("what must arrive is tried again: %r", error)
            told = error.seconds if isinstance(error, RetryAfter) else 0.0
            await asyncio.sleep(max(told, wait_after(failures)))
    return await attempt()


async def _if_possible(showing: Awaitable[None]) -> None:
    try:
        await showing
    except DeliveryError as error:
        log.debug("progress was not shown: %r", error)
