"""What happened in a channel, as text that can be read and compared.

    Ana: /challenge opponent:@Bruno terms:5
    Gamão #1 (rings Bruno): Ana challenges Bruno: match to 5 points, normal rules
      [Accept] [Decline]
    Bruno presses [Accept]
    Gamão tells Bruno: …
    Gamão #2, picture (rings Ana): ⚪ Ana 0–0 Bruno ⚫ · to 5 · game 1 · cube 1
      [8→5] [6→5]
    Gamão edits #2, new picture: …
    Gamão changes the buttons of #2
    Gamão strips #1

Messages are numbered as they come, backticks are code, `(silent)` makes no sound, and `(reply)`
stands below what somebody wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from tests.helpers.discord_server.looks import is_silent, labels, rung, words_of
from tests.helpers.discord_server.state import EPHEMERAL, Deed, Happening
from tests.helpers.discord_server.wire import Json


def transcript(history: Iterable[Happening], channel: int, users: Mapping[int, Json]) -> str:
    """Return the history of a channel, a step a line, ending with a line break."""
    writer = _Writer(users)
    here = (happening for happening in history if happening.channel == channel)
    return "".join(f"{line}\n" for happening in here for line in writer.lines(happening))


class _Writer:
    """Numbers the messages, and remembers how they were."""

    def __init__(self, users: Mapping[int, Json]) -> None:
        self._users = users
        self._numbers: dict[str, int] = {}
        self._known: dict[str, Json] = {}
        self._asker = ""

    def lines(self, happening: Happening) -> Iterator[str]:
        """Yield the lines for one happening."""
        who, words = happening.who, happening.words
        match happening.deed:
            case Deed.TYPED | Deed.COMMANDED:
                yield f"{who}: {words}"
            case Deed.PRESSED:
                yield f"{who} presses [{words}]"
            case Deed.CHOSE:
                yield f"{who} chooses [{words}]"
            case Deed.FILLED:
                yield f"{who} fills in: {words}"
            case Deed.SENT | Deed.TOLD | Deed.CHANGED | Deed.DELETED:
                yield from self._shown(happening)
            case _:
                assert_never(happening.deed)
        self._asker = who if not happening.message else self._asker

    def _shown(self, happening: Happening) -> Iterator[str]:
        who, message = happening.who, happening.message
        before = self._known.get(message["id"])
        self._known[message["id"]] = message
        if happening.deed is Deed.TOLD or message["flags"] & EPHEMERAL:
            yield from self._words(f"{who} tells {self._asker}{_files(message)}", message)
            return
        number = f"#{self._numbers.setdefault(message['id'], len(self._numbers) + 1)}"
        if happening.deed is Deed.DELETED:
            yield f"{who} deletes {number}"
        elif before is None:
            yield from self._words(f"{who} {number}{_kind(message)}{self._marks(message)}", message)
        else:
            yield from self._change(f"{who} {{}} {number}", message, before)

    def _change(self, doing: str, message: Json, before: Json) -> Iterator[str]:
        """Yield an edit: of the buttons alone, or of all."""
        drawn = _pictures(message) != _pictures(before)
        if message["content"] != before["content"] or drawn:
            yield from self._words(doing.format("edits") + (", new picture" if drawn else ""), message)
        elif message["components"]:
            yield doing.format("changes the buttons of")
            yield from _buttons(message)
        else:
            yield doing.format("strips")

    def _words(self, beginning: str, message: Json) -> Iterator[str]:
        first, *rest = words_of(message, self._users).split("\n")
        yield f"{beginning}: {first}".rstrip()
        yield from (f"  {line}".rstrip() for line in rest)
        yield from _buttons(message)

    def _marks(self, message: Json) -> str:
        names = ", ".join(str(self._users[user]["global_name"]) for user in rung(message))
        marks = (
            f" (rings {names})" if names else "",
            " (reply)" if "message_reference" in message else "",
            " (silent)" if is_silent(message) else "",
        )
        return "".join(marks)


def _kind(message: Json) -> str:
    return ", picture" if message["attachments"] else ""


def _files(message: Json) -> str:
    return "".join(f", {attachment['filename']}" for attachment in message["attachments"])


def _pictures(message: Json) -> list[str]:
    return [str(attachment["id"]) for attachment in message["attachments"]]


def _buttons(message: Json) -> Iterator[str]:
    for row in labels(message):
        yield "  " + " ".join(f"[{label}]" for label in row)
