"""Write a match as SGF (FF[4], GM[6]): one game tree a game, the way GNU Backgammon reads and writes it.

Black is seat 0, GNU's player 1; White is seat 1. Points are letters that do not depend on the side:
`a` is White's ace point and Black's 24, `x` the other end, `y` the bar, `z` off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from bot.engine import events as happened
from bot.engine.events import Event, GameWon, Seat
from bot.engine.formats.transcript import Game, Transcript, games_of, opened
from bot.engine.house_rules import Match
from bot.engine.match import MatchState
from bot.engine.position import BAR, OFF, POINTS, Play, Roll, Row

PROGRAM = "Gamao"

_COLOURS = ("B", "W")
_STANDARD = "backgammon"
_RULES: Mapping[str, str] = MappingProxyType({"nackgammon": "Nackgammon", "hypergammon": "Hypergammon3"})
"""What GNU Backgammon calls variants among the rules."""
_INFO: Mapping[str, str] = MappingProxyType({"Event": "EV", "Round": "RO", "Site": "PC"})
"""Properties that tell what tags of a `.mat` file do."""


def export_sgf(transcript: Transcript) -> str:
    """Return the text of an SGF collection. Raises `ValueError` for a log that is not whole.

    What SGF has no place for is left out: opening ties, offers that were rejected, the end of a
    session. A settlement is written as a resignation.
    """
    return "".join(_tree(game, transcript) for game in games_of(transcript.log))


def _tree(game: Game, transcript: Transcript) -> str:
    nodes = [_root(game, transcript), *_nodes(game)]
    return "(;" + "\n;".join(nodes) + ")\n"


# -- the head ----------------------------------------------------------------------------------


def _root(game: Game, transcript: Transcript) -> str:
    state = game.begun
    length = state.length.points if isinstance(state.length, Match) else 0
    black, white = game.points
    black_name, white_name = map(_simple, transcript.names)
    properties = [
        f"FF[4]GM[6]CA[UTF-8]AP[{PROGRAM}]",
        # The first game is number 0, as GNU Backgammon counts; the specification begins with 1.
        f"MI[length:{length}][game:{state.game - 1}][ws:{white}][bs:{black}]",
        f"PW[{white_name}]PB[{black_name}]",
        *_info(transcript.info),
        *(f"RU[{rules}]" for rules in [":".join(_rules(state))] if rules),
        *(f"CV[{value}]" for value in [_opening_cube(game)] if value > 1),
        *("CO[n]" for _ in range(not state.house_rules.cube)),
        *(f"RE[{_result(won)}]" for won in [game.won] if won),
    ]
    return "".join(properties)


def _info(info: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, value in info:
        if name == "EventDate":
            yield f"DT[{_simple(value.replace('.', '-'))}]"
        elif name in _INFO:
            yield f"{_INFO[name]}[{_simple(value)}]"


def _rules(state: MatchState) -> Iterator[str]:
    rules = state.house_rules
    if not rules.cube:
        yield "NoCube"
    if isinstance(state.length, Match) and rules.crawford != "off":
        yield "Crawford"
    if state.crawford:
        yield "CrawfordGame"
    if rules.jacoby:
        yield "Jacoby"
    if state.variant in _RULES:
        yield _RULES[state.variant]


def _opening_cube(game: Game) -> int:
    """Return the cube after the automatic doubles of the opening."""
    values = [event.value for event in game.events if isinstance(event, happened.AutomaticallyDoubled)]
    return values[-1] if values else 1


def _result(won: GameWon) -> str:
    if won.points == 0:
        return "0"
    resigned = "R" if won.by in {"resignation", "settlement"} else ""
    return f"{_COLOURS[won.seat]}+{won.points}{resigned}"


def _simple(text: str) -> str:
    """Return text as a value of a property, in one line."""
    return " ".join(text.replace("\\", "\\\\").replace("]", "\\]").split())


# -- what happened -----------------------------------------------------------------------------


def _nodes(game: Game) -> Iterator[str]:
    unplayed: tuple[Seat, Roll] | None = None
    for state, event in game.told():
        match event:
            case happened.OpeningRolled((first, second)) if first != second:
                unplayed = opened(first, second)
                if state.variant != _STANDARD:
                    yield _set_up(state, unplayed[0])
            case happened.Rolled(seat, dice):
                unplayed = seat, dice
            case happened.FirstRollRefused(_, value) if unplayed:
                yield _dice(*unplayed)
                yield f"CV[{value}]"
                unplayed = None
            case happened.Played(seat, play) if unplayed:
                yield f"{_COLOURS[seat]}[{_roll(unplayed[1])}{_letters(seat, play)}]"
                unplayed = None
            case _:
                yield from _cube(event)
    if unplayed:
        yield _dice(*unplayed)


def _cube(event: Event) -> Iterator[str]:
    match event:
        case happened.Doubled(seat) | happened.Beavered(seat) | happened.Raccooned(seat):
            yield f"{_COLOURS[seat]}[double]"
        case happened.Taken(seat):
            yield f"{_COLOURS[seat]}[take]"
        case happened.Dropped(seat):
            yield f"{_COLOURS[seat]}[drop]"


def _set_up(state: MatchState, starter: Seat) -> str:
    black, white = (_checkers(seat, row) for seat, row in enumerate(state.position.rows))
    return f"PL[{_COLOURS[starter]}]AE[a:y]AW{white}AB{black}"


def _checkers(seat: Seat, row: Row) -> str:
    return "".join(f"[{_letter(seat, point)}]" * row[point] for point in (*POINTS, BAR))


def _dice(seat: Seat, roll: Roll) -> str:
    return f"PL[{_COLOURS[seat]}]DI[{_roll(roll)}]"


def _roll(roll: Roll) -> str:
    return f"{roll[0]}{roll[1]}"


def _letters(seat: Seat, play: Play) -> str:
    return "".join(_letter(seat, move.start) + _letter(seat, move.end) for move in play)


def _letter(seat: Seat, point: int) -> str:
    if point in {BAR, OFF}:
        return "y" if point == BAR else "z"
    return chr(ord("x") - point + 1 if seat == 0 else ord("a") + point - 1)
