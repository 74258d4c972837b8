"""The outbox: brings each view to the board that it must show.

One task a view at most. What is due stands in the store, so a start finishes what a kill left.
A new board is posted, the one before it is closed; or the live board is edited in place, by the
law of the conversation. The newest state is read right before each attempt, so whatever happened
meanwhile is shown at once and nothing older is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta

from bot.app.pondering import Patience, Pondering
from bot.app.ports import (
    Adapter,
    Blocked,
    DeliveryError,
    Gone,
    Migrated,
    NotDelivered,
    RetryAfter,
    Store,
    Unknown,
)
from bot.app.presenter import Presenter
from bot.app.recent import Recent
from bot.app.records import MatchRecord, MessageRef, View
from bot.app.replies import Board
from bot.app.sources import Clock
from bot.app.standing import computer_to_act

log = logging.getLogger(__name__)

LIVE_FOR = timedelta(minutes=50)
"""Beyond this age a live board is not edited but posted anew."""
PARTIALS_KEPT = 1000
"""Views in which checkers are being tapped at the same time."""
LEFT_KEPT = 1000
"""Views in which the computer has thought for long at the same time."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long to wait after failures, in seconds."""

    first: float = 1.0
    longest: float = 60.0

    def after(self, failures: int) -> float:
        """Return the wait after so many failures in a row."""
        return float(min(self.first * 2 ** min(failures - 1, 16), self.longest))


@dataclass(frozen=True, slots=True)
class Contents:
    """A board, and the number of the game that it shows (0: a card)."""

    board: Board
    game: int


