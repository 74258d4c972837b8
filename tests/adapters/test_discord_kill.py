"""`gamao run` on Discord, killed at any moment: nothing is lost that was decided, nothing happens twice.

A real process plays against the loopback server. Each thing that somebody does is the last that its
process sees, and the next process must carry on. Discord does not deliver again what a dead process
was told: whoever got no answer tries once more, and that may be carried out or be known already.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.app.requests import Press
from tests.helpers.discord_server.looks import button, components, rung
from tests.helpers.discord_server.state import Deed
from tests.helpers.discord_server.wire import Json
from tests.helpers.fake_discord import FakeDiscord
from tests.helpers.runs import WITHIN_SECONDS, Runs, log_of

CALLBACK, PROMISE = r"^/interactions/", r"^/webhooks/"
MESSAGES, MESSAGE = r"^/channels/\d+/messages$", r"^/channels/\d+/messages/\d+$"


@dataclass(frozen=True, slots=True)
class Moment:
    """When a process is killed: as a call arrives, or (`after`) once it took effect; without a method, so
    many seconds after somebody did something."""

    method: str = ""
    path: str = ""
    after: bool = False
    seconds: float = 0.0

    def lay(self, discord: FakeDiscord, process: Process) -> None:
        """Lay the trap in which the process dies, if there is one."""
        if self.method:
            discord.trap(self.method, self.path, process.kill, after=self.after)

    def __str__(self) -> str:
        """Return a name for messages of failures."""
        if self.method:
            return f"{'after' if self.after else 'before'} {self.method} {self.path}"
        return f"after {self.seconds * 1000:.0f} ms"


class Club:
    """A match between Ana and Bruno in a channel, and the processes that carry it."""

    def __init__(self, folder: Path, discord: FakeDiscord) -> None:
        self.discord = discord
        self.runs = Runs(folder)
        self._path = folder / "gamao.db"
        self.place = discord.channel("club")
        self.ana, self.bruno = discord.user("Ana"), discord.user("Bruno")

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """Return what a query finds in the database."""
        with closing(sqlite3.connect(self._path)) as database:
            return database.execute(query).fetchall()

    def log(self) -> list[tuple[object, ...]]:
        """Return the events of the match, by their kinds and contents."""
        return self.rows("SELECT type, data FROM event ORDER BY seq")

    async def start(self) -> Process:
        """Start the bot; return when it hears people."""
        process = await self.runs.start(
            DISCORD_TOKEN=self.discord.token,
            DISCORD_API_URL=self.discord.url,
            DISCORD_GATEWAY_URL=self.discord.gateway_url,
        )
        await self.discord.until(
            lambda: self.discord.gateway.connected and self.discord.state.commands, WITHIN_SECONDS
        )
        return process

    async def begin(self) -> Process:
        """Start the bot and a match; return when its first board is shown."""
        process = await self.start()
        await self.discord.commands(self.ana, self.place, "challenge", opponent=self.bruno, terms="5")
        await self.discord.until(lambda: self.discord.messages(self.place), WITHIN_SECONDS)
        card = self.discord.newest(self.place)
        await self.discord.presses(self.bruno, card, "Accept")
        await self.shown()
        return process

    async def shown(self) -> None:
        """Wait until nothing is due, and the newest board is as new as the log."""
        await self.discord.until(self._is_shown, WITHIN_SECONDS)

    def _is_shown(self) -> bool:
        due = self.rows("SELECT count(*) FROM view WHERE shown < wanted")[0][0]
        live = [message for message in self.discord.messages(self.place) if version_of(message)]
        return not due and bool(live) and version_of(live[-1]) == len(self.log())

    async def act(self, before: Callable[[], None] = lambda: None) -> None:
        """Have whoever is to act roll, or play what is suggested first; `before` is called right before."""
        board = self.discord.newest(self.place)
        (player,) = rung(board)
        if self.rows("SELECT phase FROM match")[0][0] == "to roll":
            before()
            await self.discord.presses(player, board, button(board, "🎲")["label"])
            return
        deed = await self.discord.types_option(player, self.place, "move", "play", "")
        await self.discord.answered(deed)
        play = str((deed.choices or [])[0]["value"])
        before()
        await self.discord.commands(player, self.place, "move", play=play)

    def copies(self) -> Counter[int]:
        """Return how often each version was posted as a new message."""
        sent = (each.message for each in self.discord.state.history if each.deed is Deed.SENT)
        return Counter(version_of(message) for message in sent if message["attachments"])


def version_of(message: Json) -> int:
    """Return the version of a board, which its buttons tell; 0 for what is none."""
    if not message["attachments"]:
        return 0
    presses = (Press.decode(part.get("custom_id", "")) for part in components(message))
    return max((press.version for press in presses if press), default=0)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club whose processes are ended with the test."""
    async with FakeDiscord() as discord:
        opened = Club(tmp_path, discord)
        yield opened
        await opened.runs.end()


async def killed(club: Club, process: Process, moment: Moment) -> None:
    """Have somebody act, and kill the process at that moment."""
    discord = club.discord
    await club.act(before=lambda: moment.lay(discord, process))
    if moment.method:
        await discord.until(lambda: not discord.faults[-1].times, WITHIN_SECONDS)
    else:
        await asyncio.sleep(moment.seconds)
        # Not a second time after a trap: to kill the dead hides from asyncio how they died.
        process.kill()
    await process.communicate()
    await discord.until(lambda: not discord.gateway.connected, WITHIN_SECONDS)
    assert process.returncode == -signal.SIGKILL


MOMENTS = (
    Moment("POST", CALLBACK),
    Moment("PATCH", MESSAGE),
    Moment("POST", MESSAGES),
    Moment("PATCH", MESSAGE, after=True),
    Moment("POST", MESSAGES, after=True),
    Moment("POST", CALLBACK, after=True),
    Moment("DELETE", PROMISE),
    *(Moment(seconds=seconds) for seconds in (0.0, *(Random(7).uniform(0, 0.12) for _ in range(2)))),
)
"""What is called differs: a play is a command whose board is new, a roll is a press that edits."""


async def test_killed_at_any_moment_a_match_goes_on(club: Club) -> None:
    process = await club.begin()
    for moment in MOMENTS:
        before = club.log()
        await killed(club, process, moment)
        process = await club.start()
        await club.shown()
        after = club.log()
        assert after[: len(before)] == before, str(moment)
        if after == before:
            await club.act()
            await club.discord.until(lambda log=before: club.log() != log, WITHIN_SECONDS)  # type: ignore[misc]
            await club.shown()
        assert len(club.log()) == len(before) + 1, str(moment)
        assert max(club.copies().values()) == 1, str(moment)
    process.terminate()
    assert "Traceback" not in await log_of(process)
