"""What the server knows: users, chats, messages, files, updates that nobody confirmed."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count

from tests.helpers.telegram_server.wire import ApiError, Json, bad_request, too_many_requests

BOT: Json = {
    "id": 123456,
    "is_bot": True,
    "first_name": "Gamão",
    "username": "gamao_test_bot",
    "can_join_groups": True,
    "can_read_all_group_messages": False,
    "supports_inline_queries": False,
}


NOBODY: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
"""Who stands for an admin that does not show."""


class Deed(StrEnum):
    """What somebody did in a chat."""

    TYPED = "typed"
    EDITED = "edited"
    PRESSED = "pressed"
    TOLD = "told"
    """The bot answered a press with words."""
    SENT = "sent"
    CHANGED = "changed"
    """The bot edited a message of its own."""
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of a chat's history; `message` as it was then."""

    deed: Deed
    chat: int
    who: str
    message: Json
    words: str = ""


@dataclass(slots=True)
class Query:
    """A press on a button. `answers` counts how often it was answered."""

    id: str
    chat: int
    message: Json
    expires_at: float
    answers: int = 0
    text: str | None = None
    alert: bool = False


@dataclass(slots=True)
class Limit:
    """Flood control of a chat: at most `calls` sends and edits in a window."""

    calls: int
    window_seconds: float
    seen: deque[float] = field(default_factory=deque)
    refused: int = 0

    def admit(self) -> None:
        """Count a call, or raise the 429 that tells how long to wait."""
        now = time.monotonic()
        while self.seen and self.seen[0] + self.window_seconds <= now:
            self.seen.popleft()
        if len(self.seen) >= self.calls:
            self.refused += 1
            raise too_many_requests(round(self.seen[0] + self.window_seconds - now + 0.001, 3))
        self.seen.append(now)


@dataclass(slots=True)
class State:
    """Everything that the server remembers. Messages by chat and number."""

    users: dict[int, Json] = field(default_factory=lambda: {BOT["id"]: BOT})
    chats: dict[int, Json] = field(default_factory=dict)
    topics: dict[int, set[int]] = field(default_factory=dict)
    closed_topics: set[tuple[int, int]] = field(default_factory=set)
    messages: dict[tuple[int, int], Json] = field(default_factory=dict)
    frozen: set[tuple[int, int]] = field(default_factory=set)
    """Messages that can no longer be edited."""
    files: dict[str, bytes] = field(default_factory=dict)
    queries: dict[str, Query] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    """Menus by scope and language."""
    updates: list[Json] = field(default_factory=list)
    allowed: tuple[str, ...] = ()
    """The kinds of updates that are kept; none named: all."""
    blocked: dict[int, str] = field(default_factory=dict)
    """Why a chat is closed to the bot."""
    wordless: set[int] = field(default_factory=set)
    """Chats where the bot may not even write."""
    pictureless: set[int] = field(default_factory=set)
    """Chats where the bot may write, but not send pictures."""
    migrated: dict[int, int] = field(default_factory=dict)
    limits: dict[int, Limit] = field(default_factory=dict)
    history: list[Happening] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    update_numbers: count[int] = field(default_factory=lambda: count(1000))

    def next_message(self, chat: int) -> int:
        """Return the number of the next message in a chat, from 1."""
        self.numbers[chat] = self.numbers.get(chat, 0) + 1
        return self.numbers[chat]

    def reachable(self, parameters: Json) -> Json:
        """Return the chat that is named; raise `ApiError` if the bot cannot do anything there."""
        chat = int(parameters["chat_id"])
        if chat in self.migrated:
            raise ApiError(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=self.migrated[chat],
            )
        if chat in self.blocked:
            raise ApiError(403, f"Forbidden: {self.blocked[chat]}")
        if chat not in self.chats:
            raise bad_request("chat not found")
        return self.chats[chat]

    def open_to(self, parameters: Json, *, picture: bool) -> Json:
        """Return the chat in which something may be sent now; raise `ApiError` otherwise."""
        chat = self.reachable(parameters)
        if chat["id"] in self.wordless:
            raise bad_request("not enough rights to send text messages to the chat")
        if picture and chat["id"] in self.pictureless:
            raise bad_request("not enough rights to send photos to the chat")
        topic = int(parameters.get("message_thread_id") or 0)
        if topic and topic not in self.topics.get(chat["id"], ()):
            raise bad_request("message thread not found")
        if topic and (chat["id"], topic) in self.closed_topics:
            raise bad_request("TOPIC_CLOSED")
        self.admit(chat["id"])
        return chat

    def admit(self, chat: int) -> None:
        """Count a call against a chat's limit, if it has one."""
        if limit := self.limits.get(chat):
            limit.admit()

    def editable(self, parameters: Json) -> Json:
        """Return the message that may be edited now; raise `ApiError` otherwise."""
        chat = self.reachable(parameters)["id"]
        key = chat, int(parameters["message_id"])
        message = self.messages.get(key)
        if message is None:
            raise bad_request("message to edit not found")
        if key in self.frozen or message["from"]["id"] != BOT["id"]:
            raise bad_request("message can't be edited")
        self.admit(chat)
        return message

    def push(self, kind: str, content: Json) -> Json | None:
        """Queue an update, unless it is of a kind that the bot did not ask for."""
        if self.allowed and kind not in self.allowed:
            return None
        update = {"update_id": next(self.update_numbers), kind: content}
        self.updates.append(update)
        return update

    def confirm(self, offset: int) -> None:
        """Forget the updates below `offset`."""
        self.updates = [update for update in self.updates if update["update_id"] >= offset]
