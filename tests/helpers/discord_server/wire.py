"""What goes over the wire: calls in, JSON out, errors, and faults that tests ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from aiohttp import BodyPartReader, web

# Discord's own objects, as JSON: their shape is the server's business alone.
Json: TypeAlias = dict[str, Any]

PREFIX = "/api/v10"
_FILE = re.compile(r"files\[(\d+)\]")


class ApiError(Exception):
    """An answer that is an error, as Discord words it. `extra` goes into its body as it is."""

    def __init__(self, status: int, code: int, message: str, **extra: object) -> None:
        super().__init__(status, code, message)
        self.status = status
        self.body: Json = {"code": code, "message": message, **extra}


def invalid(path: str, message: str, code: str = "BASE_TYPE_BAD_LENGTH") -> ApiError:
    """Return the 400 for a part of a payload, named by its path with dots."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        errors = {part: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors=errors)


def too_many_requests(seconds: float, *, code: int = 0, everywhere: bool = False) -> ApiError:
    """Return a 429 that asks to wait; short waits, which the real server rarely asks for, suit tests."""
    extra: Json = {"retry_after": seconds, "global": everywhere}
    return ApiError(429, code, "You are being rate limited.", **extra)


def unavailable(status: int = 502) -> ApiError:
    """Return an error of the server itself."""
    return ApiError(status, 0, "the server has a problem")


def unauthorized() -> ApiError:
    """Return the 401 for a wrong token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown(what: str, code: int) -> ApiError:
    """Return the 404 for what is not there."""
    return ApiError(404, code, f"Unknown {what}")


def missing_access() -> ApiError:
    """Return the 403 for a channel that the bot cannot see."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """Return the 403 for what the bot may not do in a channel that it sees."""
    return ApiError(403, 50013, "Missing Permissions")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrived."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the REST interface as it arrived; `at` in seconds of the loop's clock."""

    method: str
    path: str
    payload: Json
    files: dict[int, Upload] = field(repr=False)
    query: dict[str, str]
    authorization: str
    at: float


@dataclass(slots=True)
class Fault:
    """What goes wrong with the next `times` calls of a method whose path fits a pattern.

    Without `error` the connection is dropped, or, if there is a delay, nothing but late. `after`:
    the call takes effect first, and only its answer is lost or late. `via`: whether the error comes
    through Discord's own proxies, and not from the gatekeeper before them. `spring` is called at that
    moment.
    """

    method: str
    path: str
    error: ApiError | None = None
    times: int = 1
    delay_seconds: float = 0.0
    after: bool = False
    via: bool = True
    spring: Callable[[], None] | None = None

    def concerns(self, call: Call) -> bool:
        """Return whether this is a call that goes wrong."""
        return self.times > 0 and self.method == call.method and bool(re.search(self.path, call.path))

    @property
    def drops(self) -> bool:
        """Return whether the connection is cut."""
        return self.error is None and not self.delay_seconds


async def call_of(request: web.Request, at: float) -> Call:
    """Return a request as a call: its JSON, or its form with the JSON and the files."""
    payload: Any = {}
    files: dict[int, Upload] = {}
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or not part.name:
                continue
            if part.name == "payload_json":
                payload = json.loads(await part.text())
            elif number := _FILE.fullmatch(part.name):
                files[int(number[1])] = Upload(part.filename or "", bytes(await part.read()))
    elif request.can_read_body:
        payload = await request.json()
    return Call(
        request.method,
        request.path.removeprefix(PREFIX),
        payload,
        files,
        dict(request.query),
        request.headers.get("Authorization", ""),
        at,
    )
