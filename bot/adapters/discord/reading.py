"""What Discord delivers, as requests."""

from __future__ import annotations

import re
from dataclasses import dataclass

import discord

from bot.app.recent import Recent
from bot.app.requests import ChannelRef, PlayerKind, PlayerRef, Press, Request

PLATFORM = "discord"

_MENTION = re.compile(r"<@!?(\d+)>")
_COMMUNITY = "COMMUNITY"
_UNSET = discord.Locale.american_english
"""What every server is said to speak that has chosen nothing."""
_SPOKEN = (discord.MessageType.default, discord.MessageType.reply)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and the interaction that waits for its answer."""

    request: Request
    interaction: discord.Interaction


@dataclass(frozen=True, slots=True)
class Typed:
    """A request that was written as a message, and the message."""

    request: Request
    message: discord.Message


class Reader:
    """Makes requests for one bot. What is not meant for the bot gives None."""

    def __init__(self, bot: discord.ClientUser) -> None:
        self._bot = bot
        self._locales: Recent[int, str] = Recent(2000)

    def command(
        self,
        interaction: discord.Interaction,
        text: str,
        invited: discord.User | discord.Member | None = None,
    ) -> Asked | None:
        """Return what a command asks: a slash command, one of a person's menu, or a form."""
        mentions = (self.player(invited),) if invited else ()
        return self._asked(interaction, text=text.strip(), mentions=mentions)

    def press(self, interaction: discord.Interaction, press: Press) -> Asked | None:
        """Return what a press on a button asks."""
        return self._asked(interaction, press=press)

    def message(self, message: discord.Message) -> Typed | None:
        """Return what a message asks: something in answer to the bot, or in private.

        Without a command only a play counts.
        """
        author = self.player(message.author)
        if author.kind is not PlayerKind.PERSON or message.webhook_id or message.type not in _SPOKEN:
            return None
        text = " ".join(_MENTION.sub(" ", message.content).split())
        if not text or not self._is_to_us(message):
            return None
        named = (user for user in message.mentions if user.id != self._bot.id)
        request = Request(
            id=f"{PLATFORM}:message:{message.id}",
            channel=ChannelRef(PLATFORM, str(message.channel.id), private=_is_private(message)),
            player=author,
            text=text,
            mentions=tuple(map(self.player, named)),
            plain=not text.startswith("/"),
            answered=_answered(message),
            locale=self._locales.get(message.author.id),
            channel_locale=_locale_of(message.guild, message.guild.preferred_locale)
            if message.guild
            else None,
        )
        return Typed(request, message)

    def arrival(self, guild: discord.Guild, channel: discord.abc.Snowflake) -> Request:
        """Return a request for a greeting in a channel of a server that the bot was added to."""
        since = guild.me.joined_at if guild.me else None
        at = int(since.timestamp()) if since else 0
        return Request(
            id=f"{PLATFORM}:{guild.id}:added-{at}",
            channel=ChannelRef(PLATFORM, str(channel.id)),
            player=self.player(self._bot),
            text="start",
            channel_locale=str(guild.preferred_locale),
        )

    def player(self, user: discord.abc.User) -> PlayerRef:
        """Return an account, under the name that it has in this server."""
        if user.id == self._bot.id:
            kind = PlayerKind.COMPUTER
        else:
            kind = PlayerKind.BOT if user.bot else PlayerKind.PERSON
        return PlayerRef(PLATFORM, str(user.id), user.display_name, user.name, kind)

    def _asked(
        self,
        interaction: discord.Interaction,
        *,
        text: str = "",
        press: Press | None = None,
        mentions: tuple[PlayerRef, ...] = (),
    ) -> Asked | None:
        if interaction.channel_id is None:
            return None
        self._locales.keep(interaction.user.id, str(interaction.locale))
        request = Request(
            id=f"{PLATFORM}:{interaction.id}",
            channel=ChannelRef(PLATFORM, str(interaction.channel_id), private=interaction.guild_id is None),
            player=self.player(interaction.user),
            text=text,
            press=press,
            mentions=mentions,
            locale=str(interaction.locale),
            channel_locale=_locale_of(interaction.guild, interaction.guild_locale),
        )
        return Asked(request, interaction)

    def _is_to_us(self, message: discord.Message) -> bool:
        """Return whether a message is for the bot: in private, naming it, or in answer to it.

        Of anything else in a server the content is not even delivered.
        """
        answered = message.reference.resolved if message.reference else None
        ours = isinstance(answered, discord.Message) and answered.author.id == self._bot.id
        return ours or _is_private(message) or any(user.id == self._bot.id for user in message.mentions)


def _answered(message: discord.Message) -> str | None:
    """Return the message that this one replies to."""
    reference = message.reference
    return str(reference.message_id) if reference and reference.message_id else None


def _is_private(message: discord.Message) -> bool:
    """Return whether a message was written to the bot alone. That its server is not known says nothing."""
    return isinstance(message.channel, discord.DMChannel)


def _locale_of(guild: discord.Guild | None, told: discord.Locale | None) -> str | None:
    """Return the language of a server; None where the one that is told was not chosen by anybody."""
    chosen = told is not None and (told is not _UNSET or (guild and _COMMUNITY in guild.features))
    return str(told) if chosen else None
