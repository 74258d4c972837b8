"""The state of a match, folded from its events.

Scores: in a match the points of seat 0 and seat 1, surplus included (rules 6.5); in a single game
the points it gave, the loser's being 0; in a money session a ledger that sums to zero (rules 6.7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar, assert_never

from bot.engine import events as happened
from bot.engine.actions import WinSize
from bot.engine.cube import Cube
from bot.engine.events import Event, GameWon, Seat
from bot.engine.house_rules import HouseRules, Length
from bot.engine.position import Play, Position, Roll, Side, other
from bot.engine.variants import rules_of


class Phase(StrEnum):
    """What the match waits for."""

    TO_ROLL = "to roll"
    TO_PLAY = "to play"
    CUBE_OFFERED = "cube offered"
    BEAVERED = "beavered"
    RACCOONED = "raccooned"
    RESIGNATION_OFFERED = "resignation offered"
    SETTLEMENT_OFFERED = "settlement offered"
    GAME_OVER = "game over"
    """Between two games of a money session: a person asks for the next, or ends it."""
    MATCH_OVER = "match over"


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything that decides what may happen next. `version` counts the events folded."""

    version: int
    variant: str
    length: Length
    house_rules: HouseRules
    game: int
    score: tuple[int, int]
    crawford: bool
    """This game is played without doubling, by the Crawford rule (rules 5.8)."""
    crawford_played: bool
    """A Crawford game lies behind: the flag's memory, for the score alone cannot tell."""
    position: Position
    phase: Phase
    on_roll: Side
    """Whose turn it is on the board; while an offer is pending, still the side that made its turn."""
    dice: Roll | None
    """The roll to be played, or None."""
    cube: Cube
    """Before a pending offer is answered: the cube as it was (a beaver or raccoon: as turned)."""
    offered: int | None
    """The cube value that the asked side is asked to accept, or None."""
    turns: tuple[int, int]
    """How many rolls each side has had in this game."""
    last_roll: Roll | None
    """The newest roll of the game, played or to be played."""
    last_play: Play
    """The play made with the newest played roll."""
    resignation: tuple[Seat, WinSize] | None
    settlement: tuple[Seat, int] | None
    auto_roll: tuple[bool, bool]
    game_won: GameWon | None
    """How the game that is over was won, while no other has started."""


T = TypeVar("T")


def due(value: T | None) -> T:
    """Return what the phase of a state promises, such as its `dice` in TO_PLAY.

    Raises `ValueError` for a state that no log leads to.
    """
    if value is None:
        raise ValueError("the state lacks what its phase promises")
    return value


def side_of(state: MatchState, seat: Seat) -> Side:
    """Return the side that `seat` plays."""
    return 0 if seat == 0 else 1


def seats_to_act(state: MatchState) -> tuple[Seat, ...]:
    """Return the seats whose decision is awaited: one, both between money games, none at the end."""
    match state.phase:
        case Phase.TO_ROLL | Phase.TO_PLAY | Phase.BEAVERED:
            return (state.on_roll,)
        case Phase.CUBE_OFFERED | Phase.RACCOONED | Phase.RESIGNATION_OFFERED | Phase.SETTLEMENT_OFFERED:
            # Only the side on roll can have made these offers.
            return (other(state.on_roll),)
        case Phase.GAME_OVER:
            return (0, 1)
        case Phase.MATCH_OVER:
            return ()
        case _:
            assert_never(state.phase)


def replay(events: Iterable[Event], version: int | None = None) -> MatchState:
    """Fold a log: `MatchStarted`, then every event or those since some `GameStarted`.

    `version` is the true number of events where some were left out. Raises `ValueError` for a log
    that is empty or does not begin with `MatchStarted`.
    """
    state: MatchState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a log begins with MatchStarted; this one is empty")
    return state if version is None else replace(state, version=version)


def evolve(state: MatchState | None, event: Event) -> MatchState:
    """Return the state after `event`. Events are facts: nothing is judged again.

    Raises `ValueError` if `MatchStarted` is not the first event, or is not the only first one.
    """
    if state is None:
        if not isinstance(event, happened.MatchStarted):
            raise ValueError(f"a log begins with MatchStarted, not with {event!r}")
        return _agreed(event)
    return replace(_after(state, event), version=state.version + 1)


def _agreed(event: happened.MatchStarted) -> MatchState:
    """Return the state before the first game."""
    return MatchState(
        version=1,
        variant=event.variant,
        length=event.length,
        house_rules=event.house_rules,
        game=0,
        score=(0, 0),
        crawford=False,
        crawford_played=False,
        position=rules_of(event.variant).start_position(),
        phase=Phase.GAME_OVER,
        on_roll=0,
        dice=None,
        cube=Cube(),
        offered=None,
        turns=(0, 0),
        last_roll=None,
        last_play=(),
        resignation=None,
        settlement=None,
        auto_roll=(False, False),
        game_won=None,
    )


