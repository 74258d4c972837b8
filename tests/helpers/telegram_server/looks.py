"""What is to be seen of a message."""

from __future__ import annotations

from tests.helpers.telegram_server.wire import Json


def words_of(message: Json) -> str:
    """Return the visible words of a message: its text or its caption."""
    return str(message.get("text") or message.get("caption") or "")


def buttons(message: Json) -> list[Json]:
    """Return the buttons of a message, row after row."""
    return [button for row in _rows(message) for button in row]


def labels(message: Json) -> list[list[str]]:
    """Return the labels of the buttons, a list a row."""
    return [[button["text"] for button in row] for row in _rows(message)]


def entities_of(message: Json, kind: str) -> list[str]:
    """Return the parts of a message's words that are entities of a kind."""
    encoded = words_of(message).encode("utf-16-le")
    return [
        encoded[2 * entity["offset"] : 2 * (entity["offset"] + entity["length"])].decode("utf-16-le")
        for entity in message.get("entities") or message.get("caption_entities") or []
        if entity["type"] == kind
    ]


def pinged(message: Json) -> list[str]:
    """Return the names that ring for somebody: user names, and mentions by id."""
    return [*entities_of(message, "mention"), *entities_of(message, "text_mention")]


def _rows(message: Json) -> list[list[Json]]:
    markup: Json = message.get("reply_markup") or {}
    rows: list[list[Json]] = markup.get("inline_keyboard", [])
    return rows
