"""Anyone with a `sqlite3` shell can read what is played: columns, and the view `games`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy.exc import StatementError

from bot.app.records import MessageRef, Offer
from bot.engine.events import Beavered, Doubled, Event, GameStarted, Taken
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame
from bot.engine.match import replay
from tests.store import told
from tests.store.club import GAMAO, NOON, THE_END, Club, beginning, next_game

DOUBLED = (Doubled(0, 2),)
TAKEN = (*DOUBLED, Taken(1))
BEAVERED = (*DOUBLED, Beavered(1, 4))
CRAWFORD = (*next_game(2, (2, 0))[:1], GameStarted(2, (2, 0), True, False))


@pytest.mark.parametrize("events", [(), DOUBLED, TAKEN, BEAVERED, CRAWFORD, next_game(2, (1, 0)), THE_END])
async def test_table_and_view_say_what_the_log_says(
    file_club: Club, path: Path, events: Sequence[Event]
) -> None:
    match = await file_club.start()
    if events:
        await file_club.append(match, events)
    told.check(path, await file_club.load(match))


@pytest.mark.parametrize("length", [Match(25), Money(), SingleGame()])
async def test_lengths_in_words(file_club: Club, path: Path, length: Length) -> None:
    challenge = await file_club.challenge()
    events = beginning(length)
    seats = (file_club.bruno.id, (await file_club.store.player(GAMAO)).id)
    match = await file_club.store.start_match("go", challenge, 0, seats, events, replay(events), NOON)
    told.check(path, await file_club.load(match))


async def test_who_owns_the_cube_by_name(file_club: Club, path: Path) -> None:
    match = await file_club.start()
    await file_club.append(match, TAKEN)
    row = told.read(path, "games", "match_id", match)
    assert (row["player_0"], row["player_1"]) == ("Ana", "Bruno")
    assert (row["cube_value"], row["cube_owner"], row["on_roll"]) == (2, "Bruno", "Ana")
    assert (row["length"], row["score"], row["dice"]) == ("match to 3", "0-0", "3-1")


async def test_the_games_of_a_channel(file_club: Club, path: Path) -> None:
    first = await file_club.start()
    await file_club.append(first, THE_END)
    second = await file_club.start()
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT match_id, status, score FROM games WHERE chat = 'club' ORDER BY match_id"
        assert connection.execute(query).fetchall() == [(first, "over", "3-0"), (second, "live", "0-0")]


async def test_moments_are_kept_in_utc(file_club: Club, path: Path) -> None:
    match = await file_club.start()
    row = told.read(path, "match", "id", match)
    assert (row["started_at"], row["changed_at"]) == ("2026-01-01 12:02:00.000000",) * 2
    assert row["ended_at"] is None
    await file_club.append(match)
    await file_club.append(match, THE_END)
    row = told.read(path, "match", "id", match)
    assert (row["started_at"], row["changed_at"]) == (
        "2026-01-01 12:02:00.000000",
        "2026-01-01 12:04:00.000000",
    )
    assert row["ended_at"] == row["changed_at"]


async def test_a_tentative_play_is_a_column(file_club: Club, path: Path) -> None:
    match = await file_club.start()
    await file_club.store.set_tentative("tap", match, 3, "he", anew=False, now=NOON)
    told.check(path, await file_club.load(match))
    assert told.read(path, "match", "id", match)["tentative"] == "he"


async def test_offers_and_events_are_json(file_club: Club, path: Path) -> None:
    offer = Offer("nackgammon", Money(), HouseRules(jacoby=True))
    challenge = await file_club.challenge(offer=offer)
    match = await file_club.accept(challenge)
    with closing(sqlite3.connect(path)) as connection:
        (kept,) = connection.execute("SELECT offer FROM challenge WHERE id = ?", (challenge,)).fetchone()
        log = connection.execute(
            "SELECT type, data, at FROM event WHERE match_id = ? ORDER BY seq", (match,)
        ).fetchall()
    assert json.loads(kept) == {"variant": "nackgammon", "length": "money", "house_rules": {"jacoby": True}}
    assert [kind for kind, _, _ in log] == ["match_started", "game_started", "opening_rolled"]
    assert json.loads(log[2][1]) == {"dice": [3, 1]}
    assert {at for _, _, at in log} == {"2026-01-01 12:02:00.000000"}


async def test_a_moment_without_a_zone_is_refused(file_club: Club) -> None:
    match = await file_club.start()
    with pytest.raises(StatementError, match="needs its time zone"):
        await file_club.store.set_tentative("tap", match, 3, "he", anew=False, now=NOON.replace(tzinfo=None))
    assert not await file_club.store.seen("tap")


async def test_moments_of_other_zones_are_turned_to_utc(file_club: Club) -> None:
    match = await file_club.start()
    (view,) = await file_club.store.views_of(match=match)
    lisbon = timezone(timedelta(hours=1))
    later = datetime(2026, 6, 1, 13, tzinfo=lisbon)
    await file_club.store.delivered(view.id, 1, MessageRef("club", "1"), 1, posted=True, now=later)
    (view,) = await file_club.store.views_of(match=match)
    assert view.live_at == datetime(2026, 6, 1, 12, tzinfo=UTC)
    assert view.live_at is not None
    assert view.live_at.utcoffset() == timedelta(0)
