"""The client library, told what the bot needs of it and whom to hand things to."""

from __future__ import annotations

import asyncio
from typing import Protocol

import discord
import yarl
from discord import app_commands

from bot.app.requests import Press


class Desk(Protocol):
    """Who takes what reaches the bot. Nothing is raised: a failure is logged and over."""

    async def logged_in(self, client: Client) -> None:
        """Take note that the bot knows who it is, before it hears anything."""

    async def command(
        self, interaction: discord.Interaction, text: str, *invited: discord.User | discord.Member
    ) -> None:
        """Take a command with its argument, and whom it invites."""

    async def press(self, interaction: discord.Interaction, press: Press) -> None:
        """Take a press on a button."""

    async def choice(self, interaction: discord.Interaction, match: int, version: int, start: str) -> None:
        """Take the choice of a starting point on a board with too many moves for buttons."""

    async def form(self, interaction: discord.Interaction) -> None:
        """Take the wish to type a play into a form."""

    async def filled(self, interaction: discord.Interaction) -> None:
        """Take a form that was filled in."""

    async def message(self, message: discord.Message) -> None:
        """Take a message of a channel."""

    async def arrival(self, guild: discord.Guild) -> None:
        """Take note that the bot was added to a server."""

    async def suggestions(self, interaction: discord.Interaction, typed: str) -> tuple[str, ...]:
        """Return the plays that begin as was typed, at most 25."""


class Client(discord.AutoShardedClient):
    """One connection to Discord.

    `identify_seconds`: between two new sessions; `ready_seconds`: until no more servers are told of that
    the bot is in; `gateway_url`: where to connect instead of where Discord's REST interface says.
    """

    tree: app_commands.CommandTree[Client]

    def __init__(
        self, desk: Desk, *, identify_seconds: float, ready_seconds: float, gateway_url: str | None
    ) -> None:
        super().__init__(
            # All of them unprivileged: what a message says is told only where it is meant for the bot.
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=ready_seconds,
            max_messages=None,
            # Beyond this the library gives up, and the outbox waits: it then shows the newest board.
            max_ratelimit_timeout=30.0,
        )
        self.desk = desk
        self.has_been_connected = False
        self._identify_seconds = identify_seconds
        self._gateway = yarl.URL(gateway_url) if gateway_url else None

    async def setup_hook(self) -> None:
        """Tell that the bot knows who it is."""
        await self.desk.logged_in(self)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Open one of the connections."""
        await super().launch_shard(self._gateway or gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait between two new sessions."""
        if not initial:
            await asyncio.sleep(self._identify_seconds)

    async def on_connect(self) -> None:
        """Note that a session was opened."""
        self.has_been_connected = True

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand a filled-in form over; the library would know only those of this process."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.desk.filled(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Hand a message over."""
        await self.desk.message(message)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Hand a new server over."""
        await self.desk.arrival(guild)


def desk_of(interaction: discord.Interaction) -> Desk:
    """Return the desk behind the client of an interaction."""
    if not isinstance(interaction.client, Client):
        raise TypeError(f"an interaction of {interaction.client!r}")
    return interaction.client.desk
