"""Legal plays for people (`gamao legal XGID`) and for programs (`gamao legal --jsonl`)."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator

from bot.cli.positions import explained, rules_named
from bot.engine.notation import format_play
from bot.engine.position import Position, Roll, Side, other
from bot.engine.position_id import parse_position_id, parse_xgid, position_id
from bot.engine.refusals import Refusal
from bot.engine.rules import Rules
from bot.failures import Failure

STANDARD = "backgammon"


def list_plays(xgids: Iterable[str], variant: str) -> Iterator[str]:
    """Yield the legal plays of each XGID's roll, one a line; several positions are headed by their XGID.

    Raises `Failure` at the first text that is no XGID with a roll.
    """
    several = len(listed := tuple(xgids)) > 1
    for xgid in listed:
        try:
            plays = _plays(xgid, variant)
        except Refusal as refusal:
            raise Failure(f"{xgid}: {explained(refusal)}") from refusal
        if several:
            yield xgid
        yield from plays or ["no legal play"]


def answers(lines: Iterable[bytes]) -> Iterator[str]:
    """Yield one line of JSON for each line that is not blank; a bad line is answered with its error."""
    for line in lines:
        if line.strip():
            yield json.dumps(_answer(line))


def _plays(xgid: str, variant: str) -> list[str]:
    rules = rules_named(variant)
    diagram = parse_xgid(xgid, rules.checkers)
    if diagram.dice is None:
        raise Failure(f"{xgid}: there is no roll; the dice stand in the field after the turn")
    return _legal(rules, diagram.position, diagram.on_roll, diagram.dice)[0]


def _answer(line: bytes) -> dict[str, object]:
    identity: object = None
    try:
        asked = _object(line)
        identity = asked.get("id")
        rules = rules_named(_text(asked, "variant", STANDARD))
        position = parse_position_id(_text(asked, "position_id"), checkers=rules.checkers)
        plays, results = _legal(rules, position, 0, _roll(asked))
    except Failure as failure:
        return {"id": identity, "error": str(failure)}
    except Refusal as refusal:
        return {"id": identity, "error": explained(refusal)}
    return {"id": identity, "plays": plays, "results": results}


def _legal(rules: Rules, position: Position, side: Side, roll: Roll) -> tuple[list[str], list[str]]:
    """Return the canonical plays, and the positions they lead to as the opponent sees them; each sorted."""
    legal = rules.legal_plays(position, side, roll)
    plays = sorted(format_play(each.play) for each in legal)
    return plays, sorted(position_id(each.result, other(side)) for each in legal)


def _object(line: bytes) -> dict[str, object]:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        raise Failure("the line is not JSON") from None
    if not isinstance(asked, dict):
        raise Failure("the line is not a JSON object")
    return asked


def _text(asked: dict[str, object], name: str, default: str | None = None) -> str:
    value = asked.get(name, default)
    if not isinstance(value, str):
        raise Failure(f"{name} is a text, not {_shown(value)}")
    return value


def _roll(asked: dict[str, object]) -> Roll:
    match asked.get("dice"):
        case [int() as first, int() as second] if bool not in {type(first), type(second)}:
            if 1 <= first <= 6 and 1 <= second <= 6:
                return first, second
    raise Failure(f"dice are two numbers from 1 to 6, not {_shown(asked.get('dice'))}")


def _shown(value: object) -> str:
    """Return a value as JSON, cut to what fits an error."""
    return textwrap.shorten(json.dumps(value), 60, placeholder=" …")
