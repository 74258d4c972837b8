"""What people see while the computer thinks for longer than a moment: that it types, then a line of words.

It is shown where a match is played, and not where it is only watched: nobody there waits for a turn.
All of it is best effort: no board waits for it, and what fails is given up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bot.app.ports import Adapter, ViewStore
from bot.app.records import View

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a person has waited when something is shown, in seconds."""

    typing: float = 2.0
    line: float = 5.0


class Pondering:
    """Shows that the computer thinks. `say` is told the id of each view in which words are due."""

    def __init__(
        self,
        store: ViewStore,
        adapters: Mapping[str, Adapter],
        say: Callable[[int], None],
        patience: Patience,
    ) -> None:
        self._store = store
        self._adapters = adapters
        self._say = say
        self._patience = patience

    @contextmanager
    def over(self, match: int) -> Iterator[None]:
        """Show that the computer thinks over its turn in a match, for as long as the context lasts."""
        showing = asyncio.create_task(self._show(match))
        try:
            yield
        finally:
            showing.cancel()

    async def _show(self, match: int) -> None:
        await asyncio.sleep(self._patience.typing)
        try:
            views = [view for view in await self._store.views_of(match=match) if not view.watching]
        except Exception:
            log.debug("where match %s is played could not be read", match, exc_info=True)
            return
        async with asyncio.TaskGroup() as shown:
            for view in views:
                shown.create_task(self._type(view))
            shown.create_task(self._speak(views))

    async def _type(self, view: View) -> None:
        """Show in one place that the bot types, until this is cancelled."""
        while adapter := self._adapters.get(view.channel.ref.platform):
            try:
                await adapter.typing(view)
            except Exception:
                log.debug("view %s does not show that the bot types", view.id, exc_info=True)
            await asyncio.sleep(adapter.typing_gap_seconds)

    async def _speak(self, views: list[View]) -> None:
        await asyncio.sleep(self._patience.line - self._patience.typing)
        for view in views:
            self._say(view.id)
