"""What the picture of a board shows: seats never move, the numbers are those of who is to act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.app.history import TurnPlayed, last_turn
from bot.app.lines import has_cube
from bot.app.records import Looks, MatchRecord
from bot.app.turn import Turn
from bot.engine.doubling import is_dead
from bot.engine.events import Event
from bot.engine.house_rules import Match
from bot.engine.match import MatchState, Phase, seats_to_act, side_of
from bot.engine.notation import format_play, match_play
from bot.engine.position import Play, Position, Side
from bot.engine.variants import rules_of
from renderers.board_view import BoardView, CubeView, MoveView


def live_picture(record: MatchRecord, turn: Turn | None, looks: Looks) -> BoardView:
    """Return the picture of a match as it stands; `turn` is the turn under way."""
    state = record.state
    shown = still(state, looks, last_turn(record.events))
    if turn is None:
        return shown
    position = turn.shown()
    return replace(
        shown,
        rows=position.rows,
        pips=_pips(position),
        used=turn.used(),
        tentative=moves_of(turn.made),
    )


def final_picture(state: MatchState, events: Sequence[Event], looks: Looks) -> BoardView:
    """Return the picture of a game that is over, from its own state and log."""
    return still(state, looks, last_turn(events))


def side_to_act(state: MatchState) -> Side | None:
    """Return the side whose decision is awaited; None where it is nobody's, or either's."""
    seats = seats_to_act(state)
    return side_of(state, seats[0]) if len(seats) == 1 else None


def still(state: MatchState, looks: Looks, last: TurnPlayed | None = None) -> BoardView:
    """Return the picture of a moment, and of the turn before it if that is told."""
    over = state.phase in {Phase.GAME_OVER, Phase.MATCH_OVER}
    acting = None if over else side_to_act(state)
    return BoardView(
        rows=state.position.rows,
        home=looks.home,
        numbers=acting or 0,
        on_roll=acting,
        dice=state.dice,
        dice_side=None if state.dice is None else state.on_roll,
        last_roll=last.roll if last else None,
        last_side=side_of(state, last.seat) if last else None,
        last_play=moves_of(last.play) if last else (),
        cube=_cube(state, acting),
        pips=_pips(state.position),
        score=state.score,
        length=state.length.points if isinstance(state.length, Match) else None,
        crawford=state.crawford,
        theme=looks.theme,
    )


def compared(state: MatchState, looks: Looks, *, played: str = "", better: str = "") -> BoardView:
    """Return the picture of a decision, with what was played and what is better as arrows.

    Both are plays as they are printed; what is none, such as a double, has no arrows.
    """
    shown = replace(still(state, looks), last_roll=None, last_side=None, last_play=())
    return replace(shown, played=_arrows(state, played), better=_arrows(state, better))


def _arrows(state: MatchState, name: str) -> tuple[MoveView, ...]:
    if state.dice is None or not name:
        return ()
    rules = rules_of(state.variant)
    for legal in rules.legal_plays(state.position, state.on_roll, state.dice):
        if format_play(legal.play) == name:
            return moves_of(legal.play)
    # The last checker may have gone off early (rules 3.4), which the list leaves out.
    return moves_of(match_play(rules, state.position, state.on_roll, state.dice, name).play)


def moves_of(play: Play) -> tuple[MoveView, ...]:
    """Return a play as it is drawn."""
    return tuple(MoveView(move.start, move.end, move.hit) for move in play)


def _pips(position: Position) -> tuple[int, int]:
    return position.pip_count(0), position.pip_count(1)


def _cube(state: MatchState, acting: Side | None) -> CubeView | None:
    """Return the cube as it lies; dead while `acting` and everybody else has no use for it."""
    if not has_cube(state):
        return None
    if state.offered is not None and acting is not None:
        return CubeView(state.offered, state.cube.owner, offered_to=acting)
    return CubeView(state.cube.value, state.cube.owner, dead=acting is not None and is_dead(state))
