"""An adapter without a platform: what it is handed is drawn, and so delivered."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from bot.adapters import Painter
from bot.app.records import MessageRef, View
from bot.app.replies import Board


class DrawingAdapter:
    """Takes each board as delivered once its picture is drawn; `delivered` is told then."""

    partial_gap_seconds = 0.0
    typing_gap_seconds = 5.0

    def __init__(self, platform: str, painter: Painter, delivered: Callable[[View, Board], None]) -> None:
        self.platform = platform
        self._painter = painter
        self._delivered = delivered
        self._numbers = count(1)

    async def start(self) -> None:
        """Nothing to connect to."""

    async def stop(self) -> None:
        """Nothing to stop."""

    async def disconnect(self) -> None:
        """Nothing to let go."""

    async def post(self, view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Draw a board."""
        if board.picture:
            await self._painter.png(board.picture)
        self._delivered(view, board)
        return MessageRef(view.channel.ref.chat, str(next(self._numbers)))

    async def edit(self, view: View, message: MessageRef, board: Board) -> None:
        """Draw a board."""
        await self.post(view, board, message)

    async def close(self, view: View, message: MessageRef, board: Board | None) -> None:
        """Nothing to close."""

    async def typing(self, view: View) -> None:
        """Nothing to show."""
