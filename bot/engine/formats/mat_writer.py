"""Write a match as a `.mat` file, the way GNU Backgammon reads and writes it.

The right-hand column is seat 0, so that positions and IDs are the same there as here. A log's
happenings that the format has no place for are left out: offers that were rejected, who wished to
roll automatically, who ended a session.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.engine import events as happened
from bot.engine.events import Event, GameWon, Seat
from bot.engine.formats.mat_agreement import VARIATIONS, agreement_tags, start_cells
from bot.engine.formats.mat_beside import Beside, beside_tags
from bot.engine.formats.mat_tags import write_tag
from bot.engine.formats.transcript import Game, Transcript, agreed, games_of, opened
from bot.engine.house_rules import Match
from bot.engine.position import Play, Roll

NAME_BYTES = 31
"""What GNU Backgammon keeps of a name, in UTF-8."""

_LEFT: Seat = 1
_UNPLAYED = "???"


def export_mat(transcript: Transcript) -> str:
    """Return the text of a `.mat` file. Raises `ValueError` for a log that is not whole."""
    games = games_of(transcript.log)
    told = [_columns(game) for game in games]
    tags = [*transcript.info, *agreement_tags(agreed(transcript.log))]
    for game, (_, beside) in zip(games, told, strict=True):
        tags.extend(beside_tags(game.begun.game, beside))
    length = agreed(transcript.log).length
    lines = [write_tag(*tag) for tag in tags]
    lines += ["", f" {length.points if isinstance(length, Match) else 0} point match"]
    names = _names(transcript.names)
    for game, (columns, _) in zip(games, told, strict=True):
        lines += ["", *_head(game, names), *columns.lines(), *_wins(game.won)]
    return "\n".join(lines) + "\n"


class _Columns:
    """The two columns of a game, being filled from the top."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, str]] = []

    def put(self, seat: Seat, text: str) -> None:
        """Write what a seat did below all that is written."""
        if seat == _LEFT:
            self._rows.append((text, ""))
        elif self._rows and not self._rows[-1][1]:
            self._rows[-1] = (self._rows[-1][0], text)
        else:
            self._rows.append(("", text))

    def lines(self) -> Iterator[str]:
        """Yield the numbered lines. GNU Backgammon misreads one whose left cell is not filled up."""
        for number, (left, right) in enumerate(self._rows, 1):
            yield f"{number:3}) {left:<27} {right}"


def _head(game: Game, names: tuple[str, str]) -> Iterator[str]:
    yield f" Game {game.begun.game}"
    right, left = (f"{name} : {points}" for name, points in zip(names, game.points, strict=True))
    yield f" {left:<31}{'' if len(left) < 31 else '  '}{right}"
    if game.begun.variant not in VARIATIONS:
        # The way in which XG tells an unusual start, and GNU Backgammon reads it.
        yield f"; Set Pos={start_cells(game.begun.variant)}/0"


def _wins(won: GameWon | None) -> Iterator[str]:
    if won is not None:
        indent = 6 if won.seat == _LEFT else 34
        yield f"{'':{indent}}Wins {won.points} point{'' if won.points == 1 else 's'}"


def _columns(game: Game) -> tuple[_Columns, Beside]:
    """Return the columns of a game, and what they do not tell."""
    columns, beside = _Columns(), Beside()
    unplayed: tuple[Seat, Roll] | None = None
    for at, event in enumerate(game.events):
        match event:
            case happened.OpeningRolled((first, second)) if first == second:
                beside = replace(beside, ties=(*beside.ties, (first, second)))
            case happened.OpeningRolled((first, second)):
                unplayed = opened(first, second)
            case happened.Rolled(seat, dice):
                unplayed = seat, dice
            case happened.FirstRollRefused() if unplayed:
                beside = replace(beside, refused=(*beside.refused, unplayed))
            case happened.Played(seat, play) if unplayed:
                columns.put(seat, _roll(unplayed[1], _steps(play)))
                unplayed = None
            case happened.SettlementAccepted():
                beside = replace(beside, settled=True)
            case _:
                _put_cube(columns, event, dropped=_is_dropped(game.events[at + 1 :]))
    if unplayed:
        columns.put(unplayed[0], _roll(unplayed[1], _UNPLAYED))
    return columns, beside


def _put_cube(columns: _Columns, event: Event, *, dropped: bool) -> None:
    match event:
        case happened.Doubled(seat, value):
            columns.put(seat, f" Doubles => {value}")
        case happened.Beavered(seat, value):
            # GNU Backgammon 1.07 misreads the game after one that ends with a dropped beaver, if the
            # beaver is called so; but it takes any double by the side that was doubled for one.
            columns.put(seat, f" {'Doubles' if dropped else 'Beavers'} => {value}")
        case happened.Raccooned(seat, value):
            columns.put(seat, f" Raccoons => {value}")
        case happened.Taken(seat):
            columns.put(seat, " Takes")
        case happened.Dropped(seat):
            columns.put(seat, " Drops")


def _is_dropped(following: tuple[Event, ...]) -> bool:
    """Return whether the answer to an offer is a drop."""
    answers = (event for event in following if not isinstance(event, happened.AutoRollChosen))
    return isinstance(next(answers, None), happened.Dropped)


def _roll(roll: Roll, play: str) -> str:
    return f"{roll[0]}{roll[1]}: {play}"


def _steps(play: Play) -> str:
    """Return a play checker move by checker move: 25 is the bar, 0 is off."""
    return " ".join(f"{move.start}/{move.end}{'*' * move.hit}" for move in play)


def _names(names: tuple[str, str]) -> tuple[str, str]:
    return _name(names[0], "Player 1"), _name(names[1], "Player 2")


def _name(name: str, nameless: str) -> str:
    """Return a name without the marks that mean something in a score line, and not too long."""
    plain = " ".join(name.translate(dict.fromkeys(map(ord, ":,;"), " ")).split())
    return plain.encode()[:NAME_BYTES].decode(errors="ignore").strip() or nameless
