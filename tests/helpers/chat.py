"""A chat without a platform: people, a channel that records what is shown, faults on demand.

`Chat` builds the whole bot but for the adapters: a real SQLite store, the service, the outbox.
Everything is driven through `service.handle`, as an adapter would.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_hex

from bot.app.catalog import Catalog
from bot.app.codes import SecretCodes
from bot.app.delivery import Delivery, Pace
from bot.app.pondering import Patience
from bot.app.ports import DeliveryError, Gone
from bot.app.presenter import Presenter
from bot.app.records import MessageRef, View
from bot.app.replies import Answer, Block, Board, Code, Line, Mention, Words
from bot.app.requests import ChannelRef, Handle, PlayerKind, PlayerRef, Press, Request
from bot.app.service import Service, Tools
from bot.app.sources import Coach, Thinker
from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.engine.position import Roll
from bot.players import SIMPLEST, ComputerPlayer, player_of
from bot.store import SqlStore, open_store
from tests.helpers.coach import RankingCoach

PLATFORM = "test"
DELETED = "deleted"
"""The chat in which a deleted message stands."""


@dataclass
class FakeClock:
    """A clock that moves when told."""

    moment: datetime = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the moment set."""
        return self.moment

    def pass_by(self, **delta: float) -> None:
        """Let time pass."""
        self.moment += timedelta(**delta)


class ScriptedDice:
    """Rolls as listed, then as a seeded generator throws them."""

    def __init__(self, rolls: tuple[Roll, ...] = (), seed: int = 1) -> None:
        self._listed = list(rolls)
        self._random = Random(seed)

    def queue(self, *rolls: Roll) -> None:
        """Have these rolls come next."""
        self._listed.extend(rolls)

    def rolls(self) -> Iterator[Roll]:
        """Return the endless iterator of rolls."""
        while True:
            if self._listed:
                yield self._listed.pop(0)
            else:
                yield self._random.randint(1, 6), self._random.randint(1, 6)


@dataclass
class Message:
    """A message as people see it."""

    ref: MessageRef
    board: Board
    edits: int = 0
    open: bool = True

    def labels(self) -> list[str]:
        """Return the labels of its buttons."""
        return [button.label for group in self.board.keyboard for button in group.buttons]

    def press(self, label: str) -> Press:
        """Return the press of the button whose label begins so."""
        for group in self.board.keyboard:
            for button in group.buttons:
                if button.label.startswith(label):
                    press = Press.decode(button.id)
                    assert press is not None
                    return press
        raise AssertionError(f"no button {label!r} in {self.labels()}")

    @property
    def text(self) -> str:
        """Return its words as plain text."""
        return plain(self.board.words)


