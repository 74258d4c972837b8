"""Discord: interactions and messages in, private answers back, boards out. The parts live in `discord`."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters import AdapterContext, AdapterSpec, StartFailed
from bot.adapters.discord.answers import Answers
from bot.adapters.discord.boards import Boards
from bot.adapters.discord.buttons import Keys, moves_from
from bot.adapters.discord.client import Client
from bot.adapters.discord.errors import FAILURES
from bot.adapters.discord.form import typed_in
from bot.adapters.discord.growing import Standing
from bot.adapters.discord.items import ITEMS
from bot.adapters.discord.link import Link, Waits
from bot.adapters.discord.permissions import invite_link, is_posting, missing
from bot.adapters.discord.publishing import publish
from bot.adapters.discord.reading import PLATFORM, Asked, Reader
from bot.adapters.discord.replies import Replies
from bot.adapters.discord.slash import Tree, Worded
from bot.adapters.discord.telling import Send, Teller
from bot.adapters.growing import Growing
from bot.app.ports import DeliveryError, NotDelivered, Unknown
from bot.app.records import MessageRef, View
from bot.app.replies import Answer, AnswerKind, Board
from bot.app.requests import Press, Request

log = logging.getLogger(__name__)

OFFICIAL_API = "https://discord.com/api/v10"
OFFICIAL_GATEWAY = "wss://gateway.discord.gg/"
STOP_SECONDS = 2.0
"""How long a stop waits for what is under way."""
PROGRESS_GAP_SECONDS = 2.0
"""Between two reports of an answer's progress."""
_PRINTABLE = re.compile(r"[!-~]+")


