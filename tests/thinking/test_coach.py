"""A judge in worker processes: it may crash or hang, and nobody waits for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from os import _exit

import pytest

from bot.app.sources import Stopped, Unable
from bot.engine.events import Played
from bot.engine.match import MatchState
from bot.engine.position import CheckerMove
from bot.players.judging import Judgement, Kind, Moment, Option
from bot.players.sage.machine import missing
from bot.thinking.coach import PoolCoach
from bot.thinking.pool import Pool
from tests.helpers.states import state

AT = state(dice="31")
RIGHT = Moment(AT, Played(0, (CheckerMove(8, 5), CheckerMove(6, 5))))


@dataclass(frozen=True)
class Unwell:
    """A judge that fails in a way of its own."""

    how: str
    seconds: float = 20.0

    def missing(self) -> str | None:
        return "health"

    def knows(self, variant: str) -> bool:
        return variant == "nackgammon"

    def options(self, state: MatchState) -> tuple[Option, ...]:
        if self.how == "crashes":
            _exit(1)
        raise ValueError("it does not feel like it")

    def judge(self, moment: Moment) -> Judgement:
        raise ValueError("it does not feel like it")


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    opened = Pool({}, 1)
    yield opened
    await opened.close()


@pytest.mark.skipif(missing() is not None, reason="bgsage cannot run here")
async def test_it_is_asked_in_a_process_of_its_own(pool: Pool) -> None:
    from bot.players.sage.judge import SageJudge  # noqa: PLC0415 - needs bgsage

    coach = PoolCoach(pool, SageJudge(plies=1))
    best, *_ = await coach.options(AT)
    judgement = await coach.judge(RIGHT)
    assert best.name == judgement.chosen == "8/5 6/5"
    assert judgement.kind is Kind.PLAY
    assert len(pool.pids) == 1


@pytest.mark.parametrize("how", ["crashes", "raises"])
async def test_what_fails_gives_no_answer(pool: Pool, how: str) -> None:
    coach = PoolCoach(pool, Unwell(how))
    with pytest.raises(Unable):
        await coach.options(AT)


async def test_a_failed_judgement_is_no_answer_either(pool: Pool) -> None:
    with pytest.raises(Unable):
        await PoolCoach(pool, Unwell("raises")).judge(RIGHT)


async def test_after_the_end_nobody_is_asked(pool: Pool) -> None:
    await pool.close()
    with pytest.raises(Stopped):
        await PoolCoach(pool, Unwell("raises")).judge(RIGHT)


def test_it_says_what_the_judge_says(pool: Pool) -> None:
    coach = PoolCoach(pool, Unwell("raises"))
    assert coach.missing() == "health"
    assert coach.knows("nackgammon")
    assert not coach.knows("backgammon")
