"""One chat a test, on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.helpers.chat import Chat, open_chat


@pytest.fixture
async def chat(tmp_path: Path) -> AsyncIterator[Chat]:
    """The bot and one channel, dice seeded."""
    async with open_chat(tmp_path / "chat.db") as opened:
        yield opened
