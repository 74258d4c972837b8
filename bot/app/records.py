"""What the store keeps and hands out: people, channels, challenges, matches, positions, where they show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.app.requests import ChannelRef, Handle, PlayerRef
from bot.engine.events import Event, Seat
from bot.engine.house_rules import HouseRules, Length
from bot.engine.match import MatchState
from bot.players.judging import Option
from renderers.board_view import Home


@dataclass(frozen=True, slots=True)
class Player:
    """A person (or a computer player) that we know, whatever the platform."""

    id: int
    ref: PlayerRef
    locale: str | None = None
    """The language this player chose; None: as the platform says."""
    always_confirm: bool = False
    """Typed plays wait for a confirmation too."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How the boards of a channel look."""

    theme: str = "classic"
    home: Home = "right"
    """Where the home boards lie."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel that we know."""

    id: int
    ref: ChannelRef
    locale: str | None = None
    """The language chosen for it; None: not chosen."""
    looks: Looks = Looks()


@dataclass(frozen=True, slots=True)
class Offer:
    """What a challenge proposes."""

    variant: str
    length: Length
    house_rules: HouseRules


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge on the table. `revision` counts its edits; accepting names the one that was seen."""

    id: int
    channel: Channel
    challenger: Player
    invited: Player | Handle | None
    """Whom it is bound to; None: anyone in the channel."""
    offer: Offer
    revision: int
    status: str
    """open, accepted, declined, cancelled or expired."""
    created_at: datetime
    code: str
    """Names the challenge, and its match, in other channels."""
    by_code: bool = False
    """Only who knows the code may accept, from wherever they are."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Another channel in which a challenge is shown or was accepted, and the language spoken there."""

    channel: int
    locale: str


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A seat of a match and who sits in it."""

    seat: Seat
    player: Player
    acted_at: datetime | None = None
    """When this seat last did something."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it stands: its folded state, its log and its table."""

    id: int
    channel: Channel
    state: MatchState
    events: tuple[Event, ...]
    """`MatchStarted`, then all since the last but one `GameStarted`: enough to word what happened."""
    seats: tuple[SeatAt, ...]
    tentative: str = ""
    """The checker moves tapped so far on this version (`notation.pack`), kept for undo and confirm."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What somebody would do in a position, by the name of an option."""

    player: Player
    choice: str


@dataclass(frozen=True, slots=True)
class PositionRecord:
    """A position that somebody has put to a channel, and what was said of it."""

    id: int
    channel: Channel
    asker: Player
    state: MatchState
    """It waits for a decision, which is the question."""
    status: str
    """thinking (the options are not known yet), open or revealed."""
    options: tuple[Option, ...] = ()
    """The engine's answer, the best first; empty if there is none."""
    lacking: str = ""
    """What this machine lacked for an answer."""
    votes: tuple[Vote, ...] = ()
    """One a person, the first to have voted first."""


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message on a platform, as its adapter names it."""

    chat: str
    message: str


@dataclass(frozen=True, slots=True)
class View:
    """A place that shows a match, a challenge or a position. Due while `shown` < `wanted`."""

    id: int
    channel: Channel
    match: int | None
    challenge: int | None
    locale: str
    live: MessageRef | None
    live_at: datetime | None
    live_game: int
    """The game that the live message shows, so that its final picture is not lost."""
    wanted: int
    """Counts the changes this view must show; every append, tap or request for a board adds one."""
    shown: int
    watching: bool
    """It only shows the match: no buttons, and nobody is called."""
    anew: bool
    """The next board is a new message, not an edit (asked for at a `wanted` beyond `shown`)."""
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost a person dear."""

    match: int
    at: int
    """The number of events before it."""
    game: int
    player: int
    loss: float
