"""Boards and cards as messages: a photo with a caption, or text, and the buttons below.

What a message shows is remembered only to spare work: a picture that Telegram knows is named by its
file id, and one that need not change is left alone. After a restart a board is simply sent whole.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.adapters import Painter, with_text_board
from bot.adapters.telegram.buttons import markup_of
from bot.adapters.telegram.chat_queue import HASTY, PATIENT, ChatQueues, Patience, Priority
from bot.adapters.telegram.errors import (
    forbids_photos,
    has_no_caption,
    has_no_text,
    is_not_modified,
    is_puzzling,
    is_wrong_file,
)
from bot.adapters.telegram.markup import CAPTION_LIMIT, TEXT_LIMIT, html_within, visible_length
from bot.app.ports import Gone, NotDelivered, Unknown
from bot.app.recent import Recent
from bot.app.records import MessageRef
from bot.app.replies import Board
from bot.app.requests import ChannelRef
from renderers.board_view import BoardView

log = logging.getLogger(__name__)

REMEMBERED = 2000
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
FILE_NAME = "board.png"
NO_WORDS = "…"


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a message shows. `picture` None: it is a message of text."""

    picture: BoardView | None
    version: int


class Boards:
    """Posts, edits and closes board messages of one bot."""

    def __init__(self, bot: Bot, queues: ChatQueues, painter: Painter) -> None:
        self._bot = bot
        self._queues = queues
        self._painter = painter
        self._file_ids: Recent[BoardView, str] = Recent(REMEMBERED)
        self._shown: Recent[MessageRef, _Shown] = Recent(REMEMBERED)
        self._posted: Recent[ChannelRef, int] = Recent(REMEMBERED)

    async def post(self, channel: ChannelRef, board: Board) -> MessageRef:
        """Send a board as a new message. Raises `DeliveryError`s."""
        await self._paint(board)

        async def send() -> Message:
            message = await self._send(channel, board)
            self._posted.keep(channel, self.posted_in(channel) + 1)
            return message

        message = await self._queues.of(channel.chat).call(Priority.BOARD, HASTY, send)
        return MessageRef(channel.chat, str(message.message_id))

    async def edit(self, message: MessageRef, board: Board) -> None:
        """Bring a message to a board. Raises `DeliveryError`s; one that changes nothing is fine."""
        if not _may_stay(self._shown.get(message), board):
            await self._paint(board)
        priority = Priority.PARTIAL if board.partial else Priority.PLAY
        await self._change(message, priority, HASTY, lambda: self._edit(message, board))

    async def close(self, message: MessageRef, board: Board | None) -> None:
        """Take the buttons off a message, and show a last board in it if given.

        Raises `DeliveryError`s; a message that is gone needs no closing.
        """
        try:
            if board is None:
                await self._change(message, Priority.CLOSING, PATIENT, lambda: self._strip(message))
            else:
                last = replace(board, keyboard=(), partial=False)
                await self._paint(last)
                await self._change(message, Priority.CLOSING, PATIENT, lambda: self._edit(message, last))
        except Gone:
            log.debug("nothing to close in chat %s: message %s is gone", message.chat, message.message)

    def version_of(self, message: MessageRef) -> int:
        """Return the version of the board that a message shows; 0 if it is not known."""
        shown = self._shown.get(message)
        return shown.version if shown else 0

    def posted_in(self, channel: ChannelRef) -> int:
        """Return how many boards were posted in a channel; a growing number, not a complete one."""
        return self._posted.get(channel) or 0

    # -- sending --------------------------------------------------------------------------------

    async def _send(self, channel: ChannelRef, board: Board) -> Message:
        if board.picture is None:
            return await self._send_text(channel, board)
        try:
            return await self._send_photo(channel, board, board.picture)
        except BadRequest as error:
            if is_wrong_file(error) and self._file_ids.get(board.picture):
                self._file_ids.forget(board.picture)
                return await self._send_photo(channel, board, board.picture)
            if forbids_photos(error) or is_puzzling(error):
                log.warning("a board goes out as text: %s", error)
                return await self._send_text(channel, board)
            raise

    async def _send_photo(self, channel: ChannelRef, board: Board, picture: BoardView) -> Message:
        message = await self._bot.send_photo(
            channel.chat,
            await self._photo(picture),
            caption=html_within(board.words, CAPTION_LIMIT),
            parse_mode=ParseMode.HTML,
            reply_markup=self._markup(board),
            message_thread_id=topic_of(channel),
            disable_notification=board.silent,
            filename=FILE_NAME,
        )
        return self._learn(message, board)

    async def _send_text(self, channel: ChannelRef, board: Board) -> Message:
        message = await self._bot.send_message(
            channel.chat,
            text_of(board),
            parse_mode=ParseMode.HTML,
            reply_markup=self._markup(board),
            message_thread_id=topic_of(channel),
            disable_notification=board.silent,
            link_preview_options=NO_PREVIEW,
        )
        return self._learn(message, board)

    # -- editing --------------------------------------------------------------------------------

    async def _change(
        self, message: MessageRef, priority: Priority, patience: Patience, work: Callable[[], Awaitable[None]]
    ) -> None:
        """Do an edit in the chat's queue. An edit repeated does no harm, so none is in doubt; one that
        is refused for a reason that we do not know would be refused again, so its message is gone."""
        try:
            await self._queues.of(message.chat).call(priority, patience, work)
        except Unknown as error:
            raise NotDelivered(*error.args) from error
        except NotDelivered as error:
            if isinstance(error.__cause__, BadRequest):
                log.warning("message %s cannot be edited: %r", message.message, error)
                raise Gone(*error.args) from error
            raise

    async def _edit(self, message: MessageRef, board: Board) -> None:
        try:
            await self._edit_as_shown(message, board)
        except BadRequest as error:
            if not is_not_modified(error):
                raise

    async def _edit_as_shown(self, message: MessageRef, board: Board) -> None:
        """Edit by what the message is known to be; if it turns out to be the other, by that."""
        shown = self._shown.get(message)
        in_text = shown.picture is None if shown else board.picture is None
        try:
            if in_text:
                await self._edit_text(message, board)
            elif board.picture is None or _may_stay(shown, board):
                await self._edit_caption(message, board, shown)
            else:
                await self._edit_photo(message, board, board.picture)
        except BadRequest as error:
            if has_no_text(error):
                await self._edit_caption(message, board, shown)
            elif has_no_caption(error) or forbids_photos(error):
                await self._edit_text(message, board)
            else:
                raise

    async def _edit_photo(self, message: MessageRef, board: Board, picture: BoardView) -> None:
        try:
            await self._edit_media(message, board, picture)
        except BadRequest as error:
            if not (is_wrong_file(error) and self._file_ids.get(picture)):
                raise
            self._file_ids.forget(picture)
            await self._edit_media(message, board, picture)

    async def _edit_media(self, message: MessageRef, board: Board, picture: BoardView) -> None:
        media = InputMediaPhoto(
            await self._photo(picture),
            caption=html_within(board.words, CAPTION_LIMIT),
            parse_mode=ParseMode.HTML,
            filename=FILE_NAME,
        )
        edited = await self._bot.edit_message_media(
            media, message.chat, int(message.message), reply_markup=self._markup(board)
        )
        if isinstance(edited, Message):
            self._learn(edited, board)
        self._shown.keep(message, _Shown(picture, board.version))

    async def _edit_caption(self, message: MessageRef, board: Board, shown: _Shown | None) -> None:
        await self._bot.edit_message_caption(
            message.chat,
            int(message.message),
            caption=html_within(board.words, CAPTION_LIMIT),
            parse_mode=ParseMode.HTML,
            reply_markup=self._markup(board),
        )
        if shown and shown.picture:
            self._shown.keep(message, replace(shown, version=board.version))

    async def _edit_text(self, message: MessageRef, board: Board) -> None:
        await self._bot.edit_message_text(
            text_of(board),
            message.chat,
            int(message.message),
            parse_mode=ParseMode.HTML,
            reply_markup=self._markup(board),
            link_preview_options=NO_PREVIEW,
        )
        self._shown.keep(message, _Shown(None, board.version))

    async def _strip(self, message: MessageRef) -> None:
        try:
            await self._bot.edit_message_reply_markup(message.chat, int(message.message))
        except BadRequest as error:
            if not is_not_modified(error):
                raise

    # -- pictures -------------------------------------------------------------------------------

    async def _paint(self, board: Board) -> None:
        """Have the picture drawn before the chat's turn comes, if Telegram does not know it."""
        if board.picture is not None and self._file_ids.get(board.picture) is None:
            await self._painter.png(board.picture)

    async def _photo(self, picture: BoardView) -> str | bytes:
        return self._file_ids.get(picture) or await self._painter.png(picture)

    def _markup(self, board: Board) -> InlineKeyboardMarkup | None:
        return markup_of(board.keyboard, self._bot.username)

    def _learn(self, message: Message, board: Board) -> Message:
        """Remember what a message shows, and under which file id Telegram keeps the picture."""
        picture = board.picture if message.photo else None
        if picture is not None:
            self._file_ids.keep(picture, message.photo[-1].file_id)
        ref = MessageRef(str(message.chat_id), str(message.message_id))
        self._shown.keep(ref, _Shown(picture, board.version))
        return message


def topic_of(channel: ChannelRef) -> int | None:
    """Return the number of a channel's topic; None outside of topics."""
    return int(channel.topic) if channel.topic else None


def text_of(board: Board) -> str:
    """Return a board as a message of text: its words and, as room allows, the board below."""
    drawn = with_text_board(board.words, board.picture)
    words = drawn if visible_length(drawn) <= TEXT_LIMIT else board.words
    return html_within(words, TEXT_LIMIT) or NO_WORDS


def _may_stay(message: _Shown | None, board: Board) -> bool:
    """Return whether a message keeps its picture: it is the same, or a play grows that it shows begun.

    A play taken back, another roll or another position must be drawn.
    """
    shown, wanted = message.picture if message else None, board.picture
    if shown is None or wanted is None:
        return False
    growing = board.partial and wanted.tentative[: len(shown.tentative)] == shown.tentative
    return shown == wanted or (growing and _turn_in(shown) == _turn_in(wanted))


def _turn_in(picture: BoardView) -> tuple[object, ...]:
    """Return what stays the same in a picture while a play grows."""
    return picture.dice, picture.dice_side, picture.last_play, picture.score
