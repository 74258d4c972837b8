"""A match shown in more than one place."""

from __future__ import annotations

from bot.app.calls import Call, Handlers
from bot.app.catalog import Catalog
from bot.app.codes import written_code
from bot.app.ports import Store
from bot.app.replies import NOTHING, Answer, AnswerKind, Code
from bot.app.umpire import Outbox
from bot.engine.match import Phase
from bot.engine.refusals import Refusal
from bot.engine.written import excerpt


class Watching:
    """Shows a match of another channel here, by its code, and tells the code of one's own."""

    def __init__(self, store: Store, catalog: Catalog, outbox: Outbox) -> None:
        self._store = store
        self._catalog = catalog
        self._outbox = outbox

    @property
    def typed(self) -> Handlers:
        """The handlers of typed verbs."""
        return {"watch": self._watch, "unwatch": self._unwatch}

    async def _watch(self, call: Call) -> Answer:
        if not call.argument:
            return await self._tell_code(call)
        match = await self._store.match_by_code(written_code(call.argument))
        record = await self._store.match(match) if match is not None else None
        if record is None:
            raise Refusal("code-unknown", code=excerpt(call.argument))
        if record.state.phase is Phase.MATCH_OVER:
            raise Refusal("match-ended")
        await self._store.watch(record.id, call.channel.id, call.channel_locale)
        self._outbox.wake()
        return NOTHING

    async def _tell_code(self, call: Call) -> Answer:
        """Tell the code of the match that is played here, to be typed elsewhere."""
        match = await self._store.live_match(call.channel.id, call.player.id)
        if match is None:
            others = await self._store.live_matches(call.channel.id)
            if not others:
                raise Refusal("no-match")
            match = others[-1]
        command = Code(f"/watch {await self._store.code_of(match)}")
        line = self._catalog.line(call.locale, "watch.code", command=command)
        return Answer(AnswerKind.INFO, (line,))

    async def _unwatch(self, call: Call) -> Answer:
        if not await self._store.unwatch(call.channel.id):
            raise Refusal("nothing-watched")
        return Answer(AnswerKind.INFO, (self._catalog.line(call.locale, "watch.ended"),))
