"""The Discord adapter alone: the real client against the loopback server, a scripted front door."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.adapters import AdapterContext
from bot.adapters.discord.link import Waits
from bot.adapters.discord_adapter import DiscordAdapter
from bot.app.catalog import Catalog
from bot.app.delivery import Pace
from bot.app.records import MessageRef, View
from bot.app.replies import Board
from bot.app.requests import ChannelRef
from tests.helpers.discord_server.state import PRIVATE_CHAT
from tests.helpers.discord_server.wire import Json
from tests.helpers.fake_discord import FakeDiscord
from tests.helpers.scripted_front_door import ScriptedFrontDoor
from tests.helpers.telegram_desk import CountingPainter
from tests.helpers.views import view_of

QUICK = Waits(Pace(0.02, 0.1), identify=0.02, ready=0.02)


@dataclass
class Desk:
    """An adapter and everything around it."""

    discord: FakeDiscord
    door: ScriptedFrontDoor
    painter: CountingPainter
    locale: str = "en"
    adapter: DiscordAdapter = field(init=False)
    _wanted: int = 0

    def __post_init__(self) -> None:
        self.adapter = self.another_adapter()

    def another_adapter(self, token: str | None = None) -> DiscordAdapter:
        """Return an adapter for the same bot, not started: another process, or one after a kill."""
        settings = {
            "discord_token": token or self.discord.token,
            "discord_api_url": self.discord.url,
            "discord_gateway_url": self.discord.gateway_url,
        }
        context = AdapterContext(settings, self.door, self.painter, Catalog(self.locale))
        return DiscordAdapter(context, waits=QUICK, progress_gap_seconds=0.0)

    async def listens(self) -> None:
        """Start the adapter; return when it hears people and its commands are published."""
        await self.adapter.start()
        await self.discord.until(lambda: self.discord.gateway.connected and self.discord.state.commands)
        await self.adapter._link.client.wait_until_ready()

    async def restarts(self) -> None:
        """Replace the adapter by a new one, as a restart does."""
        await self.adapter.stop()
        await self.adapter.disconnect()
        self.adapter = self.another_adapter()
        await self.listens()

    async def post(self, channel: int, board: Board, *, wanted: int | None = None) -> MessageRef:
        """Post a board; each is another one, unless a `wanted` of the view is given."""
        self._wanted += 1
        return await self.adapter.post(self.view_in(channel, wanted or self._wanted), board, None)

    async def edit(self, message: MessageRef, board: Board) -> None:
        """Edit a board."""
        await self.adapter.edit(self.view_in(int(message.chat), 1), message, board)

    async def close(self, message: MessageRef, board: Board | None = None) -> None:
        """Close a board."""
        await self.adapter.close(self.view_in(int(message.chat), 1), message, board)

    def message(self, ref: MessageRef) -> Json:
        """Return a message as the server has it."""
        return self.discord.state.messages[ref.message]

    def view_in(self, channel: int, wanted: int) -> View:
        """Return a view of a match in a channel."""
        private = self.discord.state.channels[channel].kind == PRIVATE_CHAT
        return view_of(ChannelRef("discord", str(channel), private=private), wanted)


@asynccontextmanager
async def open_desk(
    *, start: bool = True, locale: str = "en", shards: int = 1, zipped: bool = False
) -> AsyncIterator[Desk]:
    """Yield a desk whose adapter runs (unless not to `start`)."""
    async with FakeDiscord(shards=shards, zipped=zipped) as discord:
        desk = Desk(discord, ScriptedFrontDoor(), CountingPainter(), locale)
        try:
            if start:
                await desk.listens()
            yield desk
        finally:
            await desk.adapter.stop()
            await desk.adapter.disconnect()
