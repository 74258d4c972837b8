"""An answer that grows on the screen: one line that is written anew, and what it becomes below."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.adapters.terminal.screen import Screen, Spot
from bot.app.replies import Answer


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one answer stands, and what shows it in the end."""

    screen: Screen
    spot: Spot
    show: Callable[[Answer], Awaitable[None]]

    async def progress(self, answer: Answer) -> None:
        """Show how far it has come, where a line can be written anew."""
        self.screen.rewrite(self.spot, answer.words)

    async def finish(self, answer: Answer) -> None:
        """Show what it has become."""
        await self.show(answer)
