"""Words as Discord's markdown, within its limits.

What counts against a limit is what is written, escapes and tags included. So words become runs of
text that know what stands around them; runs are cut as they are seen, and only then escaped: no cut
can break a tag.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from bot.app.names import units
from bot.app.replies import Block, Code, Mention, Span, Words

CONTENT_LIMIT = 2000

_JOINER = "\u2060"
"""Invisible, no space, no break: keeps a name from ringing for everyone."""
_SEPARATOR = "\u200b"
"""Invisible: keeps two runs in code style apart."""
_BACKTICK, _LIKE_A_BACKTICK = "`", "\u02cb"
"""In code nothing can be escaped, so what would end it is replaced by what looks alike."""
_MARKUP = re.compile(r"[\\`*_~|<>#\[\]]|:(?=\S)|(?<=\w)\.(?=\w)")
"""Style, quotes, headings, mentions, emoji, addresses. A dot inside a word may be an invitation."""
_LIST = re.compile(r"^(\s*(?:\d+(?=[.)])|(?=[-+])))", re.MULTILINE)
"""What stands before the mark of a list."""
_MORE = "…"


@dataclass(frozen=True, slots=True)
class Run:
    """Text as it is seen, between two tags. `bare` text is escaped, a `whole` run is never cut."""

    text: str
    opening: str = ""
    closing: str = ""
    bare: bool = False
    whole: bool = False

    @property
    def markdown(self) -> str:
        """Return the run as it is written."""
        if not self.text:
            return ""
        if self.whole:
            return self.opening
        return f"{self.opening}{escaped(self.text) if self.bare else self.text}{self.closing}"


RunLine: TypeAlias = tuple[Run, ...]


def markdown_within(words: Words, limit: int = CONTENT_LIMIT) -> str:
    """Return words as markdown of at most `limit` units; the longest lines are cut first.

    The last line, which says who is to act, thus stays whole as long as any does.
    """
    lines = [_runs(line) for line in words]
    if 2 * len(lines) > limit:
        lines = [*lines[: limit // 2 - 1], lines[-1]]
    lengths = [_length(line) for line in lines]
    room = limit - (len(lines) - 1)
    shares = range(limit + 1)
    share = bisect_right(shares, room, key=lambda most: sum(min(length, most) for length in lengths)) - 1
    fitted = zip(lines, lengths, strict=True)
    return _written(_cut(line, share) if length > share else line for line, length in fitted)


def markdown_pages(words: Words, limit: int = CONTENT_LIMIT) -> tuple[str, ...]:
    """Return words as markdown in pages of at most `limit` units, broken between lines where possible."""
    pages: list[list[RunLine]] = [[]]
    for line in map(_runs, words):
        for piece in _pieces(line, limit):
            if pages[-1] and units(_written([*pages[-1], piece])) > limit:
                pages.append([])
            pages[-1].append(piece)
    return tuple(text for text in map(_written, pages) if text.strip())


def plain_text(words: Words) -> str:
    """Return words as they are read, without any markup."""
    return "\n".join("".join(run.text for run in _runs(line)) for line in words)


def escaped(text: str) -> str:
    """Return text so that it is shown as it is: no style, no link, no emoji, nobody rings."""
    ringless = text.replace("@", f"@{_JOINER}")
    return _LIST.sub(r"\1\\", _MARKUP.sub(r"\\\g<0>", ringless))


def _runs(line: Iterable[Span]) -> RunLine:
    return tuple(map(_run, line))


def _run(span: Span) -> Run:
    match span:
        case str():
            return Run(span, bare=True)
        case Code(text):
            return Run(_unquoted(" ".join(text.split())), "`", "`")
        case Block(text):
            return Run(_unquoted(text), "```\n", "\n```")
        case Mention(player, name):
            if player.platform == "discord" and player.user.isascii() and player.user.isdecimal():
                return Run(name, f"<@{player.user}>", whole=True)
            return Run(name, bare=True)
    assert_never(span)


def _unquoted(text: str) -> str:
    return text.replace(_BACKTICK, _LIKE_A_BACKTICK)


def _cut(line: RunLine, limit: int) -> RunLine:
    kept, _ = _split(line, limit - len(_MORE))
    return (*kept, Run(_MORE))


def _pieces(line: RunLine, limit: int) -> Iterator[RunLine]:
    """Yield a line in pieces of at most `limit` units."""
    while _length(line) > limit:
        piece, line = _split(line, limit)
        yield piece
    yield line


def _split(line: RunLine, limit: int) -> tuple[RunLine, RunLine]:
    """Return what of a line takes at most `limit` units, and the rest."""
    for index, run in enumerate(line):
        if _length(line[: index + 1]) > limit:
            place = _place(line[:index], run, limit)
            before = (*line[:index], replace(run, text=run.text[:place])) if place else line[:index]
            return before, (replace(run, text=run.text[place:]), *line[index + 1 :])
    return line, ()


def _place(before: RunLine, run: Run, limit: int) -> int:
    """Return how many letters of a run fit behind what is before it, rather up to a gap."""
    if run.whole:
        return 0
    ends = range(len(run.text) + 1)
    place = (
        bisect_right(ends, limit, key=lambda end: _length((*before, replace(run, text=run.text[:end])))) - 1
    )
    gap = max(run.text.rfind("\n", 0, max(place, 0)), run.text.rfind(" ", 0, max(place, 0))) + 1
    return gap if gap > place // 2 else max(place, 0)


def _length(line: RunLine) -> int:
    return units(_joined(line))


def _written(lines: Iterable[RunLine]) -> str:
    return "\n".join(map(_joined, lines))


def _joined(line: RunLine) -> str:
    """Return a line as it is written; code that touches code is kept apart from it."""
    text = ""
    for run in line:
        touching = text.endswith(_BACKTICK) and run.opening.startswith(_BACKTICK)
        text += f"{_SEPARATOR if touching and run.text else ''}{run.markdown}"
    return text
