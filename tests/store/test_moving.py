"""A chat gets a new id."""

from __future__ import annotations

from bot.app.records import Channel, Looks, MessageRef
from bot.app.requests import ChannelRef
from tests.store.club import CARLA, PLATFORM, THE_END, Club

NEW = "supergroup"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


async def show_all(club: Club) -> None:
    """Record a message for everything that is due."""
    for due in await club.store.due_views():
        view = await club.store.view(due)
        assert view is not None
        message = MessageRef(view.channel.ref.chat, str(due))
        await club.store.delivered(due, view.wanted, message, 1, posted=True, now=club.now)
    assert await club.store.due_views() == ()


async def migrate(club: Club) -> Channel:
    """Move the club to the new chat; return its channel there."""
    await club.store.migrate(PLATFORM, club.channel.ref.chat, NEW)
    return await club.store.channel(ChannelRef(PLATFORM, NEW))


async def test_a_chat_moves_with_all_topics(club: Club) -> None:
    topic = await club.store.channel(ChannelRef(PLATFORM, "club", "7"))
    other = await club.store.channel(ChannelRef(PLATFORM, "other"))
    foreign = await club.store.channel(ChannelRef("elsewhere", "club"))
    await club.store.set_channel(club.channel.id, locale="pt_BR", looks=Looks("night", "left"))
    here = await migrate(club)
    assert (here.id, here.locale, here.looks) == (club.channel.id, "pt_BR", Looks("night", "left"))
    assert (await club.store.channel(ChannelRef(PLATFORM, NEW, "7"))).id == topic.id
    assert await club.store.channel(other.ref) == other
    assert await club.store.channel(foreign.ref) == foreign


async def test_live_boards_and_open_cards_are_posted_anew(club: Club) -> None:
    match, challenge = await club.start(), await club.challenge()
    await show_all(club)
    here = await migrate(club)
    (board,) = await club.store.views_of(match=match)
    (card,) = await club.store.views_of(challenge=challenge)
    for view in (board, card):
        assert (view.live, view.live_at, view.anew, view.channel) == (None, None, True, here)
    assert await club.store.due_views() == (board.id, card.id)
    assert await club.store.live_match(here.id, club.ana.id) == match


async def test_what_is_over_is_not_posted_again(club: Club) -> None:
    match, declined = await club.start(), await club.challenge()
    await club.append(match, THE_END)
    await club.store.close_challenge(club.request(), declined, "declined")
    await show_all(club)
    await migrate(club)
    assert await club.store.due_views() == ()
    (view,) = await club.store.views_of(match=match)
    assert view.live is None, "an edit there would fail"


async def test_an_end_that_was_not_shown_yet_is_still_shown(club: Club) -> None:
    match = await club.start()
    await show_all(club)
    await club.append(match, THE_END)
    await migrate(club)
    (view,) = await club.store.views_of(match=match)
    assert await club.store.due_views() == (view.id,)


async def test_moving_twice_is_moving_once(club: Club) -> None:
    match = await club.start()
    await show_all(club)
    here = await migrate(club)
    views = await club.store.views_of(match=match)
    assert await migrate(club) == here
    assert await club.store.views_of(match=match) == views
    await club.store.migrate(PLATFORM, "never seen", NEW)
    assert await club.store.views_of(match=match) == views


async def test_a_chat_that_moves_to_itself_stays(club: Club) -> None:
    match = await club.start()
    await show_all(club)
    views = await club.store.views_of(match=match)
    await club.store.migrate(PLATFORM, "club", "club")
    assert await club.store.views_of(match=match) == views
    assert await club.store.live_match(club.channel.id, club.ana.id) == match


async def test_a_lost_chat_that_moved_is_found(club: Club) -> None:
    await club.start()
    await club.store.lose(club.channel.id)
    await club.store.migrate(PLATFORM, "club", NEW)
    assert len(await club.store.due_views()) == 2


