"""One queue a chat: what matters most goes first, and no chat waits for another.

Telegram counts everything that is sent to a chat or edited in it, and when it is too much tells how
many seconds to wait: exactly those are waited, by that chat alone. So that it rarely comes to that,
what may wait is held back before the budget of the chat is used up.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeVar

from telegram.error import TelegramError

from bot.adapters.telegram.errors import delivery_error
from bot.app.ports import RetryAfter

log = logging.getLogger(__name__)

T = TypeVar("T")


class Priority(IntEnum):
    """What goes first."""

    BOARD = 0
    """A new board."""
    PLAY = 1
    """The live board, at a moment that counts."""
    ANSWER = 2
    """A private answer."""
    CLOSING = 3
    """A board that is live no more."""
    PARTIAL = 4
    """The live board, with a growing play."""
    PROGRESS = 5
    """How far an answer has come that takes its time."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What a chat may be asked for before Telegram objects. Its true limits are not a contract."""

    calls: int | None = 20
    """Calls in a window; None: not counted (a private chat)."""
    window_seconds: float = 60.0
    spared: Mapping[Priority, int] = field(
        default_factory=lambda: {Priority.CLOSING: 2, Priority.PARTIAL: 3, Priority.PROGRESS: 8}
    )
    """How many calls of the window a priority leaves to those above it."""
    gap_seconds: float = 0.8
    """What is spared also keeps this distance to the call before it."""
    spared_by_signs: int = 10
    """How many calls of the window must be left for a sign, such as that the bot types."""
    progress_seconds: float = 4.0
    """Between two reports of an answer's progress."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a caller waits for its turn, and how often it tries."""

    seconds: float
    attempts: int = 1


HASTY = Patience(1.0)
"""For boards: who asked looks at the newest state again, rather than to show an old one late."""
PATIENT = Patience(90.0, attempts=4)
"""For what nobody will ask for again."""
FLEETING = Patience(0.0)
"""For what is told now or never."""


@dataclass(slots=True, eq=False)
class _Waiter:
    priority: Priority
    until: float
    turn: asyncio.Future[None]