class Delivery:
    """Posts and edits boards. `adapters` by platform; views of other platforms stay due."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        presenter: Presenter,
        clock: Clock,
        pace: Pace | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._store = store
        self._adapters = adapters
        self._presenter = presenter
        self._clock = clock
        self._pace = pace or Pace()
        self._scan: asyncio.Task[None] | None = None
        self._scan_again = False
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closing: set[asyncio.Task[None]] = set()
        self._failures: dict[int, int] = {}
        self._doubtful: dict[int, int] = {}
        """By view: what it wanted when the outcome of a post remained unknown."""
        self._presenting = asyncio.Lock()
        self._partial_at: Recent[int, float] = Recent(PARTIALS_KEPT)
        self._pondering = Pondering(store, adapters, self._say_thinking_soon, patience or Patience())
        self._thinking: set[int] = set()
        """Views that are to say that the computer thinks."""
        self._left: Recent[int, Board] = Recent(LEFT_KEPT)
        """By view that says so: the board that is left when it no longer does."""

    def wake(self) -> None:
        """Look for views that are due, soon; never waits."""
        self._scan_again = True
        if self._scan is None:
            self._scan = asyncio.create_task(self._find_due())

    def thinking(self, match: int) -> AbstractContextManager[None]:
        """Show where a match is played that the computer thinks, if the context lasts long enough."""
        return self._pondering.over(match)

    async def drain(self, timeout_seconds: float) -> bool:
        """Wait until nothing is under way; return False and stop trying when the time is over."""
        deadline = asyncio.get_running_loop().time() + timeout_seconds
        while busy := self._busy():
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                for task in busy:
                    task.cancel()
                await asyncio.gather(*busy, return_exceptions=True)
                return False
            await asyncio.wait(busy, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        return True

    def _busy(self) -> set[asyncio.Task[None]]:
        scan = {self._scan} if self._scan else set()
        return scan | set(self._tasks.values()) | self._closing

    async def _find_due(self) -> None:
        try:
            while self._scan_again:
                self._scan_again = False
                try:
                    due = await self._store.due_views()
                except Exception:
                    log.exception("the outbox could not be read")
                    self._scan_again = True
                    await asyncio.sleep(self._pace.longest)
                    continue
                for view in due:
                    self._serve_soon(view)
        finally:
            self._scan = None

    def _serve_soon(self, view: int) -> None:
        self._again.add(view)
        if view not in self._tasks:
            self._tasks[view] = asyncio.create_task(self._serve(view))

    async def _serve(self, number: int) -> None:
        try:
            while number in self._again:
                self._again.discard(number)
                while await self._step(number):
                    pass
        finally:
            # Here and not in a callback: who wakes the outbox from now on must find no task.
            self._tasks.pop(number, None)

    async def _step(self, number: int) -> bool:
        """Make one attempt; return whether the view is to be looked at again."""
        try:
            return await self._attempt(number)
        except Exception:
            log.exception("view %s could not be served", number)
            await asyncio.sleep(self._pace.after(self._failed(number)))
            return True

    async def _attempt(self, number: int) -> bool:
        view = await self._store.view(number)
        adapter = self._adapters.get(view.channel.ref.platform) if view else None
        if view is None or adapter is None or view.shown >= view.wanted:
            self._forget(number)
            if view and adapter:
                await self._say_thinking(adapter, view)
            return False
        contents = await self._contents(view)
        if contents is None:
            await self._record(view, view.live, view.live_game, posted=False)
            return True
        if contents.board.partial and not view.anew and await self._too_soon(adapter, number):
            return True
        try:
            await self._show(adapter, view, contents)
        except DeliveryError as error:
            return await self._recover(view, error, contents.game)
        self._forget(number)
        if contents.board.partial:
            self._partial_at.keep(number, asyncio.get_running_loop().time())
        else:
            self._partial_at.forget(number)
        return True

    def _failed(self, number: int) -> int:
        """Count one more failure in a row; return how many there are."""
        self._failures[number] = self._failures.get(number, 0) + 1
        return self._failures[number]

    def _forget(self, number: int) -> None:
        """Forget what went wrong with a view before."""
        self._failures.pop(number, None)
        self._doubtful.pop(number, None)

    async def _too_soon(self, adapter: Adapter, number: int) -> bool:
        """Wait for the gap between two edits of a growing play; return whether there was a wait."""
        last = self._partial_at.get(number)
        left = 0.0 if last is None else last + adapter.partial_gap_seconds - asyncio.get_running_loop().time()
        if left <= 0:
            return False
        await asyncio.sleep(left)
        return True

    # -- showing --------------------------------------------------------------------------------

    async def _contents(self, view: View) -> Contents | None:
        locale = shown_locale(view)
        if view.match is not None:
            record = await self._store.match(view.match)
            if record is None:
                return None
            board = await self._board(view, record)
            shown = board.watched() if view.watching else board.shown_on(view.channel.ref.platform)
            return Contents(shown, record.state.game)
        if view.position is not None:
            return await self._position(view, view.position)
        challenge = await self._store.challenge(view.challenge) if view.challenge is not None else None
        # One that was answered before anybody saw it, as by the computer, leaves no card behind.
        if challenge is None or (challenge.status != "open" and view.live is None):
            return None
        return Contents(self._presenter.card(challenge, locale), 0)

    async def _board(self, view: View, record: MatchRecord) -> Board:
        # A double on a spread position takes long enough to be felt by every other chat; and of several
        # threads that compute, each takes its turn before the event loop does.
        async with self._presenting:
            return await asyncio.to_thread(
                self._presenter.board, record, shown_locale(view), self._clock.now(), looks=view.channel.looks
            )

    async def _position(self, view: View, number: int) -> Contents | None:
        record = await self._store.position(number)
        if record is None:
            return None
        show = self._presenter.position
        return Contents(await asyncio.to_thread(show, record, shown_locale(view), view.channel.looks), 0)

    async def _show(self, adapter: Adapter, view: View, contents: Contents) -> None:
        live = view.live
        asks_nothing = not contents.board.keyboard
        lasts = asks_nothing or contents.board.stays
        if live is not None and not view.anew and (lasts or not self._is_old(view)):
            try:
                await adapter.edit(view, live, contents.board)
            except Unknown as error:
                raise NotDelivered from error  # an edit that comes twice does no harm
            except Gone:
                log.info("view %s: its message is gone", view.id)
                live = None
            if live is not None or asks_nothing:
                await self._record(view, live, contents.game, posted=False)
                self._left.forget(view.id)
                return
        message = await adapter.post(view, contents.board, live)
        await self._record(view, message, contents.game, posted=True)
        if live is not None:
            self._close_soon(adapter, view, live, contents.game)
        self._left.forget(view.id)

    def _is_old(self, view: View) -> bool:
        return view.live_at is None or self._clock.now() - view.live_at > LIVE_FOR

    async def _record(self, view: View, live: MessageRef | None, game: int, *, posted: bool) -> None:
        await self._store.delivered(view.id, view.wanted, live, game, posted=posted, now=self._clock.now())

    # -- while the computer thinks ----------------------------------------------------------------

    def _say_thinking_soon(self, view: int) -> None:
        self._thinking.add(view)
        self._serve_soon(view)

    async def _say_thinking(self, adapter: Adapter, view: View) -> None:
        """Edit into the live board that the computer thinks, if it does and that is due; only once."""
        if view.id not in self._thinking:
            return
        self._thinking.discard(view.id)
        record = await self._store.match(view.match) if view.match is not None else None
        if record is None or view.live is None or computer_to_act(record, record.state) is None:
            return
        board = await self._board(view, record)
        self._left.keep(view.id, board)
        try:
            await adapter.edit(view, view.live, self._presenter.thinking(record, shown_locale(view), board))
        except DeliveryError as error:
            log.info("view %s: it is not said that the computer thinks: %r", view.id, error)

    # -- closing what is no longer live -----------------------------------------------------------

    def _close_soon(self, adapter: Adapter, view: View, message: MessageRef, game: int) -> None:
        left = self._left.get(view.id)
        task = asyncio.create_task(self._close(adapter, view, message, game, left))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close(
        self, adapter: Adapter, view: View, message: MessageRef, game: int, left: Board | None
    ) -> None:
        """Close a message on the final board of its game, or on what is `left` where words go."""
        try:
            final = await self._final(view) if view.match and view.live_game != game else left
            await adapter.close(view, message, final)
        except DeliveryError as error:
            log.info("view %s: an old message keeps its buttons: %r", view.id, error)
        except Exception:
            log.exception("view %s: an old message could not be closed", view.id)

    async def _final(self, view: View) -> Board | None:
        """Return the final board of the game that ended last in the match of a view."""
        record = await self._store.match(view.match) if view.match is not None else None
        if record is None:
            return None
        return self._presenter.final(record, shown_locale(view), looks=view.channel.looks)

    # -- what can go wrong ------------------------------------------------------------------------

    async def _recover(self, view: View, error: DeliveryError, game: int) -> bool:
        """Wait, follow or give up, as the error asks; return whether to try again."""
        failures = self._failed(view.id)
        log.warning("view %s: not delivered (%s in a row): %r", view.id, failures, error)
        match error:
            case RetryAfter(seconds=seconds):
                await asyncio.sleep(seconds)
            case Migrated(new_chat=new_chat):
                ref = view.channel.ref
                await self._store.migrate(ref.platform, ref.chat, new_chat)
                self.wake()  # the other boards of that chat stay behind too
            case Blocked():
                await self._store.lose(view.channel.id)
                self._forget(view.id)
                return False
            case Unknown() if self._doubtful.get(view.id) == view.wanted:
                # It may be there twice by now, which is tolerable; a third is not.
                await self._record(view, None, game, posted=True)
                self._forget(view.id)
            case _:
                if isinstance(error, Unknown):
                    self._doubtful[view.id] = view.wanted
                await asyncio.sleep(self._pace.after(failures))
        return True


def shown_locale(view: View) -> str:
    """Return the language of a view: its channel's choice, else the one it was opened in."""
    return view.channel.locale or view.locale
