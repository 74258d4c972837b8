"""A player that thinks no further than its own move, by rules of thumb. Quick, and beatable."""

from __future__ import annotations

from dataclasses import dataclass
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
from bot.engine.scoring import base_points, counted_size, needed
from bot.engine.variants import rules_of
from bot.players.estimate import gammon_chance, lead, winning_chance
from bot.players.resigning import hopeless

_DOUBLE_FROM = 0.40
"""Points that the game is worth on a cube of 1: seven wins in ten without gammons, or fewer with."""
_REDOUBLE_FROM = 0.46
_TAKE_FROM = -0.55
"""A drop costs 0.5 of what a take would be played for; owning the cube is worth the rest."""
_BEAVER_FROM = 0.55
"""Chances of the side that was doubled: the doubler was wrong."""
_RACCOON_FROM = 0.75


@dataclass(frozen=True, slots=True)
class SimplePlayer:
    """Races by the pip count, makes points, hits, counts shots; doubles by the estimated lead."""

    id: str = "simple"
    name: str = "Gamão"
    seconds: float = 5.0

    def missing(self) -> str | None:
        """Return None: it needs nothing."""
        return None

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Return what `seat` does; raise ValueError if nothing is asked of it."""
        if seat not in seats_to_act(state):
            raise ValueError(f"nothing is asked of seat {seat} in the phase {state.phase!r}")
        match state.phase:
            case Phase.TO_ROLL:
                return self._before_the_roll(state, seat)
            case Phase.TO_PLAY:
                return hopeless(state, seat) or self._play(state, seat)
            case Phase.CUBE_OFFERED | Phase.BEAVERED | Phase.RACCOONED:
                return self._answer_cube(state, seat)
            case Phase.RESIGNATION_OFFERED:
                return self._answer_resignation(state, seat)
            case Phase.SETTLEMENT_OFFERED:
                return self._answer_settlement(state, seat)
            case Phase.GAME_OVER | Phase.MATCH_OVER:
                return NextGame()
            case _:
                assert_never(state.phase)

    def _before_the_roll(self, state: MatchState, seat: Seat) -> Action:
        if resignation := hopeless(state, seat):
            return resignation
        if why_not(state, OfferDouble(), seat) is None and _doubles(state, seat):
            return OfferDouble()
        return RollDice()

    def _play(self, state: MatchState, seat: Seat) -> Action:
        """Choose the play after which it is furthest ahead; the first in print among equals."""
        rules, side = rules_of(state.variant), side_of(state, seat)
        plays = rules.legal_plays(state.position, side, due(state.dice))
        best = max(plays, key=lambda legal: lead(rules, legal.result, side, other(side)))
        return MakePlay(spell_play(best.play))

    def _answer_cube(self, state: MatchState, seat: Seat) -> Action:
        chance = _chance(state, seat)
        if why_not(state, Beaver(), seat) is None and chance >= _BEAVER_FROM:
            return Beaver()
        if why_not(state, Raccoon(), seat) is None and chance >= _RACCOON_FROM:
            return Raccoon()
        return Take() if _worth(state, seat, owned=True) >= _TAKE_FROM else Drop()

    def _answer_resignation(self, state: MatchState, seat: Seat) -> Action:
        _, size = due(state.resignation)
        offered = base_points(state.house_rules, counted_size(state, size))
        return AcceptResignation() if offered >= _worth(state, seat) else RejectResignation()

    def _answer_settlement(self, state: MatchState, seat: Seat) -> Action:
        _, points = due(state.settlement)
        accepted = -points >= _worth(state, seat) * state.cube.value
        return AcceptSettlement() if accepted else RejectSettlement()


def _chance(state: MatchState, seat: Seat) -> float:
    return winning_chance(rules_of(state.variant), state.position, side_of(state, seat), state.on_roll)


def _worth(state: MatchState, seat: Seat, *, owned: bool = False) -> float:
    """Return the points that the game is worth to `seat` on a cube of 1, gammons counted in.

    `owned`: as it would count once a double was taken, when the Jacoby rule is out of force.
    """
    side = side_of(state, seat)
    chance = _chance(state, seat)
    return chance * _win(state, seat, owned) - (1 - chance) * _win(state, other(side), owned)


def _win(state: MatchState, seat: Seat, owned: bool) -> float:
    rules = state.house_rules
    single, gammon = base_points(rules, 1), base_points(rules, 2 if owned else counted_size(state, 2))
    return single + (gammon - single) * gammon_chance(
        rules_of(state.variant), state.position, side_of(state, seat)
    )


def _doubles(state: MatchState, seat: Seat) -> bool:
    opponent = other(side_of(state, seat))
    if needed(state, opponent) == 1:
        return True  # after the Crawford game the trailer has nothing to lose by it
    threshold = _DOUBLE_FROM if state.cube.centred else _REDOUBLE_FROM
    # Beyond 1 the game is worth more than the drop that a double would bring.
    return _worth(state, seat, owned=True) >= threshold and _worth(state, seat) <= 1


PLAYER = SimplePlayer()
