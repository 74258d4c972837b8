"""What was agreed, as the tags of a `.mat` file.

Variation, Crawford, Jacoby, Beaver and CubeLimit are what other programs write too (a cube that
ends at 1 is no cube); the other house rules and the single game have tags of our own, which stand
only where they depart from the normal rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar, assert_never

from bot.engine.cube import HARD_CAP
from bot.engine.diagram import Diagram
from bot.engine.events import MatchStarted
from bot.engine.formats.mat_tags import Tag
from bot.engine.house_rules import (
    MAX_AUTOMATIC_DOUBLES,
    MOST_TRIPLE,
    HouseRules,
    Length,
    Match,
    Money,
    SingleGame,
    checked,
    fitted,
)
from bot.engine.refusals import InvalidNotation, Refusal
from bot.engine.variants import find_variants, rules_of
from bot.engine.xgid import xgid

VARIATIONS: Mapping[str, str] = MappingProxyType(
    {"backgammon": "Backgammon", "nackgammon": "NackGammon", "hypergammon": "HyperGammon (3)"}
)
"""What other programs call the variants that they know; all others go by their ids."""

NAMES = frozenset(
    {
        "Variation",
        "Length",
        "Crawford",
        "Jacoby",
        "Beaver",
        "Raccoon",
        "CubeLimit",
        "AutomaticDoubles",
        "FirstRollRefusal",
        "Backgammons",
        "Scoring",
        "Triple",
        "Settlements",
        "Teaching",
    }
)
"""The names of these tags."""

_SINGLE_GAME = "Single game"
_UNLIMITED = "Unlimited"
_Value = TypeVar("_Value")


def agreement_tags(agreed: MatchStarted) -> Iterator[tuple[str, str]]:
    """Yield the tags of what was agreed, as names and values."""
    rules = agreed.house_rules
    yield "Variation", VARIATIONS.get(agreed.variant, agreed.variant)
    match agreed.length:
        case Match():
            yield "Crawford", {"standard": "On", "off": "Off", "always": "Always"}[rules.crawford]
        case Money():
            yield "Jacoby", _on(rules.jacoby)
            yield "Beaver", _on(rules.beavers > 0)
        case SingleGame():
            yield "Length", _SINGLE_GAME
        case _:
            assert_never(agreed.length)
    yield from _departures(rules)


def agreement(
    tags: Sequence[Tag], points: int, start: str | None, *, jacoby: bool, beavers: int
) -> MatchStarted:
    """Return what `tags` tell of a match to `points` (0: money, or a single game).

    `start` (`start_cells`), `jacoby` and `beavers` count where no tag tells. Rules without a meaning
    at the length are left out. Raises InvalidNotation: `mat-length` (points, most), `mat-tag` (line,
    text), `mat-rules` (reason: the refusal of rules that make no sense together).
    """
    told = {tag.name: tag for tag in tags if tag.name in NAMES}
    length = _length(told.get("Length"), points)
    rules = fitted(length, _house_rules(told, jacoby=jacoby, beavers=beavers))
    try:
        checked(length, rules)
    except Refusal as reason:
        raise InvalidNotation("mat-rules", reason=reason) from reason
    return MatchStarted(_variant(told.get("Variation"), start), length, rules)


def start_cells(variant: str) -> str:
    """Return the start of a variant as the first field of an XGID."""
    return xgid(Diagram(rules_of(variant).start_position())).removeprefix("XGID=").split(":")[0]


def _departures(rules: HouseRules) -> Iterator[tuple[str, str]]:
    if rules.beavers > 1:
        yield "Raccoon", "On"
    if not rules.cube or rules.cube_cap is not None:
        yield "CubeLimit", str(rules.cube_cap if rules.cube else 1)
    if rules.automatic_doubles != 0:
        yield "AutomaticDoubles", str(rules.automatic_doubles or _UNLIMITED)
    if rules.first_roll_refusal != "off":
        yield "FirstRollRefusal", rules.first_roll_refusal.capitalize()
    if not rules.backgammons:
        yield "Backgammons", "Off"
    if rules.scoring != "standard":
        yield "Scoring", rules.scoring.capitalize()
    if rules.triple is not None:
        yield "Triple", str(rules.triple)
    if rules.settlements:
        yield "Settlements", "On"
    if rules.teaching:
        yield "Teaching", "On"


def _length(tag: Tag | None, points: int) -> Length:
    if points == 0:
        return SingleGame() if tag and tag.known({_SINGLE_GAME.lower(): True}) else Money()
    try:
        return Match(points)
    except ValueError:
        raise InvalidNotation("mat-length", points=points, most=99) from None


def _variant(tag: Tag | None, start: str | None) -> str:
    if tag is None:
        starts = {start_cells(variant): variant for variant in find_variants()}
        return starts.get(start or "", "backgammon")
    names = {name.lower(): variant for variant, name in VARIATIONS.items()}
    return tag.known(names | {variant: variant for variant in find_variants()})


def _house_rules(told: Mapping[str, Tag], *, jacoby: bool, beavers: int) -> HouseRules:
    def chosen(name: str, choices: Mapping[str, _Value], default: _Value) -> _Value:
        return told[name].known(choices) if name in told else default

    def switched(name: str, default: bool) -> bool:
        return chosen(name, {"on": True, "off": False}, default)

    limit = told["CubeLimit"].number(1, HARD_CAP) if "CubeLimit" in told else None
    cube = limit != 1
    beaver = switched("Beaver", cube and beavers > 0)
    return HouseRules(
        cube=cube,
        cube_cap=limit if cube else None,
        crawford=chosen("Crawford", {"on": "standard", "off": "off", "always": "always"}, "standard"),
        jacoby=switched("Jacoby", cube and jacoby),
        beavers=beaver + (beaver and switched("Raccoon", beavers > 1)),
        automatic_doubles=_automatic_doubles(told.get("AutomaticDoubles")),
        first_roll_refusal=chosen(
            "FirstRollRefusal", {"off": "off", "opener": "opener", "each": "each"}, "off"
        ),
        backgammons=switched("Backgammons", True),
        scoring=chosen("Scoring", {"standard": "standard", "brazil": "brazil"}, "standard"),
        triple=told["Triple"].number(1, MOST_TRIPLE) if "Triple" in told else None,
        settlements=switched("Settlements", False),
        teaching=switched("Teaching", False),
    )


def _automatic_doubles(tag: Tag | None) -> int | None:
    if tag is None:
        return 0
    return None if tag.value.lower() == _UNLIMITED.lower() else tag.number(0, MAX_AUTOMATIC_DOUBLES)


def _on(value: bool) -> str:
    return "On" if value else "Off"
