"""The updates: each is confirmed only after it was handled, so a killed process loses none."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from telegram import Bot, Update
from telegram.error import Conflict, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram.errors import seconds_of

log = logging.getLogger(__name__)

T = TypeVar("T")

KINDS = (Update.MESSAGE, Update.EDITED_MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)
"""What is asked for; nothing else is delivered."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long the intake waits, in seconds."""

    poll: int = 30
    """For an update, before the server answers that there is none."""
    answer: float = 10.0
    """Beyond that for the server's answer."""
    first: float = 1.0
    """After a failure; each further one doubles it."""
    longest: float = 30.0
    settle: float = 1.0
    """For the answers that updates caused, before these are confirmed."""
    stop: float = 1.5
    """For the answers that are under way, at the end."""

    def after(self, failures: int) -> float:
        """Return the wait after so many failures in a row."""
        return float(min(self.first * 2 ** min(failures - 1, 16), self.longest))


@dataclass(frozen=True, slots=True)
class _Batch:
    """Updates in order, and the offset that confirms them; None: there are none."""

    updates: Sequence[Update]
    offset: int | None


class Intake:
    """Fetches updates and has them handled: chats side by side, each chat's in order.

    `handle` raises nothing for an update that it cannot use. `settle` is awaited before updates are
    confirmed. `connect` is repeated until it succeeds, and then the updates are fetched.
    """

    def __init__(
        self,
        bot: Bot,
        connect: Callable[[], Awaitable[None]],
        handle: Callable[[Update], Awaitable[None]],
        settle: Callable[[], Awaitable[None]],
        waits: Waits,
    ) -> None:
        self._bot = bot
        self._connect = connect
        self._handle = handle
        self._settle = settle
        self._waits = waits
        self._stopping = asyncio.Event()
        self._offset: int | None = None

    def stop(self) -> None:
        """Ask for no more updates; `run` ends when those begun are handled and confirmed."""
        self._stopping.set()

    async def run(self) -> None:
        """Connect, fetch and handle until stopped. Failures of the network are waited out."""
        await self._persist(self._connect)
        while not self._stopping.is_set():
            batch = await self._persist(self._fetch)
            if batch and batch.offset is not None:
                await self._handle_all(batch.updates)
                await self._settle()
                self._offset = batch.offset
        if self._offset is not None:
            await self._confirm(self._offset)

    async def _fetch(self) -> _Batch:
        try:
            updates = await self._bot.get_updates(
                offset=self._offset,
                timeout=self._waits.poll,
                read_timeout=self._waits.answer,
                allowed_updates=KINDS,
            )
        except TelegramError:
            raise
        except Exception:
            log.exception("an update could not be read")
            return await self._fetch_readable()
        return _Batch(updates, updates[-1].update_id + 1 if updates else None)

    async def _fetch_readable(self) -> _Batch:
        """Fetch once more, without the updates of a shape that the library does not know.

        They would come again and again, and nothing after them would be heard.
        """
        address = f"{self._bot.base_url}/getUpdates?timeout=0&offset={self._offset or 0}"
        contents = await self._bot.request.post(address)
        updates: list[Update] = []
        if not isinstance(contents, list) or not contents:
            return _Batch((), None)
        for content in contents:
            try:
                updates.append(Update.de_json(content, self._bot))
            except Exception:
                log.warning("update %s is left out", content["update_id"])
        return _Batch(updates, contents[-1]["update_id"] + 1)

    async def _confirm(self, offset: int) -> None:
        """Tell the server what was handled, so that the next start does not hear of it again."""
        try:
            await self._bot.get_updates(offset=offset, timeout=0, limit=1, allowed_updates=KINDS)
        except TelegramError as error:
            log.info("the last updates were not confirmed, they will come again: %s", error)

    async def _handle_all(self, updates: Sequence[Update]) -> None:
        await asyncio.gather(*(self._handle_in_order(chat) for chat in by_chat(updates)))

    async def _handle_in_order(self, updates: Sequence[Update]) -> None:
        for update in updates:
            await self._handle(update)

    # -- persistence ----------------------------------------------------------------------------

    async def _persist(self, attempt: Callable[[], Awaitable[T]]) -> T | None:
        """Return what `attempt` returns, repeated until it succeeds; None when stopped meanwhile."""
        failures = 0
        while not self._stopping.is_set():
            try:
                return await self._unless_stopped(attempt)
            except TelegramError as error:
                failures += 1
                wait = self._wait_after(error, failures)
                log.log(_severity(error, failures), "Telegram: %s; again in %s s", error, wait)
                await self._pause(wait)
            except Exception:
                # Whatever it is: to die of it would be to go deaf, and nobody would notice.
                failures += 1
                log.exception("Telegram could not be asked")
                await self._pause(self._waits.after(failures))
        return None

    async def _unless_stopped(self, attempt: Callable[[], Awaitable[T]]) -> T | None:
        """Return what `attempt` returns; None, and `attempt` is given up, when stopped meanwhile."""
        trying = asyncio.ensure_future(attempt())
        stopping = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({trying, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return trying.result() if trying.done() else None
        finally:
            trying.cancel()
            stopping.cancel()
            await asyncio.gather(trying, stopping, return_exceptions=True)

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            return

    def _wait_after(self, error: TelegramError, failures: int) -> float:
        if isinstance(error, RetryAfter):
            return seconds_of(error.retry_after)
        return self._waits.after(failures)


def by_chat(updates: Sequence[Update]) -> Iterable[Sequence[Update]]:
    """Return the updates of each chat, in order; a group and what it became are one chat.

    Else what was typed just before a group moved might be handled after it, and find no match there.
    """
    chats: dict[int | None, list[Update]] = defaultdict(list)
    before: dict[int | None, int | None] = {}
    for update in updates:
        chat = update.effective_chat.id if update.effective_chat else None
        if message := update.message:
            if message.migrate_to_chat_id is not None:
                before[message.migrate_to_chat_id] = before.get(chat, chat)
            if (old := message.migrate_from_chat_id) is not None:
                before[chat] = before.get(old, old)
        chats[before.get(chat, chat)].append(update)
    return chats.values()


def _severity(error: TelegramError, failures: int) -> int:
    """Return how loud a failure is: a network fails now and then, two bots with one token should not."""
    if isinstance(error, Conflict) and failures > 1:
        return logging.ERROR
    return logging.INFO if isinstance(error, TimedOut) and failures == 1 else logging.WARNING
