"""Words as Telegram's HTML, within its limits.

Telegram counts UTF-16 units of what is seen, without the tags. So words first become runs of
visible text with their tags; runs are cut, and only then escaped: no cut can break a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TypeAlias, assert_never

from bot.app.names import units
from bot.app.replies import Block, Code, Mention, Span, Words

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
TOAST_LIMIT = 200

_JOINER = "\u2060"
"""Invisible, no space, no break: keeps what would ring or become a link from doing so."""
_RINGING = re.compile(r"(?<=@)(?=\w)")
_LINKING = re.compile(r"(?<=[@./:#$])(?=[\w/])")
_USERNAME = re.compile(r"[A-Za-z]\w{3,31}", re.ASCII)
_MORE = "…"


@dataclass(frozen=True, slots=True)
class Run:
    """Text as it is seen, between two tags."""

    text: str
    opening: str = ""
    closing: str = ""

    @property
    def html(self) -> str:
        """Return the run as HTML."""
        return f"{self.opening}{escape(self.text)}{self.closing}" if self.text else ""


RunLine: TypeAlias = tuple[Run, ...]


def html_within(words: Words, limit: int) -> str:
    """Return words as HTML with at most `limit` units to be seen; the longest lines are cut first.

    The last line, which says who is to act, thus stays whole as long as any does.
    """
    return _html(_fitted(_runs(words), limit))


def html_pages(words: Words, limit: int) -> tuple[str, ...]:
    """Return words as HTML in pages of at most `limit` units, broken between lines where possible."""
    pages: list[list[RunLine]] = [[]]
    room = limit
    for line in _runs(words):
        for piece in _pieces(line, limit):
            length = _length(piece)
            if length > room and pages[-1]:
                pages.append([])
                room = limit
            pages[-1].append(piece)
            room -= length + 1
    return tuple(_html(page) for page in pages if _seen(page).strip())


def plain_text(words: Words, limit: int) -> str:
    """Return words without any markup, with at most `limit` units."""
    return _seen(_fitted(_runs(words), limit))


def visible_length(words: Words) -> int:
    """Return how many UTF-16 units of words are seen."""
    return units(_seen(_runs(words)))


def _runs(words: Words) -> tuple[RunLine, ...]:
    return tuple(tuple(_run(span) for span in line) for line in words)


def _run(span: Span) -> Run:
    match span:
        case str():
            return Run(_RINGING.sub(_JOINER, span))
        case Code(text):
            return Run(text, "<code>", "</code>")
        case Block(text):
            return Run(text, "<pre>", "</pre>")
        case Mention():
            return _mention(span)
    assert_never(span)


def _mention(mention: Mention) -> Run:
    """Return a name: ringing if asked for and possible, otherwise unable to ring or to be a link."""
    player = mention.player
    if mention.ping and player.platform == "telegram":
        if player.user.isascii() and player.user.isdecimal():
            return Run(mention.name, f'<a href="tg://user?id={player.user}">', "</a>")
        if player.username and _USERNAME.fullmatch(player.username):
            return Run(f"@{player.username}")
    return Run(_LINKING.sub(_JOINER, mention.name))


def _fitted(lines: Sequence[RunLine], limit: int) -> tuple[RunLine, ...]:
    """Return lines of at most `limit` units in all, by the greatest length that each may have."""
    if 2 * len(lines) > limit:
        lines = (*lines[: limit // 2 - 1], lines[-1])
    lengths = [_length(line) for line in lines]
    room = limit - (len(lines) - 1)
    if sum(lengths) <= room:
        return tuple(lines)
    for count, length in enumerate(sorted(lengths)):
        share = room // (len(lengths) - count)
        if length > share:
            return tuple(_cut(line, share) for line in lines)
        room -= length
    return tuple(lines)


def _cut(line: RunLine, limit: int) -> RunLine:
    if _length(line) <= limit:
        return line
    kept, _ = _split(line, limit - 1)
    return (*kept, Run(_MORE))


def _pieces(line: RunLine, limit: int) -> Iterator[RunLine]:
    """Yield a line in pieces of at most `limit` units."""
    while _length(line) > limit:
        piece, line = _split(line, limit, at_gap=True)
        yield piece
    yield line


def _split(line: RunLine, limit: int, *, at_gap: bool = False) -> tuple[RunLine, RunLine]:
    """Return the first `limit` units of a line and the rest; `at_gap`: rather a bit less."""
    before: list[Run] = []
    room = limit
    for index, run in enumerate(line):
        length = units(run.text)
        if length > room:
            place = _place(run.text, room)
            gap = max(run.text.rfind("\n", 0, place), run.text.rfind(" ", 0, place)) + 1
            place = gap if at_gap and gap > place // 2 else place
            before.append(replace(run, text=run.text[:place]))
            return tuple(before), (replace(run, text=run.text[place:]), *line[index + 1 :])
        before.append(run)
        room -= length
    return tuple(before), ()


def _place(text: str, limit: int) -> int:
    """Return how many characters of `text` make at most `limit` units."""
    used = 0
    for index, letter in enumerate(text):
        used += 2 if ord(letter) > 0xFFFF else 1
        if used > limit:
            return index
    return len(text)


def _length(line: RunLine) -> int:
    return sum(units(run.text) for run in line)


def _html(lines: Iterable[RunLine]) -> str:
    return "\n".join("".join(run.html for run in line) for line in lines)


def _seen(lines: Iterable[RunLine]) -> str:
    return "\n".join("".join(run.text for run in line) for line in lines)
