"""Matches and their logs."""

from __future__ import annotations

import pytest

from bot.app.ports import Conflict, Seen
from bot.app.records import MatchRecord
from bot.app.requests import ChannelRef
from bot.engine.events import AutoRollChosen, GameStarted, Played, Rolled, SessionEnded
from bot.engine.house_rules import Money
from bot.engine.match import Phase, replay
from bot.engine.position import CheckerMove
from bot.store import open_store
from tests.store.club import CARLA, DAVI, NOD, THE_END, Club, after, beginning, next_game


async def test_there_is_no_such_match(club: Club) -> None:
    assert await club.store.match(99) is None


async def test_what_is_appended_comes_back(club: Club) -> None:
    match = await club.start()
    challenged = (await club.load(match)).seats[0].acted_at
    events = (AutoRollChosen(1, True), AutoRollChosen(0, True))
    state = await club.append(match, events, seat=1)
    record = await club.load(match)
    assert record.state == state == replay((*beginning(), *events))
    assert record.events == (*beginning(), *events)
    assert record.state.version == 5
    assert [at.acted_at for at in record.seats] == [challenged, club.now]


async def test_what_nobody_did_moves_no_seat(club: Club) -> None:
    match = await club.start()
    before = (await club.load(match)).seats
    await club.append(match, seat=None)
    assert (await club.load(match)).seats == before


async def test_a_request_that_makes_nothing_happen_is_recorded(club: Club) -> None:
    match = await club.start()
    before = await club.load(match)
    assert await club.append(match, (), request="idle") == before.state
    assert (await club.load(match)).events == before.events
    assert await club.store.seen("idle")


async def test_a_match_outlives_the_process(club: Club, url: str) -> None:
    match = await club.start()
    await club.append(match)
    record = await club.load(match)
    second = await open_store(url)
    assert await second.match(match) == record
    assert await second.seen("test:1")
    await second.close()


async def test_the_log_begins_with_the_last_game_but_one(club: Club) -> None:
    match = await club.start()
    log = beginning()
    for number, score in ((2, (1, 0)), (3, (2, 0)), (4, (2, 0))):
        log = (*log, *next_game(number, score))
        await club.append(match, next_game(number, score))
        record = await club.load(match)
        assert record.state == replay(log), "as if the whole log had been read"
        games = [event.number for event in record.events if isinstance(event, GameStarted)]
        assert games == [number - 1, number]
        assert record.events == (log[0], *log[-len(record.events) + 1 :])


async def test_the_whole_log_has_every_game(club: Club) -> None:
    match = await club.start()
    log = beginning()
    for number, score in ((2, (1, 0)), (3, (2, 0)), (4, (2, 0))):
        log = (*log, *next_game(number, score))
        await club.append(match, next_game(number, score))
    assert await club.store.log(match) == log
    assert await club.store.log(99) == ()


async def test_where_a_game_ended_last(club: Club) -> None:
    carla = await club.store.player(CARLA)
    channel = club.channel.id
    first = await club.start()
    assert await club.store.last_finished(channel) is None
    await club.append(first, next_game(2, (1, 0)))
    await club.append(first, THE_END)
    second = await club.start()
    third = await club.start(carla, await club.store.player(DAVI))
    assert await club.store.last_finished(channel, club.ana.id) == first, "the second goes on"
    await club.append(third, next_game(2, (1, 0)))
    assert await club.store.last_finished(channel) == third
    await club.append(second, next_game(2, (1, 0)))
    assert await club.store.last_finished(channel) == second
    assert await club.store.last_finished(channel, carla.id) == third
    elsewhere = await club.store.channel(ChannelRef("test", "other"))
    assert await club.store.last_finished(elsewhere.id) is None
    await club.store.watch(second, elsewhere.id, "en")
    assert await club.store.last_finished(elsewhere.id) is None, "it is only watched there"


async def test_when_a_match_was_started(club: Club) -> None:
    match = await club.start()
    started = club.now
    await club.append(match)
    assert await club.store.started_at(match) == started


async def test_a_stale_append_conflicts(club: Club) -> None:
    match = await club.start()
    first = await club.load(match)
    await club.append(match, request="first")
    with pytest.raises(Conflict):
        await append_to(club, first, "second")
    record = await club.load(match)
    assert record.state.version == first.state.version + 1
    assert not await club.store.seen("second")


async def test_an_append_to_the_future_or_to_nothing_conflicts(club: Club) -> None:
    match = await club.start()
    state = after((await club.load(match)).state, NOD * 3)
    for number, expected in ((match, state.version - 1), (99, state.version - 1)):
        with pytest.raises(Conflict):
            await club.store.append("x", number, expected, 0, NOD, state, show=True, anew=False, now=club.now)
    assert not await club.store.seen("x")


