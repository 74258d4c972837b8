"""Plays as people write them, and as buttons carry them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.canonical import format_play, hits_of, spell_play
from bot.engine.matching import tellings
from bot.engine.position import Play, Position, Roll, Side
from bot.engine.refusals import AmbiguousPlay, IllegalPlay
from bot.engine.routes import canonical_plays
from bot.engine.turn import Turn
from bot.engine.written import looks_like_play, read_moves

if TYPE_CHECKING:
    from bot.engine.rules import LegalPlay, Rules

__all__ = [
    "Matched",
    "format_play",
    "looks_like_play",
    "match_play",
    "pack",
    "spell_play",
    "typed_plays",
    "unpack",
]

_LETTERS = "zabcdefghijklmnopqrstuvwxy"
"""One for each field of a row: z off, a to x the points, y the bar."""


@dataclass(frozen=True, slots=True)
class Matched:
    """The play that a text stands for; not `complete` if more of the roll must be played."""

    play: Play
    complete: bool


def match_play(rules: Rules, position: Position, side: Side, roll: Roll, text: str) -> Matched:
    """Return the play that `text` stands for: the canonical play of its result, or a legal beginning.

    A play that takes the last checker off is complete though the list of legal plays may leave it
    out (rules 3.4).
    """
    written = read_moves(text)
    packed = rules.pack(position, side)
    turn = Turn.begin(packed, roll)
    found = tellings(turn, written)
    stars = {point for move in written for point in move.stars}
    fitting = [end for end in found.finished if stars <= hits_of(end.made) and end.is_legal()]
    if not fitting:
        raise IllegalPlay("not-legal")
    fewest = min(len(end.made) for end in fitting)
    ends = {end.here: end for end in fitting if len(end.made) == fewest}
    if len(ends) > 1:
        first, second = sorted(spell_play(end.made) for end in ends.values())[:2]
        raise AmbiguousPlay("ambiguous-play", first=first, second=second)
    (end,) = ends.values()
    if end.is_complete():
        return Matched(canonical_plays(packed, roll).get(end.here, end.made), complete=True)
    return Matched(end.made, complete=False)


def typed_plays(plays: Sequence[LegalPlay]) -> tuple[str, ...]:
    """Return for each of a roll's legal plays a text that `match_play` takes for it alone.

    That is the canonical notation, but with every stop where that could mean another play too.
    """
    canonical = [format_play(legal.play) for legal in plays]
    without_stops = Counter(_without_stops(text) for text in canonical)
    return tuple(
        spell_play(legal.play) if without_stops[text.replace("*", "")] > 1 else text
        for legal, text in zip(plays, canonical, strict=True)
    )


def pack(play: Play) -> str:
    """Return `play` in two letters a checker move, in its order: short enough for a button."""
    return "".join(_LETTERS[move.start] + _LETTERS[move.end] for move in play)


def unpack(rules: Rules, position: Position, side: Side, roll: Roll, text: str) -> Play:
    """Return the play that `pack` packed; raise IllegalPlay unless it begins or is a legal play."""
    turn = Turn.begin(rules.pack(position, side), roll)
    if len(text) % 2 or len(text) > 8 or set(text) - set(_LETTERS):
        raise IllegalPlay("not-legal")
    for start, end in zip(text[::2], text[1::2], strict=True):
        steps = {(move.start, move.end): after for move, after in turn.steps() if after.is_legal()}
        key = _LETTERS.index(start), _LETTERS.index(end)
        if key not in steps:
            raise IllegalPlay("not-legal")
        turn = steps[key]
    return turn.made


def _without_stops(text: str) -> str:
    """Return canonical notation without stars and stops: what two routes of a checker share."""
    return re.sub(r"/[^ (]*/", "/", text.replace("*", ""))
