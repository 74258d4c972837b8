"""Has finished games judged, in the background, and keeps what was said of them.

A game that is over never changes, so it is judged once; what a stop cuts short goes on with the next
game that was not judged when somebody asks again. Who asks while it works sees the same work.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from bot.app.ports import AnalysisStore, EventStore, Store
from bot.app.records import MatchRecord, Mistake
from bot.app.sources import Clock, Coach, Stopped, Unable
from bot.app.speech import is_computer
from bot.engine.formats.transcript import Game, games_of
from bot.engine.match import MatchState
from bot.players.judging import BLUNDER, Judgement, Moment, mistakes, moments

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often those who wait are told how far it is."""


@dataclass(slots=True)
class Work:
    """An analysis under way: how many moments were judged, and how many there are."""

    done: int = 0
    total: int = 0
    failed: bool = False

    @property
    def share(self) -> float:
        """Return how much is done, 0 to 1."""
        return self.done / self.total if self.total else 0.0


@dataclass(slots=True)
class _Running:
    work: Work
    task: asyncio.Task[None] = field(init=False)


class Analyst:
    """Judges matches with `coach`, each once at a time."""

    def __init__(self, store: Store, coach: Coach, clock: Clock) -> None:
        self._store = store
        self._coach = coach
        self._clock = clock
        self._running: dict[int, _Running] = {}

    async def found(self, record: MatchRecord) -> tuple[Judgement, ...] | None:
        """Return what was said of all finished games of a match, in order; None: not all were judged."""
        games = await finished_games(self._store, record.id)
        kept = await self._store.analyses(record.id)
        if any(game.begun.game not in kept for game in games):
            return None
        return _joined(kept)

    async def known(self, record: MatchRecord) -> tuple[Judgement, ...]:
        """Return what was said of the games that were judged, in order. Others may have ended since."""
        return _joined(await self._store.analyses(record.id))

    async def watch(self, record: MatchRecord) -> AsyncIterator[Work]:
        """Judge what was not judged yet; yield how far it is, now and then, and when it ends."""
        running = self._running.get(record.id) or self._start(record)
        yield running.work
        while not running.task.done():
            await asyncio.wait({running.task}, timeout=LOOK_SECONDS)
            yield running.work

    def _start(self, record: MatchRecord) -> _Running:
        running = _Running(Work())
        running.task = asyncio.create_task(self._judge(record, running.work))
        self._running[record.id] = running
        return running

    async def _judge(self, record: MatchRecord, work: Work) -> None:
        try:
            await self._judge_games(record, work)
        except Stopped:
            work.failed = True
        except Exception as error:
            work.failed = True
            if not isinstance(error, Unable):
                log.exception("match %s could not be judged", record.id)
        finally:
            self._running.pop(record.id, None)

    async def _judge_games(self, record: MatchRecord, work: Work) -> None:
        kept = await self._store.analyses(record.id)
        games = await finished_games(self._store, record.id)
        left = await asyncio.to_thread(_moments_by_game, games, kept.keys())
        work.total = sum(map(len, left.values()))
        for number, to_judge in left.items():
            said = [await self._said(moment, work) for moment in to_judge]
            costly = _costly(record, said)
            await self._store.keep_analysis(record.id, number, said, costly, self._clock.now())

    async def _said(self, moment: Moment, work: Work) -> Judgement:
        judgement = await self._coach.judge(moment)
        work.done += 1
        return judgement


def has_finished_game(state: MatchState) -> bool:
    """Return whether a game of the match is over."""
    return state.game > 1 or state.game_won is not None


async def finished_games(store: EventStore, match: int) -> tuple[Game, ...]:
    """Return the games of a match that are over. A long log takes its time, off the event loop."""
    events = await store.log(match)
    games = await asyncio.to_thread(games_of, events)
    return tuple(game for game in games if game.won)


async def judgement_at(store: AnalysisStore, mistake: Mistake) -> Judgement:
    """Return what was said of a decision that is kept as a mistake. Raises `LookupError` if nothing is."""
    said = (await store.analyses(mistake.match, mistake.game)).get(mistake.game, ())
    for judgement in said:
        if judgement.at == mistake.at:
            return judgement
    raise LookupError(f"nothing is kept of decision {mistake.at} in match {mistake.match}")


def of_people(record: MatchRecord, said: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """Return what was said of people, who can learn from it."""
    return tuple(each for each in said if not is_computer(record, each.seat))


def _moments_by_game(games: Iterable[Game], kept: Collection[int]) -> dict[int, tuple[Moment, ...]]:
    return {game.begun.game: tuple(moments(game)) for game in games if game.begun.game not in kept}


def _costly(record: MatchRecord, said: list[Judgement]) -> list[Mistake]:
    """Return the blunders of people."""
    return [
        Mistake(record.id, each.at, each.game, record.seats[each.seat].player.id, each.loss)
        for each in mistakes(of_people(record, said), BLUNDER)
    ]


def _joined(kept: Mapping[int, tuple[Judgement, ...]]) -> tuple[Judgement, ...]:
    return tuple(judgement for said in kept.values() for judgement in said)
