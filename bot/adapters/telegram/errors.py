"""Telegram's errors, as what the outbox understands.

What decides is whether the message may have got there. The library says it in the cause: an httpx
error for a connection that failed, nothing for an answer that came.
"""

from __future__ import annotations

from datetime import timedelta

import httpx
from telegram import error as telegram_errors
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, TelegramError

from bot.app.ports import Blocked, DeliveryError, Gone, Migrated, NotDelivered, RetryAfter, Unknown

_NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
)
"""The request was not written. A write that broke off may have been complete, so it is not here."""

_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message to delete not found",
    "message can't be deleted",
)
_BLOCKED = (
    "chat not found",
    "not enough rights",
    "have no rights to send",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_send_",
    "user_is_blocked",
    "user is deactivated",
    "input_user_deactivated",
    "peer_id_invalid",
    "group chat was deactivated",
    "channel_private",
    # A topic that was deleted or closed was meant to fall silent: its match does not go on elsewhere.
    "message thread not found",
    "topic_deleted",
    "topic_closed",
)
_NO_PHOTOS = ("not enough rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden")
_WRONG_FILE = ("wrong file identifier", "wrong remote file", "wrong file_id", "file_reference_")
_STALE_QUERY = ("query is too old", "query_id_invalid")


def delivery_error(error: TelegramError) -> DeliveryError:
    """Return what an error of the library means for the message that was to be delivered."""
    match error:
        case ChatMigrated():
            return Migrated(str(error.new_chat_id))
        case telegram_errors.RetryAfter():
            return RetryAfter(seconds_of(error.retry_after))
        case Forbidden():
            return Blocked(error.message)
        case BadRequest():
            return _bad_request(error)
        case NetworkError() if isinstance(error.__cause__, httpx.HTTPError):
            sent = not isinstance(error.__cause__, _NEVER_SENT)
            return (Unknown if sent else NotDelivered)(error.message)
        case _:
            return NotDelivered(error.message)


def seconds_of(period: float | timedelta) -> float:
    """Return a period in seconds: the library tells it as a number or as a timedelta."""
    return period.total_seconds() if isinstance(period, timedelta) else float(period)


def is_not_modified(error: BadRequest) -> bool:
    """Return whether an edit changed nothing, which is as good as success."""
    return _says(error, "message is not modified")


def has_no_caption(error: BadRequest) -> bool:
    """Return whether a caption was edited in a message of text."""
    return _says(error, "there is no caption in the message to edit")


def has_no_text(error: BadRequest) -> bool:
    """Return whether text was edited in a message with a picture."""
    return _says(error, "there is no text in the message to edit")


def forbids_photos(error: BadRequest) -> bool:
    """Return whether the chat allows words but no pictures."""
    return _says(error, *_NO_PHOTOS)


def is_wrong_file(error: BadRequest) -> bool:
    """Return whether a picture that Telegram was to know is not known."""
    return _says(error, *_WRONG_FILE)


def is_puzzling(error: BadRequest) -> bool:
    """Return whether a refusal tells nothing that we know: what was sent may be to blame, not the chat."""
    return type(_bad_request(error)) is NotDelivered


def is_stale_query(error: BadRequest) -> bool:
    """Return whether a press can no longer be answered."""
    return _says(error, *_STALE_QUERY)


def _bad_request(error: BadRequest) -> DeliveryError:
    if _says(error, *_GONE):
        return Gone(error.message)
    if _says(error, *_BLOCKED):
        return Blocked(error.message)
    return NotDelivered(error.message)


def _says(error: BadRequest, *phrases: str) -> bool:
    text = error.message.casefold()
    return any(phrase in text for phrase in phrases)
