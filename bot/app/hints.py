"""Hints: what a judge would do, for whoever is to decide it and may be helped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from bot.app import coach_words
from bot.app.calls import Call
from bot.app.catalog import Catalog
from bot.app.finding import match_meant
from bot.app.incidents import incident
from bot.app.ports import Store
from bot.app.records import MatchRecord
from bot.app.refusal_words import refusal_words
from bot.app.replies import Answer, AnswerKind
from bot.app.sources import Coach, Stopped, Unable
from bot.app.speech import Speech
from bot.app.standing import judged, may_be_helped, seat_of
from bot.engine.actions import RollDice
from bot.engine.events import Seat
from bot.engine.match import MatchState, Phase, seats_to_act
from bot.engine.refusals import Refusal
from bot.players.judging import has_options

PATIENCE_SECONDS = 2.0
"""How long a request waits for the coach; after that the answer grows, and holds up nobody."""


class Hints:
    """Gives hints."""

    def __init__(self, store: Store, catalog: Catalog, coach: Coach) -> None:
        self._store = store
        self._catalog = catalog
        self._coach = coach

    async def give(self, call: Call) -> Answer:
        """Say what is best; refuse who may not be told, and where there is nothing to be told."""
        record = await match_meant(self._store, call)
        seat = seat_of(record, call)
        if not may_be_helped(record):
            raise Refusal("hint-opponent")
        _require_decision(record, seat)
        require_coach(self._coach, record)
        speech = Speech(self._catalog, call.locale)
        advice = asyncio.create_task(self._advice(record.state, speech))
        await asyncio.wait({advice}, timeout=PATIENCE_SECONDS)
        if advice.done():
            return advice.result()
        later = self._in_the_end(call, advice)
        return Answer(AnswerKind.INFO, (speech.line("hint.thinking"),), later=later)

    async def _advice(self, state: MatchState, speech: Speech) -> Answer:
        try:
            options = await self._coach.options(state)
        except (Unable, Stopped):
            return Answer(AnswerKind.REFUSAL, refusal_words(Refusal("coach-unable"), speech))
        return Answer(AnswerKind.INFO, coach_words.hint(state, options, speech))

    async def _in_the_end(self, call: Call, advice: asyncio.Task[Answer]) -> AsyncIterator[Answer]:
        try:
            yield replace(await advice, kind=AnswerKind.INFO)
        except Exception:
            yield incident(self._catalog, call.locale, call.request.id)


def require_coach(coach: Coach, record: MatchRecord) -> None:
    """Refuse what cannot be judged here, or not at all."""
    if lacking := coach.missing():
        raise Refusal("coach-missing", missing=lacking)
    if not coach.knows(record.state.variant):
        raise Refusal("coach-variant", variant=record.state.variant)


def _require_decision(record: MatchRecord, seat: Seat) -> None:
    """Refuse a seat that decides nothing now, or nothing that hints are about."""
    state = record.state
    if seat not in seats_to_act(state) or state.phase is Phase.GAME_OVER:
        judged(record, seat, RollDice())
    if not has_options(state):
        raise Refusal("hint-nothing")
