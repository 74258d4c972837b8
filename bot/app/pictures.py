"""What the picture of a board shows: seats never move, the numbers are those of who is to act."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app.history import last_turn
from bot.app.lines import has_cube
from bot.app.ports import MatchRecord
from bot.app.turn import Turn
from bot.engine.events import Event
from bot.engine.house_rules import Match
from bot.engine.match import MatchState, Phase, seats_to_act, side_of
from bot.engine.position import Play, Position, Side
from renderers.board_view import BoardView, CubeView, MoveView


def live_picture(record: MatchRecord, turn: Turn | None, theme: str) -> BoardView:
    """Return the picture of a match as it stands; `turn` is the turn under way."""
    state = record.state
    position = turn.shown() if turn else state.position
    return _picture(state, record.events, theme, position, turn)


def final_picture(state: MatchState, events: Sequence[Event], theme: str) -> BoardView:
    """Return the picture of a game that is over, from its own state and log."""
    return _picture(state, events, theme, state.position, None)


def side_to_act(state: MatchState) -> Side | None:
    """Return the side whose decision is awaited; None where it is nobody's, or either's."""
    seats = seats_to_act(state)
    return side_of(state, seats[0]) if len(seats) == 1 else None


def _picture(
    state: MatchState, events: Sequence[Event], theme: str, position: Position, turn: Turn | None
) -> BoardView:
    over = state.phase in {Phase.GAME_OVER, Phase.MATCH_OVER}
    acting = None if over else side_to_act(state)
    last = last_turn(events)
    return BoardView(
        rows=position.rows,
        numbers=acting or 0,
        on_roll=acting,
        dice=None if over else state.dice,
        dice_side=None if over or state.dice is None else state.on_roll,
        used=turn.used() if turn else (),
        tentative=_moves(turn.made) if turn else (),
        last_roll=last.roll if last else None,
        last_side=side_of(state, last.seat) if last else None,
        last_play=_moves(last.play) if last else (),
        cube=_cube(state, None if over else acting),
        pips=(position.pip_count(0), position.pip_count(1)),
        score=state.score,
        length=state.length.points if isinstance(state.length, Match) else None,
        crawford=state.crawford,
        theme=theme,
    )


def _cube(state: MatchState, asked: Side | None) -> CubeView | None:
    if not has_cube(state):
        return None
    if state.offered is None or asked is None:
        return CubeView(state.cube.value, state.cube.owner)
    return CubeView(state.offered, state.cube.owner, offered_to=asked)


def _moves(play: Play) -> tuple[MoveView, ...]:
    return tuple(MoveView(move.start, move.end, move.hit) for move in play)
