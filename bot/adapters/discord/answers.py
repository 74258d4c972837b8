"""The private answers: what only the person sees who typed or pressed.

An interaction is acknowledged before anything else is done. What is told then fills the answer that a
slash command has been promised, or follows a press. Only in private chats it stays for good.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.adapters.discord.boards import DELIVERY_SECONDS, Boards
from bot.adapters.discord.buttons import Keys
from bot.adapters.discord.errors import FAILURES, UNREACHABLE, delivering, is_acknowledged, is_too_late
from bot.adapters.discord.form import play_form
from bot.adapters.discord.reading import Asked
from bot.adapters.discord.telling import Send, Teller, Told, sent
from bot.app.catalog import Catalog
from bot.app.ports import NotDelivered
from bot.app.records import MessageRef
from bot.app.replies import Answer, AnswerKind, Keyboard, newest_version
from bot.app.requests import Request

log = logging.getLogger(__name__)

ACKNOWLEDGE_SECONDS = 2.5
"""Discord waits three; a try that takes longer is of no use any more."""
TAPS = ("step", "undo")
"""Presses whose toast repeats what the edited board says."""


class Answers:
    """Acknowledges interactions and carries answers back, for one bot."""

    def __init__(self, boards: Boards, teller: Teller, keys: Keys, catalog: Catalog) -> None:
        self._boards = boards
        self._teller = teller
        self._keys = keys
        self._catalog = catalog

    async def acknowledge(self, interaction: discord.Interaction) -> bool:
        """Answer without a word yet: a command with a promise, a press with nothing.

        Return whether anything more can be told. That it is too late is the platform's to say: the clock
        of this machine may be wrong.
        """
        try:
            async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                await _persistently(interaction)
        except FAILURES as error:
            log.info("interaction %s was not acknowledged: %r", interaction.id, error)
            return not is_too_late(error)
        return True

    async def carry(self, asked: Asked, answer: Answer) -> discord.Message | None:
        """Carry an answer back; return the first message that was sent. Raises `DeliveryError`s."""
        told = [] if self._is_shown_already(asked, answer) else await self._told(asked.request, answer)
        if asked.interaction.type is discord.InteractionType.application_command:
            return await self._keep_promise(asked, answer, told)
        if told:
            return await self._follow(asked, answer, told)
        if answer.keyboard is not None:
            await self._replace(asked.interaction, answer.keyboard, self._locale(asked.request))
        return None

    def sender(self, asked: Asked, answer: Answer) -> Send:
        """Return what sends the messages of an answer: to one person alone, or for good."""
        interaction = asked.interaction
        channel = interaction.client.get_partial_messageable(int(asked.request.channel.chat))
        for_good = _is_for_good(asked.request, answer)

        async def send(told: Told) -> discord.Message:
            async with delivering(DELIVERY_SECONDS, repeatable=False):
                if for_good:
                    return await channel.send(**told.sending(), silent=True, suppress_embeds=True)
                return await interaction.followup.send(**told.sending(), ephemeral=True, wait=True)

        return send

    async def show_targets(self, asked: Asked, keyboard: Keyboard, start: str) -> None:
        """Show below the pressed board where the checker on a point can go. Raises `DeliveryError`s."""
        await self._replace(asked.interaction, keyboard, self._locale(asked.request), start)

    async def show_form(self, interaction: discord.Interaction) -> None:
        """Open the form for a typed play, which is an answer by itself. Raises `DeliveryError`s."""
        locale = self._catalog.negotiate(str(interaction.locale))
        form = play_form(interaction.custom_id or "", self._catalog, locale)
        async with delivering(ACKNOWLEDGE_SECONDS):
            await interaction.response.send_modal(form)

    # -- words ----------------------------------------------------------------------------------

    async def _told(self, request: Request, answer: Answer) -> list[Told]:
        if answer.kind is AnswerKind.NOTHING:
            return []
        return await self._teller.told(answer, self._locale(request))

    async def _keep_promise(self, asked: Asked, answer: Answer, told: list[Told]) -> discord.Message | None:
        """Fill the promised answer, or take it back where there is nothing to say to one person alone."""
        interaction = asked.interaction
        message = None
        async with delivering(DELIVERY_SECONDS):
            if not told or _is_for_good(asked.request, answer):
                await interaction.delete_original_response()
            else:
                first = told.pop(0)
                files = [each.file() for each in first.files]
                message = await interaction.edit_original_response(
                    content=first.content, attachments=files, view=first.view
                )
        following = await self._follow(asked, answer, told)
        return message or following

    async def _follow(self, asked: Asked, answer: Answer, told: list[Told]) -> discord.Message | None:
        send = self.sender(asked, answer)
        messages = [await sent(each, send) for each in told]
        return messages[0] if messages else None

    # -- buttons --------------------------------------------------------------------------------

    async def _replace(
        self, interaction: discord.Interaction, keyboard: Keyboard, locale: str, chosen: str = ""
    ) -> None:
        """Show other buttons below the pressed message, unless its board has moved on meanwhile."""
        if interaction.message is None:
            return
        message = _ref(interaction.message)
        if self._boards.version_of(message) > newest_version(keyboard):
            return
        view = self._keys.view(keyboard, locale, chosen)
        try:
            async with asyncio.timeout(DELIVERY_SECONDS):
                await interaction.edit_original_response(view=view)
        except FAILURES as error:
            if not is_too_late(error):
                raise NotDelivered(repr(error)) from error
            # The interaction is over, the channel's own route is not.
            await self._boards.replace_buttons(message, view)

    def _is_shown_already(self, asked: Asked, answer: Answer) -> bool:
        """Return whether the board below the tapped button says the same, at once and to everybody."""
        press, message = asked.request.press, asked.interaction.message
        if answer.kind is not AnswerKind.TOAST or press is None or message is None:
            return False
        return press.verb in TAPS and press.version == self._boards.version_of(_ref(message))

    def _locale(self, request: Request) -> str:
        return self._catalog.negotiate(request.locale, request.channel_locale)


async def _persistently(interaction: discord.Interaction) -> None:
    """Acknowledge, once more if the connection broke; that it was done before is as good."""
    try:
        await interaction.response.defer(ephemeral=True)
    except UNREACHABLE:
        await interaction.response.defer(ephemeral=True)
    except discord.HTTPException as error:
        if not is_acknowledged(error):
            raise


def _ref(message: discord.Message) -> MessageRef:
    return MessageRef(str(message.channel.id), str(message.id))


def _is_for_good(request: Request, answer: Answer) -> bool:
    """Return whether an answer stays in the chat: what was asked for, where nobody else reads it."""
    return answer.kind is AnswerKind.INFO and request.channel.private
