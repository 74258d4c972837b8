"""A loopback Discord for tests of an unmodified discord.py.

    async with FakeDiscord() as discord:
        club = discord.channel("club")
        ana, bruno = discord.user("Ana"), discord.user("Bruno")
        ...          # a bot with DISCORD_API_URL=discord.url, DISCORD_GATEWAY_URL=discord.gateway_url
        await discord.commands(ana, club, "challenge", opponent=bruno)
        await discord.presses(bruno, discord.newest(club), "Accept")

It speaks the REST interface and the gateway, checks what it is sent as Discord does and words its
refusals alike, holds interactions to their clocks, and keeps messages. Tests make it slow, deaf,
strict or absent. It encodes what is documented: what the real one does beyond that it cannot prove.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Self

from aiohttp import web

from tests.helpers.discord_server import objects
from tests.helpers.discord_server.answers import PROMISE
from tests.helpers.discord_server.gateway import Gateway
from tests.helpers.discord_server.people import People
from tests.helpers.discord_server.rest import Limit, Rest, refusal, response
from tests.helpers.discord_server.state import (
    LOADING,
    PRIVATE_CHAT,
    TEXT_CHANNEL,
    THREAD,
    Channel,
    Guild,
    Interaction,
    State,
)
from tests.helpers.discord_server.wire import (
    PREFIX,
    ApiError,
    Call,
    Fault,
    Json,
    call_of,
    missing_access,
    unknown,
)
from tests.helpers.loopback import Loopback

TOKEN = "MTAwMQ.test.token"
_HOST = "127.0.0.1"
_GUILD, _CHANNEL, _USER = 20_000, 30_000, 40_000


class FakeDiscord(People, Loopback[Fault]):
    """The server, and the people who talk to the bot. `shards`: into how many connections clients are
    asked to split; `zipped`: frames come compressed to clients that ask for it."""

    token = TOKEN

    def __init__(self, *, shards: int = 1, zipped: bool = False) -> None:
        state = State()
        People.__init__(self, state, Gateway(state, TOKEN, self._notify, zipped=zipped))
        Loopback.__init__(self)
        self.calls: list[Call] = []
        self._rest = Rest(self.state, TOKEN, self.gateway, shards=shards)
        self._port = 0
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None
        self.guild("Club")

    # -- coming and going -----------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        """Return the root for DISCORD_API_URL."""
        return f"http://{_HOST}:{self._port}{PREFIX}"

    @property
    def gateway_url(self) -> str:
        """Return the address for DISCORD_GATEWAY_URL."""
        return f"ws://{_HOST}:{self._port}/gateway"

    async def start(self) -> None:
        """Listen; after a stop on the same port, with all that was known."""
        application = web.Application(client_max_size=30 << 20)
        application.router.add_get("/gateway", self.gateway.serve)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_route("*", f"{PREFIX}/{{path:.*}}", self._serve)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        self._site = web.TCPSite(self._runner, _HOST, self._port, reuse_address=True)
        await self._site.start()
        self._port = self._runner.addresses[0][1]
        self.gateway.url = self.gateway_url

    async def stop(self) -> None:
        """Be gone: connections are refused from now on."""
        if self._runner and self._site:
            await self._site.stop()
            await self.gateway.close()
            await self._runner.cleanup()
            self._runner = None

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        # A call that has begun takes effect even if the client does not wait for the answer.
        return await asyncio.shield(asyncio.ensure_future(self._answer(request)))

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        call = await call_of(request, asyncio.get_running_loop().time())
        self.calls.append(call)
        fault = self._fault(call)
        through = {"Via": "1.1 google"} if fault is None or fault.via else {}
        try:
            if fault and not fault.after:
                await self._strike(fault, request)
            answer = self._rest.answer(call)
            await self._notify()
            if fault and fault.after:
                await self._strike(fault, request)
        except ApiError as error:
            return refusal(error, self._rest.headers(call) | through)
        except ConnectionAbortedError:
            return web.Response(status=500)
        return response(answer, self._rest.headers(call) | through)

    # -- what goes wrong ------------------------------------------------------------------------

    def fail(
        self,
        method: str,
        path: str,
        error: ApiError,
        *,
        times: int = 1,
        after: bool = False,
        via: bool = True,
    ) -> Fault:
        """Answer the next calls of a method whose path fits with an error; `after`: although they took
        effect; not `via`: as the gatekeeper before Discord does."""
        fault = Fault(method, path, error, times, after=after, via=via)
        self.faults.append(fault)
        return fault

    def cut(self, method: str, path: str, *, times: int = 1, after: bool = False) -> Fault:
        """Cut the connection on the next calls; `after`: once they took effect."""
        fault = Fault(method, path, None, times, after=after)
        self.faults.append(fault)
        return fault

    def delay(self, method: str, path: str, seconds: float, *, after: bool = False) -> Fault:
        """Be late with the next call; `after`: it takes effect at once, and only the answer is late."""
        fault = Fault(method, path, None, 1, seconds, after)
        self.faults.append(fault)
        return fault

    def trap(self, method: str, path: str, spring: Callable[[], None], *, after: bool = False) -> None:
        """Do something when such a call comes next, and cut the connection; `after`: once it took effect."""
        self.faults.append(Fault(method, path, after=after, spring=spring))

    def limit(self, method: str, path: str, calls: int, window_seconds: float, *, told: bool = True) -> Limit:
        """Allow only so many such calls in a window."""
        limit = Limit(method, path, calls, window_seconds, told)
        self._rest.limits.append(limit)
        return limit

    def limit_old_edits(self, calls: int, window_seconds: float) -> None:
        """Allow only so many edits of old messages in a channel and a window."""
        self._rest.messages.old_edits = (calls, window_seconds)

    def age(self, message: Json, seconds: float) -> None:
        """Make a message older, as the limit on edits of old ones counts."""
        self.state.ages[message["id"]] = seconds

    def remove(self, message: Json) -> None:
        """Have an admin delete a message."""
        del self.state.messages[message["id"]]

    def deny(self, channel: int, *permissions: str) -> None:
        """Take permissions from the bot in a channel."""
        self.state.channels[channel].denied |= set(permissions)

    def close_off(self, channel: int, error: ApiError | None = None) -> None:
        """Put a channel out of the bot's reach; by default because it was deleted."""
        self.state.channels[channel].closed = error or unknown("Channel", 10003)

    def throw_out(self, guild: int) -> None:
        """Remove the bot from a server."""
        for channel in self.state.channels.values():
            if channel.guild == guild:
                channel.closed = missing_access()

    # -- places ---------------------------------------------------------------------------------

    def guild(self, name: str, *, locale: str = "en-US", community: bool = False) -> int:
        """Return a new server that the bot is a member of."""
        number = (_GUILD + len(self.state.guilds)) << 22
        self.state.guilds[number] = Guild(number, name, locale, community)
        return number

    def channel(self, name: str, guild: int | None = None) -> int:
        """Return a new channel, in the first server if none is named."""
        home = guild or next(iter(self.state.guilds))
        return self._place(Channel(_CHANNEL + len(self.state.channels), TEXT_CHANNEL, name, home))

    def thread(self, name: str, parent: int) -> int:
        """Return a new thread of a channel."""
        guild = self.state.channels[parent].guild
        return self._place(Channel(_CHANNEL + len(self.state.channels), THREAD, name, guild, parent))

    def private_chat(self, user: int) -> int:
        """Return the chat of a person with the bot."""
        for channel in self.state.channels.values():
            if channel.person == user:
                return channel.id
        return self._place(Channel(_CHANNEL + len(self.state.channels), PRIVATE_CHAT, "", person=user))

    def _place(self, channel: Channel) -> int:
        self.state.channels[channel.id] = channel
        return channel.id

    def user(self, name: str, username: str | None = None, locale: str = "en-US") -> int:
        """Register somebody; return the id."""
        number = _USER + len(self.state.users)
        self.state.users[number] = objects.person(number, name, username or name.lower())
        self.state.locales[number] = locale
        return number

    def other_bot(self, name: str) -> int:
        """Register another bot."""
        number = self.user(name)
        self.state.users[number]["bot"] = True
        return number

    # -- what is to be seen ---------------------------------------------------------------------

    def messages(self, channel: int) -> list[Json]:
        """Return the bot's messages that everybody sees in a channel, oldest first."""
        everyone = self.state.in_channel(channel)
        return [message for message in everyone if message["author"]["bot"]]

    def newest(self, channel: int) -> Json:
        """Return the bot's newest message in a channel."""
        return self.messages(channel)[-1]

    def told(self, user: int) -> list[Json]:
        """Return what the bot told one person alone, oldest first; not what it only promised."""
        numbers = (number for number, seen_by in self.state.private.items() if seen_by == user)
        messages = (self.state.messages[number] for number in numbers)
        return [message for message in messages if not message["flags"] & LOADING]

    def calls_of(self, method: str, path: str = "") -> list[Call]:
        """Return the calls of a method whose path holds a text, oldest first."""
        return [call for call in self.calls if call.method == method and path in call.path]

    def picture(self, message: Json) -> bytes:
        """Return the picture that a message shows."""
        return self.state.files[message["attachments"][0]["id"]].content

    async def answered(self, deed: Interaction) -> Interaction:
        """Return a deed when the bot has answered it: with choices, a form, or without a promise left."""

        def is_answered() -> bool:
            return deed.acknowledged and (deed.response != PROMISE or deed.filled)

        await self.until(is_answered)
        return deed
