"""The link to Discord: logged in, connected, and again whenever it broke for good.

The library resumes and reconnects by itself. What it leaves to us: a network that is not there at the
start, and a session that Discord ended in a way after which the library closes itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import discord

from bot.adapters.discord.client import Client
from bot.adapters.discord.errors import FAILURES
from bot.app.delivery import Pace
from bot.app.ports import NotDelivered

log = logging.getLogger(__name__)

_ENDED = (*FAILURES, discord.ConnectionClosed, discord.GatewayNotFound)


@dataclass(frozen=True, slots=True)
class Waits:
    """How long the link waits, in seconds."""

    again: Pace = field(default_factory=lambda: Pace(longest=300.0))
    """After failures. A thousand new sessions a day are all that Discord allows."""
    identify: float = 5.0
    """Between two new sessions."""
    ready: float = 2.0
    """For the next server that the bot is in already; what comes later is one that it was added to."""


class Link:
    """Keeps one client for one token. `make` returns a fresh one: a closed one cannot be used again."""

    def __init__(self, token: str, make: Callable[[], Client], waits: Waits) -> None:
        self._token = token
        self._make = make
        self._waits = waits
        self._client: Client | None = None
        self._running: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def client(self) -> Client:
        """Return the client, logged in. Raises `NotDelivered` if there is none at present."""
        if self._client is None or self._client.is_closed():
            raise NotDelivered("Discord is not connected")
        return self._client

    @property
    def user(self) -> discord.ClientUser:
        """Return the bot's own account. Raises `NotDelivered` before the first login."""
        user = self.client.user
        if user is None:
            raise NotDelivered("Discord is not connected")
        return user

    async def open(self) -> None:
        """Log in and begin to listen; where the network fails, go on trying in the background.

        Raises `discord.LoginFailure` for a token that Discord does not know.
        """
        try:
            await self._log_in()
        except discord.LoginFailure:
            raise
        except _ENDED as error:
            log.warning("Discord cannot be reached yet: %r", error)
        self._running = asyncio.create_task(self._run(), name="discord link")

    async def close(self) -> None:
        """Let go, for good."""
        self._closed = True
        if self._client is not None:
            await self._client.close()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        while not self._closed:
            try:
                client = self._client or await self._log_in()
                client.has_been_connected = False
                await client.connect()
            except Exception as error:
                failures = 1 if self._had_worked() else failures + 1
                self._tell(error, failures)
            else:
                failures = 1
            if self._client and self._client.is_closed():
                self._client = None
            if not self._closed:
                await asyncio.sleep(self._waits.again.after(failures))

    async def _log_in(self) -> Client:
        client = self._make()
        try:
            await client.login(self._token)
        except BaseException:
            await client.close()
            raise
        self._client = client
        return client

    def _had_worked(self) -> bool:
        return self._client is not None and self._client.has_been_connected

    def _tell(self, error: Exception, failures: int) -> None:
        wait = self._waits.again.after(failures)
        if isinstance(error, _ENDED):
            # A token that is taken back is no mishap of the network.
            severity = logging.ERROR if _is_refusal(error) else logging.WARNING
            log.log(severity, "Discord: %r; again in %s s", error, wait)
        else:
            log.exception("the connection to Discord failed; again in %s s", wait)


def _is_refusal(error: Exception) -> bool:
    return isinstance(error, discord.LoginFailure | discord.ConnectionClosed)
