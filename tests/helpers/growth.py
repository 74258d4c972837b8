"""What takes an answer's place, when a test says so."""

from __future__ import annotations

import asyncio
from typing import Self

from bot.app.replies import Answer, AnswerKind, Captioned, Span
from renderers.board_view import BoardView


class Growth:
    """An answer's `later`. `awaited`: somebody waits for it; `given_up`: nobody does any more."""

    def __init__(self) -> None:
        self.awaited = False
        self.given_up = False
        self._coming: asyncio.Queue[Answer | None] = asyncio.Queue()

    @property
    def is_read(self) -> bool:
        """Return whether all that came was taken."""
        return self._coming.empty()

    def comes(self, *answers: Answer) -> None:
        """Let it grow."""
        for answer in answers:
            self._coming.put_nowait(answer)

    def ends(self, *answers: Answer) -> None:
        """Let it grow for the last time."""
        self.comes(*answers)
        self._coming.put_nowait(None)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Answer:
        self.awaited = True
        try:
            answer = await self._coming.get()
        except asyncio.CancelledError:
            self.given_up = True
            raise
        if answer is None:
            raise StopAsyncIteration
        return answer


def percent(number: int, later: Growth | None = None) -> Answer:
    """Return how far an analysis has come."""
    return Answer(AnswerKind.INFO, ((f"Analysing {number} %",),), later=later)


def captioned(words: Span, picture: BoardView) -> Captioned:
    """Return a picture with words of its own, and others for those who cannot see it."""
    return Captioned(((words,),), picture, f"{words} in words")
