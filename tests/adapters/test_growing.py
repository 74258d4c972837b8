"""Progress is shown now and then, what an answer becomes always, and as soon as it is known."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.adapters.growing import Growing, insisting, last_of
from bot.app.ports import Blocked, DeliveryError, NotDelivered, RetryAfter, Unknown
from bot.app.replies import Answer, AnswerKind
from tests.helpers.growth import Growth, percent
from tests.helpers.houses import until

FOR_EVER = 3600.0
FINAL = Answer(AnswerKind.INFO, (("Error rate 7.3",),))


class Place:
    """Notes what it is told to show, and what it has shown when `open`. `failing` makes progress fail."""

    def __init__(self) -> None:
        self.told: list[Answer] = []
        self.progress_shown: list[Answer] = []
        self.final: list[Answer] = []
        self.open = asyncio.Event()
        self.open.set()
        self.failing: Exception | None = None

    async def progress(self, answer: Answer) -> None:
        self.told.append(answer)
        await self.open.wait()
        if self.failing:
            raise self.failing
        self.progress_shown.append(answer)

    async def finish(self, answer: Answer) -> None:
        self.told.append(answer)
        await self.open.wait()
        self.final.append(answer)


# -- the pace -----------------------------------------------------------------------------------------


async def test_no_progress_is_shown_before_its_time_and_the_last_one_at_once() -> None:
    place, growth = Place(), Growth()
    growth.ends(percent(1), percent(2), FINAL)
    assert await asyncio.wait_for(last_of(growth, FOR_EVER, place.progress), 5.0) == FINAL
    assert place.progress_shown == []


async def test_the_last_one_does_not_wait_for_the_next_report() -> None:
    place, growth = Place(), Growth()
    following = asyncio.create_task(last_of(growth, FOR_EVER, place.progress))
    growth.comes(percent(1))
    await until(lambda: growth.is_read)
    growth.ends(FINAL)
    assert await asyncio.wait_for(following, 5.0) == FINAL


async def test_progress_is_shown_as_it_comes_where_there_is_time() -> None:
    place, growth = Place(), Growth()
    following = asyncio.create_task(last_of(growth, 0.0, place.progress))
    for number in range(3):
        growth.comes(percent(number))
        await until(lambda: len(place.progress_shown) > number)  # noqa: B023 - awaited within the turn
    growth.ends()
    assert place.progress_shown == [percent(0), percent(1), percent(2)]
    assert await following == percent(2)


async def test_what_came_while_the_last_report_was_under_way_is_skipped_but_for_the_newest() -> None:
    place, growth = Place(), Growth()
    place.open.clear()
    following = asyncio.create_task(last_of(growth, 0.0, place.progress))
    growth.comes(percent(1))
    await until(lambda: place.told)
    growth.comes(percent(2), percent(3), percent(4))
    await until(lambda: growth.is_read)
    place.open.set()
    await until(lambda: len(place.progress_shown) == 2)
    assert place.progress_shown == [percent(1), percent(4)]
    growth.ends(FINAL)
    assert await following == FINAL


async def test_progress_that_fails_is_left_out() -> None:
    place, growth = Place(), Growth()
    place.failing = RetryAfter(FOR_EVER)
    following = asyncio.create_task(last_of(growth, 0.0, place.progress))
    growth.comes(percent(1))
    await until(lambda: place.told)
    growth.ends(FINAL)
    assert await asyncio.wait_for(following, 5.0) == FINAL


async def test_what_never_grows_becomes_nothing() -> None:
    growth = Growth()
    growth.ends()
    assert await last_of(growth, FOR_EVER, Place().progress) is None


# -- all that grows -----------------------------------------------------------------------------------


async def test_two_grow_side_by_side() -> None:
    growing, first, second = Growing(), Growth(), Growth()
    places = Place(), Place()
    growing.follow(first, FOR_EVER, places[0])
    growing.follow(second, FOR_EVER, places[1])
    second.ends(FINAL)
    await until(lambda: places[1].final)
    assert places[0].final == []
    first.ends(FINAL)
    await growing.settled()
    assert places[0].final == places[1].final == [FINAL]


async def test_a_stop_gives_up_what_grows_and_takes_nothing_more() -> None:
    growing, growth, place = Growing(), Growth(), Place()
    growing.follow(growth, FOR_EVER, place)
    await until(lambda: growth.awaited)
    await asyncio.wait_for(growing.stop(FOR_EVER), 5.0)
    growth.ends(FINAL)
    growing.follow(growth, FOR_EVER, place)
    await growing.settled()
    assert growth.given_up
    assert place.final == []


async def test_a_stop_waits_for_what_is_being_finished() -> None:
    growing, growth, place = Growing(), Growth(), Place()
    place.open.clear()
    growing.follow(growth, FOR_EVER, place)
    growth.ends(FINAL)
    await until(lambda: place.told)
    stopping = asyncio.create_task(growing.stop(FOR_EVER))
    await asyncio.sleep(0.01)
    place.open.set()
    await asyncio.wait_for(stopping, 5.0)
    assert place.final == [FINAL]


async def test_a_stop_does_not_wait_for_ever_and_an_end_not_at_all() -> None:
    growing, growth, place = Growing(), Growth(), Place()
    place.open.clear()
    growing.follow(growth, FOR_EVER, place)
    growth.ends(FINAL)
    await until(lambda: place.told)
    await asyncio.wait_for(growing.stop(0.01), 5.0)
    await asyncio.wait_for(growing.end(), 5.0)
    await asyncio.wait_for(growing.settled(), 5.0)
    assert place.final == []


async def test_a_mistake_of_ours_is_logged_and_over(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> AsyncIterator[Answer]:
        yield percent(1)
        raise RuntimeError("a bug")

    growing, place = Growing(), Place()
    growing.follow(broken(), FOR_EVER, place)
    await growing.settled()
    assert "a bug" in caplog.text
    assert place.final == []


# -- what must arrive -----------------------------------------------------------------------------------


class Failing:
    """Fails with each error once, and then succeeds."""

    def __init__(self, *errors: DeliveryError) -> None:
        self.errors = list(errors)

    async def __call__(self) -> str:
        if self.errors:
            raise self.errors.pop(0)
        return "done"


def soon(_: int) -> float:
    return 0.0


async def test_what_must_arrive_is_tried_a_few_times() -> None:
    errors = NotDelivered("no network"), RetryAfter(0.01), NotDelivered("no network")
    assert await insisting(Failing(*errors), soon, in_doubt=False) == "done"
    with pytest.raises(NotDelivered):
        await insisting(Failing(*errors, NotDelivered("no network")), soon, in_doubt=False)


async def test_what_may_have_arrived_is_repeated_only_where_that_does_no_harm() -> None:
    assert await insisting(Failing(Unknown("read timeout")), soon, in_doubt=True) == "done"
    with pytest.raises(Unknown):
        await insisting(Failing(Unknown("read timeout")), soon, in_doubt=False)


async def test_what_cannot_arrive_is_not_repeated() -> None:
    with pytest.raises(Blocked):
        await insisting(Failing(Blocked("kicked")), soon, in_doubt=True)
