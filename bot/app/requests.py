"""What reaches the bot, from whichever platform."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

SCOPES = frozenset("gcpqs")
"""What a button may speak of; see `Press`."""
MOST = 2**63 - 1
"""The greatest number in a button's id: what a database keeps as a whole number."""


@dataclass(frozen=True, slots=True)
class ChannelRef:
    """A place where people talk. `topic` is a thread inside a chat where the platform has such."""

    platform: str
    chat: str
    topic: str = ""
    private: bool = field(default=False, compare=False)
    """One person and the bot."""


class PlayerKind(StrEnum):
    """Who is behind an account."""

    PERSON = "person"
    COMPUTER = "computer"
    """The bot itself."""
    BOT = "bot"
    """Another bot; it cannot play."""
    ANONYMOUS = "anonymous"
    """An anonymous admin or a channel; nobody to play with."""


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """An account on a platform. Equal by platform and user; the rest is how it is shown now."""

    platform: str
    user: str
    name: str = field(default="", compare=False)
    username: str | None = field(default=None, compare=False)
    kind: PlayerKind = field(default=PlayerKind.PERSON, compare=False)

    @property
    def is_computer(self) -> bool:
        """Whether this is the bot itself."""
        return self.kind is PlayerKind.COMPUTER


@dataclass(frozen=True, slots=True)
class Handle:
    """A user name that the platform could not look up, without the @; bound to whoever bears it."""

    platform: str
    username: str


Mentioned: TypeAlias = PlayerRef | Handle


@dataclass(frozen=True, slots=True)
class Press:
    """A button's id: `<scope>:<subject in base 36>:<version>:<verb>[:<argument>]`, at most 64 bytes.

    Scopes: `g` a match (version: its number of events), `c` a challenge (version: its revision), `q` a
    decision in a match that is asked about again (version: the number of events before it), `p` a
    position (version 0: a vote is cast at any time), `s` what belongs to none of these (subject and
    version 0).
    """

    scope: str
    subject: int
    version: int
    verb: str
    argument: str = ""

    def encode(self) -> str:
        """Return the id; raise ValueError beyond 64 bytes."""
        parts = [self.scope, base36(self.subject), str(self.version), self.verb]
        text = ":".join([*parts, self.argument] if self.argument else parts)
        if len(text.encode()) > 64:
            raise ValueError(f"a button id takes at most 64 bytes: {text}")
        return text

    @classmethod
    def decode(cls, text: str) -> Press | None:
        """Return the press that `text` encodes, or None if it is none of ours."""
        parts = text.split(":", 4)
        if len(parts) < 4 or parts[0] not in SCOPES:
            return None
        try:
            subject, version = int(parts[1], 36), int(parts[2])
        except ValueError:
            return None
        # Some clients let people forge what a button carries; the store holds no greater numbers.
        if not (0 <= subject <= MOST and 0 <= version <= MOST):
            return None
        return cls(parts[0], subject, version, parts[3], parts[4] if len(parts) == 5 else "")


@dataclass(frozen=True, slots=True)
class Request:
    """One command, press or reply. The same `id` is the same request, however often it arrives.

    Ids: a platform's name, and what names there what was delivered: `terminal:<run>:<line>`. The
    computer's own: `computer:<match>:<version>`, `computer:challenge:<challenge>`.
    """

    id: str
    channel: ChannelRef
    player: PlayerRef
    text: str = ""
    """What was typed, verb first, with or without a slash; empty for a press."""
    press: Press | None = None
    mentions: tuple[Mentioned, ...] = ()
    """Who was mentioned or replied to, in order."""
    plain: bool = False
    """Typed without a command, in reply to the board: only a play counts; anything else is talk."""
    answered: str | None = None
    """The message that this one replies to, as its adapter names it in a `MessageRef`."""
    locale: str | None = None
    """The player's language as the platform tells it."""
    channel_locale: str | None = None

    @property
    def board_version(self) -> int | None:
        """The version of the board whose button was pressed."""
        return self.press.version if self.press else None


def base36(number: int) -> str:
    """Return `number` (zero or more) in base 36."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = digits[number % 36]
    while number := number // 36:
        text = digits[number % 36] + text
    return text
