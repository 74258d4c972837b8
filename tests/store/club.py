"""A channel with people in it, and matches whose events are written down rather than played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from secrets import token_hex

from bot.app.records import Channel, MatchRecord, Offer, Player
from bot.app.requests import ChannelRef, Handle, PlayerKind, PlayerRef
from bot.engine.events import (
    AutoRollChosen,
    Event,
    GameStarted,
    GameWon,
    MatchStarted,
    MatchWon,
    OpeningRolled,
)
from bot.engine.house_rules import HouseRules, Length, Match
from bot.engine.match import MatchState, evolve, replay
from bot.store import SqlStore

PLATFORM = "test"
ANA = PlayerRef(PLATFORM, "1", "Ana", "ana")
BRUNO = PlayerRef(PLATFORM, "2", "Bruno", "bruno")
CARLA = PlayerRef(PLATFORM, "3", "Carla")
DAVI = PlayerRef(PLATFORM, "4", "Davi")
GAMAO = PlayerRef("computer", "simple", "Gamão", kind=PlayerKind.COMPUTER)
HERE = ChannelRef(PLATFORM, "club")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TO_THREE = Offer("backgammon", Match(3), HouseRules())


def beginning(length: Length = TO_THREE.length) -> tuple[Event, ...]:
    """Return the events of a match that waits for seat 0 to play 3-1."""
    return (
        MatchStarted("backgammon", length, HouseRules()),
        GameStarted(1, (0, 0), False, False),
        OpeningRolled((3, 1)),
    )


def next_game(number: int, score: tuple[int, int]) -> tuple[Event, ...]:
    """Return the events with which seat 0 wins a game and the next begins."""
    won = GameWon(0, 1, 1, 1, "resignation", score)
    return won, GameStarted(number, score, False, False), OpeningRolled((6, 5))


THE_END: tuple[Event, ...] = (GameWon(0, 3, 1, 3, "resignation", (3, 0)), MatchWon(0, (3, 0)))
NOD: tuple[Event, ...] = (AutoRollChosen(0, True),)
"""An event that may happen at any time, as often as one likes."""


def after(state: MatchState, events: Sequence[Event]) -> MatchState:
    """Return the fold of `events` on `state`."""
    for event in events:
        state = evolve(state, event)
    return state


@dataclass
class Club:
    """A store with a channel, Ana and Bruno. Time moves on by a minute with every request."""

    store: SqlStore
    channel: Channel
    ana: Player
    bruno: Player
    now: datetime = NOON
    _ids: count[int] = field(default_factory=lambda: count(1))

    @classmethod
    async def of(cls, store: SqlStore) -> Club:
        """Return the club of `store`, which is opened or found."""
        return cls(store, await store.channel(HERE), await store.player(ANA), await store.player(BRUNO))

    def request(self) -> str:
        """Return a fresh request id."""
        self.now += timedelta(minutes=1)
        return f"{PLATFORM}:{next(self._ids)}"

    async def challenge(
        self,
        challenger: Player | None = None,
        invited: int | Handle | None = None,
        channel: Channel | None = None,
        offer: Offer = TO_THREE,
        locale: str = "en",
    ) -> int:
        """Put a challenge on the table, Ana's if not said otherwise."""
        where, who = channel or self.channel, challenger or self.ana
        return await self.store.open_challenge(
            self.request(), where.id, who.id, invited, offer, locale, self.now, code=token_hex(4)
        )

    async def accept(
        self, challenge: int, *players: Player, revision: int = 0, request: str | None = None
    ) -> int:
        """Start the match of a challenge between `players` (Ana and Bruno)."""
        seats = [player.id for player in players or (self.ana, self.bruno)]
        events = beginning()
        return await self.store.start_match(
            request or self.request(), challenge, revision, seats, events, replay(events), self.now
        )

    async def start(self, *players: Player, channel: Channel | None = None) -> int:
        """Start a match between `players` (Ana and Bruno)."""
        challenge = await self.challenge(players[0] if players else None, channel=channel)
        return await self.accept(challenge, *players)

    async def load(self, match: int) -> MatchRecord:
        """Return a match that there is."""
        record = await self.store.match(match)
        assert record is not None
        return record

    async def append(
        self,
        match: int,
        events: Sequence[Event] = NOD,
        *,
        seat: int | None = 0,
        show: bool = True,
        anew: bool = False,
        request: str | None = None,
    ) -> MatchState:
        """Append events to a match as it stands; return the state after them."""
        before = (await self.load(match)).state
        state = after(before, events)
        await self.store.append(
            request or self.request(),
            match,
            before.version,
            seat,
            events,
            state,
            show=show,
            anew=anew,
            now=self.now,
        )
        return state
