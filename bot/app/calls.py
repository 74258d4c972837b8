"""A request whose caller is known: what the desks of the front door work with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bot.app.records import Channel, Player
from bot.app.replies import Answer
from bot.app.requests import Press, Request


@dataclass(frozen=True, slots=True)
class Call:
    """Who asks what, where. For a press `verb` and `argument` are those of its button."""

    request: Request
    player: Player
    channel: Channel
    locale: str
    """The language of the private answer."""
    channel_locale: str
    """The language of what is posted in the channel: as chosen, as the platform says, the caller's."""
    verb: str
    argument: str

    @property
    def press(self) -> Press | None:
        """Return the press, or None for what was typed."""
        return self.request.press

    @property
    def typed(self) -> bool:
        """Return whether this was typed: the typist looks at the bottom of the chat."""
        return self.request.press is None


Handler: TypeAlias = Callable[[Call], Awaitable[Answer]]
Handlers: TypeAlias = Mapping[str, Handler]
"""Handlers by verb."""
