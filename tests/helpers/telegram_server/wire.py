"""What goes over the wire: parameters in, JSON out, errors, and faults that tests ask for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from aiohttp import BodyPartReader, web

# The Bot API's own objects, as JSON: their shape is the server's business alone.
Json: TypeAlias = dict[str, Any]

_STRUCTURED = frozenset(
    {
        "allowed_updates",
        "caption_entities",
        "commands",
        "entities",
        "link_preview_options",
        "media",
        "reply_markup",
        "reply_parameters",
        "scope",
    }
)
"""Parameters that travel as JSON inside the form."""


class ApiError(Exception):
    """An answer with `ok` false, as the Bot API words it."""

    def __init__(self, code: int, description: str, **parameters: float) -> None:
        super().__init__(code, description)
        self.code = code
        self.description = description
        self.parameters = parameters

    @property
    def body(self) -> Json:
        """Return the JSON of the answer."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return body | {"parameters": self.parameters} if self.parameters else body


def bad_request(description: str) -> ApiError:
    """Return a 400 with the server's usual beginning."""
    return ApiError(400, f"Bad Request: {description}")


def too_many_requests(seconds: float) -> ApiError:
    """Return a 429 that asks to wait. Fractions of a second, which the real server never asks for,
    keep tests short."""
    return ApiError(429, f"Too Many Requests: retry after {seconds:g}", retry_after=seconds)


def bad_gateway() -> ApiError:
    """Return a 502."""
    return ApiError(502, "Bad Gateway")


@dataclass(slots=True)
class Fault:
    """What goes wrong with the next `times` calls of a method.

    Without `error` the connection is dropped, or, if there is a delay, nothing but late. `after`:
    the method takes effect first, and only its answer is lost or late. `spring` is called at that moment.
    """

    method: str
    error: ApiError | None = None
    times: int = 1
    delay_seconds: float = 0.0
    after: bool = False
    chat: int | None = None
    spring: Callable[[], None] | None = None

    def concerns(self, call: Call) -> bool:
        """Return whether this is a call that goes wrong."""
        return self.times > 0 and self.method == call.method and self.chat in (None, call.chat)

    @property
    def drops(self) -> bool:
        """Return whether the connection is cut."""
        return self.error is None and not self.delay_seconds


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the Bot API as it arrived; `at` in seconds of the loop's clock."""

    method: str
    parameters: Json
    at: float
    chat: int | None = field(init=False)

    def __post_init__(self) -> None:
        chat = self.parameters.get("chat_id")
        object.__setattr__(self, "chat", int(chat) if chat is not None else None)


async def parameters_of(request: web.Request) -> Json:
    """Return the parameters of a call: from the address, a form, or a form with files."""
    parameters: Json = dict(request.query)
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            if isinstance(part, BodyPartReader) and part.name:
                content = bytes(await part.read()) if part.filename else await part.text()
                parameters[part.name] = content
    else:
        parameters |= dict(await request.post())
    return {
        name: json.loads(value) if name in _STRUCTURED and isinstance(value, str) else value
        for name, value in parameters.items()
    }


def is_true(value: object) -> bool:
    """Return a boolean parameter."""
    return value in ("true", "True", True)
