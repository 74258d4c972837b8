"""What happened, in words: one line an item of the history."""

from __future__ import annotations

from typing import assert_never

from bot.app.history import Happening
from bot.app.records import MatchRecord
from bot.app.replies import Code, Line, Mention
from bot.app.speech import CHECKERS, Speech, joined, person, result_text, roll_text, score_text
from bot.engine.events import (
    AutomaticallyDoubled,
    AutoRollChosen,
    Beavered,
    Doubled,
    Dropped,
    Event,
    FirstRollRefused,
    GameStarted,
    GameWon,
    MatchStarted,
    MatchWon,
    OpeningRolled,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationOffered,
    ResignationRejected,
    Rolled,
    SessionEnded,
    SettlementAccepted,
    SettlementOffered,
    SettlementRejected,
    Taken,
)
from bot.engine.house_rules import SingleGame
from bot.engine.notation import format_play

MOST_TIES = 3
"""Opening ties told; the line stays short however long the dice agree."""


def tell(item: Happening, record: MatchRecord, speech: Speech) -> Line:
    """Return an item of the history in words; () for what needs none."""
    if isinstance(item.events[0], OpeningRolled):
        return _opening(item, record, speech)
    clauses = [_clause(event, item, record, speech) for event in item.events]
    return joined((clause for clause in clauses if clause), ", ")


def _clause(event: Event, item: Happening, record: MatchRecord, speech: Speech) -> Line:
    """Return one event in words; () where the rest of the line, or the next, says it."""
    match event:
        case Played(seat, play):
            roll = roll_text(item.roll) if item.roll else ""
            key = "event.played" if play else "event.no-move"
            words = Code(format_play(play)) if play else ""
            return speech.line(key, name=person(record, seat), roll=roll, play=words)
        case FirstRollRefused(seat, value):
            roll = roll_text(item.roll) if item.roll else ""
            return speech.line("event.refused", name=person(record, seat), roll=roll, value=value)
        case Doubled(seat, value) | Beavered(seat, value) | Raccooned(seat, value):
            return speech.line(_TURNED[type(event)], name=person(record, seat), value=value)
        case Taken(seat):
            return speech.line("event.taken", name=person(record, seat))
        case Dropped(seat):
            return speech.line("event.dropped", name=person(record, seat))
        case ResignationOffered(seat, size):
            return speech.line(f"event.resigned-{size}", name=person(record, seat))
        case ResignationRejected(seat) | SettlementRejected(seat):
            return speech.line("event.plays-on", name=person(record, seat))
        case SettlementOffered(seat, points):
            key = "event.settle-asks" if points >= 0 else "event.settle-pays"
            return speech.line(key, name=person(record, seat), n=abs(points))
        case GameWon():
            return game_won(event, record, speech)
        case MatchWon(seat, score):
            return _match_won(record, person(record, seat), score, speech)
        case SessionEnded(_, score):
            return _session_ended(record, score, speech)
        case ResignationAccepted() | SettlementAccepted():
            return ()
        case MatchStarted() | GameStarted() | Rolled() | AutoRollChosen():
            return ()
        case OpeningRolled() | AutomaticallyDoubled():
            return ()
    assert_never(event)


_TURNED = {Doubled: "event.doubled", Beavered: "event.beavered", Raccooned: "event.raccooned"}


def game_won(won: GameWon, record: MatchRecord, speech: Speech) -> Line:
    """Return a game's result: 🏁 Ana wins a gammon: 2 × cube 2 = 4 → 6–1."""
    if won.by == "settlement":
        return speech.line("event.settled", result=result_text(won, record))
    cantada = "-on-double" if won.on_double else ""
    how = speech.line(f"event.won-{won.size}{cantada}", name=person(record, won.seat))
    parts: list[Line] = [("🏁 ",), how, (": ",), _amount(won, speech)]
    length = record.state.length
    if not isinstance(length, SingleGame):
        parts.append((f" → {score_text(won.score, length)}",))
    return joined(parts)


def _amount(won: GameWon, speech: Speech) -> Line:
    if won.cube == 1:
        return speech.line("event.points", n=won.points)
    factor = won.points // won.cube
    return speech.line("event.cubed", factor=factor, cube=won.cube, points=won.points)


def _match_won(record: MatchRecord, winner: Mention, score: tuple[int, int], speech: Speech) -> Line:
    """Return the match's result; a single game has said it already."""
    if isinstance(record.state.length, SingleGame):
        return ()
    return speech.line("event.match-won", name=winner, score=score_text(score, record.state.length))


def _session_ended(record: MatchRecord, score: tuple[int, int], speech: Speech) -> Line:
    light, dark = person(record, 0), person(record, 1)
    between = f" {score_text(score, record.state.length)} "
    names = (f"{CHECKERS[0]} ", light, between, dark, f" {CHECKERS[1]}")
    return speech.line("event.session-ended", score=names)


def _opening(item: Happening, record: MatchRecord, speech: Speech) -> Line:
    """Return the opening: 4-4, again; Ana 3, Bruno 5: Bruno starts."""
    told: list[Line] = []
    for number, event in enumerate(item.events):
        match event:
            case OpeningRolled(dice) if dice[0] == dice[1]:
                doubled = item.events[number + 1 : number + 2]
                told.append(_tie(dice[0], doubled[0] if doubled else None, speech))
            case OpeningRolled(dice):
                told.append(_start(dice, record, speech))
    return speech.line("event.opening", rolls=joined(told[-MOST_TIES - 1 :], "; "))


def _tie(die: int, following: Event | None, speech: Speech) -> Line:
    if isinstance(following, AutomaticallyDoubled):
        return speech.line("event.tie-doubled", die=die, value=following.value)
    return speech.line("event.tie", die=die)


def _start(dice: tuple[int, int], record: MatchRecord, speech: Speech) -> Line:
    first, second = person(record, 0), person(record, 1)
    starter = first if dice[0] > dice[1] else second
    return speech.line("event.start", first=first, a=dice[0], second=second, b=dice[1], starter=starter)
