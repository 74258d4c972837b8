"""What follows by itself: openings, automatic rolls, dances, the next game, the end of a match.

A decision is answered by all events up to the next one that a person has to make. The dice roll
by themselves where the side on roll cannot double anyway, or chose so (`AutoRollChosen`); a side
without a legal play passes, also with a first roll that it might have refused: there is nothing
to play instead of which it would turn the cube.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bot.engine.doubling import automatic_double, no_double
from bot.engine.events import (
    AutomaticallyDoubled,
    Event,
    GameStarted,
    MatchStarted,
    MatchWon,
    OpeningRolled,
    Played,
    Rolled,
    Seat,
)
from bot.engine.house_rules import Match, Money
from bot.engine.match import MatchState, Phase, due, evolve
from bot.engine.position import Roll
from bot.engine.scoring import match_winner
from bot.engine.variants import rules_of

MAX_AUTOMATIC_ROLLS = 20
"""More in a row wait for a person's roll: two sides that block each other must not go on for ever."""
MAX_TIES = 200
"""Openings. Fair dice tie so often once in 10**155 games; dice that do are broken."""


class Course:
    """A state, and the events that have led to it since the decision."""

    def __init__(self, state: MatchState) -> None:
        self.state = state
        self.events: list[Event] = []

    @classmethod
    def of(cls, agreed: MatchStarted) -> Course:
        """Return the course of a match that begins."""
        course = cls(evolve(None, agreed))
        course.events.append(agreed)
        return course

    def add(self, event: Event) -> None:
        """Append what happened next."""
        self.state = evolve(self.state, event)
        self.events.append(event)


def roll(course: Course, dice: Iterator[Roll]) -> None:
    """Roll for the side on roll."""
    course.add(Rolled(course.state.on_roll, _next_roll(dice)))


def start_game(course: Course, dice: Iterator[Roll]) -> None:
    """Start the next game with its opening roll; ties are rolled again (rules 2.1, 2.2, 2.5)."""
    state = course.state
    played = state.crawford_played or state.crawford
    course.add(GameStarted(state.game + 1, state.score, _is_crawford(state, played), played))
    for opening in islice(dice, MAX_TIES):
        course.add(OpeningRolled(_valid(opening)))
        if opening[0] != opening[1]:
            return
        if value := automatic_double(course.state):
            course.add(AutomaticallyDoubled(value))
    raise ValueError(f"the opening dice tied {MAX_TIES} times, or ran out")


def carry_on(course: Course, dice: Iterator[Roll]) -> None:
    """Append all that follows by itself, until a person has to decide."""
    rolls = 0
    while True:
        state = course.state
        if state.phase is Phase.TO_ROLL and rolls < MAX_AUTOMATIC_ROLLS and _rolls_itself(state):
            rolls += 1
            roll(course, dice)
        elif state.phase is Phase.TO_PLAY and not _can_play(state):
            course.add(Played(state.on_roll, ()))
        elif state.phase is Phase.GAME_OVER and not isinstance(state.length, Money):
            _after_game(course, dice)
        else:
            return


def _rolls_itself(state: MatchState) -> bool:
    return state.auto_roll[state.on_roll] or no_double(state, state.on_roll) is not None


def _can_play(state: MatchState) -> bool:
    return bool(rules_of(state.variant).legal_plays(state.position, state.on_roll, due(state.dice)))


def _after_game(course: Course, dice: Iterator[Roll]) -> None:
    winner: Seat | None = match_winner(course.state)
    if winner is None:
        start_game(course, dice)
    else:
        course.add(MatchWon(winner, course.state.score))


def _is_crawford(state: MatchState, played: bool) -> bool:
    """Whether the next game is a Crawford game (rules 5.8).

    The flag has a memory: a player *reaches* the last point but one by winning, so neither the
    first game of a 1-point match nor, but for "always", a second one counts.
    """
    rules = state.house_rules
    if not isinstance(state.length, Match) or not rules.cube or rules.crawford == "off":
        return False
    if state.game == 0 or max(state.score) != state.length.points - 1:
        return False
    return rules.crawford == "always" or not played


def _next_roll(dice: Iterator[Roll]) -> Roll:
    rolled = next(dice, None)
    if rolled is None:
        raise ValueError("the dice ran out")
    return _valid(rolled)


def _valid(rolled: Roll) -> Roll:
    if len(rolled) != 2 or not all(1 <= die <= 6 for die in rolled):
        raise ValueError(f"a roll is two dice of 1 to 6, not {rolled!r}")
    return rolled
