"""Discord's errors, as what the outbox understands.

An edit repeated does no harm, and the post of a board bears a nonce by which Discord recognises a
repetition: these are never in doubt. So whatever may be tried again is `NotDelivered`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum

import aiohttp
import discord

from bot.app.ports import Blocked, DeliveryError, Gone, NotDelivered, RetryAfter, Unknown

UNREACHABLE = (aiohttp.ClientError, OSError, TimeoutError)
"""What a connection that failed or broke off raises; the library lets it through."""
FAILURES = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""What a call may raise through no fault of ours."""
TURNED_AWAY_SECONDS = 60.0
"""How long to wait where a gatekeeper of Discord's network says no and tells no time."""
_WHOLE_SECONDS = re.compile(r"[1-9]\d{0,4}")


class Code(IntEnum):
    """Discord's own numbers of what went wrong."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    OLD_EDITS = 30046
    ACKNOWLEDGED = 40060
    NOT_OUR_MESSAGE = 50005
    TOKEN_EXPIRED = 50027
    ARCHIVED_THREAD = 50083
    NO_HISTORY = 160002
    """To reply takes the permission to read what is replied to."""


_GONE = (Code.UNKNOWN_MESSAGE, Code.OLD_EDITS, Code.NOT_OUR_MESSAGE, Code.ARCHIVED_THREAD)
_TOO_LATE = (Code.UNKNOWN_INTERACTION, Code.UNKNOWN_WEBHOOK, Code.TOKEN_EXPIRED)
_OUT_OF_REACH = (Code.UNKNOWN_CHANNEL, Code.UNKNOWN_GUILD, Code.NO_HISTORY)


@asynccontextmanager
async def delivering(seconds: float, *, repeatable: bool = True) -> AsyncIterator[None]:
    """Give a delivery so long; raise the `DeliveryError` that its failure stands for.

    One that is not `repeatable` is in doubt when its connection broke off.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except FAILURES as error:
        broke_off = isinstance(error, UNREACHABLE) and not isinstance(error, aiohttp.ClientConnectorError)
        raise (Unknown(repr(error)) if broke_off and not repeatable else delivery_error(error)) from error


def delivery_error(error: Exception) -> DeliveryError:
    """Return what one of `FAILURES` means for the message that was to be delivered."""
    match error:
        case discord.RateLimited():
            return RetryAfter(error.retry_after)
        case discord.HTTPException() if error.code in (*_GONE, *_TOO_LATE):
            return Gone(error.text)
        case discord.HTTPException(status=429):
            return RetryAfter(_wait_told(error))
        case discord.HTTPException() if error.code in _OUT_OF_REACH:
            return Blocked(error.text)
        case discord.Forbidden() if error.code:
            return Blocked(error.text)
        case _:
            # Without a code of its own a refusal comes from some proxy on the way.
            return NotDelivered(str(error) or type(error).__name__)


def is_too_late(error: Exception) -> bool:
    """Return whether an interaction can no longer be answered: after 3 seconds, after 15 minutes."""
    return isinstance(error, discord.HTTPException) and error.code in _TOO_LATE


def is_acknowledged(error: Exception) -> bool:
    """Return whether an interaction was acknowledged before: the first try's answer was lost."""
    return isinstance(error, discord.HTTPException) and error.code == Code.ACKNOWLEDGED


def _wait_told(error: discord.HTTPException) -> float:
    """Return for how many seconds a 429 that the library did not wait out tells to wait."""
    told = error.response.headers.get("Retry-After", "")
    return float(told) if _WHOLE_SECONDS.fullmatch(told) else TURNED_AWAY_SECONDS
