"""Refusals in words: the reason, and what would be right, with plays in code style."""

from __future__ import annotations

from typing import cast

from bot.app.catalog import Param
from bot.app.replies import Code, Line, Words
from bot.app.speech import Speech, joined, roll_text
from bot.engine.notation import format_play, looks_like_play
from bot.engine.position import CheckerMove, Roll
from bot.engine.refusals import Refusal

_KEYED = {"size": "size", "rule": "rule-name", "variant": "variant"}
"""Parameters that are a word of the catalog themselves, and the family it is in."""

_PLAYS = frozenset({"play", "move", "entries", "suggestion", "first", "second"})
"""Parameters that may be plays. Names and what was typed never are, however they look."""


def refusal_words(refusal: Refusal, speech: Speech) -> Words:
    """Return a refusal in words. Raises `KeyError` for a key or a parameter that no catalog knows."""
    params = {name: _param(name, value, speech) for name, value in refusal.params.items()}
    return speech.catalog.words(speech.locale, f"refusal.{refusal.key}", **params)


def _param(name: str, value: object, speech: Speech) -> Param:
    if name in _KEYED:
        return speech.text(f"{_KEYED[name]}.{value}")
    match value:
        case int():
            return value
        case str():
            return Code(value) if name in _PLAYS and looks_like_play(value) else value
        case (int(), int()):
            return roll_text(cast(Roll, value))
        case tuple() | list():
            return joined([_play(play) for play in value] or [("–",)], ", ")
        case Refusal():
            return joined(refusal_words(value, speech), " ")
    return str(value)


def _play(play: object) -> Line:
    """Return one of several plays in code style."""
    if isinstance(play, tuple) and all(isinstance(move, CheckerMove) for move in play):
        return (Code(format_play(play)),)
    return (Code(str(play)),)
