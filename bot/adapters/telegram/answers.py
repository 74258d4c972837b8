"""The private answers: to a press in its toast, to what was typed below it.

In a group a refusal is one message for each player, edited by the next and taken away when a new
board is posted: the chat stays a board and its players' words.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypedDict

from telegram import Bot, InlineKeyboardMarkup, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest, TelegramError

from bot.adapters import Painter
from bot.adapters.telegram.boards import FILE_NAME, NO_PREVIEW, Boards, topic_of
from bot.adapters.telegram.buttons import markup_of
from bot.adapters.telegram.chat_queue import PATIENT, ChatQueues, Priority
from bot.adapters.telegram.errors import delivery_error, is_not_modified, is_stale_query
from bot.adapters.telegram.markup import (
    CAPTION_LIMIT,
    TEXT_LIMIT,
    TOAST_LIMIT,
    html_pages,
    html_within,
    plain_text,
    visible_length,
)
from bot.adapters.telegram.reading import Received
from bot.app.names import units
from bot.app.ports import Gone, NotDelivered
from bot.app.recent import Recent
from bot.app.records import MessageRef
from bot.app.replies import Answer, AnswerKind, Block, Keyboard, Words, newest_version
from bot.app.requests import ChannelRef, Request
from renderers.text import text_board

log = logging.getLogger(__name__)

MOST_PAGES = 4
"""Of one answer; nobody reads more in a chat."""
TOAST_UNITS = 60
"""What can be read before a toast fades; a longer refusal stays until it is closed."""

_Slot = tuple[ChannelRef, str]
"""A channel and a player in it: room for one refusal."""


class Answers:
    """Carries answers back for one bot. What cannot be delivered is logged and given up."""

    def __init__(self, bot: Bot, queues: ChatQueues, boards: Boards, painter: Painter) -> None:
        self._bot = bot
        self._queues = queues
        self._boards = boards
        self._painter = painter
        self._refusals: Recent[_Slot, int] = Recent(2000)

    async def carry(self, received: Received, answer: Answer) -> None:
        """Carry an answer back. Raises `DeliveryError`s."""
        if received.query:
            await self._answer_press(received, answer)
        elif answer.kind is AnswerKind.REFUSAL and not received.request.channel.private:
            await self._refuse(received, answer)
        elif answer.kind is not AnswerKind.NOTHING:
            await self._tell(received, answer)

    async def acknowledge(self, query: str) -> None:
        """Answer a press without a word, so that its button stops waiting."""
        await self._answer_query(query, "", alert=False)

    async def clear(self, channel: ChannelRef) -> None:
        """Take the refusals away from a channel: a new board was posted there. Raises `DeliveryError`s."""
        for slot in self._refusals:
            message = self._refusals.get(slot) if slot[0] == channel else None
            if message is not None:
                self._refusals.forget(slot)
                await self._delete(MessageRef(channel.chat, str(message)))

    # -- to a press -----------------------------------------------------------------------------

    async def _answer_press(self, received: Received, answer: Answer) -> None:
        told = answer.kind in (AnswerKind.TOAST, AnswerKind.REFUSAL)
        text = plain_text(answer.words, TOAST_LIMIT) if told else ""
        alert = answer.kind is AnswerKind.REFUSAL and (units(text) > TOAST_UNITS or "\n" in text)
        await self._answer_query(received.query, text, alert=alert)
        if answer.kind is AnswerKind.INFO:
            await self._tell(received, answer)
        elif answer.keyboard is not None:
            await self._replace_keyboard(received, answer.keyboard)

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
                    message.chat, int(message.message), reply_markup=self._markup(keyboard)
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
            if earlier is None or not await self._reword(request.channel, earlier, html):
                message = await self._send_text(received, html, None)
                self._refusals.keep(slot, message.message_id)

        if html.strip():
            await self._call(request.channel.chat, Priority.ANSWER, work)

    async def _reword(self, channel: ChannelRef, message: int, html: str) -> bool:
        """Edit a refusal; return False if it is not there any more."""
        try:
            await self._bot.edit_message_text(
                html, channel.chat, message, parse_mode=ParseMode.HTML, link_preview_options=NO_PREVIEW
            )
        except BadRequest as error:
            if isinstance(delivery_error(error), Gone):
                return False
            if not is_not_modified(error):
                raise
        return True

    async def _delete(self, message: MessageRef) -> None:
        async def work() -> None:
            await self._bot.delete_message(message.chat, int(message.message))

        try:
            await self._call(message.chat, Priority.CLOSING, work)
        except Gone:
            log.debug("refusal %s is gone already", message.message)

    # -- what was asked for ---------------------------------------------------------------------

    async def _tell(self, received: Received, answer: Answer) -> None:
        """Send what was asked for: a picture, a film or a file with its words below, or words alone."""
        words = _words_of(answer)
        captioned = _has_file(answer) and visible_length(words) <= CAPTION_LIMIT
        caption = html_within(words, CAPTION_LIMIT) if captioned else ""
        pages = () if captioned else html_pages(words, TEXT_LIMIT)[:MOST_PAGES]
        send_file = partial(self._send_file, received)
        sends: list[Callable[[InlineKeyboardMarkup | None], Awaitable[Message]]] = []
        if answer.picture is not None:
            followed = answer.attachment or answer.animation
            photo, below = await self._painter.png(answer.picture), "" if followed else caption
            sends.append(partial(send_file, self._bot.send_photo, FILE_NAME, photo, below))
        sends.extend(partial(self._send_text, received, page) for page in pages)
        if (film := answer.animation) is not None:
            data, below = await self._painter.animation(film), "" if answer.attachment else caption
            sends.append(partial(send_file, self._bot.send_animation, f"{film.name}.gif", data, below))
        if (file := answer.attachment) is not None:
            sends.append(partial(send_file, self._bot.send_document, file.name, file.data, caption))
        for send in sends:
            markup = self._markup(answer.keyboard or ()) if send is sends[-1] else None
            await self._call(received.request.channel.chat, Priority.ANSWER, partial(send, markup))

    async def _send_text(self, received: Received, html: str, markup: InlineKeyboardMarkup | None) -> Message:
        return await self._bot.send_message(
            received.request.channel.chat,
            html,
            link_preview_options=NO_PREVIEW,
            **_hung_on(received, markup),
        )

    async def _send_file(
        self,
        received: Received,
        send: Callable[..., Awaitable[Message]],
        name: str,
        data: bytes,
        caption: str,
        markup: InlineKeyboardMarkup | None,
    ) -> Message:
        """Send a file with words below by the bot's method for its kind."""
        return await send(
            received.request.channel.chat,
            data,
            caption=caption,
            filename=name,
            **_hung_on(received, markup),
        )

    # -- shared ---------------------------------------------------------------------------------

    async def _call(self, chat: str, priority: Priority, work: Callable[[], Awaitable[object]]) -> None:
        await self._queues.of(chat).call(priority, PATIENT, work)

    def _markup(self, keyboard: Keyboard) -> InlineKeyboardMarkup | None:
        return markup_of(keyboard, self._bot.username)


def _has_file(answer: Answer) -> bool:
    """Return whether an answer holds something below which words can stand."""
    return bool(answer.picture or answer.animation or answer.attachment)


def _words_of(answer: Answer) -> Words:
    if answer.text_board is None:
        return answer.words
    return (*answer.words, (Block(text_board(answer.text_board)),))


class _Hung(TypedDict):
    """What all private answers are sent with."""

    parse_mode: ParseMode
    reply_markup: InlineKeyboardMarkup | None
    message_thread_id: int | None
    reply_parameters: ReplyParameters | None
    disable_notification: bool


def _hung_on(received: Received, markup: InlineKeyboardMarkup | None) -> _Hung:
    """Return where and how an answer stands: below what was typed, without a sound."""
    return _Hung(
        parse_mode=ParseMode.HTML,
        reply_markup=markup,
        message_thread_id=topic_of(received.request.channel),
        reply_parameters=_reply_to(received),
        disable_notification=True,
    )


def _reply_to(received: Received) -> ReplyParameters | None:
    """Return what an answer hangs on: in a group the typed message, in private nothing."""
    request: Request = received.request
    if request.channel.private or received.query or received.message is None:
        return None
    return ReplyParameters(received.message, allow_sending_without_reply=True)
