"""Telegram: updates in, private answers back, boards out. The parts live in `telegram`."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from telegram import CallbackQuery, Message, Update
from telegram.constants import ChatAction
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, TypeHandler

from bot.adapters import AdapterContext, AdapterSpec, StartFailed
from bot.adapters.growing import Growing
from bot.adapters.telegram.answers import Answers
from bot.adapters.telegram.boards import Boards, topic_of
from bot.adapters.telegram.chat_queue import ChatQueues, Pace
from bot.adapters.telegram.growing import Standing
from bot.adapters.telegram.intake import Intake, Waits
from bot.adapters.telegram.menus import set_menus
from bot.adapters.telegram.reading import PLATFORM, Reader, Received
from bot.adapters.telegram.telling import Teller
from bot.app.ports import DeliveryError, Gone, Migrated, NotDelivered, Unknown
from bot.app.recent import Recent
from bot.app.records import MessageRef, View
from bot.app.replies import Answer, AnswerKind, Board

log = logging.getLogger(__name__)

T = TypeVar("T")

OFFICIAL_SERVER = "https://api.telegram.org"
GROUP_PACE = Pace()
PRIVATE_PACE = Pace(calls=None, progress_seconds=2.0)
TALKATIVE = {"httpx": logging.WARNING, "httpcore": logging.WARNING, "telegram": logging.INFO}
"""Loggers that tell addresses, which hold the token, and the level above which they do not."""
_TOKEN = re.compile(r"\d+:[\w-]+", re.ASCII)
NO_CHAT = ""
"""For what no chat is waiting for."""

# The library leaves the types of its six parts open; none of the last five is used here.
_Application: TypeAlias = Application[Any, Any, Any, Any, Any, Any]


class TelegramAdapter:
    """One bot on Telegram, by the Bot API of `telegram_api_url`, or of the official server."""

    platform = PLATFORM
    partial_gap_seconds = 0.8
    # What is shown lasts five seconds.
    typing_gap_seconds = 4.5

    def __init__(
        self,
        context: AdapterContext,
        *,
        waits: Waits | None = None,
        group_pace: Pace = GROUP_PACE,
        private_pace: Pace = PRIVATE_PACE,
        read_timeout_seconds: float = 10.0,
    ) -> None:
        self._context = context
        self._waits = waits or Waits()
        self._application = _application(context, read_timeout_seconds)
        self._application.add_handler(TypeHandler(Update, self._receive))
        bot = self._application.bot
        self._queues = ChatQueues(group_pace, private_pace)
        self._boards = Boards(bot, self._queues, context.painter)
        self._teller = Teller(bot, self._queues, context.painter, self._waits.after)
        self._answers = Answers(bot, self._queues, self._boards, self._teller)
        self._intake = Intake(bot, self._connect, self._application.process_update, self._settle, self._waits)
        self._reader: Reader | None = None
        self._receiving: asyncio.Task[None] | None = None
        self._under_way: dict[asyncio.Task[None], str] = {}
        self._growing = Growing()
        self._refused: Recent[tuple[int, int], bool] = Recent(2000)

    # -- coming and going -----------------------------------------------------------------------

    async def start(self) -> None:
        """Connect and begin to receive; where the network fails, go on trying in the background.

        Raises `StartFailed` for a token that Telegram does not know, or settings that cannot be right.
        """
        _check(self._context.settings)
        try:
            await self._connect()
        except InvalidToken as error:
            await self.disconnect()
            raise StartFailed(error.message) from None
        except TelegramError as error:
            log.warning("Telegram cannot be reached yet: %s", error)
        self._receiving = asyncio.create_task(self._intake.run(), name="telegram intake")

    async def stop(self) -> None:
        """Take no more updates; finish those begun, and confirm them. What still grows is given up."""
        self._intake.stop()
        await asyncio.gather(self._finish(), self._growing.stop(self._waits.stop))

    async def _finish(self) -> None:
        if self._receiving:
            await self._receiving
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=self._waits.stop)

    async def disconnect(self) -> None:
        """Let go of Telegram; what is still under way is given up."""
        tasks = [*self._under_way, *([self._receiving] if self._receiving else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(self._growing.end(), *tasks, return_exceptions=True)
        if self._application.running:
            await self._application.stop()
        await self._application.shutdown()
        # Only this lets go of connections where the bot never became known.
        await self._application.bot.shutdown()
        self._reader = None

    async def _connect(self) -> None:
        """Learn who the bot is and show its commands. Raises `TelegramError`s; may be repeated."""
        if self._reader is not None:
            return
        try:
            await self._application.initialize()
        except InvalidToken:
            # The library's error tells the token.
            raise InvalidToken("Telegram does not know the token in TELEGRAM_TOKEN") from None
        await self._application.bot.delete_webhook()
        if not self._application.running:
            await self._application.start()
        self._reader = Reader(self._application.bot.bot)
        self._begin(NO_CHAT, self._set_menus)

    async def _set_menus(self) -> None:
        try:
            await set_menus(self._application.bot, self._context.catalog)
        except TelegramError as error:
            log.warning("the menus of commands stay as they were: %s", error)

    # -- boards ---------------------------------------------------------------------------------

    async def post(self, view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Post a board as a new message; the refusals in its channel go. Raises `DeliveryError`s."""
        channel = view.channel.ref
        message = await self._deliver(channel.chat, lambda: self._boards.post(channel, board))
        self._begin(channel.chat, lambda: self._answers.clear(channel))
        return message

    async def edit(self, view: View, message: MessageRef, board: Board) -> None:
        """Bring a message to a board. Raises `DeliveryError`s."""
        if message.chat != view.channel.ref.chat:
            raise Gone("it stayed behind in the chat that has another id now")
        await self._deliver(message.chat, lambda: self._boards.edit(message, board))

    async def close(self, view: View, message: MessageRef, board: Board | None) -> None:
        """Take the buttons off a message; show a last board in it if given. Raises `DeliveryError`s."""
        if message.chat == view.channel.ref.chat:
            await self._deliver(message.chat, lambda: self._boards.close(message, board))

    async def typing(self, view: View) -> None:
        """Show that the bot types, unless the chat has better to do."""
        channel = view.channel.ref
        if self._reader is None:
            return

        async def show() -> None:
            await self._application.bot.send_chat_action(channel.chat, ChatAction.TYPING, topic_of(channel))

        try:
            await self._queues.of(channel.chat).sign(show)
        except DeliveryError as error:
            log.debug("chat %s does not show that the bot types: %r", channel.chat, error)

    async def _deliver(self, chat: str, deliver: Callable[[], Awaitable[T]]) -> T:
        if self._reader is None:
            raise NotDelivered("Telegram is not connected")
        try:
            return await deliver()
        except Migrated as error:
            await self._context.front_door.migrated(PLATFORM, chat, error.new_chat)
            raise

    # -- updates --------------------------------------------------------------------------------

    async def _receive(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Handle one update. It is confirmed afterwards whatever happens: a repetition would not help."""
        try:
            await self._handle(update)
        except Exception:
            log.exception("update %s could not be handled", update.update_id)

    async def _handle(self, update: Update) -> None:
        reader = self._reader
        if reader is None:
            return
        if update.callback_query:
            await self._pressed(reader, update.callback_query)
        elif update.message:
            await self._typed(reader, update.message)
        elif update.edited_message:
            await self._edited(reader, update.edited_message)
        elif update.my_chat_member and (received := reader.arrival(update.my_chat_member)):
            await self._ask(received)

    async def _pressed(self, reader: Reader, query: CallbackQuery) -> None:
        received = reader.press(query)
        if received:
            await self._ask(received)
        else:
            self._begin(NO_CHAT, lambda: self._answers.acknowledge(query.id))

    async def _typed(self, reader: Reader, message: Message) -> None:
        old, new = message.migrate_from_chat_id, message.migrate_to_chat_id
        if new is not None:
            await self._context.front_door.migrated(PLATFORM, str(message.chat.id), str(new))
        elif old is not None:
            await self._context.front_door.migrated(PLATFORM, str(old), str(message.chat.id))
        elif received := reader.message(message):
            answer = await self._ask(received)
            if answer.kind is AnswerKind.REFUSAL:
                self._refused.keep((message.chat.id, message.message_id), True)

    async def _edited(self, reader: Reader, message: Message) -> None:
        """Take an edited message for another try, if the first was refused: it changed nothing."""
        if self._refused.get((message.chat.id, message.message_id)):
            self._refused.forget((message.chat.id, message.message_id))
            await self._typed(reader, message)

    async def _ask(self, received: Received) -> Answer:
        answer = await self._context.front_door.handle(received.request)
        chat = received.request.channel.chat
        self._begin(chat, lambda: self._carry(received, answer))
        return answer

    async def _carry(self, received: Received, answer: Answer) -> None:
        """Carry an answer back, and begin to follow it if it grows."""
        message = None
        try:
            message = await self._answers.carry(received, answer)
        except Migrated as error:
            received = await self._moved(received, error.new_chat)
            message = await self._answers.carry(received, answer)
        except (NotDelivered, Unknown) as error:
            if answer.later is None:
                raise
            log.info("an answer was not delivered; what becomes of it may be: %r", error)
        if answer.later is not None:
            gap_seconds = self._queues.of(received.request.channel.chat).progress_seconds
            place = Standing(self._teller, received, answer, message, self._moved)
            self._growing.follow(answer.later, gap_seconds, place)

    async def _moved(self, received: Received, new_chat: str) -> Received:
        """Follow a chat to its new id; return what was received there, as if there."""
        request = received.request
        await self._context.front_door.migrated(PLATFORM, request.channel.chat, new_chat)
        moved = replace(request, channel=replace(request.channel, chat=new_chat))
        return replace(received, request=moved, query="")

    # -- what goes on besides ---------------------------------------------------------------------

    def _begin(self, chat: str, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.create_task(self._quietly(work))
        self._under_way[task] = chat
        task.add_done_callback(self._under_way.pop)

    async def _quietly(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do what is given up if it fails: a private answer, never a board."""
        try:
            await work()
        except DeliveryError as error:
            log.info("an answer was not delivered: %r", error)
        except Exception:
            log.exception("an answer could not be carried back")

    async def _settle(self) -> None:
        """Wait a little for answers; not in a chat that has to pause, for others must go on."""
        answers = {task for task, chat in self._under_way.items() if chat and not self._queues.pausing(chat)}
        if answers:
            await asyncio.wait(answers, timeout=self._waits.settle)


def _application(context: AdapterContext, read_timeout_seconds: float) -> _Application:
    """Return the client, unconnected. It fetches no updates by itself, and no log shows its token."""
    # The library tells how long to wait in timedeltas if asked to; its numbers are deprecated.
    os.environ.setdefault("PTB_TIMEDELTA", "true")
    for name, level in TALKATIVE.items():
        logging.getLogger(name).setLevel(level)
    root = (context.settings.get("telegram_api_url") or OFFICIAL_SERVER).rstrip("/")
    return (
        ApplicationBuilder()
        .token(context.settings["telegram_token"] or "")
        .base_url(f"{root}/bot")
        .base_file_url(f"{root}/file/bot")
        .read_timeout(read_timeout_seconds)
        .updater(None)
        .job_queue(None)
        .build()
    )


def _check(settings: Mapping[str, str | None]) -> None:
    """Raise `StartFailed` for a token or an address of a shape with which no attempt can succeed."""
    if not _TOKEN.fullmatch(settings["telegram_token"] or ""):
        raise StartFailed("TELEGRAM_TOKEN is no token of a bot; they look like 123456:AbC-dEf")
    url = settings.get("telegram_api_url") or OFFICIAL_SERVER
    if not url.startswith(("http://", "https://")):
        raise StartFailed(f"TELEGRAM_API_URL begins with http:// or https://, not {url!r}")


def build(context: AdapterContext) -> TelegramAdapter:
    """Return the adapter for the bot whose token is set."""
    return TelegramAdapter(context)


SPEC = AdapterSpec(PLATFORM, "telegram_token", build)
