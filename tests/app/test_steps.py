"""The buttons of a roll: every legal result is reached by taps, and nothing else is."""

from __future__ import annotations

from random import Random

import pytest

from bot.app.catalog import Catalog
from bot.app.presenter import Presenter
from bot.app.records import MatchRecord
from bot.app.turn import turn_under_way
from bot.engine.match import MatchState
from bot.engine.notation import unpack
from bot.engine.position import Position
from bot.engine.variants import rules_of
from tests.helpers.keyboards import presses
from tests.helpers.records import record
from tests.helpers.states import state

PRESENTER = Presenter(Catalog())


def steps(table: MatchRecord) -> list[str]:
    """Return the packed plays of all step buttons."""
    found = presses(PRESENTER.keyboard(table, "en"))
    return [press.argument for press in found if press.verb == "step"]


def reached_by_taps(moment: MatchState) -> set[Position]:
    """Return every position that confirming after any taps would give."""
    assert moment.dice
    rules = rules_of(moment.variant)
    seen: set[str] = set()
    waiting, reached = [""], set()
    while waiting:
        packed = waiting.pop()
        table = record(moment, tentative=packed)
        turn = turn_under_way(table)
        assert turn
        if turn.complete:
            reached.add(turn.shown())
        for step in steps(table):
            made = unpack(rules, moment.position, moment.on_roll, moment.dice, step)
            assert made[: len(turn.made)] == turn.made, "a step goes on from what is drawn"
            if step not in seen:
                seen.add(step)
                waiting.append(step)
    return reached


TRICKY = [
    state(dice="61"),
    state("24:2 13:2 6:2", dice="33"),
    state("bar:2 13:5 8:3", "6:2 5:2", dice="42"),
    state("24:1 9:1", "6:2 7:2 11:2 5:2", dice="62"),
    state("6:1 3:1 1:1", "6:2", dice="61"),
    state("5:1 2:1", "6:2", dice="43"),
    state("4:1 3:2", "6:2", dice="65"),
    state("6:2 5:1 3:4 1:2", "1:2", dice="55"),
    state("bar:1 24:1 23:1", "bar:1 24:1 23:1", dice="21", variant="hypergammon"),
]


@pytest.mark.parametrize("moment", TRICKY, ids=lambda moment: f"{moment.dice}")
def test_every_legal_result_is_reached_by_taps(moment: MatchState) -> None:
    assert moment.dice
    rules = rules_of(moment.variant)
    legal = {play.result for play in rules.legal_plays(moment.position, moment.on_roll, moment.dice)}
    assert legal
    assert reached_by_taps(moment) == legal


def test_random_positions_are_played_by_taps_alone() -> None:
    random = Random(4)
    for _ in range(25):
        near = random_row(random)
        moment = state(near, "13:2 8:2 6:3 5:2", dice=f"{random.randint(1, 6)}{random.randint(1, 6)}")
        assert moment.dice
        rules = rules_of(moment.variant)
        legal = {play.result for play in rules.legal_plays(moment.position, 0, moment.dice)}
        if legal:
            assert reached_by_taps(moment) == legal, (near, moment.dice)


def random_row(random: Random) -> str:
    """Return five checkers on points that the opponent of these tests leaves free."""
    free = [24, 23, 22, 21, 18, 16, 15, 14, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    return " ".join(f"{point}:1" for point in random.sample(free, 5))
