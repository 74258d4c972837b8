"""OpenSpiel, which takes no position: it is asked in the course of its own games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.oracles import Board, Missing
from bot.engine.position import Roll

_TAIL = 192
"""Where an observation tells what is off the points: own bar, own off, turn; then the opponent's."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A roll to be played in one of OpenSpiel's games, as the side to move sees it."""

    state: Any
    board: Board
    roll: Roll

    def results(self) -> set[Board]:
        """Return the results of all legal plays; none: no legal play."""
        mover = self.state.current_player()
        ends: set[Board] = set()
        halves: dict[Board, Any] = {}
        for action in self.state.legal_actions():
            after = self.state.child(action)
            board = _board(after, mover)
            if after.current_player() == mover:
                halves[board] = after  # two checker moves of a double
            else:
                ends.add(board)
        for half in halves.values():
            ends.update(_board(half.child(action), mover) for action in half.legal_actions())
        return ends - {self.board}


def moments(seed: int, variant: str = "backgammon") -> Iterator[Moment]:
    """Yield the rolls of random games without end; `variant` is also `hypergammon`."""
    try:
        import pyspiel  # type: ignore[import-not-found]  # noqa: PLC0415 - optional, untyped
    except ImportError:
        raise Missing("pip install open-spiel") from None
    game = pyspiel.load_game("backgammon", {"hyper_backgammon": variant == "hypergammon"})
    chance = random.Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcome = chance.choice(state.chance_outcomes())[0]
                dice = state.action_to_string(-1, outcome).rpartition(" ")[2]
                state.apply_action(outcome)
                yield Moment(
                    state.clone(), _board(state, state.current_player()), (int(dice[0]), int(dice[1]))
                )
            else:
                state.apply_action(chance.choice(state.legal_actions()))


def _board(state: Any, mover: int) -> Board:
    """Return the points and bars; OpenSpiel's player 0 moves up its numbers, player 1 down."""
    points = [state.board(mover, index) - state.board(1 - mover, index) for index in range(24)]
    observed = state.observation_tensor(mover)[_TAIL:]
    return (int(observed[3]), *(points if mover else points[::-1]), int(observed[0]))
