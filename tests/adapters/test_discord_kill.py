"""`gamao run` on Discord, killed at the worst moments: the next process goes on as if nothing had been."""

from __future__ import annotations

from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.helpers.discord_server.looks import labels, rung, words_of
from tests.helpers.discord_server.wire import Json
from tests.helpers.discord_world import button_called
from tests.helpers.fake_discord import FakeDiscord
from tests.helpers.runs import WITHIN_SECONDS, Runs, log_of

LONGER_THAN_ANYBODY_LIVES = 300.0


class Club:
    """Ana and Bruno in a channel, and the process that serves them."""

    def __init__(self, discord: FakeDiscord, runs: Runs) -> None:
        self.discord = discord
        self._runs = runs
        self.place = discord.channel("club")
        self.ana, self.bruno = discord.user("Ana"), discord.user("Bruno")
        self._process: Process | None = None

    async def start(self) -> None:
        """Start the bot, and wait until it hears people."""
        settings = {
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_URL": self.discord.url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
        }
        self._process = await self._runs.start(**settings)
        await self._until(lambda: self.discord.gateway.connected and self.discord.state.commands)

    async def kill(self) -> None:
        """Kill the bot as `kill -9` does."""
        if self._process:
            self._process.kill()
            await self._process.communicate()
        await self._until(lambda: not self.discord.gateway.connected)
        self.discord.faults.clear()

    async def stop(self) -> str:
        """Stop the bot as on a signal; return its log."""
        if self._process is None:
            return ""
        self._process.terminate()
        return await log_of(self._process)

    async def begin(self) -> None:
        """Have Ana challenge and Bruno accept."""
        await self.discord.commands(self.ana, self.place, "challenge", opponent=self.bruno, terms="3")
        await self._until(lambda: self.discord.messages(self.place))
        await self.presses(self.bruno, "accept")
        await self.sees("plays")

    async def presses(self, user: int, wanted: str) -> None:
        """Have somebody press a button of the newest message."""
        message = self.discord.newest(self.place)
        await self.discord.presses(user, message, button_called(message, wanted)["label"])

    async def sees(self, words: str) -> Json:
        """Wait until the newest message says something; return it."""
        await self._until(lambda: words in self.words())
        return self.discord.newest(self.place)

    def words(self) -> str:
        """Return the words of the newest message."""
        return words_of(self.discord.newest(self.place), self.discord.state.users)

    def to_act(self) -> int:
        """Return whom the newest message calls."""
        return rung(self.discord.newest(self.place))[0]

    async def suggestion(self) -> str:
        """Return the first play that is suggested to whoever is to play."""
        deed = await self.discord.types_option(self.to_act(), self.place, "move", "play", "")
        await self.discord.answered(deed)
        return str((deed.choices or [])[0]["value"])

    async def plays(self, play: str) -> None:
        """Have whoever is to play do so."""
        await self.discord.commands(self.to_act(), self.place, "move", play=play)

    async def _until(self, condition: Callable[[], object]) -> None:
        await self.discord.until(condition, WITHIN_SECONDS)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A match that has begun."""
    async with FakeDiscord() as discord:
        runs = Runs(tmp_path)
        try:
            opened = Club(discord, runs)
            await opened.start()
            await opened.begin()
            yield opened
        finally:
            await runs.end()


async def test_killed_before_a_play_was_heard_the_play_is_still_to_be_made(club: Club) -> None:
    """Discord does not deliver again: whoever was not answered tries once more."""
    play, before = await club.suggestion(), club.words()
    club.discord.delay("POST", r"^/interactions/", LONGER_THAN_ANYBODY_LIVES)
    callbacks = len(club.discord.calls_of("POST", "/interactions/"))
    await club.plays(play)
    await club._until(lambda: len(club.discord.calls_of("POST", "/interactions/")) > callbacks)
    await club.kill()
    await club.start()
    assert club.words() == before
    await club.plays(play)
    await club.sees("roll or double")
    assert "Traceback" not in await club.stop()


@pytest.mark.parametrize("posted", [False, True])
async def test_killed_while_a_board_is_posted_it_is_there_once(club: Club, posted: bool) -> None:
    """Whether it got there or not: the nonce tells Discord that it is the same."""
    path = rf"^/channels/{club.place}/messages$"
    boards, calls = len(club.discord.messages(club.place)), len(club.discord.calls_of("POST", "/messages"))
    play = await club.suggestion()
    club.discord.delay("POST", path, LONGER_THAN_ANYBODY_LIVES, after=posted)
    await club.plays(play)
    await club._until(lambda: len(club.discord.calls_of("POST", "/messages")) > calls)
    await club.kill()
    assert len(club.discord.messages(club.place)) == boards + posted
    await club.start()
    board = await club.sees("roll or double")
    await club._until(lambda: [labels(message) for message in club.discord.messages(club.place)][-2] == [])
    assert len(club.discord.messages(club.place)) == boards + 1
    assert labels(board)[0] == ["🎲 Roll"]
    assert "Traceback" not in await club.stop()


async def test_killed_while_a_board_is_edited_the_next_process_edits_it(club: Club) -> None:
    board = club.discord.newest(club.place)
    step = next(label for row in labels(board) for label in row if "→" in label)
    club.discord.delay("PATCH", r"^/channels/", LONGER_THAN_ANYBODY_LIVES)
    patches = len(club.discord.calls_of("PATCH", "/channels/"))
    await club.presses(club.to_act(), step)
    await club._until(lambda: len(club.discord.calls_of("PATCH", "/channels/")) > patches)
    await club.kill()
    assert "to play" not in club.words()
    await club.start()
    assert await club.sees("to play") is board
    await club.presses(club.to_act(), "undo")
    await club._until(lambda: step in [label for row in labels(board) for label in row])
    assert "Traceback" not in await club.stop()
