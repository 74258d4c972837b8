"""Answers as messages: their words in pages, and with the last one the files and the buttons."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from io import BytesIO
from typing import TypedDict

import discord

from bot.adapters import Painter
from bot.adapters.discord.buttons import Keys
from bot.adapters.discord.markup import markdown_pages, plain_text
from bot.app.replies import Answer, Block, Words
from renderers.text import text_board

log = logging.getLogger(__name__)

FILE_NAME = "board.png"
ALT_TEXT_LIMIT = 1024
LARGEST_FILE = 10 << 20
"""In bytes; every server takes as much."""
MOST_PAGES = 4
"""Of one answer; nobody reads more in a chat."""


class Sending(TypedDict, total=False):
    """What the library takes to send a message."""

    content: str
    files: list[discord.File]
    view: discord.ui.View


@dataclass(frozen=True, slots=True)
class Told:
    """One message."""

    content: str
    files: list[discord.File] = field(default_factory=list)
    view: discord.ui.View | None = None

    def sending(self) -> Sending:
        """Return what it takes to send this message, once: files can be read only once."""
        sending = Sending(content=self.content, files=self.files)
        if self.view is not None:
            sending["view"] = self.view
        return sending


@dataclass(frozen=True, slots=True)
class Teller:
    """Makes messages of answers for one bot."""

    painter: Painter
    keys: Keys

    async def told(self, answer: Answer, locale: str) -> list[Told]:
        """Return the messages of an answer, in order; none if it says nothing."""
        pages = markdown_pages(words_of(answer))[:MOST_PAGES]
        files = await self._files(answer)
        if not pages and not files:
            return []
        *first, last = pages or ("",)
        view = self.keys.view(answer.keyboard or (), locale)
        return [*map(Told, first), Told(last, files, view)]

    async def _files(self, answer: Answer) -> list[discord.File]:
        """Return the picture, the film and the file of an answer, each if there is one."""
        files = []
        if answer.picture is not None:
            files.append(picture_file(await self.painter.png(answer.picture), plain_text(answer.words)))
        if (film := answer.animation) is not None:
            files += _file(f"{film.name}.gif", await self.painter.animation(film))
        if (attached := answer.attachment) is not None:
            files += _file(attached.name, attached.data)
        return files


def _file(name: str, data: bytes) -> list[discord.File]:
    """Return a file to be sent once; none if it is larger than what is taken."""
    if len(data) > LARGEST_FILE:
        log.warning("%s is left out: it has %s bytes", name, len(data))
        return []
    return [discord.File(BytesIO(data), name)]


def picture_file(png: bytes, alt_text: str) -> discord.File:
    """Return a picture as a file to be sent once, with its description for those who cannot see it."""
    return discord.File(BytesIO(png), FILE_NAME, description=alt_text[:ALT_TEXT_LIMIT])


def words_of(answer: Answer) -> Words:
    """Return all words of an answer, a board in text below the others."""
    if answer.text_board is None:
        return answer.words
    return (*answer.words, (Block(text_board(answer.text_board)),))
