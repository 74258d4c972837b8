"""The private answers: to a press in its toast, to what was typed below it.

In a group a refusal is one message for each player, edited by the next and taken away when a new
board is posted: the chat stays a board and its players' words.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from telegram import Bot, Message
from telegram.error import BadRequest, TelegramError

from bot.adapters.telegram.boards import Boards
from bot.adapters.telegram.buttons import markup_of
from bot.adapters.telegram.chat_queue import PATIENT, ChatQueues, Priority
from bot.adapters.telegram.errors import delivery_error, is_not_modified, is_stale_query
from bot.adapters.telegram.markup import TEXT_LIMIT, TOAST_LIMIT, html_within, plain_text
from bot.adapters.telegram.reading import Received
from bot.adapters.telegram.telling import Teller
from bot.app.names import units
from bot.app.ports import Gone, NotDelivered
from bot.app.recent import Recent
from bot.app.records import MessageRef
from bot.app.replies import Answer, AnswerKind, Keyboard, newest_version
from bot.app.requests import ChannelRef

log = logging.getLogger(__name__)

TOAST_UNITS = 60
"""What can be read before a toast fades; a longer refusal stays until it is closed."""

_Slot = tuple[ChannelRef, str]
"""A channel and a player in it: room for one refusal."""


class Answers:
    """Carries answers back for one bot. What cannot be delivered is logged and given up."""

    def __init__(self, bot: Bot, queues: ChatQueues, boards: Boards, teller: Teller) -> None:
        self._bot = bot
        self._queues = queues
        self._boards = boards
        self._teller = teller
        self._refusals: Recent[_Slot, MessageRef] = Recent(2000)

    async def carry(self, received: Received, answer: Answer) -> Message | None:
        """Carry an answer back; return the message of what was asked for. Raises `DeliveryError`s."""
        if received.query:
            return await self._answer_press(received, answer)
        if answer.kind is AnswerKind.REFUSAL and not received.request.channel.private:
            await self._refuse(received, answer)
        elif answer.kind is not AnswerKind.NOTHING:
            return await self._teller.tell(received, answer)
        return None

    async def acknowledge(self, query: str) -> None:
        """Answer a press without a word, so that its button stops waiting."""
        await self._answer_query(query, "", alert=False)

    async def clear(self, channel: ChannelRef) -> None:
        """Take the refusals away from a channel: a new board was posted there. Raises `DeliveryError`s."""
        for slot in self._refusals:
            message = self._refusals.get(slot) if slot[0] == channel else None
            if message is not None:
                self._refusals.forget(slot)
                await self._delete(message)

    # -- to a press -----------------------------------------------------------------------------

    async def _answer_press(self, received: Received, answer: Answer) -> Message | None:
        told = answer.kind in (AnswerKind.TOAST, AnswerKind.REFUSAL)
        text = plain_text(answer.words, TOAST_LIMIT) if told else ""
        alert = answer.kind is AnswerKind.REFUSAL and (units(text) > TOAST_UNITS or "\n" in text)
        await self._answer_query(received.query, text, alert=alert)
        if answer.kind is AnswerKind.INFO:
            return await self._teller.tell(received, answer)
        if answer.keyboard is not None:
            await self._replace_keyboard(received, answer.keyboard)
        return None

    async def _answer_query(self, query: str, text: str, *, alert: bool) -> None:
        """Answer a press once; a second try is made only if the first certainly failed."""
        for last in (False, True):
            try:
                await self._bot.answer_callback_query(query, text or None, show_alert=alert)
            except TelegramError as error:
                stale = isinstance(error, BadRequest) and is_stale_query(error)
                if not stale:
                    log.info("a press could not be answered: %s", error)
                if stale or last or not isinstance(delivery_error(error), NotDelivered):
                    return
            else:
                return

    async def _replace_keyboard(self, received: Received, keyboard: Keyboard) -> None:
        """Show other buttons below the pressed message, unless its board has moved on meanwhile."""
        message = MessageRef(received.request.channel.chat, str(received.message))

        async def work() -> None:
            if self._boards.version_of(message) > newest_version(keyboard):
                return
            try:
                await self._bot.edit_message_reply_markup(
                    message.chat,
                    int(message.message),
                    reply_markup=markup_of(keyboard, self._bot.username),
                )
            except BadRequest as error:
                if not is_not_modified(error):
                    raise

        try:
            await self._call(message.chat, Priority.PLAY, work)
        except Gone:
            log.debug("the pressed message %s is gone", message.message)

    # -- a refusal in a group -------------------------------------------------------------------

    async def _refuse(self, received: Received, answer: Answer) -> None:
        request = received.request
        slot = (request.channel, request.player.user)
        posted = self._boards.posted_in(request.channel)
        html = html_within(answer.words, TEXT_LIMIT)

        async def work() -> None:
            if self._boards.posted_in(request.channel) != posted:
                return
            earlier = self._refusals.get(slot)
            if earlier is None or not await self._teller.edit_text(earlier, html, None):
                message = await self._teller.send_text(received, html, None)
                self._refusals.keep(slot, MessageRef(request.channel.chat, str(message.message_id)))

        if html.strip():
            await self._call(request.channel.chat, Priority.ANSWER, work)

    async def _delete(self, message: MessageRef) -> None:
        async def work() -> None:
            await self._bot.delete_message(message.chat, int(message.message))

        try:
            await self._call(message.chat, Priority.CLOSING, work)
        except Gone:
            log.debug("refusal %s is gone already", message.message)

    # -- shared ---------------------------------------------------------------------------------

    async def _call(self, chat: str, priority: Priority, work: Callable[[], Awaitable[object]]) -> None:
        await self._queues.of(chat).call(priority, PATIENT, work)
