"""Builders: positions in a line, states at any moment of a game, and a table with scripted dice.

A side's checkers are written as `"24:2 13:5 bar:1"`; whatever is missing from fifteen is off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.engine.actions import Action
from bot.engine.cube import Cube
from bot.engine.decide import decide, start_match
from bot.engine.events import Event, GameStarted, MatchStarted, Seat
from bot.engine.house_rules import HouseRules, Length, Money
from bot.engine.match import MatchState, Phase, evolve, replay, seats_to_act
from bot.engine.position import BAR, OFF, Position, Roll, Row, Side
from bot.engine.variants import rules_of

START = "24:2 13:5 8:3 6:5"
NORMAL = HouseRules()


def row(text: str, checkers: int = 15) -> Row:
    """Return the row of a side: `"6:5 bar:1"`, the rest of its checkers off."""
    counts = [0] * 26
    for item in text.split():
        point, count = item.split(":")
        counts[BAR if point == "bar" else int(point)] = int(count)
    counts[OFF] = checkers - sum(counts)
    return tuple(counts)


def rolls(text: str) -> Iterator[Roll]:
    """Return the dice that `"31 66"` tells; they run out."""
    return iter([(int(roll[0]), int(roll[1])) for roll in text.split()])


def state(
    near: str = START,
    far: str = START,
    *,
    dice: str | None = None,
    on_roll: Side = 0,
    length: Length | None = None,
    house_rules: HouseRules = NORMAL,
    cube: Cube | None = None,
    score: tuple[int, int] = (0, 0),
    turns: tuple[int, int] = (3, 3),
    crawford: bool = False,
    crawford_played: bool = False,
    variant: str = "backgammon",
) -> MatchState:
    """Return a game in the middle: `on_roll` is to roll, or to play `dice`. Money by default."""
    agreed = MatchStarted(variant, length or Money(), house_rules)
    begun = replay([agreed, GameStarted(1, score, crawford, crawford_played)])
    checkers = rules_of(variant).checkers
    roll = next(rolls(dice)) if dice else None
    return replace(
        begun,
        position=Position((row(near, checkers), row(far, checkers))),
        on_roll=on_roll,
        dice=roll,
        last_roll=roll,
        phase=Phase.TO_PLAY if dice else Phase.TO_ROLL,
        cube=cube or Cube(),
        turns=turns,
    )


class Table:
    """A match being played: its log, its state, and whoever is to act."""

    def __init__(self, begun: MatchState, log: tuple[Event, ...] = ()) -> None:
        self.state = begun
        self.log = list(log)

    @classmethod
    def started(
        cls,
        dice: str,
        length: Length | None = None,
        house_rules: HouseRules = NORMAL,
        variant: str = "backgammon",
    ) -> Table:
        """Return the table of a new match; `dice` are its first rolls."""
        log = start_match(variant, length or Money(), house_rules, rolls(dice))
        return cls(replay(log), log)

    def act(self, action: Action, dice: str = "", seat: Seat | None = None) -> tuple[Event, ...]:
        """Do `action` as the seat to act (or as `seat`) with the rolls `dice`; return what happened."""
        events = decide(
            self.state, action, seats_to_act(self.state)[0] if seat is None else seat, rolls(dice)
        )
        for event in events:
            self.state = evolve(self.state, event)
        self.log.extend(events)
        return events
