"""Answers to what was typed as a message, where nothing can be told to one person alone.

In a server a refusal is one message for each player, edited by the next and taken away when a new
board is posted: the channel stays a board and its players' words.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import discord

from bot.adapters.discord.boards import DELIVERY_SECONDS
from bot.adapters.discord.errors import delivering
from bot.adapters.discord.link import Link
from bot.adapters.discord.reading import Typed
from bot.adapters.discord.telling import Send, Teller, Told, sent
from bot.app.catalog import Catalog
from bot.app.ports import Blocked, Gone
from bot.app.recent import Recent
from bot.app.replies import Answer, AnswerKind
from bot.app.requests import ChannelRef

log = logging.getLogger(__name__)

_Slot = tuple[ChannelRef, str]
"""A channel and a player in it: room for one refusal."""


class Replies:
    """Replies to messages for one bot."""

    def __init__(self, link: Link, teller: Teller, catalog: Catalog) -> None:
        self._link = link
        self._teller = teller
        self._catalog = catalog
        self._refusals: Recent[_Slot, asyncio.Task[int]] = Recent(2000)

    async def carry(self, typed: Typed, answer: Answer) -> discord.Message | None:
        """Carry an answer back; return the first message of what was asked for. Raises `DeliveryError`s."""
        if answer.kind is AnswerKind.NOTHING:
            return None
        request = typed.request
        locale = self._catalog.negotiate(request.locale, request.channel_locale)
        told = await self._teller.told(answer, locale)
        if answer.kind is AnswerKind.REFUSAL and not request.channel.private and told:
            await self._refuse(typed, told[0])
            return None
        replies = [await sent(each, self.sender(typed)) for each in told]
        return replies[0] if replies else None

    def sender(self, typed: Typed) -> Send:
        """Return what replies to a message."""
        return partial(self._reply, typed)

    async def clear(self, channel: ChannelRef) -> None:
        """Take the refusals away from a channel: a new board was posted there. Raises `DeliveryError`s."""
        for slot in self._refusals:
            refusal = self._refusals.get(slot) if slot[0] == channel else None
            if refusal is not None:
                self._refusals.forget(slot)
                await self._delete(channel, refusal)

    async def _refuse(self, typed: Typed, told: Told) -> None:
        slot = (typed.request.channel, typed.request.player.user)
        refusal = asyncio.create_task(self._instead(self._refusals.get(slot), typed, told))
        self._refusals.keep(slot, refusal)
        await refusal

    async def _instead(self, earlier: asyncio.Task[int] | None, typed: Typed, told: Told) -> int:
        """Write a refusal in the place of an earlier one, which may be under way; return its message."""
        message = await _written(earlier) if earlier else None
        if message is not None and await self._reword(typed.request.channel, message, told):
            return message
        return (await self._reply(typed, told)).id

    async def _reword(self, channel: ChannelRef, message: int, told: Told) -> bool:
        """Edit a refusal; return False if it is not there any more."""
        try:
            async with delivering(DELIVERY_SECONDS):
                await self._message(channel, message).edit(content=told.content)
        except Gone:
            return False
        return True

    async def _reply(self, typed: Typed, told: Told) -> discord.Message:
        """Reply to a message; return the reply. Where replies are not allowed it stands for itself."""
        reference = discord.MessageReference.from_message(typed.message, fail_if_not_exists=False)
        channel = self._link.client.get_partial_messageable(int(typed.request.channel.chat))
        try:
            async with delivering(DELIVERY_SECONDS, repeatable=False):
                return await channel.send(**told.sending(), reference=reference, silent=True)
        except Blocked:
            async with delivering(DELIVERY_SECONDS, repeatable=False):
                return await channel.send(**told.sending(), silent=True)

    async def _delete(self, channel: ChannelRef, refusal: asyncio.Task[int]) -> None:
        message = await _written(refusal)
        if message is None:
            return
        try:
            async with delivering(DELIVERY_SECONDS):
                await self._message(channel, message).delete()
        except Gone:
            log.debug("refusal %s is gone already", message)

    def _message(self, channel: ChannelRef, message: int) -> discord.PartialMessage:
        return self._link.client.get_partial_messageable(int(channel.chat)).get_partial_message(message)


async def _written(refusal: asyncio.Task[int]) -> int | None:
    """Return the message of a refusal when it is written; None if it could not be."""
    await asyncio.wait({refusal})
    return None if refusal.cancelled() or refusal.exception() else refusal.result()
