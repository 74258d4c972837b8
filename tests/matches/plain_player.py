"""A computer player whose play never changes, however good the others become."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.actions import Action, OfferDouble
from bot.engine.decide import legal_actions
from bot.engine.events import Seat
from bot.engine.match import MatchState, side_of
from bot.engine.position import other


@dataclass(frozen=True, slots=True)
class PlainPlayer:
    """Does the first thing that is legal, and doubles when it is far ahead."""

    id: str = "plain"
    name: str = "Gamão"
    seconds: float = 30.0
    lead: int = 40
    """Pips from which it doubles."""

    def missing(self) -> str | None:
        """Return None: it needs nothing."""
        return None

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Return the double if it is far ahead, else the first legal action."""
        actions = legal_actions(state, seat)
        side = side_of(state, seat)
        ahead = state.position.pip_count(other(side)) - state.position.pip_count(side)
        return OfferDouble() if ahead >= self.lead and OfferDouble() in actions else actions[0]


PLAIN = {"plain": PlainPlayer()}
"""The players of a world that has this one alone."""
