"""What a judge said is kept as it was, and mistakes are asked about in turn."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from bot.app.records import Mistake
from bot.players.judging import Judgement, Kind, Option
from bot.store import open_store
from tests.store.club import NOON, Club

OPTIONS = (Option("13/8 6/5*", 0.21239, ""), Option("24/18 13/11", -0.1, ""))
PLAY = Judgement(3, 1, 0, Kind.PLAY, "24/18 13/11", OPTIONS, counted=True, luck=-0.25)
DOUBLED = Judgement(
    9, 1, 1, Kind.DOUBLE, "roll", (Option("double", 0.9, "take"), Option("roll", 0.7)), counted=True
)
FORCED = Judgement(5, 1, 1, Kind.PLAY, "bar/24", (), counted=False, luck=0.0)


async def test_what_was_said_is_kept(club: Club) -> None:
    match = await club.start()
    await club.store.keep_analysis(match, 1, [PLAY, FORCED, DOUBLED], [], NOON)
    await club.store.keep_analysis(match, 2, [], [], NOON)
    kept = await club.store.analyses(match)
    assert list(kept) == [1, 2]
    assert kept[1][1:] == (FORCED, DOUBLED)
    assert kept[1][0].options[0] == Option("13/8 6/5*", 0.2124)
    assert (kept[1][0].at, kept[1][0].luck, kept[1][0].chosen) == (3, -0.25, "24/18 13/11")
    assert await club.store.analyses(match, 2) == {2: ()}
    assert await club.store.analyses(match, 3) == {}
    assert await club.store.analyses(match + 1) == {}


async def test_a_second_time_changes_nothing(club: Club) -> None:
    match = await club.start()
    mistake = Mistake(match, 3, 1, club.ana.id, 0.3)
    await club.store.keep_analysis(match, 1, [PLAY], [mistake], NOON)
    await club.store.keep_analysis(match, 1, [DOUBLED], [mistake], NOON)
    assert [each.at for each in (await club.store.analyses(match))[1]] == [3]
    assert await club.store.mistake(match, 3) == mistake


async def test_of_two_processes_that_judge_a_game_the_first_is_heard(club: Club, url: str) -> None:
    match = await club.start()
    mistake = Mistake(match, 3, 1, club.ana.id, 0.3)
    other = await open_store(url)
    try:
        both = (store.keep_analysis(match, 1, [PLAY], [mistake], NOON) for store in (club.store, other))
        await asyncio.gather(*both)
        assert await other.analyses(match) == await club.store.analyses(match)
        assert await other.mistake(match, 3) == mistake
    finally:
        await other.close()


async def test_only_a_repetition_is_passed_over(club: Club) -> None:
    """What else the database refuses is an error, and nothing of it is kept."""
    with pytest.raises(IntegrityError):
        await club.store.keep_analysis(99, 1, [PLAY], [], NOON)
    match = await club.start()
    with pytest.raises(IntegrityError):
        await club.store.keep_analysis(match, 1, [PLAY], [Mistake(match, 3, 1, club.ana.id, 0.3)] * 2, NOON)
    assert await club.store.analyses(match) == {}
    assert await club.store.mistake(match, 3) is None


async def test_mistakes_are_asked_about_in_turn_the_dearest_first(club: Club) -> None:
    match = await club.start()
    small, large = Mistake(match, 3, 1, club.ana.id, 0.1), Mistake(match, 7, 1, club.ana.id, 0.4)
    other = Mistake(match, 9, 1, club.bruno.id, 0.9)
    await club.store.keep_analysis(match, 1, [PLAY], [small, other, large], NOON)
    assert [await club.store.ask_again(club.ana.id) for _ in range(4)] == [large, small, large, small]
    assert await club.store.mistake(match, 7) == large
    assert await club.store.mistake(match, 8) is None


async def test_who_made_none_is_asked_nothing(club: Club) -> None:
    assert await club.store.ask_again(club.ana.id) is None