class DiscordAdapter:
    """One bot on Discord, by the servers that the settings name, or by the official ones."""

    platform = PLATFORM
    # Five edits in five seconds are what Discord lets a channel have.
    partial_gap_seconds = 1.0
    # What is shown lasts ten seconds.
    typing_gap_seconds = 9.0

    def __init__(
        self,
        context: AdapterContext,
        *,
        waits: Waits | None = None,
        progress_gap_seconds: float = PROGRESS_GAP_SECONDS,
    ) -> None:
        self._context = context
        self._waits = waits or Waits()
        self._token = context.settings["discord_token"] or ""
        self._link = Link(self._token, self._client, self._waits)
        keys = Keys(context.catalog, self._invite)
        teller = Teller(context.painter, keys)
        self._boards = Boards(self._link, context.painter, keys)
        self._answers = Answers(self._boards, teller, keys, context.catalog)
        self._replies = Replies(self._link, teller, context.catalog)
        self._teller = teller
        self._known: Reader | None = None
        self._stopping = False
        self._under_way: set[asyncio.Task[object]] = set()
        self._besides: set[asyncio.Task[None]] = set()
        self._growing = Growing()
        self._progress_gap_seconds = progress_gap_seconds

    # -- coming and going -----------------------------------------------------------------------

    async def start(self) -> None:
        """Connect and begin to receive; where the network fails, go on trying in the background.

        Raises `StartFailed` for a token that Discord does not know.
        """
        _prepare_library(self._context)
        if not _PRINTABLE.fullmatch(self._token):
            raise StartFailed("DISCORD_TOKEN is no token: it has blanks or other strange letters in it")
        try:
            await self._link.open()
        except discord.LoginFailure:
            await self._link.close()
            raise StartFailed("Discord does not know the token in DISCORD_TOKEN") from None

    async def stop(self) -> None:
        """Take no more requests; finish those begun. What still grows is given up."""
        self._stopping = True
        await asyncio.gather(self._growing.stop(STOP_SECONDS), self._finish())

    async def _finish(self) -> None:
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=STOP_SECONDS)

    async def disconnect(self) -> None:
        """Let go of Discord; what is still under way is given up."""
        tasks = [*self._under_way, *self._besides]
        for task in tasks:
            task.cancel()
        await asyncio.gather(self._growing.end(), *tasks, return_exceptions=True)
        await self._link.close()

    def _client(self) -> Client:
        client = Client(
            self,
            identify_seconds=self._waits.identify,
            ready_seconds=self._waits.ready,
            gateway_url=self._context.settings.get("discord_gateway_url"),
        )
        client.add_dynamic_items(*ITEMS)
        client.tree = Tree(self._context.catalog).build(client)
        return client

    async def logged_in(self, client: Client) -> None:
        """Tell how the bot is invited, and bring its commands up to date meanwhile."""
        log.info("to add the bot to a server, open %s", invite_link(client.application_id or 0))
        self._begin(lambda: self._publish(client))

    async def _publish(self, client: Client) -> None:
        try:
            changed = await publish(client.tree, Worded(self._context.catalog))
        except (*FAILURES, app_commands.AppCommandError) as error:
            log.warning("the slash commands stay as they were: %r", error)
        else:
            log.info("the slash commands are %s", "new" if changed else "as they were")

    # -- boards ---------------------------------------------------------------------------------

    async def post(self, view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Post a board as a new message; the refusals in its channel go. Raises `DeliveryError`s."""
        message = await self._boards.post(view, board)
        self._begin(lambda: self._replies.clear(view.channel.ref))
        return message

    async def edit(self, view: View, message: MessageRef, board: Board) -> None:
        """Bring a message to a board. Raises `DeliveryError`s."""
        await self._boards.edit(message, board)

    async def close(self, view: View, message: MessageRef, board: Board | None) -> None:
        """Take the buttons off a message; show a last board in it if given. Raises `DeliveryError`s."""
        await self._boards.close(message, board)

    async def typing(self, view: View) -> None:
        """Show that the bot types."""
        try:
            await self._boards.type_in(view.channel.ref)
        except DeliveryError as error:
            log.debug("channel %s does not show that the bot types: %r", view.channel.ref.chat, error)

    # -- what people do -------------------------------------------------------------------------

    async def command(
        self, interaction: discord.Interaction, text: str, *invited: discord.User | discord.Member
    ) -> None:
        """Carry out a command."""
        await self._attend(lambda: self._ask(self._reader.command(interaction, text, *invited)))

    async def press(self, interaction: discord.Interaction, press: Press) -> None:
        """Carry out a press on a button."""
        await self._attend(lambda: self._ask(self._reader.press(interaction, press)))

    async def choice(self, interaction: discord.Interaction, match: int, version: int, start: str) -> None:
        """Show where the checker on the chosen point can go, or move it if it can go one way only."""
        board = Press("g", match, version, "back")
        await self._attend(lambda: self._choose(self._reader.press(interaction, board), start))

    async def form(self, interaction: discord.Interaction) -> None:
        """Open the form for a typed play."""
        await self._attend(lambda: self._answers.show_form(interaction))

    async def filled(self, interaction: discord.Interaction) -> None:
        """Carry out the play that was typed into a form."""
        await self._attend(
            lambda: self._ask(self._reader.command(interaction, f"move {typed_in(interaction)}"))
        )

    async def message(self, message: discord.Message) -> None:
        """Carry out what a message asks, if it asks anything."""
        await self._attend(lambda: self._answer_typed(message))

    async def arrival(self, guild: discord.Guild) -> None:
        """Greet a server that the bot was added to."""
        await self._attend(lambda: self._greet(guild))

    async def suggestions(self, interaction: discord.Interaction, typed: str) -> tuple[str, ...]:
        """Return the plays that begin as was typed; none while the bot stops."""
        found: tuple[str, ...] = ()

        async def suggest() -> None:
            nonlocal found
            if asked := self._reader.command(interaction, typed):
                found = await self._context.front_door.suggest(asked.request)

        await self._attend(suggest)
        return found

    async def _ask(self, asked: Asked | None) -> None:
        if asked is None:
            return
        can_be_told = await self._answers.acknowledge(asked.interaction)
        answer = self._refusal(asked) or await self._context.front_door.handle(asked.request)
        if can_be_told:
            await self._carry(asked, answer)

    def _refusal(self, asked: Asked) -> Answer | None:
        """Return the refusal of what could not be shown here, for want of permissions."""
        request, catalog = asked.request, self._context.catalog
        if not is_posting(request):
            return None
        locale = catalog.negotiate(request.locale, request.channel_locale)
        lacking = missing(asked.interaction, catalog, locale)
        words = (catalog.line(locale, "refusal.permissions", missing=lacking),)
        return Answer(AnswerKind.REFUSAL, words) if lacking else None

    async def _choose(self, asked: Asked | None, start: str) -> None:
        """Ask for the board's buttons, which only who is to act is given, and go on from there."""
        if asked is None:
            return
        can_be_told = await self._answers.acknowledge(asked.interaction)
        answer = await self._context.front_door.handle(asked.request)
        moves = moves_from(answer.keyboard or (), start)
        if len(moves) == 1:
            request = replace(asked.request, press=Press.decode(moves[0].id))
            asked = replace(asked, request=request)
            answer = await self._context.front_door.handle(request)
        if not can_be_told:
            return
        if len(moves) > 1 and answer.keyboard:
            await self._answers.show_targets(asked, answer.keyboard, start)
        else:
            await self._carry(asked, answer)

    async def _answer_typed(self, message: discord.Message) -> None:
        if typed := self._reader.message(message):
            answer = await self._context.front_door.handle(typed.request)
            await self._tell(
                typed.request, answer, self._replies.carry(typed, answer), self._replies.sender(typed)
            )

    async def _carry(self, asked: Asked, answer: Answer) -> None:
        """Carry back what an interaction waits for."""
        carrying, send = self._answers.carry(asked, answer), self._answers.sender(asked, answer)
        await self._tell(asked.request, answer, carrying, send)

    async def _tell(
        self, request: Request, answer: Answer, carrying: Awaitable[discord.Message | None], send: Send
    ) -> None:
        """Carry an answer back, and begin to follow it if it grows."""
        message = None
        try:
            message = await carrying
        except (NotDelivered, Unknown) as error:
            if answer.later is None:
                raise
            log.info("an answer was not delivered; what becomes of it may be: %r", error)
        if answer.later is not None:
            locale = self._context.catalog.negotiate(request.locale, request.channel_locale)
            place = Standing(self._teller, locale, answer, message, send, self._waits.again.after)
            self._growing.follow(answer.later, self._progress_gap_seconds, place)

    async def _greet(self, guild: discord.Guild) -> None:
        channel = _first_channel(guild)
        if channel is None:
            return
        request = self._reader.arrival(guild, channel)
        answer = await self._context.front_door.handle(request)
        locale = self._context.catalog.negotiate(request.channel_locale)
        for told in await self._teller.told(answer, locale):
            await channel.send(**told.sending(), silent=True)

    # -- what goes on ---------------------------------------------------------------------------

    async def _attend(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do what was asked, unless the bot is stopping; a stop waits for it. Every failure ends here."""
        task = asyncio.current_task()
        if self._stopping or task is None:
            return
        self._under_way.add(task)
        try:
            await _quietly(work)
        finally:
            self._under_way.discard(task)

    def _begin(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something besides, for which nobody waits."""
        task = asyncio.create_task(_quietly(work))
        self._besides.add(task)
        task.add_done_callback(self._besides.discard)

    @property
    def _reader(self) -> Reader:
        """Return the reader, made at the first use: only then the bot knows who it is."""
        if self._known is None:
            self._known = Reader(self._link.user)
        return self._known

    def _invite(self) -> str:
        return invite_link(self._link.client.application_id or 0)


async def _quietly(work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except (DeliveryError, *FAILURES) as error:
        log.info("an answer was not delivered: %r", error)
    except Exception:
        log.exception("what was asked could not be done")


def _first_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return where a server is greeted: where it greets others, else its first channel with room."""
    for channel in filter(None, (guild.system_channel, *guild.text_channels)):
        allowed = channel.permissions_for(guild.me)
        if allowed.view_channel and allowed.send_messages:
            return channel
    return None


def _prepare_library(context: AdapterContext) -> None:
    """Point the library at the servers of the settings, and quiet it: all this is for the whole process."""
    api = context.settings.get("discord_api_url") or OFFICIAL_API
    gateway = context.settings.get("discord_gateway_url") or OFFICIAL_GATEWAY
    # Beyond this the library tells every frame, with the tokens of interactions.
    root = logging.getLogger()
    logging.getLogger("discord").setLevel(max(logging.INFO, root.getEffectiveLevel()))
    Route.BASE = api.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    # The library would tell that calls by voice are not possible, which nobody wants.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False


def build(context: AdapterContext) -> DiscordAdapter:
    """Return the adapter for the bot whose token is set."""
    return DiscordAdapter(context)


SPEC = AdapterSpec(PLATFORM, "discord_token", build)
