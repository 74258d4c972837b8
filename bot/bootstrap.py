"""The only composition root: builds the store, the service and the adapters, and runs them."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
from collections.abc import Awaitable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from random import Random

from bot.adapters import AdapterContext, AdapterSpec, StartFailed, find_adapters, load_spec
from bot.app.catalog import Catalog
from bot.app.codes import SecretCodes
from bot.app.delivery import Delivery, Pace
from bot.app.pondering import Patience
from bot.app.ports import Adapter
from bot.app.presenter import Presenter
from bot.app.replies import Animation
from bot.app.service import Service, Tools
from bot.config import Settings
from bot.engine.position import Roll
from bot.failures import Failure
from bot.players import ComputerPlayer, find_players, player_of
from bot.players.sage.judge import SageJudge
from bot.store import SqlStore
from bot.thinking.coach import PoolCoach
from bot.thinking.pool import Pool
from renderers.animation import animate
from renderers.board_view import BoardView
from renderers.png import render_png
from renderers.themes import find_themes

log = logging.getLogger(__name__)

PICTURES_KEPT = 128
"""About 8 MB of pictures: the boards that are asked for again within a turn or two."""
FILMS_KEPT = 4

# Whoever stops the bot waits ten seconds at least; these together are fewer.
STOP_SECONDS = 3.0
THINK_SECONDS = 1.5
DELIVER_SECONDS = 3.0
DISCONNECT_SECONDS = 1.5
WORKERS_SECONDS = 0.5
SETTLE_SECONDS = 60.0

SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps the event loop waiting: a fifth of what is usual."""


@contextmanager
def attentive() -> Iterator[None]:
    """Have the interpreter hold up the event loop as little as it can, while the context lasts.

    Threads that compute give way sooner, and what has been loaded is left out when the interpreter looks
    for garbage: each time that took a tenth of a second, in which nothing else went on.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        sys.setswitchinterval(usual)


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)


class RandomDice:
    """Two dice thrown with `random`: the system's own source, or a seeded one that repeats itself."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def rolls(self) -> Iterator[Roll]:
        """Yield rolls without end; all iterators share one sequence."""
        while True:
            yield self._random.randint(1, 6), self._random.randint(1, 6)


class PngPainter:
    """Draws boards in a thread of its own, films in another, and keeps the latest ones."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="painter")
        self._render = lru_cache(maxsize=PICTURES_KEPT)(render_png)
        # A film takes seconds, for which no board shall wait.
        self._studio = ThreadPoolExecutor(max_workers=1, thread_name_prefix="films")
        self._film = lru_cache(maxsize=FILMS_KEPT)(_film)

    async def png(self, view: BoardView) -> bytes:
        """Return the picture of `view` as a PNG."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._render, view)

    async def animation(self, animation: Animation) -> bytes:
        """Return a film as a GIF."""
        return await asyncio.get_running_loop().run_in_executor(self._studio, self._film, animation)

    def close(self) -> None:
        """Give up what was not begun."""
        for thread in (self._thread, self._studio):
            thread.shutdown(wait=False, cancel_futures=True)


