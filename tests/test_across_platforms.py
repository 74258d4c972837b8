"""One match with a side on each platform: one process, both unmodified clients, a kill in the middle."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.helpers.discord_server import looks as on_discord
from tests.helpers.fake_discord import FakeDiscord
from tests.helpers.fake_telegram import FakeTelegram
from tests.helpers.runs import WITHIN_SECONDS, Runs, log_of
from tests.helpers.telegram_server import looks as on_telegram

MOST_STEPS = 400
KILLED_AFTER = 7
"""Steps into the match; the one then under way must survive."""


class Table:
    """Dora on Discord against Tiago on Telegram. Each presses what their own newest board offers."""

    def __init__(self, discord: FakeDiscord, telegram: FakeTelegram, database: Path) -> None:
        self.discord = discord
        self.telegram = telegram
        self._database = database
        self.dora = discord.user("Dora")
        self.club = discord.channel("club")
        self.tiago = telegram.user("Tiago", language="pt-br")

    async def begin(self) -> None:
        """Challenge by code on Discord, accept on Telegram, see both boards."""
        await self.discord.until(
            lambda: self.discord.gateway.connected and self.discord.state.commands, WITHIN_SECONDS
        )
        await self.discord.commands(self.dora, self.club, "challenge", terms="hypergammon code")
        card = (await self.discord.until(lambda: self.discord.messages(self.club), WITHIN_SECONDS))[-1]
        code = re.search(r"/accept (\w{6})", card["content"])
        assert code, card["content"]
        self.telegram.types(self.tiago, f"/aceitar {code[1]}")
        await self.telegram.until(lambda: self.telegram.boards(self.tiago), WITHIN_SECONDS)

    def version(self) -> int:
        """Return how many events and taps the match has seen, as anybody may read it."""
        with closing(sqlite3.connect(self._database)) as connection:
            (version, tentative) = connection.execute("SELECT version, tentative FROM match").fetchone()
        return int(version) * 100 + len(tentative)

    def side_to_act(self) -> int | None:
        """Return who is to act, 0 on Discord and 1 on Telegram, or None when the match is over."""
        with closing(sqlite3.connect(self._database)) as connection:
            query = "SELECT phase, on_roll, cube_offered FROM match"
            phase, on_roll, offered = connection.execute(query).fetchone()
        if phase == "match over":
            return None
        return int(on_roll) if offered is None else 1 - int(on_roll)

    async def press(self, side: int) -> None:
        """Press the first thing that leads on; do not wait for what follows."""
        if side == 0:
            board = self.discord.newest(self.club)
            label = wanted([label for row in on_discord.labels(board) for label in row])
            await self.discord.presses(self.dora, board, label)
        else:
            board = self.telegram.boards(self.tiago)[-1]
            self.telegram.presses(self.tiago, board, wanted(flat(on_telegram.labels(board))))

    async def shown(self, side: int) -> None:
        """Wait until the board of whoever is to act offers something."""
        if side == 0:
            await self.discord.until(
                lambda: offers(flat(on_discord.labels(self.discord.newest(self.club)))), WITHIN_SECONDS
            )
        else:
            await self.telegram.until(
                lambda: offers(flat(on_telegram.labels(self.telegram.boards(self.tiago)[-1]))),
                WITHIN_SECONDS,
            )

    async def step(self) -> bool:
        """Take one step and wait until it is kept; return whether the match goes on."""
        side = self.side_to_act()
        if side is None:
            return False
        before = self.version()
        for _ in range(50):
            await self.shown(side)
            await self.press(side)
            try:
                await self.discord.until(lambda: self.version() != before, 0.5)
            except TimeoutError:
                continue  # The board was on its way: press what it offers now.
            return True
        raise AssertionError(f"nothing happens at {before}")


def flat(rows: list[list[str]]) -> list[str]:
    """Return labels without their rows."""
    return [label for row in rows for label in row]


def offers(labels: list[str]) -> bool:
    """Return whether something leads on."""
    return any(label.startswith(("✓", "🎲", "Take", "Pegar")) or "→" in label for label in labels)


def wanted(labels: list[str]) -> str:
    """Return the label to press: confirm before all, then roll or take, else a checker move."""
    for beginning in ("✓", "🎲", "Take", "Pegar"):
        for label in labels:
            if label.startswith(beginning):
                return label
    return next(label for label in labels if "→" in label)


async def test_a_match_across_platforms_survives_a_kill(tmp_path: Path) -> None:
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        runs = Runs(tmp_path, telegram)
        both = {
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        }
        try:
            process = await runs.start(**both)
            table = Table(discord, telegram, tmp_path / "gamao.db")
            await table.begin()
            for _ in range(KILLED_AFTER):
                assert await table.step()
            side = table.side_to_act()
            assert side is not None
            await table.shown(side)
            await table.press(side)
            process.kill()
            await process.communicate()
            process = await runs.start(**both)
            steps = KILLED_AFTER
            while await table.step():
                steps += 1
                assert steps < MOST_STEPS
            await discord.until(lambda: "🏁" in discord.newest(table.club)["content"], WITHIN_SECONDS)
            await telegram.until(
                lambda: "🏁" in on_telegram.words_of(telegram.boards(table.tiago)[-1]), WITHIN_SECONDS
            )
            process.terminate()
            logged = await log_of(process)
        finally:
            await runs.end()
    assert process.returncode == 0
    assert "Traceback" not in logged
    assert "Dora" in on_telegram.words_of(telegram.boards(table.tiago)[-1])
