"""What the players agreed before the match: frozen data, one field a house rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Match:
    """A match to `points`, 1 to 99 (rules 6.5)."""

    points: int

    def __post_init__(self) -> None:
        if not 1 <= self.points <= 99:
            raise ValueError(f"a match goes to 1 to 99 points, not {self.points}")


@dataclass(frozen=True, slots=True)
class Money:
    """A money session: games without a target and a running ledger (rules 6.7)."""


@dataclass(frozen=True, slots=True)
class SingleGame:
    """One game; its points are its result."""


Length: TypeAlias = Match | Money | SingleGame


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Each departure from the normal rules. A default never changes: old logs rely on it."""

    cube: bool = True
    """The game uses a doubling cube (rules 5.1a)."""
    cube_cap: int | None = None
    """The highest cube value, a power of two; None: the technical limit 2**15 (rules 5.4)."""
    crawford: Literal["standard", "off", "always"] = "standard"
    """The Crawford game: once for both sides, never, or whenever the opponent needs one point (5.8)."""
    jacoby: bool = False
    """Gammons count only after a double was taken (rules 5.7). Money only."""
    beavers: int = 0
    """Immediate redoubles: 0 none, 1 beaver, 2 beaver and raccoon (rules 5.5). Money only."""
    automatic_doubles: int | None = 0
    """How many opening ties turn the cube; None: every tie (rules 2.5). Money only."""
    first_roll_refusal: Literal["off", "opener", "each"] = "off"
    """Who may refuse a first roll by turning the cube (rules 2.6). Money only."""
    backgammons: bool = True
    """A backgammon counts three; otherwise it counts as a gammon (rules 6.2)."""
    scoring: Literal["standard", "brazil"] = "standard"
    """Points of a win: 1-2-3, or the Brazilian count 1-3 and one more for a win on a double (6.3)."""
    triple: int | None = None
    """Points of a backgammon in the Brazilian count; None: as a gammon (rules 6.3)."""
    settlements: bool = False
    """Both players may agree to end a game for a number of points (rules 5.12). Money only."""
