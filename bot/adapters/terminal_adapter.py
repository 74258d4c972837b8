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

from bot.adapters import AdapterContext, AdapterSpec
from bot.adapters.growing import Growing
from bot.adapters.terminal.growing import Standing
from bot.adapters.terminal.people import PLATFORM, People
from bot.adapters.terminal.screen import Screen
from bot.app.commands import fold, parse
from bot.app.records import MessageRef, View
from bot.app.replies import Animation, Answer, AnswerKind, Board, Words
from bot.app.requests import ChannelRef, PlayerRef, Request
from renderers.board_view import BoardView
from renderers.text import text_board

log = logging.getLogger(__name__)

CHANNEL = ChannelRef(PLATFORM, "local")
AT_THE_KEYBOARD = ("Ana", "Bruno")
GOODBYES = ("quit", "exit", "sair")
STOP_SECONDS = 1.0
"""How long a stop waits for an answer that is being brought to its end."""

_NUMBER = re.compile(r"[0-9]{1,3}")
_MENTION = re.compile(r"@([^\W\d_][\w'-]{0,23})")


class TerminalAdapter:
    """Speaks through `console`; reads `lines`, echoed unless a person types them (`interactive`)."""

    platform = PLATFORM
    partial_gap_seconds = 0.0
    typing_gap_seconds = 10.0

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
        self._showing = asyncio.Lock()
        self._prompting = False
        self._growing = Growing()

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
        """Finish the line that was begun and take no more. What still grows is given up."""
        self._stopping = True
        self._typed.put_nowait(None)
        await self._growing.stop(STOP_SECONDS)
        if self._conversation:
            await self._conversation

    async def disconnect(self) -> None:
        """Give up what is left; nothing is held open."""
        await self._growing.end()

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

    async def typing(self, view: View) -> None:
        """Show nothing: what is on the screen does not fade."""

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
                self._screen.typed()
                self._prompting = False
                if self._stopping or line is None or fold(line.strip()) in GOODBYES:
                    return
                await self._take(number, line.strip())
                await self._context.settled()
                if not self._interactive:
                    await self._growing.settled()
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
        async with self._showing:
            spot = self._screen.words(answer.words, "✗ " if answer.kind is AnswerKind.REFUSAL else "")
            await self._enclosed(answer)
        if answer.later is not None:
            self._growing.follow(answer.later, 0.0, Standing(self._screen, spot, self._finish))

    async def _finish(self, answer: Answer) -> None:
        """Show what an answer has become, below the line that is being typed."""
        if self._prompting:
            self._screen.write("")
        await self._answer(answer)
        if self._prompting:
            self._prompt()

    async def _enclosed(self, answer: Answer) -> None:
        """Show what an answer brings with its words; the buttons last, where they are at hand."""
        if answer.text_board:
            self._screen.write(text_board(answer.text_board))
        if answer.picture:
            await self._picture(answer.picture, "answer.png")
        if answer.animation:
            await self._film(answer.animation)
        if answer.attachment:
            self._point_to(await self._keep(answer.attachment.name, answer.attachment.data))
        for number, each in enumerate(answer.album, 1):
            self._screen.words(each.words)
            await self._picture(each.picture, f"answer-{number}.png")
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
        if view.position is None:  # A position calls nobody: whoever is to play speaks on.
            self._people.address(board)
        async with self._showing:
            self._screen.write("")
            if board.picture and not briefly:
                ghosts = "-play" if board.picture.tentative else ""
                subject = f"match-{view.match}" if view.match else f"position-{view.position}"
                await self._picture(board.picture, f"{subject}-{board.version}{ghosts}.png")
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
            self._screen.prompt(self._people.addressed.name)
            self._prompting = True

    def _say(self, key: str, **params: str) -> Words:
        return self._context.catalog.words(self._locale, key, **params)


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
