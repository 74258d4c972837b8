"""The `Coach` port: a judge that is asked in worker processes."""

from __future__ import annotations

from bot.engine.match import MatchState
from bot.players.judging import Judge, Judgement, Moment, Option
from bot.thinking.messages import Judging, Weighing
from bot.thinking.pool import Pool


class PoolCoach:
    """Asks `judge` in the processes of `pool`, between the turns of the computer players."""

    def __init__(self, pool: Pool, judge: Judge) -> None:
        self._pool = pool
        self._judge = judge

    def missing(self) -> str | None:
        """Return what this machine lacks for it."""
        return self._judge.missing()

    def knows(self, variant: str) -> bool:
        """Return whether it can judge this variant."""
        return self._judge.knows(variant)

    async def options(self, state: MatchState) -> tuple[Option, ...]:
        """Return the best ways to decide what `state` waits for; raise `Unable` or `Stopped`."""
        return await self._pool.think(Weighing(self._judge, state))

    async def judge(self, moment: Moment) -> Judgement:
        """Return what there is to be said of a moment; raise `Unable` or `Stopped`."""
        return await self._pool.think(Judging(self._judge, moment))
