"""The desk for positions: somebody shows one, people say what they would play, the answer is revealed."""

from __future__ import annotations

import asyncio
import logging

from bot.app.calls import Call, Handlers
from bot.app.choices import pressed_choice, ranked, stand_alike, typed_choice
from bot.app.ports import Conflict, Seen, Store
from bot.app.position_reading import asked_state
from bot.app.presenter import Presenter
from bot.app.records import PositionRecord
from bot.app.replies import NOTHING, Answer, AnswerKind
from bot.app.sources import Clock, Coach, Stopped, Unable
from bot.app.standing import may_be_helped
from bot.app.umpire import Outbox
from bot.engine.match import MatchState
from bot.engine.position_id import diagram_of, xgid
from bot.engine.refusals import Refusal
from bot.players.judging import Option

log = logging.getLogger(__name__)


class Positions:
    """Shows positions, counts votes and reveals. `coach` is asked in the background."""

    def __init__(
        self, store: Store, presenter: Presenter, coach: Coach, clock: Clock, outbox: Outbox
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._coach = coach
        self._clock = clock
        self._outbox = outbox
        self._thinking: dict[int, asyncio.Task[None]] = {}

    @property
    def typed(self) -> Handlers:
        """The handlers of typed verbs."""
        return {"position": self._pose, "vote": self.vote, "reveal": self._reveal}

    @property
    def pressed(self) -> Handlers:
        """The handlers of a position's buttons."""
        return {"vote": self.vote, "reveal": self._reveal}

    async def resume(self) -> None:
        """Think on where the last process stopped."""
        for position in await self._store.thinking_positions():
            self._think_soon(position)

    async def drain(self) -> None:
        """Wait until no position is being thought about."""
        while self._thinking:
            await asyncio.wait(list(self._thinking.values()))

    # -- to ask -----------------------------------------------------------------------------------

    async def _pose(self, call: Call) -> Answer:
        """Show a position in the channel; without one, explain by example."""
        if not call.argument:
            return Answer(AnswerKind.INFO, self._presenter.help(call.locale, call.verb))
        state = asked_state(call.argument)
        await self._require_no_contest(call, state)
        lacking = self._coach.missing() or ""
        try:
            position = await self._store.pose(
                call.request.id,
                call.channel.id,
                call.player.id,
                xgid(diagram_of(state)),
                call.channel_locale,
                self._clock.now(),
                lacking=lacking,
            )
        except Seen:
            return NOTHING
        self._outbox.wake()
        if not lacking:
            self._think_soon(position)
        return NOTHING

    def _think_soon(self, position: int) -> None:
        if position not in self._thinking:
            self._thinking[position] = asyncio.create_task(self._think(position))

    async def _think(self, position: int) -> None:
        """Find the options of a position; whoever waits for them sees them below it."""
        try:
            record = await self._store.position(position)
            if record is not None and record.status == "thinking":
                await self._store.weigh(position, await self._options(record))
                self._outbox.wake()
        except Stopped:
            log.info("position %s is thought about at the next start", position)
        except Exception:
            log.exception("nothing was found out about position %s", position)
        finally:
            self._thinking.pop(position, None)

    async def _options(self, record: PositionRecord) -> tuple[Option, ...]:
        try:
            return ranked(record.state, await self._coach.options(record.state))
        except Unable:
            log.warning("there is no answer for position %s", record.id)
            return ()

    async def _require_no_contest(self, call: Call, state: MatchState) -> None:
        """Refuse to judge what the caller is playing at this moment, where hints would not be fair."""
        for match in await self._store.live_matches_of(call.player.id):
            record = await self._store.match(match)
            if record and not may_be_helped(record) and stand_alike(record.state, state):
                raise Refusal("position-in-play")

    # -- to vote ----------------------------------------------------------------------------------

    async def is_asked(self, call: Call) -> bool:
        """Return whether a play that was typed without a verb is said to a position.

        It is in answer to one. Otherwise one's own match here comes first, then the newest position.
        """
        if (answered := call.request.answered) is not None:
            view = await self._store.view_in(call.channel.id, answered)
            if view is not None:
                return view.position is not None
        if await self._store.live_match(call.channel.id, call.player.id) is not None:
            return False
        return await self._store.open_position(call.channel.id) is not None

    async def vote(self, call: Call) -> Answer:
        """Keep what the caller would do: the pressed choice, or the typed one."""
        record = await self._meant(call)
        if record.status == "revealed":
            raise Refusal("position-revealed")
        if call.typed and not call.argument:
            return Answer(AnswerKind.INFO, self._presenter.help(call.locale, call.verb))
        choose = pressed_choice if call.press else typed_choice
        choice = choose(record.state, call.argument)
        now = self._clock.now()
        try:
            await self._store.vote(call.request.id, record.id, call.player.id, choice, now)
        except Conflict:
            raise Refusal("position-revealed") from None
        except Seen:
            return NOTHING
        self._outbox.wake()
        if call.request.plain:
            return NOTHING
        return Answer(AnswerKind.TOAST, self._presenter.voted(record, choice, call.locale))

    async def _meant(self, call: Call) -> PositionRecord:
        """Return the position whose button was pressed, the one answered, or the newest one here."""
        position = call.press.subject if call.press else await self._addressed(call)
        record = await self._store.position(position) if position is not None else None
        if record is None:
            raise Refusal("no-position")
        return record

    async def _addressed(self, call: Call) -> int | None:
        if (answered := call.request.answered) is not None:
            view = await self._store.view_in(call.channel.id, answered)
            if view is not None and view.position is not None:
                return view.position
        return await self._store.open_position(call.channel.id)

    # -- to reveal --------------------------------------------------------------------------------

    async def _reveal(self, call: Call) -> Answer:
        """Show the answer and the votes, for who has asked or voted."""
        record = await self._meant(call)
        if record.status == "revealed":
            return NOTHING
        if call.player.id not in {record.asker.id, *(vote.player.id for vote in record.votes)}:
            raise Refusal("vote-first")
        await self._require_no_contest(call, record.state)
        if record.status == "thinking":
            self._think_soon(record.id)
            raise Refusal("position-thinking")
        try:
            await self._store.reveal(call.request.id, record.id, anew=call.typed)
        except (Conflict, Seen):
            return NOTHING
        self._outbox.wake()
        return NOTHING
