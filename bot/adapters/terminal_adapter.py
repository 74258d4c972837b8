"""The chat on a keyboard: several people at one terminal, against each other or the computer.

A line is spoken by the person whom the last board addresses, or by whoever is named in front of it
(`Bruno: take`). A number presses the button that bears it. Each line is carried out, and every
board that follows is shown, before the next line is taken: a whole match can be piped in.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import secrets
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from bot.adapters import AdapterContext, AdapterSpec
from bot.app.commands import fold, parse
from bot.app.records import MessageRef, View
from bot.app.replies import (
    Animation,
    Answer,
    AnswerKind,
    Block,
    Board,
    Button,
    Code,
    Keyboard,
    Line,
    Mention,
    Words,
)
from bot.app.requests import ChannelRef, PlayerKind, PlayerRef, Press, Request
from renderers.board_view import BoardView
from renderers.text import text_board

log = logging.getLogger(__name__)

PLATFORM = "terminal"
CHANNEL = ChannelRef(PLATFORM, "local")
AT_THE_KEYBOARD = ("Ana", "Bruno")
COMPUTER = PlayerRef("computer", "gamao", name="Gamão", kind=PlayerKind.COMPUTER)
COMPUTER_NAMES = ("gamao", "computer", "computador")
GOODBYES = ("quit", "exit", "sair")

_SPOKEN_BY = re.compile(r"([^\W\d_][\w'-]{0,23})\s*:\s*(\S.*)")
_NUMBER = re.compile(r"[0-9]{1,3}")
_MENTION = re.compile(r"@([^\W\d_][\w'-]{0,23})")


class TerminalAdapter:
    """Speaks through `console`; reads `lines`, echoed unless a person types them (`interactive`)."""

    platform = PLATFORM
    partial_gap_seconds = 0.0

    def __init__(
        self,
        context: AdapterContext,
        lines: Iterable[str],
        console: Console,
        folder: Path,
        *,
        interactive: bool,
    ) -> None:
        self._context = context
        self._locale = context.catalog.negotiate(context.settings.get("default_locale"))
        self._lines = lines
        self._screen = Screen(console)
        self._folder = folder
        self._interactive = interactive
        self._people = People(AT_THE_KEYBOARD)
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._wanted = threading.Semaphore(0)
        self._conversation: asyncio.Task[None] | None = None
        self._stopping = False
        self._run = secrets.token_hex(4)
        self._messages = itertools.count(1)
        self._shown: Board | None = None

    async def start(self) -> None:
        """Greet, and begin to read."""
        first, second = AT_THE_KEYBOARD
        self._screen.words(self._say("terminal.welcome", first=first, second=second))
        reader = threading.Thread(
            target=self._read, args=(asyncio.get_running_loop(),), name="keyboard", daemon=True
        )
        self._conversation = asyncio.create_task(self._converse())
        reader.start()

    async def stop(self) -> None:
        """Finish the line that was begun and take no more."""
        self._stopping = True
        self._typed.put_nowait(None)
        if self._conversation:
            await self._conversation

    async def disconnect(self) -> None:
        """Nothing is held open."""

    async def post(self, view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Show a board."""
        await self._show(view, board)
        return MessageRef(CHANNEL.chat, f"{self._run}-{next(self._messages)}")

    async def edit(self, view: View, message: MessageRef, board: Board) -> None:
        """Show what a board has become; what is on the screen already is not repeated."""
        if board != self._shown:
            await self._show(view, board, briefly=board.partial)

    async def close(self, view: View, message: MessageRef, board: Board | None) -> None:
        """Say where the last picture of a game is kept; the board of the next one stands already."""
        if board and board.picture:
            path = await self._draw(board.picture, f"match-{view.match}-{board.version}-end.png")
            if path:
                self._screen.words(self._say("terminal.ended", path=str(path)))

    # -- reading ------------------------------------------------------------------------------

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over a line whenever one is wanted, None at the end. Nothing waits for this thread."""
        lines = iter(self._lines)
        line: str | None = ""
        while line is not None:
            self._wanted.acquire()
            try:
                line = next(lines, None)
            except OSError as error:
                log.warning("the keyboard is gone: %s", error.strerror)
                line = None
            try:
                loop.call_soon_threadsafe(self._typed.put_nowait, line)
            except RuntimeError:  # The loop was closed while the thread waited for a line.
                return

    async def _converse(self) -> None:
        try:
            await self._context.settled()
            self._prompt()
            for number in itertools.count(1):
                self._wanted.release()
                line = await self._typed.get()
                if self._stopping or line is None or fold(line.strip()) in GOODBYES:
                    return
                await self._take(number, line.strip())
                await self._context.settled()
                self._prompt()
        finally:
            if self._interactive:
                self._screen.write("")
            self._context.stop_program()

    async def _take(self, number: int, line: str) -> None:
        """Carry out one line."""
        speaker, text = self._people.spoken(line)
        if not self._interactive:
            self._screen.write(f"\n{speaker.name}> {text}")
        if not text:
            return
        request = self._request(f"{PLATFORM}:{self._run}:{number}", speaker, text)
        if request:
            await self._answer(await self._context.front_door.handle(request))

    def _request(self, identity: str, speaker: PlayerRef, text: str) -> Request | None:
        """Return what a text asks, or None after saying that it asks nothing."""
        if _NUMBER.fullmatch(text):
            press = self._screen.press(int(text))
            if press is None:
                self._screen.words(self._say("terminal.no-button", number=text))
                return None
            return Request(identity, CHANNEL, speaker, press=press, locale=self._locale)
        if parse(text) is None:
            self._screen.words(self._say("terminal.unknown", text=text))
            return None
        mentions = tuple(self._people.named(name) for name in _MENTION.findall(text))
        return Request(identity, CHANNEL, speaker, text, mentions=mentions, locale=self._locale)

    # -- showing ------------------------------------------------------------------------------

    async def _answer(self, answer: Answer) -> None:
        if answer.kind is AnswerKind.TOAST and await self._has_shown_more():
            return  # The board says it already.
        mark = "✗ " if answer.kind is AnswerKind.REFUSAL else ""
        self._screen.words(answer.words, mark)
        if answer.text_board:
            self._screen.write(text_board(answer.text_board))
        if answer.picture:
            await self._picture(answer.picture, "answer.png")
        if answer.animation:
            await self._film(answer.animation)
        if answer.attachment:
            self._point_to(await self._keep(answer.attachment.name, answer.attachment.data))
        if answer.keyboard is not None:
            self._screen.keyboard(answer.keyboard)

    async def _has_shown_more(self) -> bool:
        """Wait for what is due; return whether it was a board."""
        before = self._shown
        await self._context.settled()
        return self._shown is not before

    async def _show(self, view: View, board: Board, *, briefly: bool = False) -> None:
        """Show a board; `briefly`: only whose turn it is and the buttons."""
        self._shown = board
        self._people.address(board)
        self._screen.write("")
        if board.picture and not briefly:
            ghosts = "-play" if board.picture.tentative else ""
            await self._picture(board.picture, f"match-{view.match}-{board.version}{ghosts}.png")
        self._screen.words(board.words[-1:] if briefly else board.words)
        self._screen.keyboard(board.keyboard)

    async def _picture(self, picture: BoardView, name: str) -> None:
        """Show a picture as text, and where it is kept as a file."""
        self._screen.write(text_board(picture))
        self._point_to(await self._draw(picture, name))

    async def _draw(self, picture: BoardView, name: str) -> Path | None:
        """Keep a picture as a file; without it the chat goes on all the same."""
        try:
            drawn = await self._context.painter.png(picture)
        except Exception:
            log.exception("%s could not be drawn", name)
            return None
        return await self._keep(name, drawn)

    async def _film(self, animation: Animation) -> None:
        """Keep moving pictures as a file, and say where."""
        try:
            film = await self._context.painter.animation(animation)
        except Exception:
            log.exception("%s could not be drawn", animation.name)
            return
        self._point_to(await self._keep(f"{animation.name}.gif", film))

    async def _keep(self, name: str, data: bytes) -> Path | None:
        """Write a file into the folder of pictures; return where, or None after logging why not."""
        path = self._folder / Path(name).name
        try:
            await asyncio.to_thread(_write, path, data)
        except OSError as error:
            log.warning("cannot write %s: %s", path, error.strerror)
            return None
        return path

    def _point_to(self, path: Path | None) -> None:
        if path:
            self._screen.write(f"[{path}]")

    def _prompt(self) -> None:
        if self._interactive:
            self._screen.write(f"\n{self._people.addressed.name}> ", end="")

    def _say(self, key: str, **params: str) -> Words:
        return self._context.catalog.words(self._locale, key, **params)


class People:
    """Who sits at the keyboard, and whom the last board addresses."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_name: dict[str, PlayerRef] = {}
        people = [self._person(name) for name in names]
        self.addressed = people[0]
        self._first = people[0]

    def spoken(self, line: str) -> tuple[PlayerRef, str]:
        """Return who speaks and what: `Bruno: take` is Bruno's, anything else whoever is addressed."""
        if named := _SPOKEN_BY.fullmatch(line):
            return self._person(named[1]), named[2]
        return self.addressed, line

    def named(self, name: str) -> PlayerRef:
        """Return the person, or the computer, that an @name means."""
        return COMPUTER if fold(name) in COMPUTER_NAMES else self._person(name)

    def address(self, board: Board) -> None:
        """Remember whom a board calls; if it calls nobody, the first person goes on."""
        called = (player for player in board.pings() if player.platform == PLATFORM)
        self.addressed = next(called, self._first)

    def _person(self, name: str) -> PlayerRef:
        return self._by_name.setdefault(fold(name), PlayerRef(PLATFORM, fold(name), name, name))


