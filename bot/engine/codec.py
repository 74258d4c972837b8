"""Events as JSON, and back. What is stored outlives the code, so its names are written down here.

An event is a type name and a flat object of its fields. Plays are texts with one checker move
each (`"24/18* 18/13"`), lengths are `"money"`, `"single"` or a number of points, and of the house
rules only departures from the normal ones are kept, so a rule that is added later leaves old logs
as they are. Fields at their default are left out.

`SCHEMA` counts the changes that older code could not read. Data of schema 1 does not name it;
later data carries it as `"schema"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import MappingProxyType
from typing import Any

from bot.engine import events as happened
from bot.engine.codec_fields import FIELDS
from bot.engine.events import Event

SCHEMA = 1

_TYPES: Mapping[str, type[Event]] = MappingProxyType(
    {
        "match_started": happened.MatchStarted,
        "game_started": happened.GameStarted,
        "opening_rolled": happened.OpeningRolled,
        "automatically_doubled": happened.AutomaticallyDoubled,
        "first_roll_refused": happened.FirstRollRefused,
        "rolled": happened.Rolled,
        "played": happened.Played,
        "doubled": happened.Doubled,
        "taken": happened.Taken,
        "beavered": happened.Beavered,
        "raccooned": happened.Raccooned,
        "dropped": happened.Dropped,
        "resignation_offered": happened.ResignationOffered,
        "resignation_accepted": happened.ResignationAccepted,
        "resignation_rejected": happened.ResignationRejected,
        "settlement_offered": happened.SettlementOffered,
        "settlement_accepted": happened.SettlementAccepted,
        "settlement_rejected": happened.SettlementRejected,
        "auto_roll_chosen": happened.AutoRollChosen,
        "game_won": happened.GameWon,
        "match_won": happened.MatchWon,
        "session_ended": happened.SessionEnded,
    }
)
_NAMES: Mapping[type[Event], str] = MappingProxyType({kind: name for name, kind in _TYPES.items()})


def encode(event: Event) -> tuple[str, dict[str, object]]:
    """Return the type name of `event` and its data, which JSON can hold."""
    data: dict[str, object] = {}
    for field in fields(event):
        value = getattr(event, field.name)
        if value != field.default:
            data[field.name] = FIELDS[field.name].write(value)
    return _NAMES[type(event)], data


def decode(type_name: str, data: Mapping[str, object]) -> Event:
    """Return the event that `encode` gave, also after a journey through JSON.

    Raises `ValueError`, saying what was given, for an unknown type, another schema, a field that
    is missing or unknown, or a value that cannot be.
    """
    schema = data.get("schema", 1)
    if schema not in range(1, SCHEMA + 1):
        raise ValueError(f"{type_name!r} has the schema {schema!r}; this code reads up to {SCHEMA}")
    event_type = _TYPES.get(type_name)
    if event_type is None:
        raise ValueError(f"there is no event type {type_name!r} (with the data {dict(data)!r})")
    stored = {name: value for name, value in data.items() if name != "schema"}
    defaults = {field.name: field.default for field in fields(event_type)}
    needed = {name for name, default in defaults.items() if default is MISSING}
    if not needed <= stored.keys() <= defaults.keys():
        raise ValueError(f"{type_name!r} has the fields {list(defaults)}, not {dict(data)!r}")
    try:
        # Any: each field's codec returns what its own field holds.
        values: dict[str, Any] = {name: FIELDS[name].read(value) for name, value in stored.items()}
    except ValueError as error:
        raise ValueError(f"{type_name!r} cannot hold {dict(data)!r}: {error}") from error
    return event_type(**values)
