"""The seams to the outside: the store, the adapters (and, in `sources`, clock and dice). Fakes fit here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bot.app.records import (
    Challenge,
    Channel,
    Guest,
    Looks,
    MatchRecord,
    MessageRef,
    Mistake,
    Offer,
    Player,
    PositionRecord,
    View,
)
from bot.app.replies import Board
from bot.app.requests import ChannelRef, Handle, PlayerRef
from bot.engine.events import Event, Seat
from bot.engine.match import MatchState
from bot.players.judging import Judgement, Option

# -- the store ---------------------------------------------------------------------------------


class Seen(Exception):
    """This request was recorded before; nothing was written."""


class Conflict(Exception):
    """Somebody else was first; load and judge again."""


class SeatTaken(Exception):
    """The player sits in another live match of this channel."""

    def __init__(self, player: Player, match: int) -> None:
        super().__init__(player.id, match)
        self.player = player
        self.match = match


class PeopleStore(Protocol):
    """Players, their accounts, channels."""

    async def player(self, ref: PlayerRef) -> Player:
        """Return the player behind an account, made or refreshed (name, user name) as needed."""

    async def set_player(self, player: int, *, locale: str | None, always_confirm: bool) -> None:
        """Keep a player's settings."""

    async def channel(self, ref: ChannelRef) -> Channel:
        """Return the channel, made as needed; a channel that was lost is alive again."""

    async def set_channel(self, channel: int, *, locale: str | None, looks: Looks) -> None:
        """Keep a channel's settings."""

    async def migrate(self, platform: str, old_chat: str, new_chat: str) -> None:
        """Move all topics of a chat to its new id, in one transaction; repeating it is harmless."""

    async def lose(self, channel: int) -> None:
        """Mark a channel as out of reach: nothing is due there until it is heard of again."""


class ChallengeStore(Protocol):
    """Challenges. Each write records the request, and raises `Seen` for one recorded before."""

    async def open_challenge(
        self,
        request: str,
        channel: int,
        challenger: int,
        invited: int | Handle | None,
        offer: Offer,
        locale: str,
        now: datetime,
        *,
        code: str,
        by_code: bool = False,
        guests: Sequence[Guest] = (),
    ) -> int:
        """Put a challenge on the table, shown here and to `guests`; return its id. `Conflict`: code taken."""

    async def challenge_by_code(self, code: str) -> Challenge | None:
        """Return the challenge that bears a code."""

    async def challenge(self, challenge: int) -> Challenge | None:
        """Return a challenge."""

    async def open_challenges(self, channel: int | None = None) -> tuple[Challenge, ...]:
        """Return all open challenges (those shown in a channel), newest first."""

    async def revise_challenge(self, request: str, challenge: int, revision: int, offer: Offer) -> None:
        """Change an open challenge seen at `revision`; raise `Conflict` if it has moved on."""

    async def close_challenge(self, request: str, challenge: int, status: str) -> None:
        """End an open challenge as declined, cancelled or expired; `Conflict` if it is not open."""

    async def start_match(
        self,
        request: str,
        challenge: int,
        revision: int,
        players: Sequence[int],
        events: Sequence[Event],
        state: MatchState,
        now: datetime,
        *,
        show: bool = True,
        guest: Guest | None = None,
    ) -> int:
        """Accept an open challenge as seen at `revision` and start its match; return the match id.

        One transaction: challenge accepted, match, seats (in seat order; the first acted when
        challenging, the others now), live seats, events, request, a view in the challenge's channel (anew,
        due if `show`); a `guest` gets a view and the last live seat. `Seen`, `Conflict`, `SeatTaken`.
        """


class EventStore(Protocol):
    """Matches and their logs."""

    async def match(self, match: int) -> MatchRecord | None:
        """Return a match as it stands."""

    async def started_at(self, match: int) -> datetime:
        """Return when a match that there is was started."""

    async def live_matches_of(self, player: int) -> tuple[int, ...]:
        """Return the ids of all live matches that a person sits in, wherever they are played."""

    async def live_match(self, channel: int, player: int) -> int | None:
        """Return the id of the live match that a player sits in, in a channel."""

    async def last_match(self, channel: int, player: int) -> int | None:
        """Return the id of the newest match, live or over, that a player sat in, in a channel."""

    async def last_finished(self, channel: int, player: int | None = None) -> int | None:
        """Return the id of the match of a channel (that a player sat in) in which a game ended last."""

    async def log(self, match: int) -> tuple[Event, ...]:
        """Return the whole log of a match, from `MatchStarted` on; empty if there is no such match."""

    async def live_matches(self, channel: int | None = None) -> tuple[int, ...]:
        """Return the ids of all live matches (of those played in a channel), oldest first."""

    async def match_by_code(self, code: str) -> int | None:
        """Return the id of the match whose challenge bears a code."""

    async def code_of(self, match: int) -> str:
        """Return the code that names a match in other channels."""

    async def append(
        self,
        request: str,
        match: int,
        expected: int,
        seat: Seat | None,
        events: Sequence[Event],
        state: MatchState,
        *,
        show: bool,
        anew: bool,
        now: datetime,
    ) -> None:
        """Append events after version `expected`; raise `Seen` or `Conflict`.

        One transaction: events, request, readable columns from `state`, the tentative play (it stays while
        its roll does), the seat's `acted_at`; live seats freed when the match is over; if `show`, every view
        of the match wants one more. `anew` holds until a new message was posted, also without `show`.
        """

    async def set_tentative(
        self, request: str, match: int, expected: int, tentative: str, *, anew: bool, now: datetime
    ) -> None:
        """Keep a tentative play on version `expected`; every view wants one more. `Seen`, `Conflict`."""


