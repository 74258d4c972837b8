"""What `gamao render` draws: positions and the games of a match file, as stills, films or text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from bot.app.pictures import still
from bot.app.records import Looks
from bot.app.replays import frames_of
from bot.app.replies import Frame
from bot.cli.matches import read_match
from bot.cli.positions import explained, rules_named
from bot.engine.diagram import state_of
from bot.engine.formats.transcript import Game, games_of
from bot.engine.position_id import parse_position
from bot.engine.refusals import Refusal
from bot.failures import Failure
from renderers.animation import animate
from renderers.board_view import Home, Side
from renderers.png import render_png
from renderers.text import text_board
from renderers.themes import find_themes

Numbers: TypeAlias = Literal["roll", "near", "far", "none"]
"""Whose point numbers are printed: those of the side on roll, of one side always, or nobody's."""

MATCH_ENDING = ".mat"
STILL_NAME = Path("board.png")


@dataclass(frozen=True, slots=True)
class Style:
    """How everything is drawn. `numbers` None: a still has those of the side to act, a film the near ones."""

    looks: Looks
    numbers: Numbers | None = None

    def applied(self, frame: Frame) -> Frame:
        """Return a frame with the numbers that are wanted."""
        numbers: Side | None
        match self.numbers:
            case None:
                return frame
            case "roll":
                numbers = frame.view.on_roll or 0
            case "near":
                numbers = 0
            case "far":
                numbers = 1
            case "none":
                numbers = None
        return replace(frame, view=replace(frame.view, numbers=numbers))


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn into one file: a position, or a game."""

    mark: str
    """What tells its file from the others of the same match; empty: there is only this one."""
    frames: tuple[Frame, ...]

    def file(self, path: Path) -> bytes:
        """Return a film for a .gif, and the last picture for a .png. Raises `Failure` for another name."""
        match path.suffix.lower():
            case ".png":
                return render_png(self.frames[-1].view)
            case ".gif":
                return animate(
                    [frame.view for frame in self.frames], [frame.milliseconds for frame in self.frames]
                )
            case _:
                raise Failure(f"a picture is a .png or a .gif, not {path}")


def style_named(theme: str, home: str, numbers: str | None) -> Style:
    """Return the style that options name; raise `Failure` for a theme, side or numbers that there are not."""
    if theme not in find_themes():
        raise Failure(f"a theme is one of {', '.join(find_themes())}, not {theme!r}")
    return Style(Looks(theme, _home(home)), None if numbers is None else _numbers(numbers))


def is_match(source: str) -> bool:
    """Return whether a source is a file with a match, and no position."""
    return Path(source).suffix.lower() == MATCH_ENDING


def scenes(source: str, variant: str, game: int | None, style: Style) -> tuple[Scene, ...]:
    """Return what a position (XGID, OGID, GNU IDs) or a match file holds: all its games, or one of them.

    Raises `Failure` for what cannot be read, and for a game that there is not.
    """
    if is_match(source):
        found = _games(Path(source), game, style.looks)
    elif game is None:
        found = (Scene("", (_position(source, variant, style.looks),)),)
    else:
        raise Failure("--game chooses a game of a .mat file; a position has none")
    return tuple(replace(scene, frames=tuple(map(style.applied, scene.frames))) for scene in found)


def files(source: str, drawn: tuple[Scene, ...], output: Path | None) -> Iterator[tuple[Path, bytes]]:
    """Yield the pictures to be written and their names: that of `output`, and the number of the game
    where there are several. Raises `Failure` for a name of another kind."""
    named = output or (Path(source).with_suffix(".gif").name if is_match(source) else STILL_NAME)
    for scene in drawn:
        path = Path(named)
        path = path.with_name(f"{path.stem}{scene.mark}{path.suffix}")
        yield path, scene.file(path)


def texts(drawn: tuple[Scene, ...]) -> Iterator[str]:
    """Yield each position, or the last one of each game, as a board in text."""
    for scene in drawn:
        yield text_board(scene.frames[-1].view)


def _home(home: str) -> Home:
    match home:
        case "right" | "left":
            return home
        case _:
            raise Failure(f"home boards lie right or left, not {home!r}")


def _numbers(numbers: str) -> Numbers:
    match numbers:
        case "roll" | "near" | "far" | "none":
            return numbers
        case _:
            raise Failure(f"numbers are roll, near, far or none, not {numbers!r}")


def _position(text: str, variant: str, looks: Looks) -> Frame:
    try:
        diagram = parse_position(text, rules_named(variant).checkers)
        return Frame(still(state_of(diagram, variant), looks), 1000)
    except Refusal as refusal:
        raise Failure(explained(refusal)) from refusal


def _games(path: Path, number: int | None, looks: Looks) -> tuple[Scene, ...]:
    games = games_of(read_match(path).log)
    if not games:
        raise Failure(f"{path} holds no game")
    if number is None:
        several = len(games) > 1
        return tuple(Scene(f"-{game.begun.game}" if several else "", _film(game, looks)) for game in games)
    if not 1 <= number <= len(games):
        raise Failure(f"the games of {path} are 1 to {len(games)}; there is no game {number}")
    return (Scene("", _film(games[number - 1], looks)),)


def _film(game: Game, looks: Looks) -> tuple[Frame, ...]:
    return frames_of(game.begun, game.events, looks)
