"""When a computer player gives a game up: never while anything can be saved."""

from __future__ import annotations

from bot.engine.actions import Resign
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.engine.resignation import cannot_win_more, certain_size, most_size, surely_lost


def hopeless(state: MatchState, seat: Seat) -> Resign | None:
    """Return the resignation of a game in which nothing, not even a gammon, can be saved."""
    most = most_size(state, seat)
    if not surely_lost(state, seat) or certain_size(state, seat) != most:
        return None
    # Only where it settles the game: who may reject it could be asked the same for ever.
    return Resign(most) if cannot_win_more(state, seat, most) else None
