"""Other backgammon programs find the same legal plays (see also benchmarks/prove.py)."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given

from benchmarks import open_spiel, oracles
from benchmarks.oracles import Board, Program, board_of, packed_of
from bot.engine import generator
from bot.engine.position import Position, Roll
from bot.engine.variants import rules_of
from tests.helpers.positions import positions, rolls

pytestmark = pytest.mark.oracle

RULES = rules_of("backgammon")


def results(board: Board, roll: Roll, checkers: int = 15) -> set[Board]:
    """Return our results."""
    return {board_of(result) for result in generator.results(packed_of(board, checkers), roll)}


@pytest.fixture(scope="module")
def bgsage() -> Program:
    """Return bgsage, or skip where it is not installed."""
    pytest.importorskip("bgsage")
    return oracles.bgsage()


@pytest.fixture(scope="module")
def gnubg() -> Program:
    """Return gnubg-nn, or skip where it is not installed."""
    pytest.importorskip("gnubg_nn")
    return oracles.gnubg_nn()


@given(position=positions, roll=rolls)
def test_bgsage_agrees(bgsage: Program, position: Position, roll: Roll) -> None:
    board = board_of(RULES.pack(position, 0))
    assert bgsage.results(board, roll) == results(board, roll)


@given(position=positions, roll=rolls)
def test_gnu_backgammon_agrees(gnubg: Program, position: Position, roll: Roll) -> None:
    board = board_of(RULES.pack(position, 0))
    assert gnubg.results(board, roll) == results(board, roll)


@pytest.mark.parametrize(("variant", "seed"), [("backgammon", 1), ("backgammon", 2), ("hypergammon", 3)])
def test_open_spiel_agrees(variant: str, seed: int) -> None:
    pytest.importorskip("pyspiel")
    checkers = rules_of(variant).checkers
    for moment in islice(open_spiel.moments(seed, variant), 400):
        assert moment.results() == results(moment.board, moment.roll, checkers), (moment.board, moment.roll)


@pytest.mark.parametrize("roll", [(2, 1), (5, 4), (6, 1)])
def test_where_bgsage_lets_the_last_checker_off(bgsage: Program, roll: Roll) -> None:
    """The one known difference: it also takes the early finish, which we accept when typed (rules 3.4)."""
    board = [0] * 26
    board[roll[0]], board[roll[0] - roll[1]], board[24] = 1, -1, -14
    answer = bgsage.ask(bgsage.prepare(tuple(board), roll))
    assert len(answer) == 2
    assert bgsage.results(tuple(board), roll) == results(tuple(board), roll)
    assert len(results(tuple(board), roll)) == 1
