"""A player that thinks with bgsage's nets. What makes it weaker is a set error, measured in equity."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import assert_never

from bot.engine.actions import (
    AcceptResignation,
    AcceptSettlement,
    Action,
    Beaver,
    Drop,
    MakePlay,
    NextGame,
    OfferDouble,
    Raccoon,
    RejectResignation,
    RejectSettlement,
    RollDice,
    Take,
)
from bot.engine.events import Seat
from bot.engine.match import MatchState, Phase, due, seats_to_act, side_of
from bot.engine.notation import spell_play
from bot.engine.permission import why_not
from bot.engine.position import other
from bot.engine.scoring import needed
from bot.players.resigning import hopeless
from bot.players.sage.machine import missing
from bot.players.sage.net import CubeEquities, net
from bot.players.sage.rating import cube_on_roll, equity_on_roll, rated_plays
from bot.players.sage.told import Told, board_of, can_be_told
from bot.players.sage.value import Worth
from bot.players.simple import PLAYER as SIMPLE

DROP = 1.0
"""What a drop gives the doubler, on the scale of equities."""
_STEADIER = 0.5
"""How much of its error counts before a roll: a doubtful double is thought over again every turn."""
_LEAST_PLIES = 2
"""A position before a roll is worth the average of its rolls."""
_SAME = 1e-6
_COURTESY = 0.02
"""What it gives away to a resigner: the nets see some hope of a gammon where there is hardly any."""


@dataclass(frozen=True, slots=True)
class SagePlayer:
    """A level of play.

    `error` is the standard deviation, in equity, of what it misjudges each play and each cube by:
    0 plays what the nets say. The same state is always misjudged in the same way.
    """

    id: str
    error: float
    plies: int = 1
    """How deep it searches, in half-moves; 1: a glance."""
    seconds: float = 5.0

    @property
    def name(self) -> str:
        """Return the name that people see."""
        return f"Gamão ({self.id})"

    def missing(self) -> str | None:
        """Return what this machine lacks for it."""
        return missing()

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Return what `seat` does; what bgsage does not know is played by rules of thumb.

        Raises `ValueError` if nothing is asked of it, `RuntimeError` if something is missing here.
        """
        if seat not in seats_to_act(state):
            raise ValueError(f"nothing is asked of seat {seat} in the phase {state.phase!r}")
        if not can_be_told(state.variant):
            return SIMPLE.choose(state, seat)
        if lacking := self.missing():
            raise RuntimeError(f"{self.id} needs {lacking}")
        match state.phase:
            case Phase.TO_ROLL:
                return hopeless(state, seat) or self._before_the_roll(state, seat)
            case Phase.TO_PLAY:
                return hopeless(state, seat) or self._play(state)
            case Phase.CUBE_OFFERED:
                return self._answer_double(state, seat)
            case Phase.BEAVERED | Phase.RACCOONED:
                return self._answer_beaver(state, seat)
            case Phase.RESIGNATION_OFFERED:
                return self._answer_resignation(state, seat)
            case Phase.SETTLEMENT_OFFERED:
                return self._answer_settlement(state)
            case Phase.GAME_OVER | Phase.MATCH_OVER:
                return NextGame()
            case _:
                assert_never(state.phase)

    def _play(self, state: MatchState) -> MakePlay:
        rated, chance = rated_plays(state, self.plies), self._chance(state)
        misjudged = [(play.equity + chance.gauss(0, self.error), play) for play in rated]
        # The best comes first, and stays the choice of who makes no error.
        best = max(misjudged, key=lambda each: each[0])[1] if self.error else rated[0]
        return MakePlay(spell_play(best.legal.play))

    def _before_the_roll(self, state: MatchState, seat: Seat) -> Action:
        if why_not(state, OfferDouble(), seat) is not None:
            return RollDice()
        cube = cube_on_roll(state, self.plies)
        error = self._chance(state).gauss(0, self.error * _STEADIER)
        return OfferDouble() if self._doubles(state, cube, error) else RollDice()

    def _doubles(self, state: MatchState, cube: CubeEquities, error: float) -> bool:
        if needed(state, other(state.on_roll)) == 1:
            return cube.rolling < DROP  # after the Crawford game the trailer has nothing to lose
        gain = min(cube.taken, DROP) - cube.rolling + error
        # Where playing on is worth no more than a drop, a drop ends it.
        return gain > (-_SAME if cube.taken >= DROP else _SAME)

    def _answer_double(self, state: MatchState, seat: Seat) -> Action:
        cube = cube_on_roll(state, self.plies)
        taken = cube.taken + self._chance(state).gauss(0, self.error)
        if cube.beaver and taken < 0 and why_not(state, Beaver(), seat) is None:
            return Beaver()
        return Take() if taken <= DROP else Drop()

    def _answer_beaver(self, state: MatchState, seat: Seat) -> Action:
        """Take for a quarter of the chances; the beaverer owns the cube from now on."""
        board = board_of(state.position, state.on_roll)
        doubler, _ = net().searched(Told(owner="opponent"), board, self._deep)
        equity = doubler if side_of(state, seat) == state.on_roll else -doubler
        equity += self._chance(state).gauss(0, self.error)
        if why_not(state, Raccoon(), seat) is None and equity > 0:
            return Raccoon()
        # A drop loses half of what a take would play for.
        return Take() if equity >= -DROP / 2 else Drop()

    def _answer_resignation(self, state: MatchState, seat: Seat) -> Action:
        _, size = due(state.resignation)
        offered = Worth.of(state, side_of(state, seat)).of_win(size)
        accepted = offered >= -equity_on_roll(state, self._deep) - _COURTESY
        return AcceptResignation() if accepted else RejectResignation()

    def _answer_settlement(self, state: MatchState) -> Action:
        _, points = due(state.settlement)
        accepted = -points >= -equity_on_roll(state, self._deep) * state.cube.value
        return AcceptSettlement() if accepted else RejectSettlement()

    @property
    def _deep(self) -> int:
        return max(self.plies, _LEAST_PLIES)

    def _chance(self, state: MatchState) -> Random:
        """Return the source of this state's errors: a repetition after a crash chooses the same."""
        moment = (self.id, state.version, state.game, state.score, state.position.rows, state.dice)
        cube = (str(state.phase), state.cube.value, state.cube.owner)
        return Random(sha256(repr((moment, cube)).encode()).digest())
