"""Positions and votes."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from bot.app.ports import Conflict, Seen
from bot.app.records import MessageRef, PositionRecord
from bot.app.requests import ChannelRef
from bot.engine.position_id import diagram_of, xgid
from bot.players.judging import Option
from bot.store import tables as t
from tests.store.club import CARLA, PLATFORM, Club

XGID = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:31:2:3:0:5:10"
ANSWER = (Option("8/5 6/5", 0.22061), Option("24/20", -0.0319))


async def pose(club: Club, *, lacking: str = "", request: str | None = None) -> int:
    """Have Ana show a position."""
    return await club.store.pose(
        request or club.request(), club.channel.id, club.ana.id, XGID, "en", club.now, lacking=lacking
    )


async def load(club: Club, position: int) -> PositionRecord:
    """Return a position that there is."""
    record = await club.store.position(position)
    assert record is not None
    return record


async def shown(club: Club, position: int) -> int:
    """Record that a position's view shows what it wants; return the view's id."""
    (view,) = await club.store.views_of(position=position)
    message = MessageRef("club", f"1{position}")
    await club.store.delivered(view.id, view.wanted, message, 0, posted=True, now=club.now)
    return view.id


async def vote(club: Club, position: int, player: int, choice: str) -> None:
    """Cast a vote."""
    await club.store.vote(club.request(), position, player, choice, club.now)


async def test_a_position_is_kept_as_it_was_sent_and_due_at_once(club: Club) -> None:
    position = await pose(club)
    record = await load(club, position)
    assert xgid(diagram_of(record.state)) == XGID
    assert (record.asker, record.channel, record.status) == (club.ana, club.channel, "thinking")
    assert (record.options, record.votes, record.lacking) == ((), (), "")
    (view,) = await club.store.views_of(position=position)
    assert (view.position, view.match, view.challenge, view.anew) == (position, None, None, True)
    assert view.id in await club.store.due_views()
    assert await club.store.position(99) is None


async def test_the_answer_opens_a_position_once(club: Club) -> None:
    position = await pose(club)
    view = await shown(club, position)
    assert await club.store.thinking_positions() == (position,)
    await club.store.weigh(position, ANSWER)
    await club.store.weigh(position, ())
    record = await load(club, position)
    assert record.status == "open"
    assert record.options == (Option("8/5 6/5", 0.2206), ANSWER[1])
    assert await club.store.thinking_positions() == ()
    assert await club.store.due_views() == (view,)


async def test_what_the_machine_lacks_is_not_waited_for(club: Club) -> None:
    record = await load(club, await pose(club, lacking="bgsage"))
    assert (record.status, record.lacking) == ("open", "bgsage")
    assert await club.store.thinking_positions() == ()


async def test_a_player_has_one_vote_which_keeps_its_place(club: Club) -> None:
    position, carla = await pose(club), await club.store.player(CARLA)
    await vote(club, position, club.bruno.id, "24/20")
    await vote(club, position, carla.id, "13/9")
    view = await shown(club, position)
    await vote(club, position, club.bruno.id, "8/5 6/5")
    record = await load(club, position)
    cast = [(each.player, each.choice) for each in record.votes]
    assert cast == [(club.bruno, "8/5 6/5"), (carla, "13/9")]
    assert view not in await club.store.due_views(), "nobody sees who changed their mind"


async def test_every_write_is_made_once(club: Club) -> None:
    position = await pose(club, request="asked")
    await club.store.weigh(position, ANSWER)
    with pytest.raises(Seen):
        await pose(club, request="asked")
    await club.store.vote("voted", position, club.bruno.id, "24/20", club.now)
    with pytest.raises(Seen):
        await club.store.vote("voted", position, club.bruno.id, "13/9", club.now)
    await club.store.reveal("revealed", position, anew=False)
    with pytest.raises(Seen):
        await club.store.reveal("revealed", position, anew=False)
    assert [each.choice for each in (await load(club, position)).votes] == ["24/20"]


async def test_a_revealed_position_takes_no_votes(club: Club) -> None:
    position = await pose(club)
    with pytest.raises(Conflict):
        await club.store.reveal(club.request(), position, anew=False)
    await club.store.weigh(position, ANSWER)
    await club.store.reveal(club.request(), position, anew=True)
    (view,) = await club.store.views_of(position=position)
    assert view.anew
    for late in (
        vote(club, position, club.bruno.id, "24/20"),
        club.store.reveal(club.request(), position, anew=False),
    ):
        with pytest.raises(Conflict):
            await late
    assert (await load(club, position)).votes == ()


async def test_of_a_vote_and_a_reveal_at_once_either_is_first(club: Club) -> None:
    for number in range(20):
        position = await pose(club)
        await club.store.weigh(position, ANSWER)
        voting = vote(club, position, club.bruno.id, f"{number}")
        revealing = club.store.reveal(club.request(), position, anew=False)
        both = (voting, revealing) if number % 2 else (revealing, voting)
        done = await asyncio.gather(*both, return_exceptions=True)
        refused = [each for each in done if each is not None]
        votes = (await load(club, position)).votes
        assert (len(votes), [type(each) for each in refused]) in ((1, []), (0, [Conflict]))


async def test_the_newest_position_that_is_not_revealed(club: Club) -> None:
    elsewhere = await club.store.channel(ChannelRef(PLATFORM, "other"))
    assert await club.store.open_position(club.channel.id) is None
    first, second = await pose(club), await pose(club, lacking="bgsage")
    assert await club.store.open_position(club.channel.id) == second
    await club.store.reveal(club.request(), second, anew=False)
    assert await club.store.open_position(club.channel.id) == first
    assert await club.store.open_position(elsewhere.id) is None


async def test_a_view_is_found_by_its_live_message(club: Club) -> None:
    position, match = await pose(club), await club.start()
    await shown(club, position)
    found = await club.store.view_in(club.channel.id, f"1{position}")
    assert found is not None
    assert found.position == position
    elsewhere = await club.store.channel(ChannelRef(PLATFORM, "other"))
    assert await club.store.view_in(elsewhere.id, f"1{position}") is None
    assert await club.store.view_in(club.channel.id, "99") is None
    (board,) = await club.store.views_of(match=match)
    assert board.position is None


@pytest.mark.parametrize("subjects", [{}, {"match_id": 1, "position_id": 1}])
async def test_a_view_shows_one_thing(club: Club, subjects: dict[str, int]) -> None:
    await club.start()
    await pose(club)
    row = {"channel_id": club.channel.id, "locale": "en", "watching": False, "live_game": 0}
    counts = {"wanted": 1, "shown": 0, "anew_at": 1}
    with pytest.raises(IntegrityError):
        async with club.store._engine.begin() as connection:
            await connection.execute(t.view.insert().values(**row, **counts, **subjects))
