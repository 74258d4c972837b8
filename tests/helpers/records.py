"""Match records as the store returns them: Ana (light) against Bruno (dark), or the computer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

from bot.app.records import Channel, MatchRecord, Player, SeatAt
from bot.app.requests import ChannelRef, PlayerKind, PlayerRef
from bot.engine.events import Event, GameStarted, Rolled
from bot.engine.match import MatchState
from bot.engine.position import Roll
from tests.helpers.states import Table

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
CLUB = Channel(1, ChannelRef("test", "club"))
ANA = Player(1, PlayerRef("test", "1", "Ana", "ana"))
BRUNO = Player(2, PlayerRef("test", "2", "Bruno"))
COMPUTER = Player(3, PlayerRef("computer", "simple", "Gamão", kind=PlayerKind.COMPUTER))


def record(
    played: Table | MatchState,
    *,
    tentative: str = "",
    players: tuple[Player, Player] = (ANA, BRUNO),
    acted: tuple[datetime | None, datetime | None] = (None, None),
    number: int = 7,
) -> MatchRecord:
    """Return the record of a table, or of a state whose log is lost."""
    state = played.state if isinstance(played, Table) else played
    log = tuple(played.log) if isinstance(played, Table) else ()
    seats = tuple(SeatAt(seat, players[seat], acted[seat]) for seat in (0, 1))
    return MatchRecord(number, CLUB, state, recent(log), seats, tentative)


def table_at(moment: MatchState) -> Table:
    """Return a table in the middle of a game; its log tells the roll that is to be played."""
    return Table(moment, (Rolled(moment.on_roll, moment.dice),) if moment.dice else ())


def recent(log: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what the store hands out of a log: its first event, then all since the last game but one."""
    games = [place for place, event in enumerate(log) if isinstance(event, GameStarted)]
    return (*log[:1], *log[games[-2] :]) if len(games) > 2 else log


def random_rolls(random: Random) -> Iterator[Roll]:
    """Return endless dice of a seeded generator."""
    while True:
        yield random.randint(1, 6), random.randint(1, 6)
