"""How the fields of stored events are written and read: one line a field.

A reader takes what JSON gave and returns the value, or raises `ValueError` naming what was given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar, assert_never, get_args

from bot.engine.cube import HARD_CAP
from bot.engine.events import WonBy
from bot.engine.house_rules import HouseRules, Length, Match, Money, SingleGame, departures
from bot.engine.position import BAR, OFF, CheckerMove, Play

T = TypeVar("T")
Reader: TypeAlias = Callable[[object], T]


@dataclass(frozen=True, slots=True)
class FieldCodec(Generic[T]):
    """How the value of a field becomes JSON and back."""

    read: Reader[T]
    write: Callable[[T], object] = lambda value: value


def whole(least: int | None = None, most: int | None = None) -> Reader[int]:
    """Return a reader of whole numbers within limits."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"{value!r} is not a whole number")
        if (least is not None and value < least) or (most is not None and value > most):
            raise ValueError(f"{value!r} is not between {least} and {most}")
        return value

    return read


def flag(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def word(*known: str) -> Reader[str]:
    """Return a reader of one of the known words; of any text if none is given."""

    def read(value: object) -> str:
        if not isinstance(value, str) or (known and value not in known):
            raise ValueError(f"{value!r} is none of {known}" if known else f"{value!r} is not a text")
        return value

    return read


def or_none(reader: Reader[T]) -> Reader[T | None]:
    """Return a reader that lets null through."""
    return lambda value: None if value is None else reader(value)


def pair(reader: Reader[T]) -> FieldCodec[tuple[T, T]]:
    """Return the codec of two values of a kind, a list in JSON."""

    def read(value: object) -> tuple[T, T]:
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise ValueError(f"{value!r} is not a pair")
        return reader(value[0]), reader(value[1])

    return FieldCodec(read, list)


_STEP = re.compile(r"(bar|[1-9]|1\d|2[0-4])/(off|[1-9]|1\d|2[0-4])(\*?)")


def write_play(play: Play) -> str:
    """Write the checker moves of a play, in their order: `"24/18* 18/13"`."""
    return " ".join(f"{_point(move.start)}/{_point(move.end)}{'*' * move.hit}" for move in play)


def read_play(value: object) -> Play:
    """Read what `write_play` wrote."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a play")
    steps = [(step, _STEP.fullmatch(step)) for step in value.split()]
    if unread := [step for step, matched in steps if matched is None]:
        raise ValueError(f"{unread[0]!r} is not a checker move")
    return tuple(
        CheckerMove(_number(matched[1]), _number(matched[2]), bool(matched[3]))
        for _, matched in steps
        if matched
    )


def _point(number: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(number, str(number))


def _number(point: str) -> int:
    return {"bar": BAR, "off": OFF}[point] if point.isalpha() else int(point)


def write_length(length: Length) -> int | str:
    """Write a length: points, `"money"` or `"single"`."""
    match length:
        case Match(points):
            return points
        case Money():
            return "money"
        case SingleGame():
            return "single"
        case _:
            assert_never(length)


def read_length(value: object) -> Length:
    """Read what `write_length` wrote."""
    match value:
        case "money":
            return Money()
        case "single":
            return SingleGame()
        case int() if not isinstance(value, bool):
            return Match(value)
        case _:
            raise ValueError(f"{value!r} is not a length")


_HOUSE_RULES: Mapping[str, Reader[object]] = MappingProxyType(
    {
        "cube": flag,
        "cube_cap": or_none(whole(2, HARD_CAP)),
        "crawford": word("standard", "off", "always"),
        "jacoby": flag,
        "beavers": whole(0),
        "automatic_doubles": or_none(whole(0)),
        "first_roll_refusal": word("off", "opener", "each"),
        "backgammons": flag,
        "scoring": word("standard", "brazil"),
        "triple": or_none(whole(0)),
        "settlements": flag,
        "teaching": flag,
    }
)


def read_house_rules(value: object) -> HouseRules:
    """Read the departures from the normal rules; what is not named is normal."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{value!r} are not house rules")
    if unknown := value.keys() - _HOUSE_RULES.keys():
        raise ValueError(f"there is no house rule {sorted(map(str, unknown))[0]!r}")
    # Any: each reader returns what its own field holds, which one type cannot say.
    read: dict[str, Any] = {name: _HOUSE_RULES[name](given) for name, given in value.items()}
    return HouseRules(**read)


_value = FieldCodec(whole(1, HARD_CAP))
_flag = FieldCodec(flag)

# Any: the codec of a field knows the type of that field alone.
FIELDS: Mapping[str, FieldCodec[Any]] = MappingProxyType(
    {
        "variant": FieldCodec(word()),
        "length": FieldCodec(read_length, write_length),
        "house_rules": FieldCodec(read_house_rules, departures),
        "number": FieldCodec(whole(1)),
        "score": pair(whole()),
        "crawford": _flag,
        "crawford_played": _flag,
        "seat": FieldCodec(whole(0)),
        "dice": pair(whole(1, 6)),
        "play": FieldCodec(read_play, write_play),
        "value": _value,
        "cube": _value,
        "size": FieldCodec(whole(1, 3)),
        "points": FieldCodec(whole()),
        "by": FieldCodec(word(*get_args(WonBy))),
        "on_double": _flag,
        "on": _flag,
    }
)
"""By field name; a name means the same in every event that has it."""
