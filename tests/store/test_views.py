"""The outbox."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.ports import Conflict, Seen
from bot.app.records import MessageRef, View
from bot.app.requests import ChannelRef
from tests.store.club import Club

MESSAGE = MessageRef("club", "17")


async def board_of(club: Club, match: int) -> View:
    """Return the first view of a match."""
    return (await club.store.views_of(match=match))[0]


async def deliver(club: Club, view: View, *, posted: bool, message: MessageRef | None = MESSAGE) -> View:
    """Record that a view shows what it wanted when it was loaded; return it as it is then."""
    await club.store.delivered(view.id, view.wanted, message, 1, posted=posted, now=club.now)
    after = await club.store.view(view.id)
    assert after is not None
    return after


async def test_there_is_no_such_view(club: Club) -> None:
    assert await club.store.view(99) is None
    assert await club.store.views_of(match=99) == ()
    assert await club.store.views_of(challenge=99) == ()
    await club.start()
    assert await club.store.views_of() == ()


async def test_a_delivered_view_is_not_due(club: Club) -> None:
    view = await board_of(club, await club.start())
    assert (view.live, view.live_at, view.live_game, view.shown) == (None, None, 0, 0)
    shown = await deliver(club, view, posted=True)
    assert (shown.live, shown.live_at, shown.live_game) == (MESSAGE, club.now, 1)
    assert (shown.shown, shown.wanted, shown.anew) == (view.wanted, view.wanted, False)
    assert view.id not in await club.store.due_views()


async def test_every_append_that_shows_wants_one_more(club: Club) -> None:
    match = await club.start()
    view = await deliver(club, await board_of(club, match), posted=True)
    await club.append(match, show=False)
    assert await board_of(club, match) == view
    await club.append(match)
    await club.append(match)
    wanting = await board_of(club, match)
    assert (wanting.wanted, wanting.shown, wanting.anew) == (view.wanted + 2, view.shown, False)
    assert view.id in await club.store.due_views()


async def test_an_edit_leaves_the_message_as_old_as_it_is(club: Club) -> None:
    match = await club.start()
    view = await deliver(club, await board_of(club, match), posted=True)
    await club.append(match)
    edited = await deliver(club, await board_of(club, match), posted=False)
    assert edited.live_at == view.live_at == club.now - timedelta(minutes=1)
    assert edited.live == MESSAGE


async def test_a_new_message_is_owed_until_it_was_posted(club: Club) -> None:
    match = await club.start()
    await deliver(club, await board_of(club, match), posted=True)
    await club.append(match)
    before = await board_of(club, match)
    await club.append(match, anew=True)
    await club.append(match)
    wanting = await board_of(club, match)
    assert wanting.anew, "kept although the last append would have done with an edit"
    edited = await deliver(club, before, posted=False)
    assert edited.anew, "the edit was of a board older than the wish"
    assert edited.id in await club.store.due_views()
    assert not (await deliver(club, wanting, posted=True)).anew


async def test_what_is_wanted_while_a_message_is_posted_is_still_due(club: Club) -> None:
    match = await club.start()
    loaded = await board_of(club, match)
    await club.append(match, anew=True)
    posted = await deliver(club, loaded, posted=True)
    assert posted.anew
    assert posted.id in await club.store.due_views()


async def test_a_message_that_is_gone(club: Club) -> None:
    view = await deliver(club, await board_of(club, await club.start()), posted=True)
    gone = await deliver(club, view, posted=False, message=None)
    assert (gone.live, gone.live_at) == (None, None)


async def test_a_board_may_be_asked_for(club: Club) -> None:
    match = await club.start()
    view = await deliver(club, await board_of(club, match), posted=True)
    request = club.request()
    await club.store.want_board(request, view.id, anew=True)
    asked = await board_of(club, match)
    assert (asked.wanted, asked.anew) == (view.wanted + 1, True)
    with pytest.raises(Seen):
        await club.store.want_board(request, view.id, anew=True)
    assert await board_of(club, match) == asked
    with pytest.raises(Conflict):
        await club.store.want_board(club.request(), 99, anew=True)


async def test_a_match_may_be_shown_in_more_channels(club: Club) -> None:
    match = await club.start()
    elsewhere = await club.store.channel(ChannelRef("test", "other"))
    view = await club.store.watch(match, elsewhere.id, "pt_BR")
    assert await club.store.watch(match, elsewhere.id, "en") == view
    first, second = await club.store.views_of(match=match)
    assert (second.id, second.channel, second.locale, second.anew) == (view, elsewhere, "pt_BR", True)
    await deliver(club, first, posted=True)
    await deliver(club, second, posted=True, message=MessageRef("other", "1"))
    await club.append(match, anew=True)
    assert {first.id, second.id} <= set(await club.store.due_views())
    assert all(shown.anew for shown in await club.store.views_of(match=match))


async def test_a_tap_edits_and_a_typed_part_is_a_new_board(club: Club) -> None:
    match = await club.start()
    await deliver(club, await board_of(club, match), posted=True)
    await club.store.set_tentative(club.request(), match, 3, "he", anew=False, now=club.now)
    assert not (await board_of(club, match)).anew
    await club.store.set_tentative(club.request(), match, 3, "hefd", anew=True, now=club.now)
    assert (await board_of(club, match)).anew