class Bot:
    """Everything that runs, on one store. `stopping` ends it.

    `computers` are the computer players by id (all there are, if not given; they think in processes of
    their own, so these must be able to import them), `pace` is how long the outbox waits after
    failures, and `patience` how long people wait for the computer before they see that it thinks.
    """

    def __init__(
        self,
        settings: Settings,
        catalog: Catalog,
        store: SqlStore,
        dice: RandomDice,
        stopping: asyncio.Event,
        *,
        computers: Mapping[str, ComputerPlayer] | None = None,
        pace: Pace | None = None,
        patience: Patience | None = None,
    ) -> None:
        presenter = Presenter(catalog)
        clock = SystemClock()
        self._store = store
        self._stopping = stopping
        self._running: dict[str, Adapter] = {}
        self._delivery = Delivery(store, self._running, presenter, clock, pace, patience)
        players = computers or {name: player_of(name) for name in find_players()}
        self._thinkers = Pool(players)
        self._service = Service(
            Tools(
                store=store,
                catalog=catalog,
                presenter=presenter,
                dice=dice,
                codes=SecretCodes(),
                clock=clock,
                outbox=self._delivery,
                computers=players,
                themes=find_themes(),
                thinker=self._thinkers,
                coach=PoolCoach(self._thinkers, SageJudge()),
            )
        )
        self._painter = PngPainter()
        self._context = AdapterContext(
            settings=settings.by_name(),
            front_door=self._service,
            painter=self._painter,
            catalog=catalog,
            settled=self._settled,
            stop_program=stopping.set,
        )

    async def run(self, specs: tuple[AdapterSpec, ...]) -> None:
        """Go on where the last process stopped, start the adapters, and run until told to stop.

        Raises `Failure` if no adapter could be started; one that could is enough.
        """
        for spec in specs:
            if spec.token is None:
                await self._show_again(spec.platform)
        await self._service.resume()
        starting = asyncio.create_task(self._start_any(specs))
        stop = asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({starting, stop}, return_when=asyncio.FIRST_COMPLETED)
            if starting.done() and not starting.result():
                raise Failure("no platform could be started; the log says why")
            await stop
        finally:
            starting.cancel()
            stop.cancel()
            await self._stop()

    async def _start_any(self, specs: tuple[AdapterSpec, ...]) -> bool:
        """Start all adapters side by side; return whether at least one runs."""
        return any(await asyncio.gather(*(self._start(spec) for spec in specs)))

    async def _start(self, spec: AdapterSpec) -> bool:
        """Start an adapter and deliver what is due there; return whether it runs."""
        try:
            adapter = spec.build(self._context)
            await adapter.start()
        except StartFailed as failure:
            log.error("%s does not run: %s", spec.platform, failure.reason)
            return False
        except Exception:
            log.exception("%s does not run", spec.platform)
            return False
        log.info("%s runs", spec.platform)
        self._running[spec.platform] = adapter
        self._delivery.wake()
        return True

    async def _show_again(self, platform: str) -> None:
        """Ask for the boards of all live matches, on a platform that forgets what it showed."""
        run = secrets.token_hex(4)
        for match in await self._store.live_matches():
            for view in await self._store.views_of(match=match):
                if view.channel.ref.platform == platform:
                    await self._store.want_board(f"{platform}:{run}:{view.id}", view.id, anew=True)

    async def _settled(self) -> None:
        await self._service.drain()
        await self._delivery.drain(SETTLE_SECONDS)

    async def _stop(self) -> None:
        """Take no more, finish what was begun, let go: less than ten seconds in all."""
        adapters = self._running.values()
        await _within(STOP_SECONDS, "stopping", *(adapter.stop() for adapter in adapters))
        await _within(THINK_SECONDS, "the computer's turn", self._service.drain())
        if not await self._delivery.drain(DELIVER_SECONDS):
            log.warning("some boards were not delivered in time; the next start delivers them")
        await _within(DISCONNECT_SECONDS, "disconnecting", *(adapter.disconnect() for adapter in adapters))
        await _within(WORKERS_SECONDS, "ending the workers", self._thinkers.close())
        self._painter.close()


def _film(animation: Animation) -> bytes:
    return animate(
        [frame.view for frame in animation.frames], [frame.milliseconds for frame in animation.frames]
    )


async def _within(seconds: float, what: str, *waited_for: Awaitable[None]) -> None:
    """Wait for all, at most so long; log what fails or is late, and go on."""
    try:
        async with asyncio.timeout(seconds):
            results = await asyncio.gather(*waited_for, return_exceptions=True)
    except TimeoutError:
        log.warning("%s takes longer than %s s and is given up", what, seconds)
        return
    for result in results:
        if isinstance(result, BaseException):
            log.error("%s failed", what, exc_info=result)


def chosen_adapters(settings: Settings) -> tuple[AdapterSpec, ...]:
    """Return the adapters whose token is set; with none, those that need no token.

    Raises `Failure` for the token of a platform that has no adapter.
    """
    values = settings.by_name()
    for name, value in values.items():
        if name.endswith("_token") and value and name.removesuffix("_token") not in find_adapters():
            raise Failure(f"{name.upper()} is set, but this version has no adapter for that platform")
    # The setting is called after the platform, so that no client library is imported in vain.
    possible = [name for name in find_adapters() if values.get(f"{name}_token", "") is not None]
    specs = [load_spec(platform) for platform in possible]
    enabled = tuple(spec for spec in specs if spec.token and values[spec.token])
    return enabled or tuple(spec for spec in specs if spec.token is None)
