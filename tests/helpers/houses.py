"""One house a platform: its adapter, a scripted front door, somebody who writes, and what is seen.

The contract of adapters is tested in every one of them alike.
"""

from __future__ import annotations

import asyncio
import queue
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from io import StringIO
from pathlib import Path
from typing import Protocol

from rich.console import Console

from bot.adapters import AdapterContext
from bot.adapters.terminal_adapter import CHANNEL, TerminalAdapter
from bot.app.catalog import Catalog
from bot.app.ports import Adapter
from bot.app.requests import ChannelRef
from tests.helpers import discord_desk, telegram_desk
from tests.helpers.discord_server import looks as discord_looks
from tests.helpers.scripted_front_door import ScriptedFrontDoor
from tests.helpers.telegram_desk import CountingPainter
from tests.helpers.telegram_server import looks as telegram_looks


class House(Protocol):
    """An adapter that is not started yet, and a place where somebody writes to it."""

    @property
    def door(self) -> ScriptedFrontDoor:
        """Return the front door that the adapter speaks to."""

    @property
    def adapter(self) -> Adapter:
        """Return the adapter."""

    @property
    def place(self) -> ChannelRef:
        """Return where boards are posted, and where the person writes."""

    async def open(self) -> None:
        """Start the adapter, and wait until it hears people."""

    async def types(self, command: str) -> None:
        """Have somebody write a command."""

    def seen(self) -> str:
        """Return all that is to be seen, for everybody or for one person alone."""

    def stranger(self) -> Adapter | None:
        """Return an adapter with a token that the platform does not know; None where there is none."""


class TelegramHouse:
    """A group on the loopback Bot API server."""

    def __init__(self, desk: telegram_desk.Desk) -> None:
        self._desk = desk
        self.door = desk.door
        self.adapter = desk.adapter
        self._ana, self._club = desk.telegram.user("Ana"), desk.telegram.group("Club")
        self.place = ChannelRef("telegram", str(self._club))

    async def open(self) -> None:
        """Start the adapter."""
        await self.adapter.start()

    async def types(self, command: str) -> None:
        """Have Ana write in the group."""
        self._desk.telegram.types(self._ana, f"/{command}", self._club)

    def seen(self) -> str:
        """Return the bot's messages in the group."""
        return "\n".join(map(telegram_looks.words_of, self._desk.telegram.messages(self._club)))

    def stranger(self) -> Adapter:
        """Return an adapter with another bot's token."""
        return self._desk.another_adapter("999:WRONG-token")


class DiscordHouse:
    """A channel on the loopback Discord."""

    def __init__(self, desk: discord_desk.Desk) -> None:
        self._desk = desk
        self.door = desk.door
        self.adapter = desk.adapter
        self._ana, self._club = desk.discord.user("Ana"), desk.discord.channel("club")
        self.place = ChannelRef("discord", str(self._club))

    async def open(self) -> None:
        """Start the adapter, and wait until its commands are there."""
        await self._desk.listens()

    async def types(self, command: str) -> None:
        """Have Ana use a slash command."""
        await self._desk.discord.commands(self._ana, self._club, command)

    def seen(self) -> str:
        """Return what the channel sees, and what Ana alone is told."""
        messages = [*self._desk.discord.messages(self._club), *self._desk.discord.told(self._ana)]
        return "\n".join(
            discord_looks.words_of(message, self._desk.discord.state.users) for message in messages
        )

    def stranger(self) -> Adapter:
        """Return an adapter with another bot's token."""
        return self._desk.another_adapter("WRONG.token")


class TerminalHouse:
    """A keyboard and a screen, which are a script and a file, or a terminal with a person at it."""

    place = CHANNEL

    def __init__(self, folder: Path, *, is_terminal: bool = False) -> None:
        self.door = ScriptedFrontDoor()
        self._typed: queue.Queue[str | None] = queue.Queue()
        self._output = StringIO()
        lines = iter(self._typed.get, None)
        console = Console(
            file=self._output, highlight=False, force_terminal=is_terminal, color_system=None, width=80
        )
        context = AdapterContext({"default_locale": "en"}, self.door, CountingPainter(), Catalog("en"))
        self.adapter = TerminalAdapter(context, lines, console, folder, interactive=is_terminal)

    async def open(self) -> None:
        """Start the adapter."""
        await self.adapter.start()

    async def types(self, command: str) -> None:
        """Type a line."""
        self._typed.put(command)

    def seen(self) -> str:
        """Return all that was written."""
        return self._output.getvalue()

    def stranger(self) -> None:
        """Return nothing: a keyboard needs no token."""

    def leave(self) -> None:
        """End the lines, for which a thread may wait."""
        self._typed.put(None)


@asynccontextmanager
async def telegram_house(_: Path) -> AsyncIterator[House]:
    """Yield a house on Telegram."""
    async with telegram_desk.open_desk(start=False) as desk:
        yield TelegramHouse(desk)


@asynccontextmanager
async def discord_house(_: Path) -> AsyncIterator[House]:
    """Yield a house on Discord."""
    async with discord_desk.open_desk(start=False) as desk:
        yield DiscordHouse(desk)


@asynccontextmanager
async def terminal_house(folder: Path, *, is_terminal: bool = False) -> AsyncIterator[TerminalHouse]:
    """Yield a house at a keyboard."""
    house = TerminalHouse(folder, is_terminal=is_terminal)
    try:
        yield house
    finally:
        house.leave()
        await house.adapter.stop()
        await house.adapter.disconnect()


HOUSES: dict[str, Callable[[Path], AbstractAsyncContextManager[House]]] = {
    "discord": discord_house,
    "telegram": telegram_house,
    "terminal": terminal_house,
}
"""Every platform that there is an adapter for."""


async def until(condition: Callable[[], object], timeout_seconds: float = 5.0) -> None:
    """Wait until a condition holds; raise `TimeoutError` if it never does."""
    async with asyncio.timeout(timeout_seconds):
        while not condition():  # noqa: ASYNC110 - there is nothing to be told by
            await asyncio.sleep(0.005)
