"""Whole matches on Discord: the bot as it runs, the real client, the loopback server, and people.

    async with open_world(tmp_path, rolls=[(3, 1), (6, 5)]) as world:
        ana, bruno = world.person("Ana"), world.person("Bruno")
        club = world.channel("club")
        await ana.commands("challenge", club, opponent=bruno.id)
        await bruno.presses("accept", club)
        await ana.commands("move", club, play="8/5 6/5")
        assert "Bruno" in world.words(club)
        print(world.transcript(club))

Whatever a person does is waited for until nothing moves any more: it was answered, the computer has
played, every board is shown. So a match is a plain list of steps, the same in every language.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import discord as library
from pydantic import SecretStr

from bot.adapters import AdapterContext, AdapterSpec
from bot.adapters.discord_adapter import SPEC, DiscordAdapter
from bot.app.catalog import Catalog
from bot.app.pondering import Patience
from bot.app.requests import Press
from bot.bootstrap import Bot, RandomDice
from bot.config import Settings
from bot.engine.position import Roll
from bot.store.sql_store import open_store
from tests.helpers.discord_desk import QUICK
from tests.helpers.discord_server.looks import components, labels, words_of
from tests.helpers.discord_server.state import Interaction
from tests.helpers.discord_server.wire import Json
from tests.helpers.discord_transcript import transcript
from tests.helpers.fake_discord import FakeDiscord
from tests.helpers.telegram_world import UNSEEN, ListedDice

QUIET_SECONDS = 30.0
"""How long a step may take; a computer that thinks is part of it."""


class Running:
    """One process of the bot, so to speak, on the database and the server of a world."""

    def __init__(self, folder: Path, discord: FakeDiscord, dice: RandomDice, patience: Patience) -> None:
        # Made without looking at the environment, in which a real token may stand.
        self._settings = Settings.model_construct(
            discord_token=SecretStr(discord.token),
            discord_api_url=discord.url,
            discord_gateway_url=discord.gateway_url,
            database_url=f"sqlite+aiosqlite:///{folder / 'gamao.db'}",
        )
        self._dice = dice
        self._patience = patience
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.adapter: ObservedAdapter | None = None
        self.context: AdapterContext | None = None

    def start(self) -> None:
        """Start."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop as on a signal."""
        self._stopping.set()
        if self._task:
            await self._task

    async def _run(self) -> None:
        store = await open_store(self._settings.database_url)
        try:
            catalog = Catalog(self._settings.default_locale)
            bot = Bot(self._settings, catalog, store, self._dice, self._stopping, patience=self._patience)
            await bot.run((AdapterSpec(SPEC.platform, SPEC.token, self._build),))
        finally:
            await store.close()

    def _build(self, context: AdapterContext) -> DiscordAdapter:
        self.context = context
        self.adapter = ObservedAdapter(context)
        return self.adapter


class ObservedAdapter(DiscordAdapter):
    """The adapter, without the pauses that a test would sleep through; it tells what it has dealt with."""

    partial_gap_seconds = 0.0

    def __init__(self, context: AdapterContext) -> None:
        super().__init__(context, waits=QUICK)
        self.heard: set[int] = set()

    @property
    def is_busy(self) -> bool:
        """Return whether anything is under way."""
        return bool(self._under_way or self._besides)

    async def message(self, message: library.Message) -> None:
        """Deal with a message, and note that it was."""
        await super().message(message)
        self.heard.add(message.id)


