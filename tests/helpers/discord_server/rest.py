"""The REST interface: which call does what, who may call, and what every answer tells."""

from __future__ import annotations

import json
import math
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from tests.helpers.discord_server import objects
from tests.helpers.discord_server.answers import Answers
from tests.helpers.discord_server.command_limits import check_commands
from tests.helpers.discord_server.gateway import Gateway
from tests.helpers.discord_server.messages import Messages
from tests.helpers.discord_server.state import BOT, State
from tests.helpers.discord_server.wire import (
    ApiError,
    Call,
    Json,
    too_many_requests,
    unauthorized,
)

ID = r"(\d+)"
WORD = r"([^/]+)"
OPEN = ("/interactions/", "/webhooks/")
"""Paths that bear a token of their own."""


@dataclass(slots=True)
class Limit:
    """A limit on the calls of a method whose path fits a pattern. `told`: whether the answers' headers
    tell it, so that a client can keep to it."""

    method: str
    path: str
    calls: int
    window_seconds: float
    told: bool = True
    seen: deque[float] = field(default_factory=deque)
    refused: int = 0

    def concerns(self, call: Call) -> bool:
        """Return whether a call counts."""
        return self.method == call.method and bool(re.search(self.path, call.path))

    def admit(self) -> None:
        """Count a call, or raise the 429 that tells how long to wait."""
        now = time.monotonic()
        while self.seen and self.seen[0] + self.window_seconds <= now:
            self.seen.popleft()
        if len(self.seen) >= self.calls:
            self.refused += 1
            raise too_many_requests(round(self.seen[0] + self.window_seconds - now + 0.001, 3))
        self.seen.append(now)

    @property
    def left(self) -> int:
        """Return how many calls remain in the window."""
        return max(0, self.calls - len(self.seen))


class Rest:
    """Carries calls out."""

    def __init__(self, state: State, token: str, gateway: Gateway, *, shards: int) -> None:
        self._state = state
        self._token = token
        self._gateway = gateway
        self._shards = shards
        self.messages = Messages(state)
        self._answers = Answers(state, self.messages)
        self.limits: list[Limit] = []

    def answer(self, call: Call) -> object:
        """Return the JSON that answers a call, None for none. Raises `ApiError`."""
        if not call.path.startswith(OPEN) and call.authorization != f"Bot {self._token}":
            raise unauthorized()
        for limit in self.limits:
            if limit.concerns(call):
                limit.admit()
        for method, pattern, carry_out in self._routes():
            if method == call.method and (found := re.fullmatch(pattern, call.path)):
                return carry_out(call, *found.groups())
        raise ApiError(404, 0, "404: Not Found")

    def headers(self, call: Call) -> dict[str, str]:
        """Return what an answer tells of the limits. Clients obey it."""
        limit = next((each for each in self.limits if each.told and each.concerns(call)), None)
        told = (limit.calls, limit.left, limit.window_seconds) if limit else (1000, 999, 1.0)
        return {
            "X-RateLimit-Limit": str(told[0]),
            "X-RateLimit-Remaining": str(told[1]),
            "X-RateLimit-Reset": str(time.time() + told[2]),
            "X-RateLimit-Reset-After": str(told[2]),
            "X-RateLimit-Bucket": re.sub(r"\d{4,}|token-\w+", "x", f"{call.method}{call.path}"),
        }

    def _routes(self) -> tuple[tuple[str, str, Callable[..., object]], ...]:
        commands = f"/applications/{ID}/commands"
        messages = f"/channels/{ID}/messages"
        answers = f"/webhooks/{ID}/{WORD}/messages/(@original|\\d+)"
        return (
            ("GET", "/users/@me", lambda _: BOT),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/gateway/bot", self._gateway_of_bots),
            ("GET", commands, self._commands),
            ("PUT", commands, self._replace_commands),
            ("POST", f"/interactions/{ID}/{WORD}/callback", self._answers.first),
            ("POST", f"/webhooks/{ID}/{WORD}", lambda call, _, token: self._answers.further(call, token)),
            ("GET", answers, lambda call, _, token, number: self._answers.read(token, number)),
            ("PATCH", answers, lambda call, _, token, number: self._answers.edit(call, token, number)),
            ("DELETE", answers, lambda call, _, token, number: self._answers.delete(token, number)),
            ("POST", f"/channels/{ID}/typing", lambda _, place: self.messages.type_in(int(place))),
            ("POST", messages, lambda call, place: self.messages.create(call, int(place))),
            ("GET", f"{messages}/{ID}", lambda call, place, number: self.messages.read(int(place), number)),
            (
                "PATCH",
                f"{messages}/{ID}",
                lambda call, place, number: self.messages.edit(call, int(place), number),
            ),
            (
                "DELETE",
                f"{messages}/{ID}",
                lambda call, place, number: self.messages.delete(int(place), number),
            ),
        )

    def _application(self, _: Call) -> Json:
        return {
            "id": BOT["id"],
            "name": "Gamão",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "00",
            "owner": objects.person(int(objects.OWNER), "Owner", "owner"),
            "team": None,
            "flags": 0,
        }

    def _gateway_of_bots(self, _: Call) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self._gateway.url, "shards": self._shards, "session_start_limit": limit}

    def _commands(self, call: Call, _: str) -> list[Json]:
        """Return the commands; their languages only if they are asked for."""
        if call.query.get("with_localizations") == "true":
            return self._state.commands
        hidden = ("name_localizations", "description_localizations")
        return [
            {key: part for key, part in command.items() if key not in hidden}
            for command in self._state.commands
        ]

    def _replace_commands(self, call: Call, _: str) -> list[Json]:
        commands: list[Json] = call.payload  # type: ignore[assignment]  # this one call sends a list
        check_commands(commands)
        self._state.commands = [self._kept(command) for command in commands]
        return self._state.commands

    def _kept(self, command: Json) -> Json:
        """Return a command as the server keeps it: with numbers of its own, without what goes without
        saying."""
        defaults = {"type": 1, "description": "", "nsfw": False, "default_member_permissions": None}
        numbers = {
            "id": self._state.snowflake(),
            "version": self._state.snowflake(),
            "application_id": BOT["id"],
        }
        parts = {key: part for key, part in command.items() if key != "options"}
        options = [
            {key: part for key, part in option.items() if part not in (None, False, [], {})}
            for option in command.get("options") or []
        ]
        return defaults | parts | numbers | ({"options": options} if options else {})


def refusal(error: ApiError, headers: dict[str, str]) -> web.Response:
    """Return an error as it is sent."""
    wait = error.body.get("retry_after")
    told = {"Retry-After": str(math.ceil(wait))} if wait else {}
    return response(error.body, headers | told, error.status)


def response(answer: object, headers: dict[str, str], status: int = 200) -> web.Response:
    """Return an answer as it is sent. The client compares the type of its content letter by letter."""
    if answer is None:
        return web.Response(status=204, headers=headers)
    kind = {"Content-Type": "application/json"}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers | kind)
