"""What decides is whether the message may have got there."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest
from telegram.error import (
    BadRequest,
    Conflict,
    InvalidToken,
    NetworkError,
    TelegramError,
    TimedOut,
)

from bot.adapters.telegram.errors import delivery_error, seconds_of
from bot.app.ports import DeliveryError, NotDelivered, Unknown


def caused_by(error: TelegramError, cause: Exception | None) -> TelegramError:
    """Return an error as the library raises it from another."""
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (caused_by(TimedOut(), httpx.ConnectTimeout("")), NotDelivered),
        (caused_by(TimedOut("Pool timeout"), httpx.PoolTimeout("")), NotDelivered),
        (caused_by(TimedOut(), httpx.ReadTimeout("")), Unknown),
        (caused_by(TimedOut(), httpx.WriteTimeout("")), Unknown),
        (caused_by(NetworkError("refused"), httpx.ConnectError("")), NotDelivered),
        (caused_by(NetworkError("proxy"), httpx.ProxyError("")), NotDelivered),
        (caused_by(NetworkError("dropped"), httpx.RemoteProtocolError("")), Unknown),
        (caused_by(NetworkError("dropped"), httpx.ReadError("")), Unknown),
        (caused_by(NetworkError("dropped"), httpx.WriteError("")), Unknown),
        (NetworkError("Bad Gateway"), NotDelivered),
        (caused_by(NetworkError("Bad Gateway (502). Parsing failed"), TelegramError("")), NotDelivered),
        (Conflict("two of us"), NotDelivered),
        (InvalidToken(), NotDelivered),
        (BadRequest("Can't parse entities"), NotDelivered),
    ],
    ids=lambda value: f"{value!r} from {getattr(value, '__cause__', None)!r}",
)
def test_it_may_have_got_there_only_if_the_request_was_written_and_no_answer_came(
    error: TelegramError, meaning: type[DeliveryError]
) -> None:
    assert type(delivery_error(error)) is meaning


def test_a_wait_is_told_in_seconds_either_way() -> None:
    assert seconds_of(17) == seconds_of(timedelta(seconds=17)) == 17.0