class DiscordWorld:
    """Channels and people around a running bot."""

    def __init__(self, folder: Path, discord: FakeDiscord, dice: ListedDice, patience: Patience) -> None:
        self.discord = discord
        self.dice = dice
        self._patience = patience
        self._folder = folder
        self._running = self._another()

    @property
    def adapter(self) -> ObservedAdapter:
        """Return the adapter that runs. Raises `RuntimeError` if none does."""
        if self._running.adapter is None:
            raise RuntimeError("the bot does not run")
        return self._running.adapter

    async def start(self) -> None:
        """Start the bot, on what it kept; return when it hears people."""
        self._running = self._another()
        self._running.start()
        await self.discord.until(
            lambda: self.discord.gateway.connected and self.discord.state.commands, QUIET_SECONDS
        )

    async def stop(self) -> None:
        """Stop the bot."""
        await self._running.stop()

    async def restart(self) -> None:
        """Stop the bot and start another on the same database."""
        await self.stop()
        await self.start()
        await self.settle(lambda: True)

    async def settle(self, heard: Callable[[], bool]) -> None:
        """Wait until what somebody did is heard, no computer thinks, and every board is shown."""
        await self.discord.until(heard, QUIET_SECONDS)
        async with asyncio.timeout(QUIET_SECONDS):
            while True:
                before = len(self.discord.calls)
                await self.discord.until(lambda: not self.adapter.is_busy, QUIET_SECONDS)
                if self._running.context:
                    await self._running.context.settled()
                if len(self.discord.calls) == before and not self.adapter.is_busy:
                    return

    def person(self, name: str, locale: str = "en-US") -> Person:
        """Return somebody new."""
        return Person(self, self.discord.user(name, locale=locale), name)

    def channel(self, name: str) -> int:
        """Return a new channel."""
        return self.discord.channel(name)

    def live(self, channel: int) -> Json:
        """Return the newest message with buttons. Raises `LookupError` if there is none."""
        for message in reversed(self.discord.messages(channel)):
            if message["components"]:
                return message
        raise LookupError(f"no message with buttons in channel {channel}")

    def words(self, channel: int) -> str:
        """Return the words of the newest message of the bot; nothing if there is none."""
        messages = self.discord.messages(channel)
        return words_of(messages[-1], self.discord.state.users) if messages else ""

    def labels(self, channel: int) -> list[str]:
        """Return the labels of the newest message with buttons, row after row."""
        return [label for row in labels(self.live(channel)) for label in row]

    def transcript(self, channel: int) -> str:
        """Return what happened in a channel, to be read, or kept as a golden file."""
        return transcript(self.discord.state.history, channel, self.discord.state.users)

    def _another(self) -> Running:
        return Running(self._folder, self.discord, self.dice, self._patience)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who talks to the bot."""

    world: DiscordWorld
    id: int
    name: str

    async def commands(self, name: str, channel: int, **options: str | int) -> Interaction:
        """Use a slash command, and wait until all is shown."""
        return await self._answered(await self.world.discord.commands(self.id, channel, name, **options))

    async def presses(self, wanted: str, channel: int, *, message: Json | None = None) -> Interaction:
        """Press the button that does what is wanted (`take`, `length 5`), or whose label begins so, on
        the newest message that has buttons (or on `message`). Raises `LookupError` if there is none."""
        pressed = message or self.world.live(channel)
        found = button_called(pressed, wanted)
        return await self._answered(await self.world.discord.presses(self.id, pressed, found["label"]))

    async def chooses(self, label: str, channel: int) -> Interaction:
        """Choose an option of a menu. Raises `LookupError` if it is not there."""
        return await self._answered(
            await self.world.discord.chooses(self.id, self.world.live(channel), label)
        )

    async def fills(self, opened: Interaction, typed: str) -> Interaction:
        """Fill in a form that was opened."""
        return await self._answered(await self.world.discord.fills(self.id, opened, typed))

    async def replies(self, text: str, channel: int) -> Json:
        """Write in answer to the newest board."""
        message = await self.world.discord.types(self.id, channel, text, reply_to=self.world.live(channel))
        await self.world.settle(lambda: int(message["id"]) in self.world.adapter.heard)
        return message

    async def plays_suggested(self, channel: int, typed: str = "") -> str:
        """Play the first play that is suggested for what is typed; return it."""
        deed = await self.world.discord.types_option(self.id, channel, "move", "play", typed)
        await self.world.discord.answered(deed)
        play = str((deed.choices or [{"value": ""}])[0]["value"])
        await self.commands("move", channel, play=play)
        return play

    async def _answered(self, deed: Interaction) -> Interaction:
        await self.world.settle(lambda: deed.acknowledged)
        return deed


def button_called(message: Json, wanted: str) -> Json:
    """Return the button that does what is wanted, or whose label begins so. Raises `LookupError`."""
    verb, _, argument = wanted.partition(" ")
    for part in components(message):
        press = Press.decode(part.get("custom_id", ""))
        if press and press.verb == verb and argument in ("", press.argument):
            return part
        if str(part.get("label", "")).startswith(wanted):
            return part
    raise LookupError(f"no button {wanted!r} in {labels(message)}")


@asynccontextmanager
async def open_world(
    folder: Path, *, rolls: Iterable[Roll] = (), seed: int = 1, patience: Patience = UNSEEN
) -> AsyncIterator[DiscordWorld]:
    """Yield a world whose bot runs, with a database in `folder`. `rolls` come first, the opening's
    two dice as one of them; then those of `seed`."""
    async with FakeDiscord() as discord:
        world = DiscordWorld(folder, discord, ListedDice(rolls, seed), patience)
        await world.start()
        try:
            yield world
        finally:
            await world.stop()
