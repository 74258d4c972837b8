"""Other backgammon programs, asked for the results of a roll.

They are told a board of 26 numbers as the side to move sees it: [0] the opponent's bar, [1..24] the
points, own checkers positive, [25] the own bar. A result is such a board from the same side.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeAlias

from bot.engine.generator import SIZE, THEIR_BAR, Packed
from bot.engine.position import BAR, POINTS, Roll

Board: TypeAlias = tuple[int, ...]


class Missing(Exception):
    """A program is not installed; the text says how to get it."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that is asked with `ask(prepare(board, roll))`; `read` turns its answer into boards."""

    name: str
    prepare: Callable[[Board, Roll], Any]
    ask: Callable[[Any], Any]
    read: Callable[[Board, Roll, Any], set[Board]]

    def results(self, board: Board, roll: Roll) -> set[Board]:
        """Return the results of all legal plays; none: no legal play."""
        return self.read(board, roll, self.ask(self.prepare(board, roll)))


def board_of(packed: Packed) -> Board:
    """Return a packed position as a board."""
    counts = packed.to_bytes(SIZE, "little")
    points = (counts[point] - counts[THEIR_BAR + point] for point in POINTS)
    return (counts[THEIR_BAR], *points, counts[BAR])


def packed_of(board: Board, checkers: int = 15) -> Packed:
    """Return a board packed; a side has `checkers` checkers, those not on the board are off."""
    mine = [max(0, count) for count in board[1:]]
    theirs = [board[0], *(max(0, -count) for count in board[1:BAR])]
    counts = (checkers - sum(mine), *mine, *theirs, checkers - sum(theirs))
    return int.from_bytes(bytes(counts), "little")


def bgsage() -> Program:
    """Return bgsage's generator of plays."""
    moves = _module("bgsage", "bgsage").possible_moves

    def read(board: Board, roll: Roll, answer: list[list[int]]) -> set[Board]:
        found = {tuple(result) for result in answer} - {board}  # it echoes the board if nothing moves
        mine = [point for point in range(1, BAR) for _ in range(board[point])]
        if len(mine) == 1 and not board[BAR] and any(result[0] > board[0] for result in found):
            # It lets the last checker go off with one number even where it can hit with the other first.
            routes = ((mine[0] - first, second) for first, second in (roll, roll[::-1]))
            if not any(0 < stop <= min(second, 6) and not board[stop] for stop, second in routes):
                found = {result for result in found if result[0] > board[0] or max(result[1:]) > 0}
        return found

    return Program("bgsage", lambda board, roll: (list(board), *roll), lambda asked: moves(*asked), read)


def gnubg_nn() -> Program:
    """Return the generator of GNU Backgammon, as gnubg-nn has it."""
    program = _module("gnubg_nn", "gnubg-nn==1.1.0a11")

    def prepare(board: Board, roll: Roll) -> Any:
        theirs = [max(0, -board[BAR - point]) for point in POINTS] + [board[0]]
        mine = [max(0, board[point]) for point in POINTS] + [board[BAR]]
        return [theirs, mine], *roll

    def read(board: Board, _roll: Roll, answer: tuple[str, ...]) -> set[Board]:
        found = set()
        for theirs, mine in map(program.board_from_position_key, answer):
            points = (mine[point - 1] - theirs[24 - point] for point in POINTS)
            found.add((theirs[24], *points, mine[24]))
        return found - {board}

    return Program("gnubg-nn", prepare, lambda asked: program.moves(*asked), read)


def gym_backgammon() -> Program:
    """Return the pure Python generator of gym-backgammon, without the gym that the package wants."""
    found = importlib.util.find_spec("gym_backgammon")
    folder = found.submodule_search_locations if found else None
    if not folder:
        raise Missing("pip install --no-deps gym-backgammon")
    spec = importlib.util.spec_from_file_location("gym_backgammon_rules", f"{folder[0]}/envs/backgammon.py")
    if spec is None or spec.loader is None:
        raise Missing("its file envs/backgammon.py is not there")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    white, black = module.WHITE, module.BLACK

    def game_of(board: Board) -> Any:
        game = module.Backgammon()
        game.board = [
            (abs(count), white if count > 0 else black if count < 0 else None) for count in board[1:BAR]
        ]
        game.bar = [board[BAR], board[0]]
        game.off = [
            15 - sum(max(0, count) for count in board[1:]),
            15 - board[0] - sum(max(0, -count) for count in board[1:]),
        ]
        game.players_positions = game.get_players_positions()
        return game

    def read(board: Board, _roll: Roll, answer: Any) -> set[Board]:
        found = set()
        for play in answer:
            game = game_of(board)
            game.execute_play(white, play)
            points = (count if colour == white else -count for count, colour in game.board)
            found.add((game.bar[black], *points, game.bar[white]))
        return found

    return Program(
        "gym-backgammon",
        lambda board, roll: (game_of(board), (-roll[0], -roll[1])),
        lambda asked: asked[0].get_valid_plays(white, asked[1]),
        read,
    )


def _module(name: str, package: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise Missing(f"pip install {package}") from None
