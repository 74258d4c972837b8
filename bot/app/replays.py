"""A game as moving pictures, from what happened in it and nothing else. Pure.

Seats and point numbers stay where they are. A turn is its roll, then its play as arrows beside the
dice; a cube is shown wherever it goes; the last picture stays longest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.app.history import last_turn
from bot.app.pictures import moves_of, still
from bot.app.records import Looks
from bot.app.replies import Frame
from bot.engine.events import (
    AutomaticallyDoubled,
    Beavered,
    Doubled,
    Event,
    FirstRollRefused,
    GameWon,
    OpeningRolled,
    Played,
    Raccooned,
    Rolled,
    Taken,
)
from bot.engine.match import MatchState, evolve, side_of
from renderers.board_view import BoardView

BEGIN_MS = 1000
ROLL_MS = 600
PLAY_MS = 1200
CUBE_MS = 1400
TAKE_MS = 900
END_MS = 4000
"""How long each kind of picture is shown."""

MOST_FRAMES = 400
"""A film of so many takes about 4 MB, which every platform accepts."""


def frames_of(begun: MatchState, events: Sequence[Event], looks: Looks) -> tuple[Frame, ...]:
    """Return the film of a game: `begun` is the match before its opening roll, `events` all since then.

    What has not ended ends with its last picture. A game too long to show each roll alone is told by
    its plays, and of one longer still the end is shown.
    """
    frames = tuple(_film(begun, events, looks, rolls=True))
    if len(frames) > MOST_FRAMES:
        frames = tuple(_film(begun, events, looks, rolls=False))
    *shown, last = (*frames[:1], *frames[1:][1 - MOST_FRAMES :])
    return (*shown, replace(last, milliseconds=END_MS))


def _film(begun: MatchState, events: Sequence[Event], looks: Looks, *, rolls: bool) -> Iterator[Frame]:
    """Yield the frames in order, single `rolls` among them or not."""
    yield Frame(_opening(begun, looks), BEGIN_MS)
    state = begun
    for number, event in enumerate(events, 1):
        before, state = state, evolve(state, event)
        match event:
            case OpeningRolled() | Rolled() if rolls and state.dice:
                yield Frame(_seen(state, looks), ROLL_MS)
            case Played():
                yield Frame(_played(before, event, state, looks), PLAY_MS)
            case AutomaticallyDoubled():
                yield Frame(_opening(state, looks), CUBE_MS)
            case FirstRollRefused() | Doubled() | Beavered() | Raccooned():
                yield Frame(_seen(state, looks), CUBE_MS)
            case Taken():
                yield Frame(_seen(state, looks), TAKE_MS)
            case GameWon():
                over = still(state, looks, last_turn(events[:number]))
                yield Frame(replace(over, numbers=0), END_MS)


def _seen(state: MatchState, looks: Looks) -> BoardView:
    """Return the picture of a moment, with the numbers that the whole film has."""
    return replace(still(state, looks), numbers=0)


def _opening(state: MatchState, looks: Looks) -> BoardView:
    """Return the picture of a moment at which it is not yet decided who begins."""
    return replace(_seen(state, looks), on_roll=None)


def _played(before: MatchState, event: Played, after: MatchState, looks: Looks) -> BoardView:
    """Return the picture of a play: its dice, and arrows to where the checkers stand now."""
    side = side_of(after, event.seat)
    return replace(
        _seen(after, looks),
        on_roll=side,
        dice=before.dice,
        dice_side=side,
        last_side=side,
        last_play=moves_of(event.play),
    )
