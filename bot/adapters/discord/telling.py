"""Answers as messages: their words in pages, and with the last one the files and the buttons."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from typing import TypeAlias, TypedDict

import discord

from bot.adapters import Painter, captions, with_text_board
from bot.adapters.discord.buttons import Keys
from bot.adapters.discord.markup import markdown_pages, markdown_within, plain_text
from bot.app.ports import Blocked
from bot.app.replies import Answer, Captioned

log = logging.getLogger(__name__)

FILE_NAME = "board.png"
ALT_TEXT_LIMIT = 1024
LARGEST_FILE = 10 << 20
"""In bytes; every server takes as much."""
MOST_PAGES = 4
"""Of one answer; nobody reads more in a chat."""
NO_WORDS = "…"


class Sending(TypedDict, total=False):
    """What the library takes to send a message."""

    content: str
    files: list[discord.File]
    view: discord.ui.View


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A file in a message, and what it shows for those who cannot see it."""

    name: str
    data: bytes
    alt_text: str | None = None

    def file(self) -> discord.File:
        """Return the file as the library sends it, once."""
        described = self.alt_text[:ALT_TEXT_LIMIT] if self.alt_text else None
        return discord.File(BytesIO(self.data), self.name, description=described)


@dataclass(frozen=True, slots=True)
class Told:
    """One message. `instead`: what says the same in words, where files are not allowed."""

    content: str
    files: tuple[Enclosed, ...] = ()
    view: discord.ui.View | None = None
    instead: tuple[str, ...] = ()

    def sending(self) -> Sending:
        """Return what it takes to send this message, once: files can be read only once."""
        sending = Sending(content=self.content, files=[each.file() for each in self.files])
        if self.view is not None:
            sending["view"] = self.view
        return sending

    def in_words(self) -> list[Told]:
        """Return what can be told of this message without files; nothing if it has none."""
        if self.instead:
            return [Told(content) for content in self.instead]
        return [replace(self, files=())] if self.files and self.content else []


Send: TypeAlias = Callable[[Told], Awaitable[discord.Message]]
"""Sends a message to whom an answer is for; returns it, and raises `DeliveryError`s."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Makes messages of answers for one bot."""

    painter: Painter
    keys: Keys

    async def told(self, answer: Answer, locale: str) -> list[Told]:
        """Return the messages of an answer, in order; none if it says nothing."""
        pages, files = pages_of(answer), await self._files(answer)
        told = self._paged(pages or ("",), files, answer, locale) if pages or files else []
        return [*told, *await self._album(answer.album)]

    async def told_apart(self, answer: Answer, locale: str) -> list[Told]:
        """Return the messages of an answer of which the words stand already: files in one of their own.

        The first has words in any case.
        """
        said = self._paged(pages_of(answer) or (NO_WORDS,), (), answer, locale)
        files = await self._files(answer)
        return [*said, *([Told("", files)] if files else []), *await self._album(answer.album)]

    def _paged(
        self, pages: tuple[str, ...], files: tuple[Enclosed, ...], answer: Answer, locale: str
    ) -> list[Told]:
        *first, last = pages
        return [*map(Told, first), Told(last, files, self.keys.view(answer.keyboard or (), locale))]

    async def _files(self, answer: Answer) -> tuple[Enclosed, ...]:
        """Return the picture, the film and the file of an answer, each if there is one."""
        files = []
        if answer.picture is not None:
            png = await self.painter.png(answer.picture)
            files.append(Enclosed(FILE_NAME, png, plain_text(answer.words)))
        if (film := answer.animation) is not None:
            files.append(Enclosed(f"{film.name}.gif", await self.painter.animation(film)))
        if (attached := answer.attachment) is not None:
            files.append(Enclosed(attached.name, attached.data))
        return tuple(filter(_is_taken, files))

    async def _album(self, album: tuple[Captioned, ...]) -> list[Told]:
        """Return pictures as one message, with numbers that say which words belong to which."""
        if not album:
            return []
        said = captions(album)
        files = [
            Enclosed(
                f"board-{number}.png",
                await self.painter.png(each.picture),
                each.alt_text or plain_text(each.words),
            )
            for number, each in enumerate(album, 1)
        ]
        drawn = (with_text_board(words, each.picture) for words, each in zip(said, album, strict=True))
        content = markdown_within(tuple(chain(*said)))
        return [Told(content, tuple(files), instead=markdown_pages(tuple(chain(*drawn)))[:MOST_PAGES])]


async def sent(told: Told, send: Send) -> discord.Message:
    """Send a message, or what it can say in words where files are not allowed; return the last one."""
    try:
        return await send(told)
    except Blocked:
        in_words = told.in_words()
        if not in_words:
            raise
    for each in in_words[:-1]:
        await send(each)
    return await send(in_words[-1])


def pages_of(answer: Answer) -> tuple[str, ...]:
    """Return all words of an answer, a board in text below the others, as contents of messages."""
    return markdown_pages(with_text_board(answer.words, answer.text_board))[:MOST_PAGES]


def _is_taken(file: Enclosed) -> bool:
    """Return whether a file is no larger than what is taken."""
    if len(file.data) > LARGEST_FILE:
        log.warning("%s is left out: it has %s bytes", file.name, len(file.data))
        return False
    return True
