"""Random matches, played by the rules: at every step the database tells what the log tells."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.records import Offer
from bot.engine import codec
from bot.engine.actions import Action, EndSession, Resign
from bot.engine.decide import decide, legal_actions, start_match
from bot.engine.events import Event, Seat
from bot.engine.house_rules import HouseRules, Match, Money, SingleGame
from bot.engine.match import MatchState, Phase, replay, seats_to_act
from bot.engine.position import Roll
from bot.engine.variants import find_variants
from bot.store import open_store
from tests.store import told
from tests.store.club import Club, after

OFFERS = [
    *(Offer(variant, Match(2), HouseRules()) for variant in find_variants()),
    Offer("backgammon", SingleGame(), HouseRules(scoring="brazil", triple=4)),
    Offer("backgammon", Match(5), HouseRules(crawford="off", cube_cap=4)),
    Offer(
        "hypergammon",
        Money(),
        HouseRules(
            jacoby=True, beavers=2, automatic_doubles=None, first_roll_refusal="each", settlements=True
        ),
    ),
]
STEPS = 100
"""So many actions at most; random games between random players can be very long."""


def dice(random: Random) -> Iterator[Roll]:
    """Yield rolls without end."""
    while True:
        yield random.randint(1, 6), random.randint(1, 6)


def choose(random: Random, state: MatchState) -> tuple[Seat, Action]:
    """Return a random decision; what ends games early is rare, so that they get somewhere."""
    seat = random.choice(seats_to_act(state))
    actions = legal_actions(state, seat)
    calm = [action for action in actions if not isinstance(action, Resign | EndSession)]
    return seat, random.choice(calm if calm and random.random() < 0.98 else actions)


def log_of(path: Path, match: int) -> tuple[Event, ...]:
    """Return the whole log of a match, read by the standard library."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT type, data FROM event WHERE match_id = ? ORDER BY seq"
        return tuple(
            codec.decode(kind, json.loads(data)) for kind, data in connection.execute(query, (match,))
        )


async def play(path: Path, offer: Offer, random: Random) -> None:
    """Play a match and check the database after every step."""
    store = await open_store(f"sqlite+aiosqlite:///{path}")
    try:
        await play_in(await Club.of(store), path, offer, random)
    finally:
        await store.close()


async def play_in(club: Club, path: Path, offer: Offer, random: Random) -> None:
    """Play a match in a club whose database is at `path`."""
    rolls = dice(random)
    log = start_match(offer.variant, offer.length, offer.house_rules, rolls)
    seats = (club.ana.id, club.bruno.id)
    challenge = await club.challenge(offer=offer)
    match = await club.store.start_match("go", challenge, 0, seats, log, replay(log), club.now)
    record = await club.load(match)
    for _ in range(STEPS):
        told.check(path, record)
        if record.state.phase is Phase.MATCH_OVER:
            break
        seat, action = choose(random, record.state)
        events = decide(record.state, action, seat, rolls)
        state, version = after(record.state, events), record.state.version
        await club.store.append(
            club.request(), match, version, seat, events, state, show=True, anew=False, now=club.now
        )
        log += events
        record = await club.load(match)
        assert record.state == state == replay(log)
    assert log_of(path, match) == log
    live = None if record.state.phase is Phase.MATCH_OVER else match
    assert await club.store.live_match(club.channel.id, club.ana.id) == live


@pytest.mark.property
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), offer=st.sampled_from(OFFERS))
def test_the_database_tells_what_the_log_tells(seed: int, offer: Offer) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "gamao.db", offer, Random(seed)))
