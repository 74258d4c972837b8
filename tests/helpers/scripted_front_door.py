"""A front door that answers by a script, and remembers what came in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.app.replies import NOTHING, Answer
from bot.app.requests import Press, Request


class ScriptedFrontDoor:
    """Answers each verb as told, otherwise with nothing. `requests` are kept as they came."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.finished: list[Request] = []
        self.moves: list[tuple[str, str, str]] = []
        """Platform, old chat, new chat."""
        self.suggestions: tuple[str, ...] | Exception = ()
        self.suggested: list[Request] = []
        self._answers: dict[str, Answer | Callable[[Request], Answer]] = {}
        self._gates: dict[str, asyncio.Event] = {}

    def answers(self, verb: str, answer: Answer | Callable[[Request], Answer]) -> None:
        """Answer this verb, typed or pressed, from now on."""
        self._answers[verb] = answer

    def holds(self, verb: str) -> asyncio.Event:
        """Have this verb wait until the event is set."""
        gate = self._gates[verb] = asyncio.Event()
        return gate

    def texts(self) -> list[str]:
        """Return what was typed, in the order in which it came."""
        return [request.text for request in self.requests]

    def presses(self) -> list[Press]:
        """Return what was pressed, in the order in which it came."""
        return [request.press for request in self.requests if request.press]

    async def handle(self, request: Request) -> Answer:
        """Answer by the script."""
        self.requests.append(request)
        verb = request.press.verb if request.press else (request.text.split() or [""])[0].lstrip("/")
        if gate := self._gates.get(verb):
            await gate.wait()
        self.finished.append(request)
        answer = self._answers.get(verb, NOTHING)
        return answer if isinstance(answer, Answer) else answer(request)

    async def suggest(self, request: Request) -> tuple[str, ...]:
        """Suggest what is scripted, or fail so."""
        self.suggested.append(request)
        if isinstance(self.suggestions, Exception):
            raise self.suggestions
        return self.suggestions

    async def migrated(self, platform: str, old_chat: str, new_chat: str) -> None:
        """Remember that a chat moved."""
        self.moves.append((platform, old_chat, new_chat))
