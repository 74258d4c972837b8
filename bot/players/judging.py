"""What there is to be judged in a match, and what a judge says of it. Pure data, whoever judges.

A decision is held against the best there was. Equities are points on a cube of 1, those of the seat
that decides; in a match, winning chances put on that scale. What counts, and as what, follows XG: its
PR is 500 times the mean loss over the decisions that count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.engine.actions import OfferDouble
from bot.engine.events import (
    Beavered,
    Doubled,
    Dropped,
    Event,
    FirstRollRefused,
    Played,
    Rolled,
    Seat,
    Taken,
)
from bot.engine.formats.transcript import Game
from bot.engine.match import MatchState, Phase, replay
from bot.engine.notation import format_play
from bot.engine.permission import why_not

ROLL, DOUBLE, TAKE, DROP, BEAVER = "roll", "double", "take", "drop", "beaver"
"""The options that are no plays, by the verbs that choose them."""

ERROR, BLUNDER = 0.02, 0.08
"""The losses from which XG speaks of an error and of a blunder."""
PR_FACTOR = 500
RANKS = (
    (2.5, "champion"),
    (5.0, "world-class"),
    (7.5, "expert"),
    (12.5, "advanced"),
    (17.5, "intermediate"),
    (22.5, "casual"),
    (30.0, "beginner"),
)
"""What a PR below so many points is called; above the last: a novice."""


class Kind(StrEnum):
    """What was decided."""

    PLAY = "play"
    DOUBLE = "double"
    """Whether to double before a roll."""
    ANSWER = "answer"
    """Whether to take."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to decide: a play as it is printed, or one of the verbs above."""

    name: str
    equity: float
    answer: str = ""
    """For a double: what it is best answered with."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision, or a roll that left none: the state before it, and what was done."""

    state: MatchState
    event: Played | Rolled | Doubled | Taken | Dropped | Beavered

    @property
    def kind(self) -> Kind:
        """Return what was decided."""
        match self.event:
            case Played():
                return Kind.PLAY
            case Rolled() | Doubled():
                return Kind.DOUBLE
            case _:
                return Kind.ANSWER

    @property
    def chosen(self) -> str:
        """Return the name of the option that was taken."""
        match self.event:
            case Played(play=play):
                return format_play(play)
            case Rolled():
                return ROLL
            case Doubled():
                return DOUBLE
            case Taken():
                return TAKE
            case Dropped():
                return DROP
            case Beavered():
                return BEAVER


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge says of a moment."""

    at: int
    """The number of events before it, which is the version of the match."""
    game: int
    seat: Seat
    kind: Kind
    chosen: str
    options: tuple[Option, ...]
    """The best first, and the chosen one among them; empty where a play was forced."""
    counted: bool
    """A decision on which players can be told apart."""
    luck: float | None = None
    """How much better the roll was than rolls are on average, for a play."""

    @property
    def best(self) -> Option:
        """Return the best option. Raises `IndexError` where there was none."""
        return self.options[0]

    @property
    def loss(self) -> float:
        """Return what the choice cost, 0 or more."""
        equities = {option.name: option.equity for option in self.options}
        return max(0.0, self.best.equity - equities[self.chosen]) if self.options else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody's judgements come to."""

    decisions: int
    """Those that count."""
    lost: float
    """The equity that they cost."""
    blunders: int
    luck: float
    rolls: int

    @property
    def pr(self) -> float:
        """Return the error rate as XG counts it; 0 where nothing was to be decided."""
        return PR_FACTOR * self.lost / self.decisions if self.decisions else 0.0

    @property
    def rank(self) -> str:
        """Return the name of the class that the error rate belongs to."""
        return next((name for limit, name in RANKS if self.pr < limit), "novice")


class Judge(Protocol):
    """Somebody who knows better. It keeps no memory, and is asked in a process of its own."""

    @property
    def seconds(self) -> float:
        """How long a question may take before it is given up."""

    def missing(self) -> str | None:
        """Return what this machine lacks for it, such as a package; None: nothing."""

    def knows(self, variant: str) -> bool:
        """Return whether it can judge this variant."""

    def options(self, state: MatchState) -> tuple[Option, ...]:
        """Return the best ways to decide what `state` waits for, the best first: a play, whether to
        double, or whether to take. Raises `ValueError` where it waits for nothing of these."""

    def judge(self, moment: Moment) -> Judgement:
        """Return what there is to be said of a moment."""


def moments(game: Game) -> Iterator[Moment]:
    """Yield the decisions of a game in order, with every roll that was played, forced or not.

    A double that could not be offered is no decision, nor is the roll in place of a refused one (rules
    2.6). Who lets the bot roll has decided not to double. Left out is what follows a beaver, which is
    rare and has no measure that others know.
    """
    refused = False
    for state, event in game.told():
        match event:
            case Played():
                yield Moment(state, event)
            case Rolled(seat) | Doubled(seat) if not refused and why_not(state, OfferDouble(), seat) is None:
                yield Moment(state, event)
            case Taken() | Dropped() | Beavered() if state.phase is Phase.CUBE_OFFERED:
                yield Moment(state, event)
        refused = isinstance(event, FirstRollRefused)


def states_judged(log: Sequence[Event], judgements: Iterable[Judgement]) -> list[MatchState]:
    """Return the states in which decisions of a whole log were made."""
    return [replay(log[: judgement.at]) for judgement in judgements]


def figures(judgements: Iterable[Judgement], seat: Seat) -> Figures:
    """Return what the judgements of a seat come to."""
    own = [each for each in judgements if each.seat == seat]
    counted = [each.loss for each in own if each.counted]
    rolls = [each.luck for each in own if each.luck is not None]
    blunders = sum(loss >= BLUNDER for loss in counted)
    return Figures(len(counted), sum(counted), blunders, sum(rolls), len(rolls))


def mistakes(judgements: Iterable[Judgement], least: float = ERROR) -> tuple[Judgement, ...]:
    """Return the decisions that cost `least` or more, the worst first."""
    found = [each for each in judgements if each.counted and each.loss >= least]
    return tuple(sorted(found, key=lambda each: -each.loss))


def has_options(state: MatchState) -> bool:
    """Return whether `state` waits for something that a judge knows the options of."""
    return state.phase in {Phase.TO_PLAY, Phase.CUBE_OFFERED} or (
        state.phase is Phase.TO_ROLL and why_not(state, OfferDouble(), state.on_roll) is None
    )
