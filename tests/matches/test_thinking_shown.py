"""On both platforms people see that the computer thinks, and what they see goes when it has played."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import bootstrap
from bot.app.pondering import Patience
from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.thinking.pool import Pool
from tests.helpers import discord_world, telegram_world
from tests.helpers.discord_server.looks import words_of as words_on_discord
from tests.helpers.discord_server.state import BOT
from tests.helpers.telegram_server.looks import words_of as words_on_telegram

SHORT = Patience(0.01, 0.05)
ROLLS = ((3, 1), (6, 1))
PLAY = "8/5 6/5"
THINKS = "⏳ Gamão (advanced) is thinking …"


@pytest.fixture
def let(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """What lets the computer answer."""
    event = asyncio.Event()

    class Waiting(Pool):
        """A pool that waits until it is let."""

        async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
            """Wait, then choose."""
            await event.wait()
            return await super().choose(player_id, state, seat)

    monkeypatch.setattr(bootstrap, "Pool", Waiting)
    return event


async def test_telegram_shows_that_the_computer_thinks(tmp_path: Path, let: asyncio.Event) -> None:
    async with telegram_world.open_world(tmp_path, rolls=ROLLS, patience=SHORT) as world:
        ana, telegram = world.person("Ana"), world.telegram
        await ana.types("/challenge 1")
        try:
            telegram.types(ana.id, f"/move {PLAY}")
            await telegram.until(lambda: telegram.calls_of("sendChatAction", chat=ana.id))
            await telegram.until(lambda: THINKS in world.words(ana.id))
        finally:
            let.set()
        await world.settle()
        assert not [each for each in telegram.messages(ana.id) if THINKS in words_on_telegram(each)]
        assert "Gamão (advanced) 6-1" in world.words(ana.id)
        assert world.labels(ana.id)


async def test_discord_shows_that_the_computer_thinks(tmp_path: Path, let: asyncio.Event) -> None:
    async with discord_world.open_world(tmp_path, rolls=ROLLS, patience=SHORT) as world:
        ana, discord, club = world.person("Ana"), world.discord, world.channel("club")
        await ana.commands("challenge", club, opponent=int(BOT["id"]), terms="1")
        try:
            await discord.commands(ana.id, club, "move", play=PLAY)
            await discord.until(lambda: discord.calls_of("POST", "/typing"))
            await discord.until(lambda: THINKS in world.words(club))
        finally:
            let.set()
        await world.settle(lambda: True)
        users = discord.state.users
        assert not [each for each in discord.messages(club) if THINKS in words_on_discord(each, users)]
        assert "Gamão (advanced) 6-1" in world.words(club)
        assert world.labels(club)
