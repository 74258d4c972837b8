"""Many at once, and calls that are cancelled."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import pytest

from bot.app.ports import Conflict, SeatTaken, Seen
from bot.app.records import MatchRecord
from bot.app.requests import ChannelRef
from tests.store.club import CARLA, NOD, TO_THREE, Club, after

RIVALS = 20


async def rival(club: Club, record: MatchRecord, request: str) -> str:
    """Append to a match as it was when `record` was loaded; return how it went."""
    state = after(record.state, NOD)
    version = record.state.version
    try:
        await club.store.append(
            request, record.id, version, 0, NOD, state, show=True, anew=False, now=club.now
        )
    except (Conflict, Seen) as refused:
        return type(refused).__name__
    return "landed"


async def test_of_rivals_on_one_version_one_lands(club: Club) -> None:
    match = await club.start()
    for _ in range(5):
        record = await club.load(match)
        outcomes = await asyncio.gather(*(rival(club, record, club.request()) for _ in range(RIVALS)))
        assert Counter(outcomes) == {"landed": 1, "Conflict": RIVALS - 1}
        after_all = await club.load(match)
        assert after_all.state.version == record.state.version + 1
        assert after_all.events == (*record.events, *NOD)


async def test_one_request_at_once_lands_once(club: Club) -> None:
    match = await club.start()
    record = await club.load(match)
    outcomes = await asyncio.gather(*(rival(club, record, "same") for _ in range(RIVALS)))
    assert Counter(outcomes) == {"landed": 1, "Seen": RIVALS - 1}
    assert (await club.load(match)).state.version == record.state.version + 1


async def test_one_challenge_at_once_is_made_once(club: Club) -> None:
    def offer() -> asyncio.Future[int]:
        return asyncio.ensure_future(
            club.store.open_challenge(
                "same", club.channel.id, club.ana.id, None, TO_THREE, "en", club.now, code="K7Q2XM"
            )
        )

    outcomes = await asyncio.gather(*(offer() for _ in range(RIVALS)), return_exceptions=True)
    assert Counter(type(outcome) for outcome in outcomes) == {int: 1, Seen: RIVALS - 1}
    assert len(await club.store.open_challenges(club.channel.id)) == 1


async def test_one_challenge_is_accepted_once(club: Club) -> None:
    carla = await club.store.player(CARLA)
    challenge = await club.challenge()
    tries = [club.accept(challenge, club.ana, (club.bruno, carla)[n % 2]) for n in range(RIVALS)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert Counter(type(outcome) for outcome in outcomes) == {int: 1, Conflict: RIVALS - 1}
    assert len(await club.store.live_matches()) == 1


async def test_a_person_cannot_be_seated_twice_at_once(club: Club) -> None:
    challenges = [await club.challenge() for _ in range(8)]
    tries = [club.accept(challenge) for challenge in challenges]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(outcome, int) for outcome in outcomes) == 1
    # Side by side (PostgreSQL) some meet at the key itself; judged again, they are told who sits where.
    assert {type(outcome) for outcome in outcomes} <= {int, SeatTaken, Conflict}
    (match,) = await club.store.live_matches()
    with pytest.raises(SeatTaken) as taken:
        await club.accept((await club.store.open_challenges(club.channel.id))[0].id)
    assert taken.value.match == match


async def test_a_view_is_added_once(club: Club) -> None:
    match = await club.start()
    elsewhere = await club.store.channel(ChannelRef("test", "other"))
    views = await asyncio.gather(*(club.store.watch(match, elsewhere.id, "en") for _ in range(RIVALS)))
    assert len(set(views)) == 1


@pytest.mark.parametrize("seed", range(3))
async def test_cancelled_calls_leave_the_store_usable(club: Club, seed: int) -> None:
    random = Random(seed)
    match = await club.start()
    for _ in range(6):
        record = await club.load(match)
        tasks = [
            asyncio.ensure_future(random.choice([rival, read])(club, record, club.request()))
            for _ in range(RIVALS)
        ]
        await asyncio.sleep(random.choice([0, 0.0005, 0.002, 0.01]))
        for task in tasks:
            if random.random() < 0.8:
                task.cancel()
                await asyncio.sleep(random.choice([0, 0, 0.0005]))
        await asyncio.gather(*tasks, return_exceptions=True)
        before = await asyncio.wait_for(club.load(match), 5)
        assert before.state.version - record.state.version in {0, 1}
        assert before.state.version == len(before.events)
        assert (await asyncio.wait_for(club.append(match), 5)).version == before.state.version + 1


async def read(club: Club, record: MatchRecord, _request: str) -> str:
    """Load the match and what is due."""
    await club.store.match(record.id)
    await club.store.due_views()
    return "read"
