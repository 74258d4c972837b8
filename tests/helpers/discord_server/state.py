"""What the server knows: people, servers, channels, messages, interactions, commands."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count

from tests.helpers.discord_server.wire import (
    ApiError,
    Json,
    Upload,
    missing_access,
    missing_permissions,
    unknown,
)

EPOCH_MS = 1_420_070_400_000
BOT: Json = {
    "id": "1001",
    "username": "gamao",
    "discriminator": "0",
    "global_name": "Gamão",
    "avatar": None,
    "bot": True,
    "public_flags": 0,
}
PERMISSIONS = {
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "send_messages_in_threads": 1 << 38,
}
EVERYTHING = sum(PERMISSIONS.values())
TEXT_CHANNEL, PRIVATE_CHAT, THREAD = 0, 1, 11

EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SILENT = 1 << 6, 1 << 7, 1 << 2, 1 << 12


class Deed(StrEnum):
    """What somebody did in a channel."""

    TYPED = "typed"
    COMMANDED = "commanded"
    PRESSED = "pressed"
    CHOSE = "chose"
    FILLED = "filled"
    SENT = "sent"
    TOLD = "told"
    """The bot told one person alone."""
    CHANGED = "changed"
    """The bot edited a message of its own."""
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of a channel's history; `message` as it was then."""

    deed: Deed
    channel: int
    who: str
    message: Json
    words: str = ""


@dataclass(slots=True)
class Channel:
    """A place to talk. `denied` are permissions that the bot lacks there, by their names."""

    id: int
    kind: int
    name: str
    guild: int | None = None
    parent: int | None = None
    person: int | None = None
    denied: set[str] = field(default_factory=set)
    closed: ApiError | None = None
    """Why nothing at all can be done there, such as that it was deleted."""

    @property
    def granted(self) -> int:
        """Return the bot's permissions there as a number."""
        return EVERYTHING - sum(PERMISSIONS[name] for name in self.denied)


@dataclass(slots=True)
class Guild:
    """A server that the bot is in. `community`: somebody chose its language."""

    id: int
    name: str
    locale: str
    community: bool


@dataclass(slots=True)
class Interaction:
    """Something that a person did with the bot, and what became of it."""

    id: str
    token: str
    kind: int
    user: int
    channel: int
    asked_at: float
    message: Json | None
    """The message whose button was pressed."""
    acknowledged: bool = False
    response: int = 0
    """The kind of the first answer; 0: there was none."""
    original: str | None = None
    """The message that the first answer is or stands for."""
    filled: bool = False
    """The promised answer was filled or taken back."""
    followups: list[str] = field(default_factory=list)
    choices: list[Json] | None = None
    form: Json | None = None


@dataclass(slots=True)
class State:
    """Everything that the server remembers. `clock_skew_seconds` is added to the clock of
    interactions, so that tests need not wait."""

    users: dict[int, Json] = field(default_factory=lambda: {int(BOT["id"]): BOT})
    locales: dict[int, str] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    messages: dict[str, Json] = field(default_factory=dict)
    private: dict[str, int] = field(default_factory=dict)
    """Messages that one person alone can see, and who."""
    ages: dict[str, float] = field(default_factory=dict)
    """Messages that are older than they seem, in seconds."""
    files: dict[str, Upload] = field(default_factory=dict)
    nonces: dict[tuple[int, str], str] = field(default_factory=dict)
    interactions: dict[str, Interaction] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    history: list[Happening] = field(default_factory=list)
    clock_skew_seconds: float = 0.0
    numbers: count[int] = field(default_factory=lambda: count(1))

    def snowflake(self, *, age_seconds: float = 0.0) -> str:
        """Return a fresh number, which tells when it was made."""
        milliseconds = int((time.time() - age_seconds) * 1000) - EPOCH_MS
        return str(milliseconds << 22 | next(self.numbers) & 0x3FFFFF)

    def now(self) -> float:
        """Return the time on the clock of interactions."""
        return time.monotonic() + self.clock_skew_seconds

    def channel(self, number: int) -> Channel:
        """Return a channel that the bot can see. Raises `ApiError`."""
        channel = self.channels.get(number)
        if channel is None:
            raise unknown("Channel", 10003)
        if channel.closed:
            raise channel.closed
        if "view_channel" in channel.denied:
            raise missing_access()
        return channel

    def writable(self, number: int, *, files: bool, reply: bool) -> Channel:
        """Return a channel in which such a message may be sent. Raises `ApiError`."""
        channel = self.channel(number)
        send = "send_messages_in_threads" if channel.kind == THREAD else "send_messages"
        if send in channel.denied or (files and "attach_files" in channel.denied):
            raise missing_permissions()
        if reply and "read_message_history" in channel.denied:
            raise ApiError(400, 160002, "Cannot reply without permission to read message history")
        return channel

    def message(self, number: str, channel: int | None = None) -> Json:
        """Return a message that everybody can see, or by its interaction one. Raises `ApiError`."""
        message = self.messages.get(number)
        if message is None or (channel is not None and not self._is_public(message, channel)):
            raise unknown("Message", 10008)
        return message

    def _is_public(self, message: Json, channel: int) -> bool:
        return message["channel_id"] == str(channel) and message["id"] not in self.private

    def forget(self, number: str) -> Json:
        """Delete a message; return it. Raises `ApiError`."""
        self.private.pop(number, None)
        return self.messages.pop(number)

    def in_channel(self, channel: int) -> Iterator[Json]:
        """Yield the messages of a channel that everybody sees, oldest first."""
        for message in self.messages.values():
            if self._is_public(message, channel):
                yield message
