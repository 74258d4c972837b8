"""One language at hand: what the presenter's parts say things with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.app.catalog import Catalog, Param
from bot.app.names import name_of_player
from bot.app.records import MatchRecord
from bot.app.replies import Line, Mention, Span
from bot.engine.events import GameWon, Seat
from bot.engine.house_rules import Length, Money, SingleGame
from bot.engine.position import Roll

CHECKERS = ("⚪", "⚫")
"""How each side is marked: the challenger has the light checkers."""


@dataclass(frozen=True, slots=True)
class Speech:
    """A catalog in one language."""

    catalog: Catalog
    locale: str

    def line(self, key: str, /, **params: Param) -> Line:
        """Return a message as a line. Raises `KeyError` as the catalog does."""
        return self.catalog.line(self.locale, key, **params)

    def text(self, key: str, /, **params: Param) -> str:
        """Return a message as bare text. Raises `KeyError` as the catalog does."""
        return self.catalog.text(self.locale, key, **params)


def name_of(record: MatchRecord, seat: Seat) -> str:
    """Return the shown name of who sits there."""
    return name_of_player(record.seats[seat].player.ref)


def person(record: MatchRecord, seat: Seat) -> Mention:
    """Return who sits there as part of a line, not to be notified.

    As a mention a name stays a name, whatever a platform would read into its letters.
    """
    return Mention(record.seats[seat].player.ref, name_of(record, seat))


def is_computer(record: MatchRecord, seat: Seat) -> bool:
    """Return whether a computer player sits there."""
    return record.seats[seat].player.ref.is_computer


def pinged(record: MatchRecord, seat: Seat) -> Line:
    """Return who sits there, to be notified; the computer never is."""
    if is_computer(record, seat):
        return (name_of(record, seat),)
    return (Mention(record.seats[seat].player.ref, name_of(record, seat), ping=True),)


def joined(lines: Iterable[Line], separator: str = "") -> Line:
    """Return lines in one, with `separator` between them; neighbouring texts become one."""
    spans: list[Span] = []
    for line in lines:
        for span in (separator if spans else "", *line):
            if isinstance(span, str) and spans and isinstance(spans[-1], str):
                spans[-1] += span
            elif span != "":
                spans.append(span)
    return tuple(spans)


def roll_text(roll: Roll) -> str:
    """Return a roll as it is read, the higher number first: 6-1."""
    return f"{max(roll)}-{min(roll)}"


def score_text(score: tuple[int, int], length: Length) -> str:
    """Return a score in seat order: 2–1; a money ledger with its signs: +3/−3."""
    if isinstance(length, Money):
        return "/".join(f"{points:+d}".replace("-", "−") if points else "0" for points in score)
    return f"{score[0]}–{score[1]}"


def result_text(won: GameWon, record: MatchRecord) -> str:
    """Return what the end of a game gives, and the score then: Bruno +2 → 4–3."""
    gain = f"{name_of(record, won.seat)} +{won.points}"
    length = record.state.length
    return gain if isinstance(length, SingleGame) else f"{gain} → {score_text(won.score, length)}"
