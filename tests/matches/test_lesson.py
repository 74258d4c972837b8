"""A lesson on each platform: a hint, a blunder, the analysis with its pictures, and the quiz."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from bot.players.sage.machine import missing
from tests.helpers import discord_world, telegram_world
from tests.helpers.discord_server.looks import labels as discord_labels
from tests.helpers.discord_server.looks import words_of as discord_words
from tests.helpers.discord_server.state import BOT
from tests.helpers.discord_server.wire import Json
from tests.helpers.telegram_server.looks import labels as telegram_labels
from tests.helpers.telegram_server.looks import words_of

pytestmark = pytest.mark.skipif(missing() is not None, reason="bgsage cannot run here")

OPENING = ((3, 1), (6, 5), (4, 2))
BLUNDER, BEST = "24/23 24/21", "8/5 6/5"
SECONDS = 60


async def test_on_telegram(tmp_path: Path) -> None:
    async with telegram_world.open_world(tmp_path, rolls=OPENING) as world:
        ana, server = world.person("Ana"), world.telegram
        await ana.types("/challenge 1 simple")
        await ana.types("/hint")
        hint = world.words(ana.id)
        assert hint.startswith(f"The best plays of 3-1:\n1. {BEST} +0.1")
        await ana.types(f"/move {BLUNDER}")
        await ana.types("/resign backgammon")
        await ana.presses("Analyze")
        await server.until(lambda: _figures(world, ana.id), SECONDS)
        assert "Ana: PR" in _figures(world, ana.id)[-1]
        await server.until(lambda: any("Game 1, Ana 3-1" in said for said in _said(world, ana.id)), SECONDS)
        await ana.types("/analyze")
        assert len(_figures(world, ana.id)) == 2
        await ana.types("/quiz")
        question = server.messages(ana.id)[-1]
        assert question["photo"]
        assert BLUNDER in chain(*telegram_labels(question))
        await ana.presses(BEST, message=question)
        assert world.words(ana.id).startswith(f"Right: {BEST}. In the match it was {BLUNDER}.")


def _said(world: telegram_world.TelegramWorld, chat: int) -> list[str]:
    return [words_of(message) for message in world.telegram.messages(chat)]


def _figures(world: telegram_world.TelegramWorld, chat: int) -> list[str]:
    return [said for said in _said(world, chat) if "PR" in said]


async def test_on_discord(tmp_path: Path) -> None:
    async with discord_world.open_world(tmp_path, rolls=OPENING) as world:
        ana, club, server = world.person("Ana"), world.channel("club"), world.discord

        def told() -> list[str]:
            return [discord_words(message, server.state.users) for message in server.told(ana.id)]

        await ana.commands("challenge", club, opponent=int(BOT["id"]), terms="1 simple")
        await ana.commands("hint", club)
        assert f"1. `{BEST}` +0.1" in told()[-1]
        await ana.commands("move", club, play=BLUNDER)
        await ana.commands("resign", club, size="backgammon")
        await ana.commands("analyze", club)
        await server.until(lambda: _pictures(server.told(ana.id)), SECONDS)
        figures, album = told()[-2:]
        assert "PR" in figures
        assert "Game 1, " in album
        assert BLUNDER in album
        await ana.commands("quiz", club)
        question = server.told(ana.id)[-1]
        assert question["attachments"]
        assert BLUNDER in chain(*discord_labels(question))
        await ana.presses(BEST, club, message=question)
        assert f"Right: `{BEST}`. In the match it was `{BLUNDER}`." in told()[-1]


def _pictures(told: list[Json]) -> list[Json]:
    return [message for message in told if message["attachments"]]
