"""Read a `.mat` file as a match: what it tells is played again, and judged on the way."""

from __future__ import annotations

from bot.engine.course import Course
from bot.engine.events import MatchStarted
from bot.engine.formats import mat_agreement, mat_beside
from bot.engine.formats.mat_agreement import agreement, start_cells
from bot.engine.formats.mat_beside import Beside, read_beside
from bot.engine.formats.mat_lines import GameText, MatText, read_lines
from bot.engine.formats.mat_replay import GameReplay
from bot.engine.formats.transcript import Transcript, added
from bot.engine.match import MatchState, Phase
from bot.engine.refusals import InvalidNotation


def import_mat(text: str) -> Transcript:
    """Return the match that a `.mat` file tells: who played, its log, and what else its tags say.

    Where no tag tells it, a money session allows the beavers that occur in it, and has the Jacoby
    rule if its results fit no other. Raises InvalidNotation, as listed in `formats`.
    """
    told = read_lines(text)
    refusals: list[InvalidNotation] = []
    for agreed in _agreements(told):
        try:
            return _replayed(agreed, told)
        except InvalidNotation as refusal:
            refusals.append(refusal)
    raise refusals[0]


def _agreements(told: MatText) -> list[MatchStarted]:
    """Return what may have been agreed, the likeliest first."""
    beavers = max((_beavers(game) for game in told.games), default=0)
    start = told.games[0].start if told.games else None
    without, with_jacoby = (
        agreement(told.tags, told.points, start, jacoby=jacoby, beavers=beavers) for jacoby in (False, True)
    )
    return [without] if without == with_jacoby else [without, with_jacoby]


def _beavers(game: GameText) -> int:
    """Return 1 if a double is answered by another one in a game, and 2 if that one is as well."""
    most = doubles = 0
    for cell in game.cells:
        doubles = doubles + 1 if cell.kind == "double" else 0
        most = max(most, doubles - 1)
    return min(most, 2)


def _replayed(agreed: MatchStarted, told: MatText) -> Transcript:
    own = mat_agreement.NAMES | mat_beside.NAMES
    info = tuple((tag.name, tag.value) for tag in told.tags if tag.name not in own)
    beside = read_beside(told.tags)
    left, right = names = told.games[0].names if told.games else ("", "")
    course, points = Course.of(agreed), (0, 0)
    for game in told.games:
        swapped = game.names != names
        if swapped and game.names != (right, left):
            raise InvalidNotation("mat-names", line=game.line + 1)
        _check_head(game, course.state, points if swapped else points[::-1])
        GameReplay(course, beside.get(game.number, Beside()), swapped=swapped).play(game.cells)
        if won := course.state.game_won:
            points = added(points, won.seat, won.points)
    return Transcript((right, left), tuple(course.events), info)


def _check_head(game: GameText, state: MatchState, points: tuple[int, int]) -> None:
    """Check that a game can follow, with `points` won before by the left and the right column."""
    if state.phase is Phase.MATCH_OVER:
        raise InvalidNotation("mat-over", line=game.line)
    if state.phase is not Phase.GAME_OVER:
        raise InvalidNotation("mat-unfinished", line=game.line)
    if game.number != state.game + 1:
        raise InvalidNotation("mat-game-number", line=game.line, number=state.game + 1)
    if game.points != points:
        raise InvalidNotation("mat-score", line=game.line + 1, score=f"{points[0]}–{points[1]}")
    if game.start not in {None, start_cells(state.variant)}:
        raise InvalidNotation("mat-start", line=game.line, text=game.start)
