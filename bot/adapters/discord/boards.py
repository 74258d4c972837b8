"""Boards and cards as messages: words, a picture with its description, and the buttons below.

They go by the channels' own routes, never by an interaction: these work at any time, a reply to such
a message reaches the bot, and a post bears a nonce. What a message shows is remembered only so that
an unchanged picture need not be sent again; after a restart a board is simply sent whole.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import blake2s
from typing import TypeVar

import discord

from bot.adapters import Painter, with_text_board
from bot.adapters.discord.buttons import Keys
from bot.adapters.discord.errors import delivering
from bot.adapters.discord.link import Link
from bot.adapters.discord.markup import markdown_within
from bot.adapters.discord.reading import PLATFORM
from bot.adapters.discord.telling import FILE_NAME, NO_WORDS, Enclosed
from bot.app.ports import Blocked, Gone
from bot.app.recent import Recent
from bot.app.records import MessageRef, View
from bot.app.replies import Board
from bot.app.requests import ChannelRef
from renderers.board_view import BoardView

log = logging.getLogger(__name__)

T = TypeVar("T")

NONCE_LIMIT = 25
EDITABLE_FOR = timedelta(hours=1)
"""Older messages may be edited three times in six seconds only, all of a channel's together."""
DELIVERY_SECONDS = 20.0
TYPING_SECONDS = 5.0
CLOSED = sys.maxsize
"""The version of a message that is live no more: nothing newer will come."""
REMEMBERED = 2000


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a message shows."""

    picture: BoardView | None
    version: int


class Boards:
    """Posts, edits and closes board messages of one bot."""

    def __init__(self, link: Link, painter: Painter, keys: Keys) -> None:
        self._link = link
        self._painter = painter
        self._keys = keys
        self._shown: Recent[MessageRef, _Shown] = Recent(REMEMBERED)

    async def post(self, view: View, board: Board) -> MessageRef:
        """Send a board as a new message. Raises `DeliveryError`s."""
        try:
            return await _somehow(board, lambda shown: self._send(view, shown))
        except Gone as error:
            # Discord says so of a locked thread, and there is nothing else to fall back to.
            raise Blocked(*error.args) from error

    async def edit(self, message: MessageRef, board: Board) -> None:
        """Bring a message to a board. Raises `DeliveryError`s; one that changes nothing is fine.

        `Gone` also for a message that is too old to be edited at every turn: a new one is better.
        """
        if board.keyboard and not board.stays and age_of(message) > EDITABLE_FOR:
            raise Gone("it is too old to be edited often")
        await _somehow(board, lambda shown: self._edit(message, shown))

    async def close(self, message: MessageRef, board: Board | None) -> None:
        """Take the buttons off a message, and show a last board in it if given.

        Raises `DeliveryError`s; a message that is gone needs no closing.
        """
        try:
            if board is None:
                await self.replace_buttons(message, None)
            else:
                last = replace(board, keyboard=())
                await _somehow(last, lambda shown: self._edit(message, shown))
        except Gone:
            log.debug("nothing to close in channel %s: message %s is gone", message.chat, message.message)
        self._shown.keep(message, _Shown(None, CLOSED))

    async def replace_buttons(self, message: MessageRef, view: discord.ui.View | None) -> None:
        """Show other buttons below a message, or none. Raises `DeliveryError`s."""
        async with delivering(DELIVERY_SECONDS):
            await self._message(message).edit(view=view)

    def version_of(self, message: MessageRef) -> int:
        """Return the version of the board that a message shows; 0 if it is not known."""
        shown = self._shown.get(message)
        return shown.version if shown else 0

    async def type_in(self, channel: ChannelRef) -> None:
        """Show in a channel that the bot types. Raises `DeliveryError`s."""
        async with delivering(TYPING_SECONDS):
            await self._link.client.get_partial_messageable(int(channel.chat)).typing()

    # -- parts ----------------------------------------------------------------------------------

    async def _send(self, view: View, board: Board) -> MessageRef:
        channel = self._link.client.get_partial_messageable(int(view.channel.ref.chat))
        files = await self._files(board)
        keys = self._keys.view(board.keyboard, board.locale)
        async with delivering(DELIVERY_SECONDS):
            message = await channel.send(
                words_of(board),
                files=files,
                view=discord.utils.MISSING if keys is None else keys,
                nonce=nonce_of(view, board),
                silent=board.silent,
                suppress_embeds=True,
                allowed_mentions=ringing(board),
            )
        ref = MessageRef(str(message.channel.id), str(message.id))
        self._shown.keep(ref, _Shown(board.picture, board.version))
        return ref

    async def _edit(self, message: MessageRef, board: Board) -> None:
        shown = self._shown.get(message)
        stays = shown is not None and shown.picture == board.picture
        attachments = discord.utils.MISSING if stays else await self._files(board)
        async with delivering(DELIVERY_SECONDS):
            await self._message(message).edit(
                content=words_of(board),
                attachments=attachments,
                view=self._keys.view(board.keyboard, board.locale),
                # An edit notifies nobody, but who is called stays marked as such.
                allowed_mentions=ringing(board),
            )
        self._shown.keep(message, _Shown(board.picture, board.version))

    async def _files(self, board: Board) -> list[discord.File]:
        """Return the picture of a board as a file to be sent once."""
        if board.picture is None:
            return []
        return [Enclosed(FILE_NAME, await self._painter.png(board.picture), board.alt_text).file()]

    def _message(self, message: MessageRef) -> discord.PartialMessage:
        channel = self._link.client.get_partial_messageable(int(message.chat))
        return channel.get_partial_message(int(message.message))


async def _somehow(board: Board, show: Callable[[Board], Awaitable[T]]) -> T:
    """Return what showing the board returns; where no picture may be shown, what its words do."""
    try:
        return await show(board)
    except Blocked:
        if board.picture is None:
            raise
        return await show(replace(board, picture=None, words=with_text_board(board.words, board.picture)))


def words_of(board: Board) -> str:
    """Return the words of a board as a message has them, which must not be without any."""
    return markdown_within(board.words) or NO_WORDS


def ringing(board: Board) -> discord.AllowedMentions:
    """Return who may be notified: whom the board calls, and nobody else."""
    called = [player.user for player in board.pings() if player.platform == PLATFORM]
    users = [discord.Object(int(user)) for user in called if user.isascii() and user.isdecimal()]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def nonce_of(view: View, board: Board) -> str:
    """Return by what Discord knows a post again: the same for the same board of a view, also in
    another process, and different for another board."""
    digest = blake2s(repr((board.version, board.words)).encode(), digest_size=4).hexdigest()
    return f"{view.id}-{view.wanted}-{digest}"[:NONCE_LIMIT]


def age_of(message: MessageRef) -> timedelta:
    """Return how long ago a message was posted, which its number tells."""
    return discord.utils.utcnow() - discord.utils.snowflake_time(int(message.message))
