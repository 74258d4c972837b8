"""Both unmodified clients in one process, on one event loop and one database."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.cli.run import run_bot
from bot.config import Settings
from tests.helpers.discord_server.looks import labels as labels_on_discord
from tests.helpers.fake_discord import FakeDiscord
from tests.helpers.fake_telegram import FakeTelegram
from tests.helpers.telegram_server.looks import labels as labels_on_telegram
from tests.helpers.telegram_server.looks import words_of as words_on_telegram

WITHIN_SECONDS = 30.0
STOP_WITHIN_SECONDS = 10.0
OFFERED = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:7:10"
ROLLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{}:0:0:0:7:10"


@dataclass
class Both:
    """The bot on both loopback servers, Ana and Bruno on each."""

    discord: FakeDiscord
    telegram: FakeTelegram
    running: asyncio.Task[None]

    def __post_init__(self) -> None:
        self.club = self.discord.channel("club")
        self.group = self.telegram.group("Club")
        self.on_discord = (self.discord.user("Ana"), self.discord.user("Bruno"))
        self.on_telegram = (self.telegram.user("Ana"), self.telegram.user("Bruno", "bruno_costa"))

    async def challenge(self) -> None:
        """Have Ana challenge Bruno on both platforms, and wait for both cards."""
        ana, bruno = self.on_discord
        await self.discord.until(
            lambda: self.discord.gateway.connected and self.discord.state.commands, WITHIN_SECONDS
        )
        await self.discord.commands(ana, self.club, "challenge", opponent=bruno)
        self.telegram.types(self.on_telegram[0], "/challenge @bruno_costa", self.group)
        await self.discord.until(lambda: self.discord.messages(self.club), WITHIN_SECONDS)
        await self.telegram.until(lambda: self.telegram.messages(self.group), WITHIN_SECONDS)

    async def accept(self) -> None:
        """Have Bruno accept on both."""
        card = self.telegram.messages(self.group)[-1]
        await self.discord.presses(self.on_discord[1], self.discord.newest(self.club), "Accept")
        self.telegram.presses(self.on_telegram[1], card, "Accept")

    async def stop(self) -> None:
        """Send this process the signal that ends the bot, and wait for its end."""
        assert not self.running.done(), "without the bot the signal would end the tests"
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(self.running, STOP_WITHIN_SECONDS)


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    """The bot as `gamao run` starts it."""
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        # Made without looking at the environment, in which a real token may stand.
        settings = Settings.model_construct(
            discord_token=SecretStr(discord.token),
            discord_api_url=discord.url,
            discord_gateway_url=discord.gateway_url,
            telegram_token=SecretStr(telegram.token),
            telegram_api_url=telegram.url,
            database_url=f"sqlite+aiosqlite:///{tmp_path / 'gamao.db'}",
        )
        running = asyncio.create_task(run_bot(settings, seed=7))
        try:
            yield Both(discord, telegram, running)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_matches_are_played_side_by_side(both: Both) -> None:
    await both.challenge()
    await both.accept()
    await both.discord.until(lambda: both.discord.newest(both.club)["attachments"], WITHIN_SECONDS)
    await both.telegram.until(lambda: both.telegram.boards(both.group), WITHIN_SECONDS)
    assert labels_on_discord(both.discord.newest(both.club))
    assert labels_on_telegram(both.telegram.boards(both.group)[-1])
    await both.stop()


async def test_what_was_accepted_is_delivered_before_the_end(both: Both) -> None:
    """The signal comes while both platforms are slow to take the boards."""
    await both.challenge()
    both.discord.delay("POST", rf"^/channels/{both.club}/messages$", 0.5)
    both.telegram.delay("sendPhoto", 0.5)
    await both.accept()
    await both.discord.until(lambda: len(both.discord.calls_of("POST", "/messages")) > 1, WITHIN_SECONDS)
    await both.telegram.until(lambda: both.telegram.calls_of("sendPhoto"), WITHIN_SECONDS)
    assert not both.telegram.boards(both.group)
    await both.stop()
    assert both.discord.newest(both.club)["attachments"]
    assert both.telegram.boards(both.group)
    assert not both.discord.gateway.connected
    assert both.telegram.state.updates == []


async def test_an_outage_of_one_platform_does_not_disturb_the_other(both: Both) -> None:
    await both.challenge()
    await both.telegram.stop()
    await both.discord.presses(both.on_discord[1], both.discord.newest(both.club), "Accept")
    await both.discord.until(lambda: both.discord.newest(both.club)["attachments"], WITHIN_SECONDS)
    await both.stop()


async def test_a_position_is_shown_voted_on_and_revealed(both: Both) -> None:
    discord, telegram, club, group = both.discord, both.telegram, both.club, both.group
    (ana, bruno), (ana_too, bruno_too) = both.on_discord, both.on_telegram
    await discord.until(lambda: discord.gateway.connected and discord.state.commands, WITHIN_SECONDS)
    await discord.commands(ana, club, "position", position=OFFERED)
    telegram.types(ana_too, f"/position {OFFERED}", group)
    await discord.until(lambda: "Reveal" in flat(shown_on_discord(both)), WITHIN_SECONDS)
    await telegram.until(lambda: "Reveal" in flat(shown_on_telegram(both)), WITHIN_SECONDS)
    question, asked = discord.newest(club), telegram.boards(group)[-1]
    await discord.presses(bruno, question, "Take")
    telegram.presses(bruno_too, asked, "Drop")
    await discord.until(lambda: "1 vote so far" in discord.newest(club)["content"], WITHIN_SECONDS)
    await telegram.until(lambda: "1 vote so far" in words_on_telegram(asked), WITHIN_SECONDS)
    assert [told["content"] for told in discord.told(bruno)] == ["Your vote: Take"]
    await discord.presses(bruno, question, "Reveal")
    telegram.presses(bruno_too, asked, "Reveal")
    await discord.until(lambda: not labels_on_discord(discord.newest(club)), WITHIN_SECONDS)
    await telegram.until(lambda: not shown_on_telegram(both), WITHIN_SECONDS)
    assert discord.newest(club)["id"] == question["id"]
    assert f"<@{bruno}>" in discord.newest(club)["content"]
    assert "Bruno" in words_on_telegram(asked)
    await both.stop()


async def test_a_play_in_reply_to_a_position_is_a_vote(both: Both) -> None:
    discord, telegram, club, group = both.discord, both.telegram, both.club, both.group
    await discord.until(lambda: discord.gateway.connected and discord.state.commands, WITHIN_SECONDS)
    for roll in (31, 42):
        await discord.commands(both.on_discord[0], club, "position", position=ROLLED.format(roll))
        await discord.until(lambda: f"{roll // 10}-{roll % 10}" in content(both), WITHIN_SECONDS)  # noqa: B023
        telegram.types(both.on_telegram[0], f"/position {ROLLED.format(roll)}", group)
    await telegram.until(lambda: len(telegram.boards(group)) == 2, WITHIN_SECONDS)
    first, older = discord.messages(club)[0], telegram.boards(group)[0]
    await discord.types(both.on_discord[1], club, "8/5 6/5", reply_to=first)
    telegram.types(both.on_telegram[1], "8/5 6/5", group, reply_to=older)
    await discord.until(lambda: "1 vote so far" in discord.messages(club)[0]["content"], WITHIN_SECONDS)
    await telegram.until(lambda: "1 vote so far" in words_on_telegram(older), WITHIN_SECONDS)
    assert "vote so far" not in content(both)
    assert "vote so far" not in words_on_telegram(telegram.boards(group)[-1])
    await both.stop()


def flat(rows: list[list[str]]) -> list[str]:
    """Return labels without their rows."""
    return [label for row in rows for label in row]


def shown_on_discord(both: Both) -> list[list[str]]:
    """Return the labels of the newest message in the channel, if there is one."""
    messages = both.discord.messages(both.club)
    return labels_on_discord(messages[-1]) if messages else []


def shown_on_telegram(both: Both) -> list[list[str]]:
    """Return the labels of the newest board in the group, if there is one."""
    boards = both.telegram.boards(both.group)
    return labels_on_telegram(boards[-1]) if boards else []


def content(both: Both) -> str:
    """Return the words of the newest message in the channel, if there is one."""
    messages = both.discord.messages(both.club)
    return str(messages[-1]["content"]) if messages else ""
