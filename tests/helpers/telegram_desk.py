"""The Telegram adapter alone: the real client against the loopback server, a scripted front door."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from bot.adapters import AdapterContext
from bot.adapters.telegram.chat_queue import Pace
from bot.adapters.telegram.intake import Waits
from bot.adapters.telegram_adapter import TelegramAdapter
from bot.app.catalog import Catalog
from bot.app.records import Channel, MessageRef, View
from bot.app.replies import (
    Animation,
    Answer,
    AnswerKind,
    Board,
    Button,
    ButtonGroup,
    GroupKind,
    Keyboard,
    Span,
    Words,
)
from bot.app.requests import ChannelRef, Press
from renderers.board_view import BoardView
from tests.helpers.fake_telegram import FakeTelegram
from tests.helpers.scripted_front_door import ScriptedFrontDoor
from tests.helpers.telegram_server.wire import Json

START = (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
VIEW = BoardView(rows=(START, START), dice=(3, 1), dice_side=0)
QUICK = Waits(poll=20, answer=5.0, first=0.02, longest=0.1, settle=0.5, stop=0.5)
UNHURRIED = Pace(calls=None, gap_seconds=0.0, progress_seconds=0.0)
"""No pauses: what is tested is something else."""


class CountingPainter:
    """Paints each view as bytes of its own, and remembers which were asked for."""

    def __init__(self) -> None:
        self.painted: list[BoardView] = []

    async def png(self, view: BoardView) -> bytes:
        """Return something that stands for the picture."""
        self.painted.append(view)
        return f"PNG of {view}".encode()

    async def animation(self, animation: Animation) -> bytes:
        """Return something that stands for the film."""
        return f"GIF of {animation}".encode()


@dataclass
class Desk:
    """An adapter and everything around it."""

    telegram: FakeTelegram
    door: ScriptedFrontDoor
    painter: CountingPainter
    pace: Pace
    read_timeout_seconds: float
    adapter: TelegramAdapter = field(init=False)

    def __post_init__(self) -> None:
        self.adapter = self.another_adapter()

    def another_adapter(self, token: str = "", url: str = "") -> TelegramAdapter:
        """Return an adapter for the same bot, not started: another process, or one after a kill."""
        settings = {
            "telegram_token": token or self.telegram.token,
            "telegram_api_url": url or self.telegram.url,
        }
        return TelegramAdapter(
            AdapterContext(settings, self.door, self.painter, Catalog("en")),
            waits=QUICK,
            group_pace=self.pace,
            private_pace=self.pace,
            read_timeout_seconds=self.read_timeout_seconds,
        )

    async def post(self, chat: int, board: Board, topic: str = "") -> MessageRef:
        """Post a board."""
        return await self.adapter.post(view_in(chat, topic), board, None)

    async def edit(self, message: MessageRef, board: Board) -> None:
        """Edit a board."""
        await self.adapter.edit(view_in(int(message.chat)), message, board)

    async def close(self, message: MessageRef, board: Board | None = None) -> None:
        """Close a board."""
        await self.adapter.close(view_in(int(message.chat)), message, board)

    def message(self, ref: MessageRef) -> Json:
        """Return a message as the server has it."""
        return self.telegram.state.messages[int(ref.chat), int(ref.message)]


@asynccontextmanager
async def open_desk(
    *, pace: Pace = UNHURRIED, read_timeout_seconds: float = 5.0, start: bool = True
) -> AsyncIterator[Desk]:
    """Yield a desk whose adapter runs (unless not to `start`)."""
    async with FakeTelegram() as telegram:
        desk = Desk(telegram, ScriptedFrontDoor(), CountingPainter(), pace, read_timeout_seconds)
        if start:
            await desk.adapter.start()
        try:
            yield desk
        finally:
            await desk.adapter.stop()
            await desk.adapter.disconnect()


def view_in(chat: int, topic: str = "") -> View:
    """Return a view of a match in a chat."""
    channel = Channel(1, ChannelRef("telegram", str(chat), topic, private=chat > 0))
    return View(
        id=1,
        channel=channel,
        match=1,
        challenge=None,
        locale="en",
        live=None,
        live_at=None,
        live_game=1,
        wanted=1,
        shown=0,
        watching=False,
        anew=True,
    )


def said(*lines: Span) -> Words:
    """Return words, a span a line."""
    return tuple((line,) for line in lines)


def keyboard(*labels: str, kind: GroupKind = GroupKind.OPTIONS, version: int = 7) -> Keyboard:
    """Return one group of buttons of match 1, each asking the verb that its label is in small letters."""
    buttons = (Button(label, Press("g", 1, version, label.lower()).encode()) for label in labels)
    return (ButtonGroup(kind, tuple(buttons)),)


def board(
    *lines: Span, view: BoardView | None = VIEW, buttons: Keyboard | None = None, **more: object
) -> Board:
    """Return a board with words, a picture (None: a card) and a button."""
    shown = keyboard("Roll") if buttons is None else buttons
    plain = Board(said(*(lines or ("Ana to roll",))), shown, view, version=7)
    return replace(plain, **more)  # type: ignore[arg-type]  # the fields of Board, by name


def answer(kind: AnswerKind, *lines: Span, **more: object) -> Answer:
    """Return an answer with words."""
    return replace(Answer(kind, said(*lines)), **more)  # type: ignore[arg-type]  # the fields of Answer, by name