async def test_a_repeated_append_is_seen_whatever_happened_since(club: Club) -> None:
    match = await club.start()
    first = await club.load(match)
    await club.append(match, request="again")
    await club.append(match)
    before = await club.load(match)
    views = await club.store.views_of(match=match)
    with pytest.raises(Seen):
        await append_to(club, first, "again")
    with pytest.raises(Seen):
        await append_to(club, before, "again")
    assert await club.load(match) == before
    assert await club.store.views_of(match=match) == views


async def test_the_state_must_be_the_fold(club: Club) -> None:
    match = await club.start()
    record = await club.load(match)
    with pytest.raises(ValueError, match="do not make version 3"):
        await club.store.append("x", match, 3, 0, NOD, record.state, show=True, anew=False, now=club.now)
    assert await club.load(match) == record


async def append_to(club: Club, record: MatchRecord, request: str) -> None:
    """Append to a match as it was when `record` was loaded."""
    state = after(record.state, NOD)
    await club.store.append(
        request, record.id, record.state.version, 0, NOD, state, show=True, anew=True, now=club.now
    )


async def test_a_tentative_play_is_kept_until_its_roll_is_played(club: Club) -> None:
    match = await club.start()
    (before,) = await club.store.views_of(match=match)
    request = club.request()
    await club.store.set_tentative(request, match, 3, "hefd", anew=False, now=club.now)
    record = await club.load(match)
    assert (record.tentative, record.state.version) == ("hefd", 3)
    (view,) = await club.store.views_of(match=match)
    assert view.wanted == before.wanted + 1
    with pytest.raises(Seen):
        await club.store.set_tentative(request, match, 3, "", anew=False, now=club.now)
    await club.store.set_tentative(club.request(), match, 3, "he", anew=False, now=club.now)
    assert (await club.load(match)).tentative == "he"
    await club.append(match)
    assert (await club.load(match)).tentative == "he"
    with pytest.raises(Conflict):
        await club.store.set_tentative(club.request(), match, 3, "", anew=False, now=club.now)
    assert (await club.load(match)).tentative == "he"
    await club.append(match, (Played(0, (CheckerMove(8, 5), CheckerMove(6, 5))),))
    assert (await club.load(match)).tentative == ""


async def test_the_end_frees_the_seats(club: Club) -> None:
    match = await club.start()
    assert await club.store.live_matches_of(club.ana.id) == (match,)
    assert await club.store.live_match(club.channel.id, club.ana.id) == match
    state = await club.append(match, THE_END)
    assert state.phase is Phase.MATCH_OVER
    for player in (club.ana, club.bruno):
        assert await club.store.live_match(club.channel.id, player.id) is None
        assert await club.store.last_match(club.channel.id, player.id) == match
        assert await club.store.live_matches_of(player.id) == ()
    assert await club.store.live_matches() == ()
    assert (await club.load(match)).state == state
    rematch = await club.start()
    assert await club.store.live_match(club.channel.id, club.bruno.id) == rematch
    assert await club.store.last_match(club.channel.id, club.bruno.id) == rematch


async def test_a_money_session_ends_when_a_person_says_so(club: Club) -> None:
    challenge = await club.challenge()
    events = beginning(Money())
    seats = (club.ana.id, club.bruno.id)
    match = await club.store.start_match("go", challenge, 0, seats, events, replay(events), club.now)
    await club.append(match, next_game(2, (1, -1))[:1])
    assert await club.store.live_match(club.channel.id, club.ana.id) == match
    await club.append(match, (SessionEnded(0, (1, -1)),))
    assert await club.store.live_match(club.channel.id, club.ana.id) is None


async def test_live_matches_oldest_first(club: Club) -> None:
    carla = await club.store.player(CARLA)
    elsewhere = await club.store.channel(ChannelRef("test", "other"))
    first = await club.start()
    other = await club.start(carla, club.bruno, channel=elsewhere)
    assert await club.store.live_matches() == (first, other)
    assert await club.store.live_matches(club.channel.id) == (first,)
    assert await club.store.live_matches(elsewhere.id) == (other,)
    assert await club.store.last_match(elsewhere.id, club.ana.id) is None


async def test_requests_are_remembered(club: Club) -> None:
    assert not await club.store.seen("test:new")
    match = await club.start()
    await club.append(match, request="test:new")
    assert await club.store.seen("test:new")


async def test_dice_are_facts_in_the_order_rolled(club: Club) -> None:
    match = await club.start()
    await club.append(match, (Rolled(1, (2, 6)), Rolled(0, (6, 2))))
    rolls = [event.dice for event in (await club.load(match)).events if isinstance(event, Rolled)]
    assert rolls == [(2, 6), (6, 2)]