async def test_a_chat_moves_into_one_that_is_known(club: Club) -> None:
    new = await club.store.channel(ChannelRef(PLATFORM, NEW))
    await club.store.set_channel(club.channel.id, locale="pt_BR", looks=Looks("night", "left"))
    match, challenge = await club.start(), await club.challenge()
    await show_all(club)
    here = await migrate(club)
    assert here.id == new.id
    assert (here.locale, here.looks) == ("pt_BR", Looks("night", "left")), "nothing was chosen there"
    record = await club.load(match)
    assert record.channel == here
    assert await club.store.live_matches(here.id) == (match,)
    assert await club.store.live_match(here.id, club.ana.id) == match
    assert [open_.id for open_ in await club.store.open_challenges(here.id)] == [challenge]
    (board,) = await club.store.views_of(match=match)
    assert (board.channel, board.anew) == (here, True)
    old = await club.store.channel(club.channel.ref)
    assert old.id not in {club.channel.id, here.id}, "the old channel was gone; this one is new"


async def test_settings_of_the_new_chat_win(club: Club) -> None:
    new = await club.store.channel(ChannelRef(PLATFORM, NEW))
    await club.store.set_channel(new.id, locale="en", looks=Looks("sea"))
    await club.store.set_channel(club.channel.id, locale="pt_BR", looks=Looks("night", "left"))
    here = await migrate(club)
    assert (here.locale, here.looks) == ("en", Looks("sea", "left")), "only the theme was chosen there"


async def test_a_match_shown_in_both_chats_keeps_one_view(club: Club) -> None:
    new = await club.store.channel(ChannelRef(PLATFORM, NEW))
    match = await club.start()
    kept = await club.store.watch(match, new.id, "en")
    await migrate(club)
    assert [view.id for view in await club.store.views_of(match=match)] == [kept]


async def test_what_was_only_watched_in_the_new_chat_is_played_there(club: Club) -> None:
    new = await club.store.channel(ChannelRef(PLATFORM, NEW))
    match = await club.start()
    watched = await club.store.watch(match, new.id, "en")
    elsewhere = await club.store.channel(ChannelRef(PLATFORM, "elsewhere"))
    await club.store.watch(match, elsewhere.id, "en")
    await club.store.delivered(watched, 1, MessageRef(NEW, "7"), 1, posted=True, now=club.now)
    here = await migrate(club)
    view, other = await club.store.views_of(match=match)
    assert (view.channel.id, view.watching, view.anew) == (here.id, False, True)
    assert view.shown < view.wanted
    assert other.watching
    assert await club.store.live_matches(here.id) == (match,)


async def test_no_match_is_lost_where_a_person_sat_in_both_chats(club: Club) -> None:
    new = await club.store.channel(ChannelRef(PLATFORM, NEW))
    carla = await club.store.player(CARLA)
    old_match = await club.start()
    new_match = await club.start(carla, club.bruno, channel=new)
    here = await migrate(club)
    assert await club.store.live_matches(here.id) == (old_match, new_match)
    assert await club.store.live_match(here.id, club.bruno.id) == new_match
    assert await club.store.live_match(here.id, club.ana.id) == old_match
    await club.append(old_match)
    await club.append(new_match, THE_END)
    assert await club.store.live_match(here.id, club.bruno.id) == old_match, "seated there again"
    assert await club.store.live_match(here.id, carla.id) is None
    await club.append(old_match, THE_END)
    assert await club.store.live_match(here.id, club.bruno.id) is None


async def test_the_match_that_waited_may_end_first(club: Club) -> None:
    new = await club.store.channel(ChannelRef(PLATFORM, NEW))
    carla = await club.store.player(CARLA)
    old_match = await club.start()
    new_match = await club.start(carla, club.bruno, channel=new)
    here = await migrate(club)
    await club.append(old_match, THE_END)
    assert await club.store.live_match(here.id, club.bruno.id) == new_match
    await club.append(new_match, THE_END)
    assert await club.store.live_match(here.id, club.bruno.id) is None


async def test_a_position_moves_along_and_is_posted_anew_unless_it_is_revealed(club: Club) -> None:
    open_one, revealed = [
        await club.store.pose(
            club.request(), club.channel.id, club.ana.id, XGID, "en", club.now, lacking="bgsage"
        )
        for _ in range(2)
    ]
    await club.store.reveal(club.request(), revealed, anew=False)
    await show_all(club)
    await club.store.channel(ChannelRef(PLATFORM, NEW))
    here = await migrate(club)
    (due,) = await club.store.due_views()
    (view,) = await club.store.views_of(position=open_one)
    assert (view.id, view.live, view.anew, view.channel) == (due, None, True, here)
    assert await club.store.open_position(here.id) == open_one
