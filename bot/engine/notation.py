"""Plays as people write them, and as buttons carry them.

Refusals of a written play. Each carries `roll` ("6-1") and `plays` (up to three legal plays in
canonical notation, the most similar first; for an ambiguous play the two routes); all but the first
three also carry `play`, what was read, in plain notation. A `move` is one written move, a `point` a
number, `bar`, or several joined by ", ".

    key                    params                         when (rules)
    InvalidNotation
      notation-empty                                      nothing is written (4.7)
      notation-unreadable  text: its beginning            this is no play (4.7)
      no-such-point        point                          a number beyond 25 (4.7)
    AmbiguousPlay
      ambiguous-play       first, second: both routes     they hit differently: 13/10*/5, 13/8/5 (4.7)
    IllegalPlay
      no-legal-play                                       the roll cannot be played at all (3.1)
      other-numbering      suggestion                     legal if counted from the other home (1.3)
      wrong-direction      move                           checkers move from high to low points (1.3)
      wrong-number         move, number: its pips         the roll does not make up this distance (3.1)
      number-used          move, number: its pips         it does, but other moves used the number (3.1)
      too-many-moves       numbers: 2 or 4                more moves than the roll has numbers (3.1)
      no-checker           point                          none of the player's checkers stands there
      too-few-checkers     point, number: how many stand  there are some, but not so many
      bar-first            entries: "bar/21, bar/19"      a checker on the bar must enter first (3.1 a)
      bar-first-closed     entries, closed: points        the same, and a point of entry is closed
      bar-closed           closed: points                 another checker on the bar cannot enter
      closed-point         move, point                    the opponent holds it, or every stop before (3.1 b)
      not-home             move, point: the rearmost      no bearing off while a checker is not home (3.1 c)
      higher-checker-first move, point, number            a higher checker must use that number (3.1 c)
      both-numbers                                        the play leaves a number that can be played (3.1)
      higher-number        number: the higher             either number, not both: the higher one (3.1)
      no-hit               point                          a star, but nothing is hit there
      not-legal                                           from `unpack` alone, without params: a stale button
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.canonical import format_play, hits_of, spell_play
from bot.engine.illegal import nearest, reason
from bot.engine.matching import Telling, tellings
from bot.engine.position import Play, Position, Roll, Side
from bot.engine.refusals import AmbiguousPlay, IllegalPlay, InvalidNotation
from bot.engine.routes import canonical_plays, dice_of
from bot.engine.turn import Turn
from bot.engine.written import WrittenMove, looks_like_play, mirrored, read_moves, stars_of

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

    Moves may be written in any order, stops and stars left out (rules 4.7). A play that takes the
    last checker off is complete, though the list of legal plays may leave it out (rules 3.4).
    Raises `InvalidNotation`, `IllegalPlay` or `AmbiguousPlay`, as listed above.
    """
    packed = rules.pack(position, side)
    plays = canonical_plays(packed, roll)
    start = Turn(frozenset(plays), packed, dice_of(roll))
    try:
        written = read_moves(text)
    except InvalidNotation as wrong:
        wrong.params |= _examples(plays.values(), (), roll)
        raise
    stages = tellings(start, written)
    ends = _fitting(stages, written)
    if not ends:
        raise _refusal(written, stages, _examples(plays.values(), written, roll))
    if len(ends) > 1:
        routes = sorted(spell_play(end.made) for end in ends)
        shared = _examples((), written, roll) | {"plays": tuple(routes)}
        raise AmbiguousPlay("ambiguous-play", **shared, first=routes[0], second=routes[1])
    if ends[0].is_complete():
        return Matched(plays.get(ends[0].here, ends[0].made), complete=True)
    return Matched(ends[0].made, complete=False)


def typed_plays(plays: Sequence[LegalPlay]) -> tuple[str, ...]:
    """Return for each of a roll's legal plays a text that `match_play` takes for it alone.

    That is the canonical notation, but with every stop where that could mean another play too.
    """
    return tuple(_typed([legal.play for legal in plays]))


def pack(play: Play) -> str:
    """Return `play` in two letters a checker move, in its order: short enough for a button."""
    return "".join(_LETTERS[move.start] + _LETTERS[move.end] for move in play)


def unpack(rules: Rules, position: Position, side: Side, roll: Roll, text: str) -> Play:
    """Return the play that `pack` packed; raise IllegalPlay unless it begins or is a legal play."""
    turn: Turn | None = Turn.begin(rules.pack(position, side), roll)
    steps = [text[at : at + 2] for at in range(0, len(text), 2)]
    while turn is not None and steps:
        wanted = steps.pop(0)
        after = {pack((move,)): after for move, after in turn.steps() if after.is_legal()}
        turn = after.get(wanted)
    if turn is None:
        raise IllegalPlay("not-legal")
    return turn.made


def _fitting(stages: Sequence[Telling], written: tuple[WrittenMove, ...]) -> list[Turn]:
    """Return the turns with different results that `written` can stand for.

    A checker goes off with one number if it can: `6/off` is not `6/5/off` then.
    """
    told = (stage.turn for stage in stages if not stage.pending)
    legal = [end for end in told if stars_of(written) <= hits_of(end.made) and end.is_legal()]
    fewest = min((len(end.made) for end in legal), default=0)
    return list({end.here: end for end in legal if len(end.made) == fewest}.values())


def _refusal(
    written: tuple[WrittenMove, ...], stages: Sequence[Telling], params: dict[str, object]
) -> IllegalPlay:
    start = stages[0].turn
    if not start.legal:
        return IllegalPlay("no-legal-play", **params)
    meant = mirrored(written)
    ends = _fitting(tellings(start, meant), meant)
    if ends:
        return IllegalPlay("other-numbering", **params, suggestion=format_play(ends[0].made))
    key, details = reason(written, stages)
    return IllegalPlay(key, **params, **details)


def _examples(plays: Iterable[Play], written: tuple[WrittenMove, ...], roll: Roll) -> dict[str, object]:
    """Return what every refusal of a play carries: the play, the roll, up to three legal plays."""
    ordered = sorted(plays, key=format_play)
    texts = dict(zip(ordered, _typed(ordered), strict=True))
    examples = tuple(texts[play] for play in nearest(ordered, written)[:3])
    shared: dict[str, object] = {"roll": f"{max(roll)}-{min(roll)}", "plays": examples}
    return shared | ({"play": _join(written)} if written else {})


def _typed(plays: Sequence[Play]) -> list[str]:
    canonical = [format_play(play) for play in plays]
    without_stops = Counter(_without_stops(text) for text in canonical)
    return [
        spell_play(play) if without_stops[text.replace("*", "")] > 1 else text
        for play, text in zip(plays, canonical, strict=True)
    ]


def _join(written: tuple[WrittenMove, ...]) -> str:
    return " ".join(map(str, written))


def _without_stops(text: str) -> str:
    """Return canonical notation without stars and stops: what two routes of a checker share."""
    return re.sub(r"/[^ (]*/", "/", text.replace("*", ""))
