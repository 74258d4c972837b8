"""One file a platform; each exports SPEC. They are found by scanning this folder.

An adapter turns what a platform delivers into `Request`s for the front door, carries the
private `Answer` back, and posts the boards that the outbox hands to it. It knows no rules.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.app.catalog import Catalog
from bot.app.ports import Adapter
from bot.app.replies import Animation, Answer, Block, Captioned, Words
from bot.app.requests import Request
from renderers.board_view import BoardView
from renderers.text import text_board


class FrontDoor(Protocol):
    """What an adapter may ask of the service."""

    async def handle(self, request: Request) -> Answer:
        """Carry a request out; return the private answer. Never raises for a user's mistake."""

    async def suggest(self, request: Request) -> tuple[str, ...]:
        """Return the legal plays that begin as `request.text` does, at most 25."""

    async def migrated(self, platform: str, old_chat: str, new_chat: str) -> None:
        """Follow a chat to its new id; repeating it is harmless."""


class Painter(Protocol):
    """Draws boards off the event loop and remembers them."""

    async def png(self, view: BoardView) -> bytes:
        """Return the picture of `view` as a PNG."""

    async def animation(self, animation: Animation) -> bytes:
        """Return a film as a GIF."""


async def _nothing_awaited() -> None:
    """Return at once: nothing goes on besides the adapter."""


def _no_program() -> None:
    """Stop nothing: the adapter runs alone."""


@dataclass(frozen=True, slots=True)
class AdapterContext:
    """What an adapter is built from. `settings` holds every setting by its lower-case name."""

    settings: Mapping[str, str | None]
    front_door: FrontDoor
    painter: Painter
    catalog: Catalog
    settled: Callable[[], Awaitable[None]] = _nothing_awaited
    """Waits until no computer is thinking and every board that is due was shown, or was given up."""
    stop_program: Callable[[], None] = _no_program
    """Asks for the end of the program, as a signal would; returns at once."""


class StartFailed(Exception):
    """The platform turned us away, for a reason that the owner of the bot can mend: a wrong token.

    `reason` is a sentence for the log. Raised by `Adapter.start`; the other platforms run all the same.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class AdapterSpec:
    """How to find and build an adapter. `token` names the setting that enables it; None: the local
    chat, which starts when nothing else is enabled."""

    platform: str
    token: str | None
    build: Callable[[AdapterContext], Adapter]


def with_text_board(words: Words, view: BoardView | None) -> Words:
    """Return words with a board in text below them, if there is one."""
    return words if view is None else (*words, (Block(text_board(view)),))


def captions(album: tuple[Captioned, ...]) -> tuple[Words, ...]:
    """Return the words of each picture; of several, behind the number that says which one is meant."""
    if len(album) < 2:
        return tuple(each.words for each in album)
    return tuple(_numbered(number, each.words) for number, each in enumerate(album, 1))


def _numbered(number: int, words: Words) -> Words:
    first, *others = words or ((),)
    return ((f"{number}. ", *first), *others)


def find_adapters() -> dict[str, str]:
    """Return platform -> module name for every adapter file here, without importing any."""
    suffix = "_adapter"
    return {
        module.name.removesuffix(suffix): f"{__name__}.{module.name}"
        for module in pkgutil.iter_modules(__path__)
        if module.name.endswith(suffix)
    }


def load_spec(platform: str) -> AdapterSpec:
    """Import the adapter of `platform` and return its SPEC."""
    spec = importlib.import_module(find_adapters()[platform]).SPEC
    if not isinstance(spec, AdapterSpec):
        raise TypeError(f"the adapter {platform} exports no SPEC")
    return spec