class AnalysisStore(Protocol):
    """What a judge said of games that are over."""

    async def analyses(self, match: int, game: int | None = None) -> Mapping[int, tuple[Judgement, ...]]:
        """Return what is kept of a match, by game; of one game, if it is named."""

    async def keep_analysis(
        self,
        match: int,
        game: int,
        judgements: Sequence[Judgement],
        mistakes: Sequence[Mistake],
        now: datetime,
    ) -> None:
        """Keep what was said of a game, with the mistakes to be asked about; a second time is no harm."""

    async def mistake(self, match: int, at: int) -> Mistake | None:
        """Return a mistake that is kept."""

    async def ask_again(self, player: int) -> Mistake | None:
        """Return the mistake that a player was asked about least often, the dearest of several, and
        count that it is asked about now; None: the player has made none that is kept."""


class PositionStore(Protocol):
    """Positions put to a channel, and the votes on them. A request recorded before raises `Seen`."""

    async def pose(
        self, request: str, channel: int, asker: int, xgid: str, locale: str, now: datetime, *, lacking: str
    ) -> int:
        """Put a position to a channel, shown there at once; return its id. It is thinking, or open if the
        machine lacks something that thinking needs."""

    async def position(self, position: int) -> PositionRecord | None:
        """Return a position with its votes."""

    async def open_position(self, channel: int) -> int | None:
        """Return the newest position of a channel that is not revealed yet."""

    async def thinking_positions(self) -> tuple[int, ...]:
        """Return the positions whose options are not known yet."""

    async def weigh(self, position: int, options: Sequence[Option]) -> None:
        """Keep the engine's answer (none: it has none) on a position that is thinking, which is open then."""

    async def vote(self, request: str, position: int, player: int, choice: str, now: datetime) -> None:
        """Keep what a player would do, in the place of an earlier vote; `Conflict`: it is revealed."""

    async def reveal(self, request: str, position: int, *, anew: bool) -> None:
        """Show the answer and the votes; `Conflict` if the position is not open."""


class ViewStore(Protocol):
    """The outbox."""

    async def view(self, view: int) -> View | None:
        """Return a view."""

    async def due_views(self) -> tuple[int, ...]:
        """Return the ids of the views that are due, in reachable channels."""

    async def views_of(
        self, *, match: int | None = None, challenge: int | None = None, position: int | None = None
    ) -> tuple[View, ...]:
        """Return the views of a match, a challenge or a position."""

    async def view_in(self, channel: int, message: str) -> View | None:
        """Return the view whose live message is this one, in a channel."""

    async def watch(self, match: int, channel: int, locale: str) -> int:
        """Show a match in one more channel; return the view's id (the one there is, if any)."""

    async def unwatch(self, channel: int) -> int:
        """Show no match in a channel that is only watched there; return how many there were."""

    async def want_board(self, request: str, view: int, *, anew: bool) -> None:
        """Ask a view for its board once more; raise `Seen`."""

    async def delivered(
        self, view: int, shown: int, live: MessageRef | None, live_game: int, *, posted: bool, now: datetime
    ) -> None:
        """Record what a view shows; a new message (`posted` at `now`) ends `anew` unless more is wanted."""


class Store(PeopleStore, ChallengeStore, EventStore, AnalysisStore, PositionStore, ViewStore, Protocol):
    """All of it; one object in production."""

    async def seen(self, request: str) -> bool:
        """Return whether a request was recorded."""


# -- adapters ----------------------------------------------------------------------------------


class DeliveryError(Exception):
    """A message did not get there.

    NotDelivered        certainly not; try again
    └── RetryAfter      not before `seconds`
    Unknown             perhaps it did
    Gone                the message to edit no longer exists, or can no longer be edited
    Migrated            the chat has a new id
    Blocked             this channel is out of reach until somebody speaks there
    """


class NotDelivered(DeliveryError):
    """Certainly not delivered; try again."""


class RetryAfter(NotDelivered):
    """The platform asks to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Unknown(DeliveryError):
    """Perhaps it was delivered."""


class Gone(DeliveryError):
    """The message to edit is not there any more."""


class Migrated(DeliveryError):
    """The chat has a new id."""

    def __init__(self, new_chat: str) -> None:
        super().__init__(new_chat)
        self.new_chat = new_chat


class Blocked(DeliveryError):
    """The bot cannot write in this channel."""


class Adapter(Protocol):
    """One platform. Posting and editing raise `DeliveryError`s; an edit that changes nothing is fine."""

    platform: str
    partial_gap_seconds: float
    """The least time between two edits that only show a growing tentative play."""
    typing_gap_seconds: float
    """After how long `typing` is called again, before what it showed fades."""

    async def start(self) -> None:
        """Connect and begin to hand requests to the service."""

    async def stop(self) -> None:
        """Take no more requests, finish those begun; the outbox may still post. Then `disconnect`."""

    async def disconnect(self) -> None:
        """Let go of the platform; nothing is posted after this."""

    async def post(self, view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Post a board as a new message."""

    async def edit(self, view: View, message: MessageRef, board: Board) -> None:
        """Bring a message to `board`."""

    async def close(self, view: View, message: MessageRef, board: Board | None) -> None:
        """Take the buttons off a message that is no longer live; show `board` in it if given."""

    async def typing(self, view: View) -> None:
        """Show for a moment that the bot types, if the platform can and nothing else is due there.

        Best effort: it holds up no board, and what fails is only logged.
        """
