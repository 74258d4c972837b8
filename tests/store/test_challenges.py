"""Challenges, and the match that an accepted one becomes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.ports import Conflict, SeatTaken, Seen
from bot.app.records import Challenge, Guest, MessageRef, Offer, View
from bot.app.requests import ChannelRef, Handle, PlayerRef
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import replay
from tests.store.club import CARLA, GAMAO, NOON, PLATFORM, THE_END, TO_THREE, Club, beginning


async def found(club: Club, challenge: int) -> Challenge:
    """Return a challenge that there is."""
    loaded = await club.store.challenge(challenge)
    assert loaded is not None
    return loaded


async def card_of(club: Club, challenge: int) -> View:
    """Return the only view of a challenge."""
    (view,) = await club.store.views_of(challenge=challenge)
    return view


async def test_what_was_offered_comes_back(club: Club) -> None:
    number = await club.store.open_challenge(
        "r", club.channel.id, club.ana.id, club.bruno.id, TO_THREE, "en", club.now, code="K7Q2XM"
    )
    expected = Challenge(number, club.channel, club.ana, club.bruno, TO_THREE, 0, "open", club.now, "K7Q2XM")
    assert await found(club, number) == expected
    assert await club.store.challenge_by_code("K7Q2XM") == expected
    assert await club.store.challenge_by_code("K7Q2X") is None


async def test_a_code_is_given_once(club: Club) -> None:
    for request, outcome in (("r1", None), ("r2", Conflict)):
        opening = club.store.open_challenge(
            request, club.channel.id, club.ana.id, None, TO_THREE, "en", club.now, code="K7Q2XM"
        )
        if outcome is None:
            await opening
        else:
            with pytest.raises(outcome):
                await opening


async def test_a_guest_plays_from_the_channel_of_the_code(club: Club) -> None:
    elsewhere = await club.store.channel(ChannelRef("test", "other"))
    challenge = await club.challenge()
    events = beginning()
    match = await club.store.start_match(
        "r",
        challenge,
        0,
        [club.ana.id, club.bruno.id],
        events,
        replay(events),
        club.now,
        guest=Guest(elsewhere.id, "pt_BR"),
    )
    here, there = await club.store.views_of(match=match)
    assert (here.channel, there.channel, there.locale) == (club.channel, elsewhere, "pt_BR")
    assert not there.watching
    assert await club.store.live_match(elsewhere.id, club.bruno.id) == match
    assert await club.store.live_match(club.channel.id, club.bruno.id) is None
    assert await club.store.live_matches(elsewhere.id) == (match,)
    assert await club.store.last_match(elsewhere.id, club.bruno.id) == match
    assert await club.store.match_by_code(await club.store.code_of(match)) == match


@pytest.mark.parametrize(
    "offer",
    [
        Offer("nackgammon", Money(), HouseRules(jacoby=True, beavers=2, automatic_doubles=None)),
        Offer("hypergammon", SingleGame(), HouseRules(cube=False)),
        Offer("backgammon", Match(7), HouseRules(scoring="brazil", triple=5, cube_cap=64, crawford="off")),
    ],
    ids=lambda offer: offer.variant,
)
async def test_every_offer_comes_back(club: Club, offer: Offer) -> None:
    assert (await found(club, await club.challenge(offer=offer))).offer == offer


async def test_whom_a_challenge_is_bound_to(club: Club) -> None:
    handle = Handle("test", "Carla_7")
    assert (await found(club, await club.challenge(invited=handle))).invited == handle
    assert (await found(club, await club.challenge())).invited is None
    assert (await found(club, await club.challenge(invited=club.bruno.id))).invited == club.bruno


async def test_there_is_no_such_challenge(club: Club) -> None:
    assert await club.store.challenge(99) is None


async def test_a_challenge_shows_a_new_card(club: Club) -> None:
    card = await card_of(club, await club.challenge(locale="pt_BR"))
    assert (card.channel, card.locale, card.match, card.live) == (club.channel, "pt_BR", None, None)
    assert card.anew
    assert await club.store.due_views() == (card.id,)


async def test_a_repeated_challenge_is_seen(club: Club) -> None:
    first = await club.challenge()
    with pytest.raises(Seen):
        await club.store.open_challenge(
            "test:1", club.channel.id, club.ana.id, None, TO_THREE, "en", club.now, code="K7Q2XM"
        )
    assert [challenge.id for challenge in await club.store.open_challenges(club.channel.id)] == [first]


async def test_open_challenges_newest_first(club: Club) -> None:
    elsewhere = await club.store.channel(ChannelRef("test", "other"))
    first = await club.challenge()
    second = await club.challenge(club.bruno, invited=Handle("test", "x"))
    gone = await club.challenge()
    await club.challenge(channel=elsewhere)
    await club.store.close_challenge(club.request(), gone, "expired")
    listed = await club.store.open_challenges(club.channel.id)
    assert [challenge.id for challenge in listed] == [second, first]
    assert listed == (await found(club, second), await found(club, first))


async def test_a_revision_counts_and_edits_the_card(club: Club) -> None:
    challenge = await club.challenge()
    card = await card_of(club, challenge)
    await club.store.delivered(card.id, card.wanted, MessageRef("club", "1"), 0, posted=True, now=NOON)
    to_five = Offer("backgammon", Match(5), HouseRules())
    request = club.request()
    await club.store.revise_challenge(request, challenge, 0, to_five)
    revised = await found(club, challenge)
    assert (revised.offer, revised.revision, revised.status) == (to_five, 1, "open")
    card = await card_of(club, challenge)
    assert await club.store.due_views() == (card.id,)
    assert not card.anew
    with pytest.raises(Seen):
        await club.store.revise_challenge(request, challenge, 1, TO_THREE)
    with pytest.raises(Conflict):
        await club.store.revise_challenge(club.request(), challenge, 0, TO_THREE)
    assert await found(club, challenge) == revised
    assert await card_of(club, challenge) == card


@pytest.mark.parametrize("status", ["declined", "cancelled", "expired"])
async def test_a_closed_challenge_stays_closed(club: Club, status: str) -> None:
    challenge = await club.challenge()
    card = await card_of(club, challenge)
    request = club.request()
    await club.store.close_challenge(request, challenge, status)
    assert (await found(club, challenge)).status == status
    assert (await card_of(club, challenge)).wanted == card.wanted + 1
    with pytest.raises(Seen):
        await club.store.close_challenge(request, challenge, status)
    with pytest.raises(Conflict):
        await club.store.close_challenge(club.request(), challenge, "cancelled")
    with pytest.raises(Conflict):
        await club.store.revise_challenge(club.request(), challenge, 0, TO_THREE)
    with pytest.raises(Conflict):
        await club.accept(challenge)
    assert (await found(club, challenge)).status == status


async def test_accepting_starts_the_match(club: Club) -> None:
    challenge = await club.challenge(locale="pt_BR")
    challenged = club.now
    card = await card_of(club, challenge)
    await club.store.delivered(card.id, card.wanted, MessageRef("club", "1"), 0, posted=True, now=NOON)
    match = await club.accept(challenge)
    record = await club.load(match)
    assert record.channel == club.channel
    assert [(at.seat, at.player, at.acted_at) for at in record.seats] == [
        (0, club.ana, challenged),
        (1, club.bruno, club.now),
    ]
    assert record.events == beginning()
    assert record.state == replay(beginning())
    assert record.tentative == ""
    assert (await found(club, challenge)).status == "accepted"
    (board,) = await club.store.views_of(match=match)
    assert (board.channel, board.locale, board.anew, board.challenge) == (club.channel, "pt_BR", True, None)
    card = await card_of(club, challenge)
    assert not card.anew, "the card is edited: it shows that it was accepted"
    assert await club.store.due_views() == (card.id, board.id)


async def test_accepting_names_the_card_that_was_seen(club: Club) -> None:
    challenge = await club.challenge()
    await club.store.revise_challenge(club.request(), challenge, 0, TO_THREE)
    with pytest.raises(Conflict):
        await club.accept(challenge, revision=0)
    assert await club.store.live_matches() == ()
    assert await club.accept(challenge, revision=1) in await club.store.live_matches()


async def test_accepting_twice(club: Club) -> None:
    challenge = await club.challenge()
    match = await club.accept(challenge, request="accept")
    with pytest.raises(Seen):
        await club.accept(challenge, request="accept")
    with pytest.raises(Conflict):
        await club.accept(challenge)
    assert await club.store.live_matches() == (match,)


async def test_a_person_sits_in_one_live_match_of_a_channel(club: Club) -> None:
    carla = await club.store.player(CARLA)
    first = await club.start()
    challenge = await club.challenge(carla)
    with pytest.raises(SeatTaken) as taken:
        await club.accept(challenge, carla, club.bruno, request="second")
    assert taken.value.player == club.bruno
    assert taken.value.match == first
    assert (await found(club, challenge)).status == "open", "nothing was written"
    assert not await club.store.seen("second")
    elsewhere = await club.store.channel(ChannelRef("test", "other"))
    other = await club.start(carla, club.bruno, channel=elsewhere)
    assert await club.store.live_match(elsewhere.id, club.bruno.id) == other
    assert await club.store.live_match(club.channel.id, club.bruno.id) == first
    assert await club.store.live_match(club.channel.id, carla.id) is None


async def test_the_computer_sits_in_as_many_as_it_likes(club: Club) -> None:
    gamao = await club.store.player(GAMAO)
    first = await club.start(club.ana, gamao)
    second = await club.start(club.bruno, gamao)
    assert await club.store.live_match(club.channel.id, club.ana.id) == first
    assert await club.store.live_match(club.channel.id, club.bruno.id) == second
    assert [at.player for at in (await club.load(second)).seats] == [club.bruno, gamao]


async def test_two_computers_may_play(club: Club) -> None:
    one, two = [await club.store.player(replace(GAMAO, user=name)) for name in ("simple", "strong")]
    match = await club.accept(await club.challenge(), one, two)
    assert [at.player for at in (await club.load(match)).seats] == [one, two]
    assert await club.store.live_match(club.channel.id, one.id) is None
    assert await club.store.last_match(club.channel.id, one.id) == match
    await club.append(match, THE_END)
    assert await club.store.live_matches() == ()


@pytest.mark.parametrize("length", [Match(5), Money(), SingleGame()])
async def test_the_match_is_of_the_length_agreed(club: Club, length: Length) -> None:
    challenge = await club.challenge()
    events = beginning(length)
    seats = (club.ana.id, club.bruno.id)
    match = await club.store.start_match("go", challenge, 0, seats, events, replay(events), club.now)
    assert (await club.load(match)).state.length == length


async def test_the_name_on_the_card_follows_the_account(club: Club) -> None:
    challenge = await club.challenge(invited=club.bruno.id)
    await club.store.player(PlayerRef("test", "2", "Bruno the Second"))
    invited = (await found(club, challenge)).invited
    assert not isinstance(invited, Handle | None)
    assert invited.ref.name == "Bruno the Second"


async def test_a_card_is_shown_to_guests_too(club: Club) -> None:
    elsewhere = await club.store.channel(ChannelRef(PLATFORM, "elsewhere"))
    guests = (Guest(elsewhere.id, "pt_BR"),)
    challenge = await club.store.open_challenge(
        "r", club.channel.id, club.ana.id, None, TO_THREE, "en", club.now, code="K7Q2XM", guests=guests
    )
    views = await club.store.views_of(challenge=challenge)
    assert [(view.channel.id, view.locale) for view in views] == [
        (club.channel.id, "en"),
        (elsewhere.id, "pt_BR"),
    ]
    for channel in (club.channel.id, elsewhere.id, None):
        assert [found.id for found in await club.store.open_challenges(channel)] == [challenge]
    await club.store.close_challenge("close", challenge, "cancelled")
    assert await club.store.open_challenges() == ()
    assert {view.wanted for view in await club.store.views_of(challenge=challenge)} == {2}
