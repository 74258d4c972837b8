"""Which message ids the code uses, read from its syntax trees: nothing is imported or run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

BOT = Path(__file__).parents[2] / "bot"

SPEAKERS = frozenset({"line", "text", "words", "_say"})
"""Methods that say a message: its key is their first or second argument."""

KEY = re.compile(r"[a-z]+(?:-[a-z]+)*(?:\.[a-z0-9_!-]+)+")


@dataclass(frozen=True, slots=True)
class Use:
    """A message that a call names. `params` are those it gives; None: they cannot be told."""

    key: str
    params: frozenset[str] | None
    where: str


@cache
def trees() -> tuple[tuple[str, ast.Module], ...]:
    """Return every module of the bot, by its path in the repository."""
    paths = sorted(BOT.rglob("*.py"))
    return tuple((str(path.relative_to(BOT.parent)), ast.parse(path.read_text("utf-8"))) for path in paths)


def spoken() -> Iterator[Use]:
    """Yield the messages whose key stands where they are said."""
    for where, call in _calls():
        if isinstance(call.func, ast.Attribute) and call.func.attr in SPEAKERS:
            for key in (key for argument in call.args[:2] for key in _texts(argument)):
                if KEY.fullmatch(key):
                    yield Use(key, _params(call), f"{where}:{call.lineno}")


def refused(classes: frozenset[str]) -> Iterator[Use]:
    """Yield the refusals that are raised or returned; `classes` are the names of their classes."""
    for where, call in _calls():
        if isinstance(call.func, ast.Name) and call.func.id in classes and call.args:
            for key in _texts(call.args[0]):
                yield Use(f"refusal.{key}", _params(call), f"{where}:{call.lineno}")


def reasons() -> Iterator[Use]:
    """Yield the refusals of plays that are returned as a key and its own parameters."""
    for where, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Tuple(elts=[ast.Constant(value=str() as key), ast.Dict(keys=names)]):
                    params = frozenset(str(ast.literal_eval(name)) for name in names if name)
                    yield Use(f"refusal.{key}", params, f"{where}:{node.lineno}")


def literals() -> dict[str, list[str]]:
    """Return every text in the code, and where it stands; no docstrings, no parts of f-strings."""
    found: dict[str, list[str]] = {}
    for where, tree in trees():
        other = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        other |= {
            id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in other:
                found.setdefault(node.value, []).append(f"{where}:{node.lineno}")
    return found


def patterns() -> Iterator[re.Pattern[str]]:
    """Yield what f-strings that begin with a family ("event.won-…") can become."""
    for _, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.JoinedStr) or not isinstance(node.values[0], ast.Constant):
                continue
            if re.match(r"[a-z-]+\.", str(node.values[0].value)):
                parts = (
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*"
                    for part in node.values
                )
                yield re.compile("".join(parts))


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for where, tree in trees():
        yield from ((where, node) for node in ast.walk(tree) if isinstance(node, ast.Call))


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the text that an argument is, or both texts of a choice."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)


def _params(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name)
