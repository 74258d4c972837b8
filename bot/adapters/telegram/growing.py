"""An answer that grows in a chat: the message that was sent is edited, files and an album follow it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from telegram import Message

from bot.adapters import with_text_board
from bot.adapters.telegram.boards import NO_WORDS
from bot.adapters.telegram.chat_queue import FLEETING, PATIENT, Patience, Priority
from bot.adapters.telegram.reading import Received
from bot.adapters.telegram.telling import Teller, pages_of
from bot.app.ports import Migrated
from bot.app.records import MessageRef
from bot.app.replies import Answer, Keyboard


class Standing:
    """Where one answer stands. `message`: what was sent of it; None if that failed.

    `moved` tells of a chat's new id, and returns what was received as if it had come from there.
    """

    def __init__(
        self,
        teller: Teller,
        received: Received,
        answer: Answer,
        message: Message | None,
        moved: Callable[[Received, str], Awaitable[Received]],
    ) -> None:
        self._teller = teller
        self._received = received
        self._moved = moved
        self._message = MessageRef(str(message.chat_id), str(message.message_id)) if message else None
        self._shown = (_pages(answer)[-1], answer.keyboard or ())

    async def progress(self, answer: Answer) -> None:
        """Show how far it has come, if the chat has room for that. Raises `DeliveryError`s."""
        await self._edit(_pages(answer)[0], answer.keyboard or (), Priority.PROGRESS, FLEETING)

    async def finish(self, answer: Answer) -> None:
        """Show what it has become, in a new message if the first one is gone. Raises `DeliveryError`s."""
        self._teller = replace(self._teller, insists=True)
        try:
            await self._finish(answer)
        except Migrated as error:
            self._received = await self._moved(self._received, error.new_chat)
            self._message = None
            await self._finish(answer)

    async def _finish(self, answer: Answer) -> None:
        first, *others = _pages(answer)
        buttons = answer.keyboard or ()
        below = () if others else buttons
        if not await self._edit(first, below, Priority.ANSWER, PATIENT):
            await self._teller.tell_page(self._received, first, below)
        for page in others:
            below = buttons if page is others[-1] else ()
            await self._teller.tell_page(self._received, page, below)
        wordless = replace(answer, words=(), text_board=None, keyboard=None)
        await self._teller.tell(self._received, wordless)

    async def _edit(self, html: str, keyboard: Keyboard, priority: Priority, patience: Patience) -> bool:
        """Edit the message, if that changes anything; return False if it is not there any more."""
        if self._message is None:
            return False
        if (html, keyboard) == self._shown:
            return True
        if not await self._teller.change(self._message, html, keyboard, priority, patience):
            self._message = None
            return False
        self._shown = html, keyboard
        return True


def _pages(answer: Answer) -> tuple[str, ...]:
    """Return the words of an answer as HTML in pages; there is one at least."""
    return pages_of(with_text_board(answer.words, answer.text_board)) or (NO_WORDS,)
