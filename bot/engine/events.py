"""What happened in a match: past tense, one frozen class each. The log keeps these, and dice are facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.engine.actions import WinSize
from bot.engine.house_rules import HouseRules, Length
from bot.engine.position import Play, Roll

Seat: TypeAlias = int
"""A person at the table, from 0. With two players, seat n plays side n."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The first event of every log: what was agreed."""

    variant: str
    length: Length
    house_rules: HouseRules


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins. It carries all that the games before it decided, so a state folds from here."""

    number: int
    score: tuple[int, int]
    crawford: bool
    crawford_played: bool


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """Seat 0's and seat 1's opening die. Equal: nobody starts, another follows (rules 2.1, 2.2)."""

    dice: Roll


@dataclass(frozen=True, slots=True)
class AutomaticallyDoubled:
    """An opening tie turned the centred cube to `value` (rules 2.5)."""

    value: int


@dataclass(frozen=True, slots=True)
class FirstRollRefused:
    """A seat turned the centred cube to `value` instead of playing; a `Rolled` follows (rules 2.6)."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """A seat's roll, in the order rolled."""

    seat: Seat
    dice: Roll


@dataclass(frozen=True, slots=True)
class Played:
    """A seat's whole play; empty when it had no legal play."""

    seat: Seat
    play: Play


@dataclass(frozen=True, slots=True)
class Doubled:
    """A seat offered the cube at `value`."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat took the cube as offered."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Beavered:
    """A seat took, turned the cube to `value` and owns it."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Raccooned:
    """The doubler turned a beaver to `value`; the beaverer still owns the cube."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """A seat dropped the cube as offered."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ResignationOffered:
    """A seat offered to lose a game of `size`."""

    seat: Seat
    size: WinSize


@dataclass(frozen=True, slots=True)
class ResignationAccepted:
    """A seat accepted the resignation, or the rules did for it (rules 5.11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ResignationRejected:
    """A seat plays on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SettlementOffered:
    """A seat offered to end the game for `points` to itself (negative: it pays)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class SettlementAccepted:
    """A seat accepted the settlement."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SettlementRejected:
    """A seat plays on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AutoRollChosen:
    """A seat lets the bot roll for it in this game, or no longer."""

    seat: Seat
    on: bool


WonBy: TypeAlias = Literal["bear_off", "drop", "resignation", "settlement"]


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game ended: `size` x `cube` (or the agreed sum) gave `points`; `score` is the new one."""

    seat: Seat
    size: WinSize
    cube: int
    points: int
    by: WonBy
    score: tuple[int, int]
    on_double: bool = False
    """Won with a double as the last roll, where that counts (rules 6.3)."""


@dataclass(frozen=True, slots=True)
class MatchWon:
    """The match, or the single game, is over."""

    seat: Seat
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """A money session was ended by a seat."""

    seat: Seat
    score: tuple[int, int]


Event: TypeAlias = (
    MatchStarted
    | GameStarted
    | OpeningRolled
    | AutomaticallyDoubled
    | FirstRollRefused
    | Rolled
    | Played
    | Doubled
    | Taken
    | Beavered
    | Raccooned
    | Dropped
    | ResignationOffered
    | ResignationAccepted
    | ResignationRejected
    | SettlementOffered
    | SettlementAccepted
    | SettlementRejected
    | AutoRollChosen
    | GameWon
    | MatchWon
    | SessionEnded
)