class ChatQueue:
    """Makes the calls to one chat, one after the other. `now` and timers are the running loop's."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._calls: deque[float] = deque()
        self._signs: deque[float] = deque()
        self._last_call = float("-inf")
        self._held_until = float("-inf")
        self._no_signs_until = float("-inf")
        self._busy = False
        self._waiting: list[_Waiter] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def progress_seconds(self) -> float:
        """Return the time between two reports of an answer's progress."""
        return self._pace.progress_seconds

    @property
    def held_seconds(self) -> float:
        """Return how long Telegram has told this chat to wait from now on."""
        return max(0.0, self._held_until - _now())

    @property
    def pausing(self) -> bool:
        """Return whether somebody waits for a pause to end, or would have to."""
        return self._timer is not None or self.held_seconds > 0

    @property
    def idle(self) -> bool:
        """Return whether nothing of this chat needs to be remembered."""
        self._forget_old_calls(_now())
        return not (self._busy or self._waiting or self._calls or self._signs or self.held_seconds)

    async def call(
        self, priority: Priority, patience: Patience, work: Callable[[], Awaitable[T]], *, messages: int = 1
    ) -> T:
        """Return what `work` returns, when its turn has come. It counts as so many messages.

        Raises the `DeliveryError` that an error of the library stands for; `RetryAfter` also for a
        pause beyond the caller's patience.
        """
        give_up_at = _now() + patience.seconds
        for _ in range(patience.attempts - 1):
            try:
                return await self._attempt(priority, give_up_at, work, messages)
            except RetryAfter as error:
                if _now() + error.seconds > give_up_at:
                    raise
        return await self._attempt(priority, give_up_at, work, messages)

    async def _attempt(
        self, priority: Priority, give_up_at: float, work: Callable[[], Awaitable[T]], messages: int
    ) -> T:
        await self._turn(priority, give_up_at)
        self._last_call = _now()
        self._calls.extend([self._last_call] * messages)
        try:
            return await work()
        except TelegramError as error:
            meaning = delivery_error(error)
            if isinstance(meaning, RetryAfter):
                self._hold(meaning.seconds)
            raise meaning from error
        finally:
            self._release()

    async def sign(self, work: Callable[[], Awaitable[object]]) -> bool:
        """Do what nobody waits for beside the queue, or not at all; return whether it was done.

        It takes no turn, and what it uses of the budget is not missed by others: so nothing ever waits
        for it. It is dropped where the chat is busy, pauses or has little left, and for as long as
        Telegram says. Raises the `DeliveryError` that an error of the library stands for.
        """
        now = _now()
        if self._busy or self._waiting or self.pausing or now < self._no_signs_until or self._is_scarce(now):
            return False
        self._signs.append(now)
        try:
            await work()
        except TelegramError as error:
            meaning = delivery_error(error)
            if isinstance(meaning, RetryAfter):
                self._no_signs_until = _now() + meaning.seconds
            raise meaning from error
        return True

    # -- taking turns ---------------------------------------------------------------------------

    async def _turn(self, priority: Priority, give_up_at: float) -> None:
        """Wait for this caller's turn; the queue is busy afterwards, until `_release`."""
        waiter = _Waiter(priority, give_up_at, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        self._dispatch()
        try:
            await waiter.turn
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif not waiter.turn.cancelled() and waiter.turn.exception() is None:
                self._release()
            raise

    def _release(self) -> None:
        self._busy = False
        self._dispatch()

    def _dispatch(self) -> None:
        """Turn away whose pause is too long; give the turn to the first who need not pause."""
        now = _now()
        soonest = float("inf")
        for waiter in sorted(self._waiting, key=lambda waiter: waiter.priority):
            pause = self._pause(waiter.priority, now)
            if pause > 0 and now + pause > waiter.until:
                self._waiting.remove(waiter)
                waiter.turn.set_exception(self._too_long(pause))
            elif pause > 0:
                soonest = min(soonest, pause)
            elif not self._busy:
                self._busy = True
                self._waiting.remove(waiter)
                waiter.turn.set_result(None)
        self._wake_in(soonest)

    def _wake_in(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if seconds != float("inf"):
            self._timer = asyncio.get_running_loop().call_later(seconds, self._dispatch)

    # -- pauses ---------------------------------------------------------------------------------

    def _hold(self, seconds: float) -> None:
        log.info("a chat is told to wait %s s", seconds)
        self._held_until = max(self._held_until, _now() + seconds)

    def _too_long(self, pause: float) -> RetryAfter:
        """Return the exact wait that Telegram asked for; a pause of our own may soon be shorter."""
        return RetryAfter(self.held_seconds or min(pause, HASTY.seconds))

    def _pause(self, priority: Priority, now: float) -> float:
        """Return for how many seconds a call of this priority may not be made."""
        held = self._held_until - now
        if priority not in self._pace.spared:
            return max(0.0, held, self._window_pause(0, now))
        gap = self._last_call + self._pace.gap_seconds - now
        return max(0.0, held, gap, self._window_pause(self._pace.spared[priority], now))

    def _window_pause(self, spared: int, now: float) -> float:
        if self._pace.calls is None:
            return 0.0
        self._forget_old_calls(now)
        too_many = len(self._calls) - (self._pace.calls - spared)
        return self._calls[too_many] + self._pace.window_seconds - now if too_many >= 0 else 0.0

    def _is_scarce(self, now: float) -> bool:
        """Return whether signs would have to spare what is left of the window."""
        if self._pace.calls is None:
            return False
        self._forget_old_calls(now)
        return len(self._calls) + len(self._signs) >= self._pace.calls - self._pace.spared_by_signs

    def _forget_old_calls(self, now: float) -> None:
        for calls in (self._calls, self._signs):
            while calls and calls[0] + self._pace.window_seconds <= now:
                calls.popleft()


class ChatQueues:
    """The queues of all chats; groups have a budget, private chats only manners."""

    def __init__(self, group: Pace, private: Pace, most: int = 10_000) -> None:
        self._group = group
        self._private = private
        self._most = most
        self._queues: dict[str, ChatQueue] = {}

    def of(self, chat: str) -> ChatQueue:
        """Return the queue of a chat by its id: negative for groups."""
        queue = self._queues.get(chat)
        if queue is None:
            if len(self._queues) >= self._most:
                self._queues = {name: kept for name, kept in self._queues.items() if not kept.idle}
            queue = self._queues[chat] = ChatQueue(self._group if chat.startswith("-") else self._private)
        return queue

    def pausing(self, chat: str) -> bool:
        """Return whether a chat waits for a pause to end."""
        return chat in self._queues and self._queues[chat].pausing


def _now() -> float:
    return asyncio.get_running_loop().time()
