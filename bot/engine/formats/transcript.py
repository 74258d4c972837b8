"""A match as exchange formats tell it: who played, and its whole log, game by game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.events import Event, GameStarted, GameWon, MatchStarted, Seat
from bot.engine.match import MatchState, evolve
from bot.engine.position import Roll


@dataclass(frozen=True, slots=True)
class Transcript:
    """A match to be written to a file, or read from one."""

    names: tuple[str, str]
    """Who sits in seat 0 and in seat 1."""
    log: tuple[Event, ...]
    """`MatchStarted` and everything since, from the first game on."""
    info: tuple[tuple[str, str], ...] = ()
    """What else a file can tell, as names and values: Site, Event, EventDate (2026.11.30) …"""


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a log."""

    begun: MatchState
    """The match before the opening roll."""
    points: tuple[int, int]
    """What seat 0 and seat 1 have won in the games before; a money ledger tells the difference only."""
    events: tuple[Event, ...]
    """All since its `GameStarted`, to the end of the game or of the log."""
    won: GameWon | None
    """None: the game is not over."""

    def told(self) -> Iterator[tuple[MatchState, Event]]:
        """Yield each event with the state before it."""
        state = self.begun
        for event in self.events:
            yield state, event
            state = evolve(state, event)


def agreed(log: tuple[Event, ...]) -> MatchStarted:
    """Return what was agreed. Raises `ValueError` for a log that does not begin with it."""
    if not log or not isinstance(log[0], MatchStarted):
        raise ValueError("a log begins with MatchStarted")
    return log[0]


def games_of(log: tuple[Event, ...]) -> tuple[Game, ...]:
    """Return the games of a whole log, in order.

    Raises `ValueError` for a log of which the beginning or a game is missing.
    """
    state = evolve(None, agreed(log))
    games: list[Game] = []
    points = (0, 0)
    for at, event in enumerate(log[1:], 1):
        state = evolve(state, event)
        if isinstance(event, GameStarted):
            if event.number != len(games) + 1:
                raise ValueError(f"game {len(games) + 1} is missing")
            games.append(_game(log[at + 1 :], state, points))
        if isinstance(event, GameWon):
            points = added(points, event.seat, event.points)
    return tuple(games)


def opened(first: int, second: int) -> tuple[Seat, Roll]:
    """Return who begins, and the opening roll with that side's die first. Different dice."""
    return (0, (first, second)) if first > second else (1, (second, first))


def added(points: tuple[int, int], seat: Seat, more: int) -> tuple[int, int]:
    """Return the points of seat 0 and seat 1 once `seat` has won `more`."""
    first, second = points
    return (first + more, second) if seat == 0 else (first, second + more)


def _game(following: tuple[Event, ...], begun: MatchState, points: tuple[int, int]) -> Game:
    won = next((event for event in following if isinstance(event, GameWon | GameStarted)), None)
    if isinstance(won, GameStarted):
        raise ValueError(f"game {begun.game} has no end")
    end = len(following) if won is None else following.index(won) + 1
    return Game(begun, points, following[:end], won)
