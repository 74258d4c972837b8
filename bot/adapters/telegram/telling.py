"""What was asked for, as messages: words in pages, pictures, files, an album."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TypedDict, TypeVar

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.adapters import Painter, captions, with_text_board
from bot.adapters.growing import insisting
from bot.adapters.telegram.boards import FILE_NAME, NO_PREVIEW, topic_of
from bot.adapters.telegram.buttons import markup_of
from bot.adapters.telegram.chat_queue import PATIENT, ChatQueues, Patience, Priority
from bot.adapters.telegram.errors import (
    delivery_error,
    forbids_photos,
    is_not_modified,
    is_puzzling,
)
from bot.adapters.telegram.markup import CAPTION_LIMIT, TEXT_LIMIT, html_pages, html_within, visible_length
from bot.adapters.telegram.reading import Received
from bot.app.ports import Gone
from bot.app.records import MessageRef
from bot.app.replies import Answer, Captioned, Keyboard, Words
from bot.app.requests import Request

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_PAGES = 4
"""Of one answer; nobody reads more in a chat."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Sends and edits answers of one bot, each message in its chat's queue. Raises `DeliveryError`s.

    One that `insists` tries again what certainly failed; `wait_after` says how long to wait, by how
    many failures there were.
    """

    bot: Bot
    queues: ChatQueues
    painter: Painter
    wait_after: Callable[[int], float]
    insists: bool = False

    async def tell(self, received: Received, answer: Answer) -> Message | None:
        """Send an answer: a picture, a film or a file with its words below, or words alone; its album.

        Return the message with the buttons; None if there is none.
        """
        words = with_text_board(answer.words, answer.text_board)
        captioned = _has_file(answer) and visible_length(words) <= CAPTION_LIMIT
        caption = html_within(words, CAPTION_LIMIT) if captioned else ""
        pages = () if captioned else pages_of(words)
        send_file = partial(self._send_file, received)
        sends: list[Callable[[InlineKeyboardMarkup | None], Awaitable[Message]]] = []
        if answer.picture is not None:
            followed = answer.attachment or answer.animation
            photo, below = await self.painter.png(answer.picture), "" if followed else caption
            sends.append(partial(send_file, self.bot.send_photo, FILE_NAME, photo, below))
        sends.extend(partial(self.send_text, received, page) for page in pages)
        if (film := answer.animation) is not None:
            data, below = await self.painter.animation(film), "" if answer.attachment else caption
            sends.append(partial(send_file, self.bot.send_animation, f"{film.name}.gif", data, below))
        if (file := answer.attachment) is not None:
            sends.append(partial(send_file, self.bot.send_document, file.name, file.data, caption))
        message = None
        for send in sends:
            markup = self._markup(answer.keyboard or ()) if send is sends[-1] else None
            message = await self._call(received, partial(send, markup))
        await self._tell_album(received, answer.album)
        return message

    async def tell_page(self, received: Received, html: str, keyboard: Keyboard) -> Message:
        """Send words, of which there must be some, and buttons."""
        return await self._call(received, partial(self.send_text, received, html, self._markup(keyboard)))

    async def change(
        self, message: MessageRef, html: str, keyboard: Keyboard, priority: Priority, patience: Patience
    ) -> bool:
        """Show other words and buttons in a message; return False if it cannot be."""

        async def attempt() -> bool:
            work = partial(self.edit_text, message, html, self._markup(keyboard))
            return await self.queues.of(message.chat).call(priority, patience, work)

        return await (insisting(attempt, self.wait_after, in_doubt=True) if self.insists else attempt())

    # -- single calls -----------------------------------------------------------------------------

    async def send_text(self, received: Received, html: str, markup: InlineKeyboardMarkup | None) -> Message:
        """Send words at once. Raises the library's errors."""
        return await self.bot.send_message(
            received.request.channel.chat,
            html,
            parse_mode=ParseMode.HTML,
            link_preview_options=NO_PREVIEW,
            reply_markup=markup,
            **_hung_on(received),
        )

    async def edit_text(self, message: MessageRef, html: str, markup: InlineKeyboardMarkup | None) -> bool:
        """Edit words at once; return False if the message is not there, or not one of text.

        Raises the library's other errors.
        """
        try:
            await self.bot.edit_message_text(
                html,
                message.chat,
                int(message.message),
                parse_mode=ParseMode.HTML,
                reply_markup=markup,
                link_preview_options=NO_PREVIEW,
            )
        except BadRequest as error:
            if is_not_modified(error):
                return True
            if is_puzzling(error) or isinstance(delivery_error(error), Gone):
                return False
            raise
        return True

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
            parse_mode=ParseMode.HTML,
            reply_markup=markup,
            **_hung_on(received),
        )

    # -- an album ---------------------------------------------------------------------------------

    async def _tell_album(self, received: Received, album: tuple[Captioned, ...]) -> None:
        """Send pictures together, or, where there may be none, as words and boards in text."""
        if not album:
            return
        said = captions(album)
        # The words below an album are those of the first picture, if the others have none.
        below = (html_within(tuple(chain(*said)), CAPTION_LIMIT), *("" for _ in album[1:]))
        photos = [
            InputMediaPhoto(
                await self.painter.png(each.picture),
                caption=caption,
                parse_mode=ParseMode.HTML,
                filename=FILE_NAME,
            )
            for each, caption in zip(album, below, strict=True)
        ]
        if not await self._call(received, partial(self._send_album, received, photos), len(photos)):
            drawn = (with_text_board(words, each.picture) for words, each in zip(said, album, strict=True))
            for page in pages_of(tuple(chain(*drawn))):
                await self.tell_page(received, page, ())

    async def _send_album(self, received: Received, photos: list[InputMediaPhoto]) -> bool:
        """Send pictures together; return False if the chat does not take them."""
        chat, hung = received.request.channel.chat, _hung_on(received)
        try:
            if len(photos) == 1:
                (photo,) = photos
                await self.bot.send_photo(
                    chat, photo.media, caption=photo.caption, parse_mode=ParseMode.HTML, **hung
                )
            else:
                await self.bot.send_media_group(chat, photos, **hung)
        except BadRequest as error:
            if forbids_photos(error) or is_puzzling(error):
                log.warning("an album goes out as text: %s", error)
                return False
            raise
        return True

    # -- shared -----------------------------------------------------------------------------------

    async def _call(self, received: Received, work: Callable[[], Awaitable[T]], messages: int = 1) -> T:
        async def attempt() -> T:
            queue = self.queues.of(received.request.channel.chat)
            return await queue.call(Priority.ANSWER, PATIENT, work, messages=messages)

        return await (insisting(attempt, self.wait_after, in_doubt=False) if self.insists else attempt())

    def _markup(self, keyboard: Keyboard) -> InlineKeyboardMarkup | None:
        return markup_of(keyboard, self.bot.username)


def pages_of(words: Words) -> tuple[str, ...]:
    """Return words as HTML in as many messages as anybody reads."""
    return html_pages(words, TEXT_LIMIT)[:MOST_PAGES]


def _has_file(answer: Answer) -> bool:
    """Return whether an answer holds something below which words can stand."""
    return bool(answer.picture or answer.animation or answer.attachment)


class _Hung(TypedDict):
    """Where and how all answers are sent."""

    message_thread_id: int | None
    reply_parameters: ReplyParameters | None
    disable_notification: bool


def _hung_on(received: Received) -> _Hung:
    """Return where and how an answer stands: below what was typed, without a sound."""
    return _Hung(
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
