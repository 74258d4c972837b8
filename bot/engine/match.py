"""The state of a match, folded from its events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.actions import WinSize
from bot.engine.cube import Cube
from bot.engine.events import GameWon, Seat
from bot.engine.house_rules import HouseRules, Length
from bot.engine.position import Play, Position, Roll, Side


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
    crawford_played: bool
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


def side_of(state: MatchState, seat: Seat) -> Side:
    """Return the side that `seat` plays."""
    return 0 if seat == 0 else 1


def seats_to_act(state: MatchState) -> tuple[Seat, ...]:
    """Return the seats whose decision is awaited: one, both between money games, none at the end."""
    raise NotImplementedError
