"""Whole matches on Telegram: the bot as it runs, the real client, the loopback server, and people.

    async with open_world(tmp_path, rolls=[(3, 1), (6, 5)]) as world:
        ana, bruno = world.person("Ana"), world.person("Bruno", "bruno_costa")
        club = world.group("Club")
        await ana.types("/challenge @bruno_costa", club)
        await bruno.presses("Accept", club)
        await ana.types("/move 8/5 6/5", club)
        assert "Bruno" in world.words(club)
        print(world.transcript(club))

Whatever a person does is waited for until nothing moves any more: the update is confirmed, the
computer has played, every board is shown. So a match is a plain list of steps.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pydantic import SecretStr

from bot.adapters import AdapterContext, AdapterSpec
from bot.adapters.telegram.chat_queue import Pace
from bot.adapters.telegram.intake import Waits
from bot.adapters.telegram_adapter import SPEC, TelegramAdapter
from bot.app import delivery
from bot.app.catalog import Catalog
from bot.app.pondering import Patience
from bot.bootstrap import Bot, RandomDice
from bot.config import Settings
from bot.engine.position import Roll
from bot.players import ComputerPlayer
from bot.store.sql_store import open_store
from tests.helpers.fake_telegram import FakeTelegram
from tests.helpers.telegram_server.looks import labels, words_of
from tests.helpers.telegram_server.state import Query
from tests.helpers.telegram_server.wire import Json
from tests.helpers.telegram_transcript import transcript

QUIET_SECONDS = 30.0
"""How long a step may take; a computer that thinks is part of it."""
UNHURRIED = Pace(calls=None, gap_seconds=0.0)
QUICK = Waits(poll=20, answer=5.0, first=0.02, longest=0.1)
AGAIN = delivery.Pace(0.05, 0.2)
"""How long the outbox waits after failures."""
READ_SECONDS = 10.0
UNSEEN = Patience(QUIET_SECONDS, QUIET_SECONDS)
"""Nothing tells that the computer thinks, so that a slow machine changes no test."""


class ListedDice(RandomDice):
    """Rolls as listed, then as a seeded generator throws them."""

    def __init__(self, rolls: Iterable[Roll], seed: int) -> None:
        super().__init__(Random(seed))
        self.listed = list(rolls)

    def rolls(self) -> Iterator[Roll]:
        """Yield rolls without end."""
        thrown = super().rolls()
        while True:
            yield self.listed.pop(0) if self.listed else next(thrown)


@dataclass(frozen=True, slots=True)
class Made:
    """What the bots of a world are made with. `computers` None: those that there are."""

    dice: ListedDice
    pace: Pace = UNHURRIED
    computers: Mapping[str, ComputerPlayer] | None = None
    read_seconds: float = READ_SECONDS
    """How long the bot waits for an answer of the server."""
    patience: Patience = UNSEEN


class Running:
    """One process of the bot, so to speak, on the database and the server of a world."""

    def __init__(self, folder: Path, telegram: FakeTelegram, made: Made) -> None:
        # Made without looking at the environment, in which a real token may stand.
        self._settings = Settings.model_construct(
            telegram_token=SecretStr(telegram.token),
            telegram_api_url=telegram.url,
            database_url=f"sqlite+aiosqlite:///{folder / 'gamao.db'}",
        )
        self._made = made
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.adapter: TelegramAdapter | None = None
        self.context: AdapterContext | None = None

    async def start(self) -> None:
        """Start, and return when the adapter runs."""
        started = asyncio.Event()
        self._task = asyncio.create_task(self._run(started))
        waiting = asyncio.create_task(started.wait())
        await asyncio.wait({self._task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._task.done():
            await self._task

    async def stop(self) -> None:
        """Stop as on a signal."""
        self._stopping.set()
        if self._task:
            await self._task

    async def _run(self, started: asyncio.Event) -> None:
        store = await open_store(self._settings.database_url)
        try:
            catalog = Catalog(self._settings.default_locale)
            bot = Bot(
                self._settings,
                catalog,
                store,
                self._made.dice,
                self._stopping,
                computers=self._made.computers,
                pace=AGAIN,
                patience=self._made.patience,
            )
            await bot.run(
                (AdapterSpec(SPEC.platform, SPEC.token, lambda context: self._build(context, started)),)
            )
        finally:
            await store.close()

    def _build(self, context: AdapterContext, started: asyncio.Event) -> TelegramAdapter:
        self.context = context
        self.adapter = _UnhurriedAdapter(context, started, self._made)
        return self.adapter


class _UnhurriedAdapter(TelegramAdapter):
    """The adapter, without the pauses that a test would sleep through."""

    partial_gap_seconds = 0.0

    def __init__(self, context: AdapterContext, started: asyncio.Event, made: Made) -> None:
        super().__init__(
            context,
            waits=QUICK,
            group_pace=made.pace,
            private_pace=made.pace,
            read_timeout_seconds=made.read_seconds,
        )
        self._started = started

    async def start(self) -> None:
        """Start, and tell it."""
        await super().start()
        self._started.set()


class TelegramWorld:
    """Chats and people around a running bot."""

    def __init__(self, folder: Path, telegram: FakeTelegram, made: Made) -> None:
        self.telegram = telegram
        self.dice = made.dice
        self._folder = folder
        self._made = made
        self._running = self._another()

    @property
    def adapter(self) -> TelegramAdapter:
        """Return the adapter that runs. Raises `RuntimeError` if none does."""
        if self._running.adapter is None:
            raise RuntimeError("the bot does not run")
        return self._running.adapter

    async def start(self) -> None:
        """Start the bot, on what it kept, and on what people did meanwhile."""
        self._running = self._another()
        await self._running.start()

    async def stop(self) -> None:
        """Stop the bot; who does something meanwhile (by `telegram`) is heard at the next start."""
        await self._running.stop()

    async def restart(self) -> None:
        """Stop the bot and start another on the same database."""
        await self.stop()
        await self.start()
        await self.settle()

    async def settle(self) -> None:
        """Wait until every update is confirmed, no computer thinks, and every board is shown."""
        async with asyncio.timeout(QUIET_SECONDS):
            while True:
                await self.telegram.until(lambda: not self.telegram.state.updates, QUIET_SECONDS)
                before = len(self.telegram.calls)
                if self._running.context:
                    await self._running.context.settled()
                await self.telegram.until(lambda: not self.adapter._under_way, QUIET_SECONDS)
                # A press ends in calls only; that none was made means that nothing was left to do.
                if len(self.telegram.calls) == before and not self.telegram.state.updates:
                    return

    def person(
        self, name: str, username: str | None = None, language: str | None = "en", last_name: str = ""
    ) -> Person:
        """Return somebody new."""
        return Person(self, self.telegram.user(name, username, language, last_name), name)

    def group(self, title: str, *, forum: bool = False) -> int:
        """Return a new group."""
        return self.telegram.group(title, forum=forum)

    def live(self, chat: int, *, topic: int | None = None) -> Json:
        """Return the newest message with buttons. Raises `LookupError` if there is none."""
        for message in reversed(self.telegram.messages(chat)):
            if labels(message) and topic in (None, message.get("message_thread_id")):
                return message
        raise LookupError(f"no message with buttons in chat {chat}")

    def words(self, chat: int) -> str:
        """Return the words of the newest message of the bot; nothing if there is none."""
        messages = self.telegram.messages(chat)
        return words_of(messages[-1]) if messages else ""

    def labels(self, chat: int) -> list[str]:
        """Return the labels of the newest message with buttons, row after row."""
        return [label for row in labels(self.live(chat)) for label in row]

    def transcript(self, chat: int) -> str:
        """Return what happened in a chat, to be read, or kept as a golden file."""
        return transcript(self.telegram.state.history, chat)

    def _another(self) -> Running:
        return Running(self._folder, self.telegram, self._made)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who talks to the bot; `id` is also the number of the private chat."""

    world: TelegramWorld
    id: int
    name: str

    async def types(
        self,
        text: str,
        chat: int | None = None,
        *,
        topic: int | None = None,
        reply_to: Json | None = None,
        naming: dict[str, int] | None = None,
    ) -> Json:
        """Write in a group, or to the bot in private, and wait until all is shown."""
        message = self.world.telegram.types(
            self.id, text, chat, topic=topic, reply_to=reply_to, naming=naming
        )
        await self.world.settle()
        return message

    async def presses(self, label: str, chat: int | None = None, *, message: Json | None = None) -> Query:
        """Press the button whose label begins so, on the newest message that has buttons (or on
        `message`), and wait until all is shown. Raises `LookupError` if there is none."""
        pressed = message or self.world.live(chat or self.id)
        query = self.world.telegram.presses(self.id, pressed, label)
        await self.world.settle()
        return query


@asynccontextmanager
async def open_world(
    folder: Path,
    *,
    rolls: Iterable[Roll] = (),
    seed: int = 1,
    pace: Pace = UNHURRIED,
    computers: Mapping[str, ComputerPlayer] | None = None,
    read_seconds: float = READ_SECONDS,
    patience: Patience = UNSEEN,
) -> AsyncIterator[TelegramWorld]:
    """Yield a world whose bot runs, with a database in `folder`. `rolls` come first, the opening's
    two dice as one of them; then those of `seed`."""
    async with FakeTelegram() as telegram:
        made = Made(ListedDice(rolls, seed), pace, computers, read_seconds, patience)
        world = TelegramWorld(folder, telegram, made)
        await world.start()
        try:
            yield world
        finally:
            await world.stop()
