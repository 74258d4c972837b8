"""The bot as a process of its own: `gamao run` against loopback servers."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from bot.config import Settings
from tests.helpers.fake_telegram import FakeTelegram

ROOT = Path(__file__).parents[2]
WITHIN_SECONDS = 60
STOP_WITHIN_SECONDS = 10


class Runs:
    """The processes of a test, on a database in `folder`; what is left over is killed."""

    def __init__(self, folder: Path, telegram: FakeTelegram | None = None) -> None:
        self._folder = folder
        self._telegram = telegram
        self.started: list[Process] = []

    async def start(self, **settings: str) -> Process:
        """Start the bot."""
        own = {name.upper() for name in Settings.model_fields}
        environment = {name: value for name, value in os.environ.items() if name not in own}
        if telegram := self._telegram:
            environment |= {"TELEGRAM_TOKEN": telegram.token, "TELEGRAM_API_URL": telegram.url}
        environment |= {"PYTHONPATH": str(ROOT), "NO_PROXY": "127.0.0.1"} | settings
        command = (sys.executable, "-m", "bot", "run", "--seed", "7")
        process = await asyncio.create_subprocess_exec(
            *command, cwd=self._folder, env=environment, stderr=PIPE
        )
        self.started.append(process)
        return process

    async def end(self) -> None:
        """Kill what still runs."""
        for process in self.started:
            if process.returncode is None:
                process.kill()
                await process.communicate()


async def log_of(process: Process) -> str:
    """Wait for the end of a process that was told to stop; return what it logged."""
    async with asyncio.timeout(STOP_WITHIN_SECONDS):
        _, logged = await process.communicate()
    return logged.decode()
