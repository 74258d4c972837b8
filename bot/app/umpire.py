"""Judges actions, records what follows, and lets the computer answer.

Everything that changes a match passes here: a person's action, typed or pressed, and the
computer's, in one way: load, decide, append under the version that was judged, wake the outbox.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.app.ports import Conflict, Seen, Store
from bot.app.records import MatchRecord
from bot.app.sources import Clock, Dice, Stopped, Thinker
from bot.app.speech import is_computer
from bot.app.standing import computer_to_act, fold, names_to_act, persons_to_act
from bot.engine.actions import Action
from bot.engine.decide import decide, legal_actions
from bot.engine.events import (
    Beavered,
    Doubled,
    Event,
    GameStarted,
    Raccooned,
    ResignationOffered,
    Seat,
    SettlementOffered,
)
from bot.engine.match import MatchState
from bot.engine.refusals import NotYourTurn, Refusal

log = logging.getLogger(__name__)

RIVALS = 8
"""How often an action is judged again because another one landed first."""

WAITS = (1.0, 5.0, 25.0)
"""Seconds before a computer's turn that failed is tried again."""

Judge: TypeAlias = Callable[[MatchRecord], tuple[Seat, Action]]
"""What to do on the match as it stands; called in a thread, again after a conflict; may raise `Refusal`."""


class Outbox(Protocol):
    """Brings the views to what they must show."""

    def wake(self) -> None:
        """Look for views that are due."""

    def thinking(self, match: int) -> AbstractContextManager[None]:
        """Show that the computer thinks over its turn in a match, if the context lasts long enough."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the live board was when a person began to act: whom it asked (player ids)."""

    persons: tuple[int, ...]
    anew: bool
    """Whatever comes is a new message: it was typed."""


class Umpire:
    """Records actions. `thinker` chooses for the computer."""

    def __init__(self, store: Store, dice: Dice, clock: Clock, thinker: Thinker, outbox: Outbox) -> None:
        self._store = store
        self._dice = dice
        self._clock = clock
        self._thinker = thinker
        self._outbox = outbox
        self._judging = asyncio.Lock()
        self._asked: dict[int, Shown] = {}
        self._thinking: dict[int, asyncio.Task[None]] = {}

    async def act(self, request: str, match: int, judge: Judge, *, typed: bool) -> None:
        """Judge and record one action; the computer's answer follows by itself.

        Raises `Refusal`; a request that was recorded before changes nothing.
        """
        for _ in range(RIVALS):
            record = await self._load(match)
            seat, events = await self._judge(record, judge)
            before = Shown(persons_to_act(record, record.state), typed)
            try:
                state = await self._append(request, record, seat, events, before)
            except Conflict:
                continue
            except Seen:
                return
            if computer_to_act(record, state) is not None:
                self.answer_for_computer(match, before)
            return
        raise Conflict

    def answer_for_computer(self, match: int, before: Shown | None = None) -> None:
        """Let the computer act for as long as only it is to act, in the background."""
        self._asked[match] = before or Shown((), anew=True)
        if match not in self._thinking:
            self._thinking[match] = asyncio.create_task(self._computer_turns(match))

    async def drain(self) -> None:
        """Wait until no computer is thinking."""
        while self._thinking:
            await asyncio.wait(list(self._thinking.values()))

    async def _load(self, match: int) -> MatchRecord:
        record = await self._store.match(match)
        if record is None:
            raise Refusal("no-match")
        return record

    async def _judge(self, record: MatchRecord, judge: Judge) -> tuple[Seat, tuple[Event, ...]]:
        """Return who acts, and what happens; raise `Refusal`.

        In a thread, one at a time: a double on a spread position would be felt by every other chat.
        """
        async with self._judging:
            return await asyncio.to_thread(self._decide, record, judge)

    def _decide(self, record: MatchRecord, judge: Judge) -> tuple[Seat, tuple[Event, ...]]:
        seat, action = judge(record)
        try:
            return seat, decide(record.state, action, seat, self._dice.rolls())
        except NotYourTurn:
            raise NotYourTurn("not-your-turn", name=names_to_act(record)) from None

    async def _append(
        self, request: str, record: MatchRecord, seat: Seat, events: tuple[Event, ...], before: Shown
    ) -> MatchState:
        state = fold(record.state, events)
        await self._store.append(
            request,
            record.id,
            record.state.version,
            seat,
            events,
            state,
            show=computer_to_act(record, state) is None,
            anew=needs_a_new_message(record, state, events, before),
            now=self._clock.now(),
        )
        self._outbox.wake()
        return state

    async def _computer_turns(self, match: int) -> None:
        try:
            while before := self._asked.pop(match, None):
                with self._outbox.thinking(match):
                    while await self._computer_turn_at_last(match, before):
                        pass
        except Stopped:
            log.info("the computer goes on in match %s at the next start", match)
        except Exception:
            log.exception("the computer gives match %s up until the next start", match)
        finally:
            # Here and not in a callback: who asks from now on must find nobody thinking.
            self._thinking.pop(match, None)

    async def _computer_turn_at_last(self, match: int, before: Shown) -> bool:
        """Make a computer's turn, also when the store fails for a while; return whether it had one.

        Nobody else could go on in its place.
        """
        for seconds in WAITS:
            try:
                return await self._computer_turn(match, before)
            except Stopped:
                raise
            except Exception:
                log.exception("the computer's turn failed in match %s", match)
                await asyncio.sleep(seconds)
        return await self._computer_turn(match, before)

    async def _computer_turn(self, match: int, before: Shown) -> bool:
        record = await self._load(match)
        seat = computer_to_act(record, record.state)
        if seat is None:
            return False
        try:
            action = await self._choose(record, seat)
            _, events = await self._judge(record, lambda _: (seat, action))
        except Stopped:
            raise
        except Exception:
            log.exception("the computer made no choice in match %s", match)
            _, events = await self._judge(record, lambda now: (seat, legal_actions(now.state, seat)[0]))
        try:
            await self._append(f"computer:{match}:{record.state.version}", record, seat, events, before)
        except (Conflict, Seen):
            log.info("the computer was overtaken in match %s", match)
        return True

    async def _choose(self, record: MatchRecord, seat: Seat) -> Action:
        return await self._thinker.choose(record.seats[seat].player.ref.user, record.state, seat)


def needs_a_new_message(
    record: MatchRecord, state: MatchState, events: tuple[Event, ...], before: Shown
) -> bool:
    """Decide by the law of the conversation whether the next board is posted or edited in.

    A new message: it was typed, another person is to act, or something must be noticed.
    One person alone with the computer, who taps, keeps one message all game.
    """
    people = [at.seat for at in record.seats if not is_computer(record, at.seat)]
    if before.anew or any(must_be_noticed(event, people) for event in events):
        return True
    return len(people) > 1 and persons_to_act(record, state) != before.persons


def must_be_noticed(event: Event, people: Sequence[Seat]) -> bool:
    """Return whether an event is always posted, since an edit notifies nobody: the next game, and an
    offer to a person (that to the computer is answered at once)."""
    match event:
        case GameStarted():
            return True
        case (
            Doubled(seat)
            | Beavered(seat)
            | Raccooned(seat)
            | ResignationOffered(seat)
            | SettlementOffered(seat)
        ):
            return any(person != seat for person in people)
    return False