@dataclass
class FakeAdapter:
    """An adapter that keeps messages in a list and fails on demand."""

    platform: str = PLATFORM
    partial_gap_seconds: float = 0.0
    typing_gap_seconds: float = 0.01
    messages: list[Message] = field(default_factory=list)
    faults: list[tuple[str, DeliveryError, bool]] = field(default_factory=list)
    """(method, error, after): raised by the next call of the method, after its effect or before."""
    calls: list[str] = field(default_factory=list)
    typed_in: list[ChannelRef] = field(default_factory=list)
    """Where it was shown that the bot types, as often as it was."""

    async def start(self) -> None:
        """Nothing to connect to."""

    async def stop(self) -> None:
        """Nothing to stop."""

    async def disconnect(self) -> None:
        """Nothing to let go."""

    async def post(self, view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Keep a new message."""
        self._called("post")
        after = self._fail("post")
        ref = MessageRef(view.channel.ref.chat, str(len(self.messages) + 1))
        self.messages.append(Message(ref, board))
        if after:
            raise after
        return ref

    async def edit(self, view: View, message: MessageRef, board: Board) -> None:
        """Change a message."""
        self._called("edit")
        after = self._fail("edit")
        found = self._find(message)
        found.board = board
        found.edits += 1
        if after:
            raise after

    async def close(self, view: View, message: MessageRef, board: Board | None) -> None:
        """Take a message's buttons off."""
        self._called("close")
        after = self._fail("close")
        found = self._find(message)
        found.open = False
        found.board = board or found.board
        if after:
            raise after

    async def typing(self, view: View) -> None:
        """Note where."""
        self._called("typing")
        self.typed_in.append(view.channel.ref)
        self._fail("typing")

    def delete(self, message: Message) -> None:
        """Delete a message, as an admin would."""
        message.ref = MessageRef(DELETED, message.ref.message)

    def _called(self, method: str) -> None:
        self.calls.append(method)

    def _fail(self, method: str) -> DeliveryError | None:
        for fault in self.faults:
            if fault[0] == method:
                self.faults.remove(fault)
                if fault[2]:
                    return fault[1]
                raise fault[1]
        return None

    def _find(self, ref: MessageRef) -> Message:
        for message in self.messages:
            if message.ref == ref:
                return message
        raise Gone


class HereThinker:
    """Has the computer players think in a thread of this process."""

    def __init__(self, computers: Mapping[str, ComputerPlayer]) -> None:
        self._computers = computers

    async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
        """Return what the player does."""
        return await asyncio.to_thread(self._computers[player_id].choose, state, seat)


class Chat:
    """The bot and one channel."""

    def __init__(
        self,
        store: SqlStore,
        dice: ScriptedDice,
        clock: FakeClock,
        adapter: FakeAdapter,
        computers: Mapping[str, ComputerPlayer],
        thinker: Thinker | None = None,
        coach: Coach | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.store = store
        self.dice = dice
        self.clock = clock
        self.adapter = adapter
        self.channel = ChannelRef(PLATFORM, "club")
        self._ids = (f"{PLATFORM}:{token_hex(4)}:{number}" for number in count(1))
        self.catalog = Catalog("en")
        presenter = Presenter(self.catalog)
        adapters, pace = {adapter.platform: adapter}, Pace(0.001, 0.01)
        self.delivery = Delivery(store, adapters, presenter, clock, pace, patience)
        self.service = Service(
            Tools(
                store,
                self.catalog,
                presenter,
                dice,
                SecretCodes(),
                clock,
                self.delivery,
                computers,
                ("classic", "dark"),
                thinker or HereThinker(computers),
                coach or RankingCoach(),
            )
        )

    def person(self, name: str, *, username: str | None = None, locale: str = "en") -> Person:
        """Return somebody who talks in the channel."""
        return Person(self, PlayerRef(PLATFORM, name.lower(), name, username), locale)

    async def settle(self) -> None:
        """Wait until the bot has said all that it has to say."""
        for _ in range(3):
            await asyncio.sleep(0)
            await self.service.drain()
            await self.delivery.drain(10)

    def computer(self) -> Person:
        """Return the bot itself, to be challenged."""
        return Person(self, PlayerRef(PLATFORM, "bot", "Gamão", kind=PlayerKind.COMPUTER))

    def next_id(self) -> str:
        """Return a fresh request id."""
        return next(self._ids)

    @property
    def live(self) -> Message:
        """Return the newest message."""
        return self.adapter.messages[-1]


@dataclass
class Person:
    """Somebody who types and presses; each waits until the bot has answered."""

    chat: Chat
    ref: PlayerRef
    locale: str = "en"

    async def types(
        self,
        text: str,
        *mentions: Person | Handle,
        request: str | None = None,
        plain_text: bool = False,
        channel: ChannelRef | None = None,
    ) -> Answer:
        """Type a message."""
        return await self._send(
            Request(
                request or self.chat.next_id(),
                channel or self.chat.channel,
                self.ref,
                text=text,
                mentions=tuple(who.ref if isinstance(who, Person) else who for who in mentions),
                plain=plain_text,
                locale=self.locale,
                channel_locale=self.locale,
            )
        )

    async def presses(
        self,
        label: str | Press,
        message: Message | None = None,
        request: str | None = None,
        channel: ChannelRef | None = None,
    ) -> Answer:
        """Press a button of a message (the newest), by the beginning of its label."""
        press = label if isinstance(label, Press) else (message or self.chat.live).press(label)
        return await self._send(
            Request(
                request or self.chat.next_id(),
                channel or self.chat.channel,
                self.ref,
                press=press,
                locale=self.locale,
                channel_locale=self.locale,
            )
        )

    async def _send(self, request: Request) -> Answer:
        answer = await self.chat.service.handle(request)
        await self.chat.settle()
        return answer


@asynccontextmanager
async def open_chat(
    path: Path,
    *rolls: Roll,
    seed: int = 1,
    adapter: FakeAdapter | None = None,
    clock: FakeClock | None = None,
    computers: Mapping[str, ComputerPlayer] | None = None,
    thinker: Thinker | None = None,
    coach: Coach | None = None,
    patience: Patience | None = None,
) -> AsyncIterator[Chat]:
    """Open a chat on the database at `path`, made as needed; it can be opened again later."""
    store = await open_store(f"sqlite+aiosqlite:///{path}")
    try:
        chat = Chat(
            store,
            ScriptedDice(rolls, seed),
            clock or FakeClock(),
            adapter or FakeAdapter(),
            computers or {SIMPLEST: player_of(SIMPLEST)},
            thinker,
            coach,
            patience,
        )
        await chat.service.resume()
        await chat.settle()
        yield chat
        await chat.settle()
    finally:
        await store.close()


def plain(words: Words) -> str:
    """Return words as plain text, one line each."""
    return "\n".join(plain_line(line) for line in words)


def plain_line(line: Line) -> str:
    """Return a line as plain text: plays between backticks, people who are notified with an @."""
    return "".join(plain_span(span) for span in line)


def plain_span(span: str | Code | Block | Mention) -> str:
    """Return a span as plain text."""
    match span:
        case Code(text):
            return f"`{text}`"
        case Block(text):
            return f"\n{text}\n"
        case Mention(name=name, ping=ping):
            return f"@{name}" if ping else name
        case _:
            return span
