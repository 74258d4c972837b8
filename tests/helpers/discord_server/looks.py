"""What is to be seen of a message: its words without markup, its buttons, whom it rings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tests.helpers.discord_server.state import SILENT
from tests.helpers.discord_server.wire import Json

BUTTON, MENU, LINK = 2, 3, 5

_MENTION = re.compile(r"<@(\d+)>")
_INVISIBLE = re.compile("[\u2060\u200b]")
_TOKEN = re.compile(
    r"```\n(?P<block>.*?)\n```|`(?P<code>[^`\n]+)`|\\(?P<escaped>[^0-9A-Za-z\s])|<@(?P<person>\d+)>", re.S
)
_MARKUP = re.compile(
    r"[*_~|`<>#\[\]\\]|https?:|:\w+:|@(?!\u2060)|\w\.\w+/|^\s*(?:[-+]|\d+[.)])\s", re.M | re.A
)
_SOMETHING = "\uffff"


def words_of(message: Json, users: Mapping[int, Json]) -> str:
    """Return the words of a message as they are read: code between backticks, people by their names.

    Raises `ValueError` if anything that is left would be styled, linked or rung.
    """
    content = str(message["content"])
    if mark := _MARKUP.search(_TOKEN.sub(_SOMETHING, content)):
        raise ValueError(f"{mark[0]!r} in {content!r} is markup")
    return _INVISIBLE.sub("", _TOKEN.sub(lambda found: _shown(found, users), content))


def _shown(found: re.Match[str], users: Mapping[int, Json]) -> str:
    match found.lastgroup:
        case "block":
            return f"\n{found['block']}"
        case "code":
            return f"`{found['code']}`"
        case "person":
            return str(users[int(found["person"])]["global_name"])
        case _:
            return found["escaped"]


def rung(message: Json) -> list[int]:
    """Return whom a message notifies, each once: who is mentioned, and allowed to be."""
    allowed: Json = message.get("allowed_mentions") or {"parse": ["users", "roles", "everyone"]}
    users = {int(user) for user in allowed.get("users") or []}
    everybody = "users" in (allowed.get("parse") or [])
    named = dict.fromkeys(int(user) for user in _MENTION.findall(str(message["content"])))
    return [user for user in named if everybody or user in users]


def is_silent(message: Json) -> bool:
    """Return whether a message makes no sound."""
    return bool(message["flags"] & SILENT)


def components(message: Json) -> Iterator[Json]:
    """Yield the buttons and menus of a message, row after row."""
    for row in message["components"]:
        yield from row["components"]


def labels(message: Json) -> list[list[str]]:
    """Return the labels of the buttons, a list a row; of a menu, those of its options."""
    return [
        [part["label"] for part in row["components"] if part["type"] == BUTTON]
        or [option["label"] for part in row["components"] for option in part["options"]]
        for row in message["components"]
    ]


def button(message: Json, label: str) -> Json:
    """Return the button whose label begins so. Raises `LookupError`."""
    for part in components(message):
        if part["type"] == BUTTON and part["label"].startswith(label):
            return part
    raise LookupError(f"no button {label!r} in {labels(message)}")


def option(message: Json, label: str) -> tuple[Json, str]:
    """Return the menu with an option of this label, and the option's value. Raises `LookupError`."""
    for part in components(message):
        for each in part.get("options", ()):
            if each["label"] == label:
                return part, each["value"]
    raise LookupError(f"no option {label!r} in {labels(message)}")


def alt_text(message: Json) -> str:
    """Return the description of a message's picture."""
    return str(message["attachments"][0]["description"])
