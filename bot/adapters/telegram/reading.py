"""What Telegram delivers, as requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from telegram import (
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Message,
    MessageEntity,
    User,
)
from telegram.constants import ChatMemberStatus, ChatType

from bot.app.recent import Recent
from bot.app.requests import ChannelRef, Handle, Mentioned, PlayerKind, PlayerRef, Press, Request

PLATFORM = "telegram"

_HERE = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.MEMBER)
_MENTIONS = (MessageEntity.MENTION, MessageEntity.TEXT_MENTION)
_UNHEARD = (PlayerKind.BOT, PlayerKind.COMPUTER)
"""Two bots that answer each other would never end."""
_BOT_SUFFIX = "bot"
"""Telegram has every bot's user name end so. Hardly anybody else's does."""
_SAME_ARRIVAL = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Received:
    """A request, and what its answer refers to."""

    request: Request
    message: int | None = None
    """The message that was typed or whose button was pressed."""
    query: str = ""
    """The press that waits for an answer."""


class Reader:
    """Makes requests of updates for one bot. What is not meant for the bot gives None."""

    def __init__(self, bot: User) -> None:
        self._bot = bot
        self._username = (bot.username or "").casefold()
        self._arrivals: Recent[int, ChatMemberUpdated] = Recent(100)

    def message(self, message: Message) -> Received | None:
        """Return what a message asks: a command, or a play in reply to the bot or in private."""
        sender = self._sender(message)
        if not message.text or message.is_automatic_forward or sender is None or sender.kind in _UNHEARD:
            return None
        text = self._command(message)
        plain, answered = not message.text.startswith("/"), _answered(message)
        if text is None or (plain and not self._is_to_us(message)) or self._greeted(message, text):
            return None
        return Received(
            Request(
                id=f"{PLATFORM}:{self._bot.id}:{message.chat.id}:{message.message_id}",
                channel=_channel(message.chat, message),
                player=sender,
                text=text,
                mentions=tuple(self._mentions(message)),
                plain=plain,
                answered=str(answered.message_id) if answered else None,
                locale=message.from_user.language_code if message.from_user else None,
            ),
            message.message_id,
        )

    def press(self, query: CallbackQuery) -> Received | None:
        """Return what a press asks; None if the button is none of ours."""
        press = Press.decode(query.data or "")
        message = query.message
        if press is None or message is None:
            return None
        return Received(
            Request(
                id=f"{PLATFORM}:cb:{query.id}",
                channel=_channel(message.chat, message if isinstance(message, Message) else None),
                player=self._player(query.from_user),
                press=press,
                locale=query.from_user.language_code,
            ),
            message.message_id,
            query.id,
        )

    def arrival(self, change: ChatMemberUpdated) -> Received | None:
        """Return a request for a greeting when the bot was added to a group."""
        group = change.chat.type in (ChatType.GROUP, ChatType.SUPERGROUP)
        if not group or _is_here(change.old_chat_member) or not _is_here(change.new_chat_member):
            return None
        self._arrivals.keep(change.chat.id, change)
        at = int(change.date.timestamp())
        return Received(
            Request(
                id=f"{PLATFORM}:{self._bot.id}:{change.chat.id}:added-{at}",
                channel=_channel(change.chat, None),
                player=self._player(change.from_user),
                text="/start",
                locale=change.from_user.language_code,
            )
        )

    # -- people ---------------------------------------------------------------------------------

    def _player(self, user: User) -> PlayerRef:
        if user.id == self._bot.id:
            kind = PlayerKind.COMPUTER
        else:
            kind = PlayerKind.BOT if user.is_bot else PlayerKind.PERSON
        return PlayerRef(PLATFORM, str(user.id), user.full_name, user.username, kind)

    def _sender(self, message: Message) -> PlayerRef | None:
        """Return who wrote a message; anonymous admins and channels hide behind a chat."""
        if chat := message.sender_chat:
            name = chat.title or chat.full_name or ""
            return PlayerRef(PLATFORM, str(chat.id), name, chat.username, PlayerKind.ANONYMOUS)
        return self._player(message.from_user) if message.from_user else None

    def _mentions(self, message: Message) -> Iterator[Mentioned]:
        """Yield who is mentioned, then whom the message answers (unless that is its own author)."""
        for entity, text in message.parse_entities([*_MENTIONS]).items():
            yield self._player(entity.user) if entity.user else self._named(text.removeprefix("@"))
        answered = _answered(message)
        author = self._sender(answered) if answered else None
        if author and author != self._sender(message):
            yield author

    def _named(self, username: str) -> Mentioned:
        if username.casefold() == self._username:
            return self._player(self._bot)
        if username.casefold().endswith(_BOT_SUFFIX):
            return PlayerRef(PLATFORM, f"@{username.casefold()}", f"@{username}", username, PlayerKind.BOT)
        return Handle(PLATFORM, username)

    # -- words ----------------------------------------------------------------------------------

    def _command(self, message: Message) -> str | None:
        """Return the words without those that name people; None for another bot's command."""
        text = _without_mentions(message)
        verb, space, rest = text.partition(" ")
        if not verb.startswith("/"):
            return text
        verb, at, bot = verb.partition("@")
        return None if at and bot.casefold() != self._username else f"{verb}{space}{rest}"

    def _is_to_us(self, message: Message) -> bool:
        """Return whether a text without a command may be a play: in private, or in answer to the bot.

        An answer to a refusal is meant like one to the board: the play put right.
        """
        answered = _answered(message)
        author = answered.from_user if answered else None
        return message.chat.type == ChatType.PRIVATE or (author is not None and author.id == self._bot.id)

    def _greeted(self, message: Message, text: str) -> bool:
        """Return whether this is the bare `/start` that a client sends along when it adds the bot."""
        arrival = self._arrivals.get(message.chat.id)
        return arrival is not None and text == "/start" and message.date - arrival.date < _SAME_ARRIVAL


def _is_here(member: ChatMember) -> bool:
    return member.status in _HERE or (isinstance(member, ChatMemberRestricted) and member.is_member)


def _channel(chat: Chat, message: Message | None) -> ChannelRef:
    """Return where a message stands. Only in a topic is the number of its thread a place."""
    in_topic = message is not None and message.is_topic_message and message.message_thread_id
    topic = str(message.message_thread_id) if message is not None and in_topic else ""
    return ChannelRef(PLATFORM, str(chat.id), topic, private=chat.type == ChatType.PRIVATE)


def _answered(message: Message) -> Message | None:
    """Return the message that this one replies to; one that opens a topic is answered by everything in it."""
    answered = message.reply_to_message
    if answered is None or answered.forum_topic_created is not None:
        return None
    opening = message.is_topic_message and answered.message_id == message.message_thread_id
    return None if opening else answered


def _without_mentions(message: Message) -> str:
    """Return the text without the names of people; entities count in UTF-16 units."""
    encoded = (message.text or "").encode("utf-16-le")
    for entity in sorted(message.entities, key=lambda entity: entity.offset, reverse=True):
        if entity.type in _MENTIONS:
            start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
            encoded = encoded[:start] + encoded[end:]
    return " ".join(encoded.decode("utf-16-le").split())
