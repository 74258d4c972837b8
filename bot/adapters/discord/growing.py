"""An answer that grows: its message is edited, files and an album follow it.

What an interaction told can be edited and followed by more for fifteen minutes, then no longer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord

from bot.adapters.discord.boards import DELIVERY_SECONDS
from bot.adapters.discord.errors import delivering
from bot.adapters.discord.telling import NO_WORDS, Send, Teller, Told, pages_of, sent
from bot.adapters.growing import insisting
from bot.app.ports import Gone
from bot.app.replies import Answer, Keyboard

PROGRESS_SECONDS = 5.0
"""How long a report of progress may take; the end waits for it."""


class Standing:
    """Where one answer stands. `message`: the first of it; None if it was not sent.

    `send` sends more to whom it is for; `wait_after` says how long to wait after so many failures.
    """

    def __init__(
        self,
        teller: Teller,
        locale: str,
        answer: Answer,
        message: discord.Message | None,
        send: Send,
        wait_after: Callable[[int], float],
    ) -> None:
        self._teller = teller
        self._locale = locale
        self._message = message
        self._send = send
        self._wait_after = wait_after
        self._shown = (_first_page(answer), answer.keyboard or ())

    async def progress(self, answer: Answer) -> None:
        """Show how far it has come. Raises `DeliveryError`s."""
        page, keyboard = _first_page(answer), answer.keyboard or ()
        view = self._teller.keys.view(keyboard, self._locale)
        await self._edit(Told(page, view=view), keyboard, PROGRESS_SECONDS)

    async def finish(self, answer: Answer) -> None:
        """Show what it has become, in a new message if the first one is gone. Raises `DeliveryError`s."""
        first, *others = await self._teller.told_apart(answer, self._locale)
        keyboard = () if first.view is None else answer.keyboard or ()
        edit = partial(self._edit, first, keyboard, DELIVERY_SECONDS)
        if not await insisting(edit, self._wait_after, in_doubt=True):
            others = [first, *others]
        for told in others:
            await insisting(partial(sent, told, self._send), self._wait_after, in_doubt=False)

    async def _edit(self, told: Told, keyboard: Keyboard, seconds: float) -> bool:
        """Edit the message, if that changes anything; return False if it is not there any more."""
        if self._message is None:
            return False
        if (told.content, keyboard) == self._shown:
            return True
        try:
            async with delivering(seconds):
                await self._message.edit(content=told.content, view=told.view)
        except Gone:
            self._message = None
            return False
        self._shown = told.content, keyboard
        return True


def _first_page(answer: Answer) -> str:
    return next(iter(pages_of(answer)), NO_WORDS)