def _after(state: MatchState, event: Event) -> MatchState:
    match event:
        case happened.MatchStarted():
            raise ValueError("MatchStarted is the first event of a log, and only the first")
        case happened.GameStarted():
            return _game_started(state, event)
        case happened.OpeningRolled(dice):
            return _opening_rolled(state, dice)
        case happened.AutomaticallyDoubled(value):
            return replace(state, cube=Cube(value))
        case happened.FirstRollRefused(_, value):
            return replace(state, cube=Cube(value), dice=None, phase=Phase.TO_ROLL)
        case happened.Rolled(seat, dice):
            return _rolled(state, side_of(state, seat), dice)
        case happened.Played(seat, play):
            return _played(state, side_of(state, seat), play)
        case happened.GameWon():
            return _game_won(state, event)
        case happened.MatchWon() | happened.SessionEnded():
            return replace(state, phase=Phase.MATCH_OVER)
        case happened.AutoRollChosen(seat, on):
            first, second = state.auto_roll
            return replace(state, auto_roll=(on, second) if side_of(state, seat) == 0 else (first, on))
        case _:
            return _after_offer(state, event)


_OfferEvent = (
    happened.Doubled
    | happened.Taken
    | happened.Beavered
    | happened.Raccooned
    | happened.Dropped
    | happened.ResignationOffered
    | happened.ResignationAccepted
    | happened.ResignationRejected
    | happened.SettlementOffered
    | happened.SettlementAccepted
    | happened.SettlementRejected
)


def _after_offer(state: MatchState, event: _OfferEvent) -> MatchState:
    match event:
        case happened.Doubled(_, value):
            return replace(state, offered=value, phase=Phase.CUBE_OFFERED)
        case happened.Taken():
            return _taken(state)
        case happened.Beavered(seat, value):
            cube = Cube(value, side_of(state, seat))
            return replace(state, cube=cube, offered=value, phase=Phase.BEAVERED)
        case happened.Raccooned(_, value):
            cube = Cube(value, state.cube.owner)
            return replace(state, cube=cube, offered=value, phase=Phase.RACCOONED)
        case happened.ResignationOffered(seat, size):
            return replace(state, resignation=(seat, size), phase=Phase.RESIGNATION_OFFERED)
        case happened.SettlementOffered(seat, points):
            return replace(state, settlement=(seat, points), phase=Phase.SETTLEMENT_OFFERED)
        case happened.ResignationRejected() | happened.SettlementRejected():
            return replace(state, resignation=None, settlement=None, phase=_turn_phase(state))
        case happened.Dropped() | happened.ResignationAccepted() | happened.SettlementAccepted():
            return state  # the GameWon that follows says what it gave
        case _:
            assert_never(event)


def _game_started(state: MatchState, event: happened.GameStarted) -> MatchState:
    return replace(
        _agreed(happened.MatchStarted(state.variant, state.length, state.house_rules)),
        game=event.number,
        score=event.score,
        crawford=event.crawford,
        crawford_played=event.crawford_played,
        phase=Phase.TO_ROLL,
    )


def _opening_rolled(state: MatchState, dice: Roll) -> MatchState:
    if dice[0] == dice[1]:
        return state
    return _rolled(state, 0 if dice[0] > dice[1] else 1, dice)


def _rolled(state: MatchState, side: Side, dice: Roll) -> MatchState:
    first, second = state.turns
    turns = (first + 1, second) if side == 0 else (first, second + 1)
    return replace(state, on_roll=side, dice=dice, last_roll=dice, turns=turns, phase=Phase.TO_PLAY)


def _played(state: MatchState, side: Side, play: Play) -> MatchState:
    position = rules_of(state.variant).after(state.position, side, play)
    return replace(
        state, position=position, on_roll=other(side), dice=None, last_play=play, phase=Phase.TO_ROLL
    )


def _taken(state: MatchState) -> MatchState:
    """The asked side owns the cube it took; after a beaver or raccoon the beaverer keeps it (5.5)."""
    offered = state.phase is Phase.CUBE_OFFERED
    cube = Cube(due(state.offered), other(state.on_roll)) if offered else state.cube
    return replace(state, cube=cube, offered=None, phase=_turn_phase(state))


def _turn_phase(state: MatchState) -> Phase:
    return Phase.TO_ROLL if state.dice is None else Phase.TO_PLAY


def _game_won(state: MatchState, event: GameWon) -> MatchState:
    return replace(
        state,
        score=event.score,
        game_won=event,
        dice=None,
        offered=None,
        resignation=None,
        settlement=None,
        phase=Phase.GAME_OVER,
    )
