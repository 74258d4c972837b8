"""What the players agreed before the match: frozen data, one field a house rule.

`checked` refuses what makes no sense together, `fitted` drops what a length leaves no room for,
and `PRESETS` names the usual agreements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from bot.engine.cube import HARD_CAP
from bot.engine.refusals import Refusal

MAX_POINTS = 99


@dataclass(frozen=True, slots=True)
class Match:
    """A match to `points`, 1 to 99 (rules 6.5)."""

    points: int

    def __post_init__(self) -> None:
        if not 1 <= self.points <= MAX_POINTS:
            raise ValueError(f"a match goes to 1 to {MAX_POINTS} points, not {self.points}")


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
    teaching: bool = False
    """Both players may ask for hints: a lesson, not a contest."""


MAX_AUTOMATIC_DOUBLES = 15
"""More cannot happen: the cube ends at `cube.HARD_CAP`."""
MAX_BEAVERS = 2
LEAST_TRIPLE = 3
MOST_TRIPLE = 9

_NORMAL = HouseRules()
_MONEY_ONLY = ("jacoby", "beavers", "automatic_doubles", "first_roll_refusal", "settlements")
_MATCH_ONLY = ("crawford",)
_CUBE_ONLY = ("cube_cap", "jacoby", "beavers", "automatic_doubles", "first_roll_refusal")


def departures(house_rules: HouseRules) -> dict[str, object]:
    """Return the fields that differ from the normal rules, by name, in the order of the class."""
    values = {field.name: getattr(house_rules, field.name) for field in fields(house_rules)}
    return {name: value for name, value in values.items() if value != getattr(_NORMAL, name)}


def checked(length: Length, house_rules: HouseRules) -> HouseRules:
    """Return `house_rules` if they make sense together and with `length`.

    Raises `Refusal` with the first reason that applies, in this order:

    | key | params | meaning |
    |---|---|---|
    | rules-money-only | rule | this rule belongs to money sessions (rules 2.5, 2.6, 5.5, 5.7, 5.12) |
    | rules-match-only | rule | the Crawford rule belongs to matches (rules 5.8) |
    | rules-cube-needed | rule | this rule turns a cube, and the game is to be played without one |
    | rules-cube-cap | cap, most | the cap is a power of two, from 2 to `most` (rules 5.4) |
    | rules-beavers | beavers, most | 0, 1 (beavers) or 2 (raccoons as well) are possible (rules 5.5) |
    | rules-automatic-doubles | count, most | 0 to `most` are possible, or no limit (rules 2.5) |
    | rules-triple-brazil | | a value of the triple belongs to the Brazilian count (rules 6.3) |
    | rules-triple-backgammons | | backgammons do not count, so the triple has no value (rules 6.2) |
    | rules-triple-value | triple, least, most | the triple counts `least` to `most` (rules 6.3) |

    `rule` is the name of the field of `HouseRules`.
    """
    for rule in departures(house_rules):
        _check_room(length, house_rules, rule)
    _check_numbers(house_rules)
    _check_triple(house_rules)
    return house_rules


def fitted(length: Length, house_rules: HouseRules) -> HouseRules:
    """Return `house_rules` without the departures that have no meaning at `length`.

    Where points are given, the money rules fall away; in money play and in a single game, the
    Crawford rule does. So a preset can be asked for at another length than its own.
    """
    unfit = {rule: getattr(_NORMAL, rule) for rule in departures(house_rules) if not _fits(length, rule)}
    return replace(house_rules, **unfit)


def _fits(length: Length, rule: str) -> bool:
    if rule in _MONEY_ONLY:
        return isinstance(length, Money)
    return rule not in _MATCH_ONLY or isinstance(length, Match)


def _check_room(length: Length, house_rules: HouseRules, rule: str) -> None:
    if not _fits(length, rule):
        raise Refusal("rules-money-only" if rule in _MONEY_ONLY else "rules-match-only", rule=rule)
    if house_rules.cube:
        return
    # Without a cube "no Crawford game" is redundant but true; "always Crawford" is neither.
    if rule in _CUBE_ONLY or (rule == "crawford" and house_rules.crawford == "always"):
        raise Refusal("rules-cube-needed", rule=rule)


def _check_numbers(house_rules: HouseRules) -> None:
    cap = house_rules.cube_cap
    if cap is not None and not (2 <= cap <= HARD_CAP and cap.bit_count() == 1):
        raise Refusal("rules-cube-cap", cap=cap, most=HARD_CAP)
    if not 0 <= house_rules.beavers <= MAX_BEAVERS:
        raise Refusal("rules-beavers", beavers=house_rules.beavers, most=MAX_BEAVERS)
    count = house_rules.automatic_doubles
    if count is not None and not 0 <= count <= MAX_AUTOMATIC_DOUBLES:
        raise Refusal("rules-automatic-doubles", count=count, most=MAX_AUTOMATIC_DOUBLES)


def _check_triple(house_rules: HouseRules) -> None:
    triple = house_rules.triple
    if triple is None:
        return
    if house_rules.scoring != "brazil":
        raise Refusal("rules-triple-brazil")
    if not house_rules.backgammons:
        raise Refusal("rules-triple-backgammons")
    if not LEAST_TRIPLE <= triple <= MOST_TRIPLE:
        raise Refusal("rules-triple-value", triple=triple, least=LEAST_TRIPLE, most=MOST_TRIPLE)


PRESETS: Mapping[str, tuple[Length, HouseRules]] = MappingProxyType(
    {
        "clube": (Match(7), HouseRules()),
        "dinheiro": (Money(), HouseRules(jacoby=True, beavers=1)),
        "mao10": (Match(10), HouseRules(cube=False, crawford="off", scoring="brazil")),
        "app": (SingleGame(), HouseRules(cube_cap=64)),
        "livro": (Money(), HouseRules(automatic_doubles=None)),
        "g4d": (Money(), HouseRules(jacoby=True, beavers=1, automatic_doubles=1)),
    }
)
"""The usual agreements by name. At another length than its own, ask `fitted` for what remains."""