class Screen:
    """Words, boards and numbered buttons on a console; colours only where it is a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._buttons: tuple[Button, ...] = ()

    def write(self, text: str, end: str = "\n") -> None:
        """Write text as it is."""
        self._console.print(Text(text), end=end, soft_wrap=True)

    def words(self, words: Words, mark: str = "") -> None:
        """Write lines; plays and names stand out."""
        for number, line in enumerate(words):
            self._console.print(Text(mark if number == 0 else "") + _styled(line), soft_wrap=True)

    def keyboard(self, keyboard: Keyboard) -> None:
        """Write buttons, a line a group, numbered from 1; they replace those written before."""
        self._buttons = tuple(button for group in keyboard for button in group.buttons)
        numbers = itertools.count(1)
        for group in keyboard:
            labels = (f"[{next(numbers)}] {button.label} {button.url}".rstrip() for button in group.buttons)
            self._console.print(Text("  " + "   ".join(labels), style="cyan"), soft_wrap=True)

    def press(self, number: int) -> Press | None:
        """Return the press of the button that bears `number`, or None if no such button asks anything."""
        if not 1 <= number <= len(self._buttons):
            return None
        return Press.decode(self._buttons[number - 1].id)


def _styled(line: Line) -> Text:
    text = Text()
    for span in line:
        match span:
            case str():
                text.append(span)
            case Code():
                text.append(span.text, style="bold")
            case Block():
                text.append(span.text)
            case Mention():
                text.append(f"@{span.name}" if span.ping else span.name, style="bold")
    return text


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _keyboard_lines() -> Iterator[str]:
    """Yield the lines of standard input.

    Unbuffered: a thread that sleeps in a buffered read holds a lock that the interpreter needs to
    end.
    """
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
        while line := raw.readline():
            yield line.decode("utf-8", errors="replace")


def _build(context: AdapterContext) -> TerminalAdapter:
    console = Console(file=sys.stdout, highlight=False)
    return TerminalAdapter(
        context, _keyboard_lines(), console, Path("boards"), interactive=sys.stdin.isatty()
    )


SPEC = AdapterSpec(platform=PLATFORM, token=None, build=_build)
