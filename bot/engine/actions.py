"""What a seat can ask of the match: imperative, one frozen class each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

WinSize: TypeAlias = Literal[1, 2, 3]
"""1 single, 2 gammon, 3 backgammon."""


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll, when it is yours to roll."""


@dataclass(frozen=True, slots=True)
class MakePlay:
    """Make a whole play, in any notation that `notation.match_play` understands."""

    notation: str


@dataclass(frozen=True, slots=True)
class OfferDouble:
    """Offer the cube at twice its value."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the cube as it was offered, also a beaver or a raccoon."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop the cube as it was offered and lose the game."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """Take and turn the cube once more, keeping it."""


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Answer a beaver by turning the cube once more; the beaverer keeps it."""


@dataclass(frozen=True, slots=True)
class RefuseFirstRoll:
    """Turn the cube instead of playing one's first roll, and roll again (rules 2.6)."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Offer to lose the game at this size."""

    size: WinSize


@dataclass(frozen=True, slots=True)
class AcceptResignation:
    """Accept the resignation offered."""


@dataclass(frozen=True, slots=True)
class RejectResignation:
    """Play on after a resignation was offered."""


@dataclass(frozen=True, slots=True)
class OfferSettlement:
    """Offer to end the game now for `points` to the seat that offers; negative: pays them."""

    points: int


@dataclass(frozen=True, slots=True)
class AcceptSettlement:
    """Accept the settlement offered."""


@dataclass(frozen=True, slots=True)
class RejectSettlement:
    """Play on after a settlement was offered."""


@dataclass(frozen=True, slots=True)
class ChooseAutoRoll:
    """Have the bot roll for this seat for the rest of the game, or stop it."""

    on: bool


@dataclass(frozen=True, slots=True)
class NextGame:
    """Start the next game of a money session."""


@dataclass(frozen=True, slots=True)
class EndSession:
    """End a money session between two games."""


Action: TypeAlias = (
    RollDice
    | MakePlay
    | OfferDouble
    | Take
    | Drop
    | Beaver
    | Raccoon
    | RefuseFirstRoll
    | Resign
    | AcceptResignation
    | RejectResignation
    | OfferSettlement
    | AcceptSettlement
    | RejectSettlement
    | ChooseAutoRoll
    | NextGame
    | EndSession
)
