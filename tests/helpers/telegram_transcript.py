"""What happened in a chat, as text that can be read and compared.

    Ana: /challenge @bruno_costa
    Gamão #2: Ana challenges @[@bruno_costa]: one game with the cube
      [Accept] [Decline]
    Bruno presses [Accept] on #2
    Gamão tells Bruno: "2 to play"
    Gamão #3, picture: ⚪ Ana – Bruno ⚫ · one game · cube 1
      Ana 3, Bruno 1: Ana starts
      [8→5] [6→5]
    Gamão edits #3, new picture: …
    Gamão strips #2

Numbers are those of the messages. `@[…]` rings for somebody, backticks are code, `(silent)`
notifies nobody, `(reply to #1)` and `(topic 55)` say where a message stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from tests.helpers.telegram_server.looks import labels, words_of
from tests.helpers.telegram_server.state import Deed, Happening
from tests.helpers.telegram_server.wire import Json

_MARKS = {
    "code": ("`", "`"),
    "pre": ("```\n", "\n```"),
    "mention": ("@[", "]"),
    "text_mention": ("@[", "]"),
}


def transcript(history: Iterable[Happening], chat: int) -> str:
    """Return the history of a chat, a step a paragraph line, ending with a line break."""
    known: dict[int, Json] = {}
    lines: list[str] = []
    presser = ""
    for happening in history:
        if happening.chat != chat:
            continue
        if happening.deed is Deed.PRESSED:
            presser = happening.who
        lines.extend(_lines(happening, known.get(happening.message["message_id"]), presser))
        known[happening.message["message_id"]] = happening.message
    return "".join(f"{line}\n" for line in lines)


def _lines(happening: Happening, before: Json | None, presser: str) -> Iterator[str]:
    who, message = happening.who, happening.message
    number = f"#{message['message_id']}"
    match happening.deed:
        case Deed.TYPED:
            yield f"{who}: {happening.words}"
        case Deed.EDITED:
            yield f"{who} edits {number}: {happening.words}"
        case Deed.PRESSED:
            yield f"{who} presses [{happening.words}] on {number}"
        case Deed.TOLD:
            yield f'{who} tells {presser}: "{happening.words}"'
        case Deed.DELETED:
            yield f"{who} deletes {number}"
        case Deed.SENT:
            yield from _shown(f"{who} {number}{_kind(message)}{_place(message)}", message)
        case Deed.CHANGED:
            yield from _change(who, number, message, before or {})
        case _:
            assert_never(happening.deed)


def _change(who: str, number: str, message: Json, before: Json) -> Iterator[str]:
    """Yield an edit: of the buttons alone, or of all."""
    same = all(message.get(key) == before.get(key) for key in ("text", "caption", "photo"))
    if not same:
        drawn = ", new picture" if message.get("photo") != before.get("photo") else ""
        yield from _shown(f"{who} edits {number}{drawn}", message)
    elif labels(message):
        yield f"{who} changes the buttons of {number}"
        yield from _buttons(message)
    else:
        yield f"{who} strips {number}"


def _kind(message: Json) -> str:
    return ", picture" if "photo" in message else ", file" if "document" in message else ""


def _place(message: Json) -> str:
    answered = message.get("reply_to_message")
    marks = (
        f" (topic {message['message_thread_id']})" if "message_thread_id" in message else "",
        f" (reply to #{answered['message_id']})" if answered else "",
        " (silent)" if message.get("silent") else "",
    )
    return "".join(marks)


def _shown(beginning: str, message: Json) -> Iterator[str]:
    first, *rest = _marked(message).split("\n")
    yield f"{beginning}: {first}".rstrip()
    yield from (f"  {line}".rstrip() for line in rest)
    yield from _buttons(message)


def _buttons(message: Json) -> Iterator[str]:
    for row in labels(message):
        yield "  " + " ".join(f"[{label}]" for label in row)


def _marked(message: Json) -> str:
    """Return the words with their entities marked."""
    encoded = words_of(message).encode("utf-16-le")
    entities = message.get("entities") or message.get("caption_entities") or []
    for entity in sorted(entities, key=lambda entity: int(entity["offset"]), reverse=True):
        if entity["type"] in _MARKS:
            before, after = (mark.encode("utf-16-le") for mark in _MARKS[entity["type"]])
            start, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
            encoded = encoded[:start] + before + encoded[start:end] + after + encoded[end:]
    return encoded.decode("utf-16-le").replace("\u2060", "")
