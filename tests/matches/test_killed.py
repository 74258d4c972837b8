"""Killed at any moment, the bot goes on where it was: nothing is lost, nothing happens twice.

A real process plays against the loopback server. Each thing that somebody does is the last that its
process sees: it is killed at a chosen moment, and the next one must carry on.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.app.requests import Press
from bot.engine import codec
from bot.engine.actions import MakePlay
from bot.engine.decide import legal_actions
from bot.engine.match import MatchState, Phase, replay, seats_to_act
from tests.helpers.fake_telegram import FakeTelegram
from tests.helpers.runs import WITHIN_SECONDS, Runs
from tests.helpers.telegram_server.looks import buttons
from tests.helpers.telegram_server.state import Deed
from tests.helpers.telegram_server.wire import Json

Event = tuple[str, Json]
"""The type of an event and its data."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a process is killed: as a call arrives, or (`after`) once it took effect; without a method,
    so many seconds after somebody did something, or once that was confirmed."""

    method: str = ""
    after: bool = False
    seconds: float | None = None

    def __str__(self) -> str:
        """Return a name for the test."""
        if self.method:
            return f"{'after' if self.after else 'before'} {self.method}"
        return "when all is confirmed" if self.seconds is None else f"after {self.seconds * 1000:.0f} ms"


class Club:
    """A match between Ana and Bruno in a group, and the processes that carry it."""

    def __init__(self, folder: Path, telegram: FakeTelegram) -> None:
        self.telegram = telegram
        self.runs = Runs(folder, telegram)
        self.path = folder / "gamao.db"
        self.people = telegram.user("Ana"), telegram.user("Bruno")
        self.chat = telegram.group("Club")

    # -- what is in the database ------------------------------------------------------------------

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """Return what a query finds."""
        with closing(sqlite3.connect(self.path)) as database:
            return database.execute(query).fetchall()

    def log(self) -> list[Event]:
        """Return the events of the match."""
        found = self.rows("SELECT type, data FROM event ORDER BY seq")
        return [(str(kind), json.loads(str(data))) for kind, data in found]

    def state(self) -> MatchState:
        """Return the match as its log tells it."""
        return replay([codec.decode(kind, data) for kind, data in self.log()])

    # -- what is in the chat ----------------------------------------------------------------------

    def live(self) -> Json | None:
        """Return the newest board that has buttons."""
        boards = [board for board in self.telegram.boards(self.chat) if buttons(board)]
        return boards[-1] if boards else None

    def is_shown(self) -> bool:
        """Return whether everything is confirmed and delivered, and the newest board is below all others."""
        if self.telegram.state.updates or not self.path.exists():
            return False
        due = self.rows("SELECT count(*) FROM view WHERE shown < wanted")[0][0]
        board = self.live()
        return bool(due == 0 and board and version_of(board) == len(self.log()))

    async def shown(self) -> None:
        """Wait until `is_shown`."""
        await self.telegram.until(self.is_shown, WITHIN_SECONDS)

    # -- what people do ---------------------------------------------------------------------------

    async def begin(self) -> Process:
        """Start a process and a match; return when its first board is shown."""
        process = await self.runs.start()
        ana, bruno = self.people
        self.telegram.types(ana, "/challenge 5", self.chat)
        await self.telegram.until(lambda: self.telegram.messages(self.chat), WITHIN_SECONDS)
        self.telegram.types(bruno, "/accept", self.chat)
        await self.shown()
        return process

    def act(self) -> str:
        """Have whoever is to act roll or play; return the type of the event that this is to cause."""
        state = self.state()
        (seat,) = seats_to_act(state)
        if state.phase is Phase.TO_ROLL:
            self.telegram.presses(self.people[seat], self.live() or {}, "🎲")
            return "rolled"
        action = legal_actions(state, seat)[0]
        assert isinstance(action, MakePlay)
        self.telegram.types(self.people[seat], f"/move {action.notation}", self.chat)
        return "played"


def version_of(board: Json) -> int:
    """Return the version of a board, which its buttons tell."""
    press = Press.decode(buttons(board)[0]["callback_data"])
    return press.version if press else 0


def copies(club: Club) -> Iterable[int]:
    """Return how often each version was posted as a new message."""
    sent: dict[int, int] = {}
    for happening in club.telegram.state.history:
        message = happening.message
        if happening.deed is Deed.SENT and "photo" in message and buttons(message):
            sent[version_of(message)] = sent.get(version_of(message), 0) + 1
    return sent.values()


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club whose processes are ended with the test."""
    async with FakeTelegram() as telegram:
        opened = Club(tmp_path, telegram)
        yield opened
        await opened.runs.end()


async def killed(club: Club, process: Process, moment: Moment) -> str:
    """Have somebody act and kill the process at that moment; return the type of the event to come."""
    telegram = club.telegram
    if moment.method:
        telegram.trap(moment.method, process.kill, after=moment.after)
    awaited = club.act()
    if moment.method:
        await telegram.until(lambda: not telegram.faults[-1].times, WITHIN_SECONDS)
    elif moment.seconds is None:
        await telegram.until(lambda: not telegram.state.updates, WITHIN_SECONDS)
    else:
        await asyncio.sleep(moment.seconds)
    if not moment.method:
        # Not a second time after a trap: to kill the dead hides from asyncio how they died.
        process.kill()
    await process.communicate()
    assert process.returncode == -signal.SIGKILL
    return awaited


MOMENTS = (
    Moment("sendPhoto"),
    Moment("answerCallbackQuery"),
    Moment("sendPhoto", after=True),
    Moment("editMessageMedia", after=True),
    Moment("getUpdates"),
    Moment("answerCallbackQuery", after=True),
    Moment("editMessageReplyMarkup"),
    Moment("editMessageMedia"),
    Moment(),
    Moment(seconds=Random(1).uniform(0.0, 0.1)),
)
"""A play, then a roll, and so on: what is called differs."""


async def test_killed_at_any_moment_a_match_goes_on(club: Club) -> None:
    process = await club.begin()
    for number, moment in enumerate(MOMENTS):
        before = club.log()
        awaited = await killed(club, process, moment)
        assert awaited == ("played", "rolled")[number % 2], "the script of moments fits"
        process = await club.runs.start()
        await club.shown()
        after = club.log()
        assert after[: len(before)] == before, str(moment)
        assert [kind for kind, _ in after[len(before) :]] == [awaited], str(moment)
        assert max(copies(club)) <= 2, str(moment)
        await an_old_button_answers(club)
        assert club.log() == after, str(moment)


async def an_old_button_answers(club: Club) -> None:
    """Press a button of the first board, which is long since old."""
    boards = (each.message for each in club.telegram.state.history if "photo" in each.message)
    first = next(board for board in boards if buttons(board))
    query = club.telegram.presses(club.people[0], first, data=buttons(first)[0]["callback_data"])
    await club.telegram.until(lambda: query.answers, WITHIN_SECONDS)
    assert query.answers == 1
