"""`gamao run` as a process against a loopback Bot API server: from its first word to its last."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.helpers.fake_discord import FakeDiscord
from tests.helpers.fake_telegram import FakeTelegram
from tests.helpers.runs import WITHIN_SECONDS, Runs, log_of


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    """A Bot API server."""
    async with FakeTelegram() as server:
        yield server


@pytest.fixture
async def runs(telegram: FakeTelegram, tmp_path: Path) -> AsyncIterator[Runs]:
    """Processes of the bot."""
    started = Runs(tmp_path, telegram)
    yield started
    await started.end()


async def shown(telegram: FakeTelegram, chat: int, what: str) -> None:
    """Wait for a message of a kind: a photo, or a text."""
    await telegram.until(
        lambda: [message for message in telegram.messages(chat) if what in message], WITHIN_SECONDS
    )


async def test_it_answers_and_stops_in_time_without_telling_the_token(
    telegram: FakeTelegram, runs: Runs
) -> None:
    ana, bruno, club = telegram.user("Ana"), telegram.user("Bruno"), telegram.group("Club")
    process = await runs.start(LOG_LEVEL="DEBUG")
    telegram.types(ana, "/challenge", club)
    await shown(telegram, club, "text")
    telegram.types(bruno, "/accept", club)
    await shown(telegram, club, "photo")
    process.send_signal(signal.SIGTERM)
    logged = await log_of(process)
    assert process.returncode == 0
    assert "telegram runs" in logged
    assert telegram.token not in logged
    assert "Traceback" not in logged


async def test_a_match_goes_on_in_the_next_process(telegram: FakeTelegram, runs: Runs) -> None:
    ana, bruno, club = telegram.user("Ana"), telegram.user("Bruno"), telegram.group("Club")
    first = await runs.start()
    telegram.types(ana, "/challenge", club)
    await shown(telegram, club, "text")
    first.kill()
    await first.communicate()
    telegram.types(bruno, "/accept", club)
    second = await runs.start()
    await shown(telegram, club, "photo")
    second.send_signal(signal.SIGINT)
    await log_of(second)
    assert second.returncode == 0


async def test_a_wrong_token_is_told_clearly_and_not_repeated(runs: Runs) -> None:
    process = await runs.start(TELEGRAM_TOKEN="987654:WRONG-token")
    async with asyncio.timeout(WITHIN_SECONDS):
        _, logged = await process.communicate()
    assert process.returncode == 1
    assert b"does not know the token in TELEGRAM_TOKEN" in logged
    assert b"gamao: no platform could be started" in logged
    assert b"WRONG-token" not in logged
    assert b"Traceback" not in logged


async def test_logs_for_machines_are_json(runs: Runs) -> None:
    process = await runs.start(TELEGRAM_TOKEN="987654:WRONG-token", LOG_FORMAT="json")
    async with asyncio.timeout(WITHIN_SECONDS):
        _, logged = await process.communicate()
    lines = logged.decode().splitlines()
    assert [line[0] + line[-1] for line in lines[:-1]] == ["{}"] * (len(lines) - 1)
    assert len(lines) >= 3


async def test_one_platform_with_a_wrong_token_leaves_the_other_running(runs: Runs) -> None:
    async with FakeDiscord() as discord:
        ana, club = discord.user("Ana"), discord.channel("club")
        process = await runs.start(
            DISCORD_TOKEN=discord.token,
            DISCORD_API_URL=discord.url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
            TELEGRAM_TOKEN="987654:WRONG-token",
        )
        await discord.until(lambda: discord.gateway.connected and discord.state.commands, WITHIN_SECONDS)
        await discord.commands(ana, club, "challenge")
        await discord.until(lambda: discord.messages(club), WITHIN_SECONDS)
        process.send_signal(signal.SIGTERM)
        logged = await log_of(process)
    assert process.returncode == 0
    assert "telegram does not run: Telegram does not know the token" in logged
    assert "discord runs" in logged
    assert discord.token not in logged
    assert "WRONG-token" not in logged
