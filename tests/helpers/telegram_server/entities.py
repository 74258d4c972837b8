"""Text as the server keeps it: the HTML of a bot parsed strictly, and what is found in plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

from tests.helpers.telegram_server.wire import Json, bad_request

_TAGS = {"b": "bold", "i": "italic", "code": "code", "pre": "pre", "a": "text_link"}
_FOUND = {
    "mention": re.compile(r"(?<![\w/])@[A-Za-z]\w{3,31}", re.ASCII),
    "bot_command": re.compile(r"(?<![\w/@.<>])/[A-Za-z]\w{0,31}(?:@\w+)?(?![\w/<>])", re.ASCII),
    "url": re.compile(r"(?<![\w@])(?:https?://\S+|[\w-]+\.(?:com|me|org|net)\b(?:/\S*)?)"),
}
_OPAQUE = ("code", "pre", "text_link", "text_mention")
"""Inside of these the server looks for nothing more."""


@dataclass(frozen=True, slots=True)
class Text:
    """Visible text and its entities; offsets and lengths in UTF-16 units, as on the wire."""

    text: str
    entities: tuple[Json, ...] = ()


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def parsed(text: str, parse_mode: str | None, user: Callable[[int], Json | None]) -> Text:
    """Return what is seen of a bot's text; raise `ApiError` for markup that the server refuses."""
    reader = _Reader(user)
    if (parse_mode or "").upper() == "HTML":
        reader.feed(text)
        reader.close()
        if reader.open:
            raise bad_request(
                f"can't parse entities: Can't find end tag corresponding to {reader.open[-1][0]}"
            )
    else:
        reader.handle_data(text)
    return _trimmed(Text(reader.text, (*reader.entities, *found(reader.text, reader.entities))))


def found(text: str, entities: list[Json]) -> Iterator[Json]:
    """Yield the mentions, commands and links that stand in plain text, outside of other entities."""
    closed = [(entity["offset"], entity["offset"] + entity["length"]) for entity in entities]
    for kind, pattern in _FOUND.items():
        for match in pattern.finditer(text):
            offset, length = units(text[: match.start()]), units(match[0])
            if not any(start < offset + length and offset < end for start, end in closed):
                yield {"type": kind, "offset": offset, "length": length}


def _trimmed(text: Text) -> Text:
    """Return a text without the white space around it, which the server does not keep."""
    lead = units(text.text) - units(text.text.lstrip())
    if not lead:
        return Text(text.text.rstrip(), text.entities)
    moved = tuple({**entity, "offset": max(0, entity["offset"] - lead)} for entity in text.entities)
    return Text(text.text.strip(), moved)


class _Reader(HTMLParser):
    """Collects text and entities; anything but the few tags of the Bot API is an error."""

    def __init__(self, user: Callable[[int], Json | None]) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.entities: list[Json] = []
        self.open: list[tuple[str, int, str]] = []
        self._user = user

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _TAGS:
            raise bad_request(f'can\'t parse entities: Unsupported start tag "{tag}" at byte offset 0')
        self.open.append((tag, units(self.text), dict(attrs).get("href") or ""))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            raise bad_request(f'can\'t parse entities: Unexpected end tag "{tag}"')
        _, offset, href = self.open.pop()
        entity = self._entity(tag, href)
        length = units(self.text) - offset
        if entity is not None and length:
            self.entities.append({**entity, "offset": offset, "length": length})

    def _entity(self, tag: str, href: str) -> Json | None:
        """Return an entity; one that mentions a person whom the server does not know is dropped."""
        address = urlsplit(href)
        if (address.scheme, address.netloc) == ("tg", "user"):
            user = self._user(int(parse_qs(address.query)["id"][0]))
            return {"type": "text_mention", "user": user} if user else None
        return {"type": _TAGS[tag], "url": href} if tag == "a" else {"type": _TAGS[tag]}
