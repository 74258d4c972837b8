"""Puts challenges on the table, takes them off again, and seats the players of a match.

What takes two steps in the store (a challenge to the computer, which accepts at once) goes on after
a stop between them: the first step says all that the second one needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from bot.app.calls import Call
from bot.app.names import name_of_player
from bot.app.ports import Conflict, SeatTaken, Seen, Store
from bot.app.records import Challenge, Guest, Offer, Player
from bot.app.requests import Handle, PlayerKind
from bot.app.sources import Clock, Codes, Dice
from bot.app.umpire import RIVALS, Outbox, Umpire
from bot.engine.decide import start_match
from bot.engine.match import replay, seats_to_act
from bot.engine.refusals import Refusal

EXPIRES_AFTER = timedelta(hours=24)


class Seating:
    """What the lobby does to challenges. Everything may happen at once, or twice."""

    def __init__(
        self, store: Store, umpire: Umpire, dice: Dice, clock: Clock, outbox: Outbox, codes: Codes
    ) -> None:
        self._store = store
        self._umpire = umpire
        self._dice = dice
        self._clock = clock
        self._outbox = outbox
        self._codes = codes

    # -- on the table ---------------------------------------------------------------------------

    async def challenge(
        self,
        call: Call,
        invited: Player | Handle | None,
        offer: Offer,
        *,
        by_code: bool = False,
        guests: Sequence[Guest] = (),
    ) -> None:
        """Put the caller's challenge on the table, in place of an earlier one; the computer accepts it.

        `guests` are other channels in which the card is shown. Raises `Refusal`.
        """
        require_known(call.player)
        await self._require_free(call, call.player)
        if isinstance(invited, Player) and not invited.ref.is_computer:
            await self._require_free(call, invited)
        await self._withdraw_earlier(call)
        challenge = await self._put(call, invited, offer, by_code, guests)
        if challenge is not None and isinstance(invited, Player) and invited.ref.is_computer:
            try:
                await self._begin_with_computer(challenge)
            except SeatTaken:
                raise already_playing(call, call.player) from None
        # Not before: a challenge that is accepted at once shows no card.
        self._outbox.wake()

    async def _require_free(self, call: Call, player: Player) -> None:
        if await self._store.live_match(call.channel.id, player.id) is not None:
            raise already_playing(call, player)

    async def _withdraw_earlier(self, call: Call) -> None:
        for earlier in await self.open_here(call):
            if earlier.challenger.id == call.player.id:
                with suppress(Seen, Conflict):
                    await self._store.close_challenge(
                        f"{call.request.id}:{earlier.id}", earlier.id, "cancelled"
                    )
        # An earlier one may have been accepted before it could be withdrawn.
        await self._require_free(call, call.player)

    async def _put(
        self,
        call: Call,
        invited: Player | Handle | None,
        offer: Offer,
        by_code: bool,
        guests: Sequence[Guest],
    ) -> int | None:
        """Return the new challenge; None if this very request has put one before."""
        for _ in range(RIVALS):
            try:
                return await self._store.open_challenge(
                    call.request.id,
                    call.channel.id,
                    call.player.id,
                    invited.id if isinstance(invited, Player) else invited,
                    offer,
                    call.channel_locale,
                    self._clock.now(),
                    code=self._codes.new(),
                    by_code=by_code,
                    guests=guests,
                )
            except Seen:
                return None
            except Conflict:
                continue  # another challenge bears this code
        raise Conflict

    async def open_here(self, call: Call) -> tuple[Challenge, ...]:
        """Return the challenges on the table in the caller's channel, newest first; old ones expire."""
        challenges = await self._store.open_challenges(call.channel.id)
        return tuple(challenge for challenge in challenges if not self.expired(challenge))

    def expired(self, challenge: Challenge) -> bool:
        """Return whether nobody answered a challenge in time."""
        return self._clock.now() - challenge.created_at > EXPIRES_AFTER

    async def close(self, request: str, challenge: Challenge, status: str) -> None:
        """Take a challenge off the table; refuse if it is not there any more."""
        try:
            await self._store.close_challenge(request, challenge.id, status)
        except Seen:
            return
        except Conflict:
            raise Refusal("challenge-gone") from None
        self._outbox.wake()

    # -- at the table ---------------------------------------------------------------------------

    async def accept(self, call: Call, challenge: Challenge) -> None:
        """Seat the caller opposite the challenger, on the terms that the caller saw, and begin."""
        require_known(call.player)
        try:
            guest = Guest(call.channel.id, call.channel_locale)
            await self._begin(call.request.id, challenge, call.player, guest)
        except SeatTaken as taken:
            raise already_playing(call, taken.player) from None
        except Conflict:
            raise Refusal("challenge-changed") from None

    async def resume(self) -> None:
        """Begin the matches against the computer for which the last process had no time."""
        for challenge in await self._store.open_challenges():
            to_computer = isinstance(challenge.invited, Player) and challenge.invited.ref.is_computer
            if to_computer and not self.expired(challenge):
                with suppress(SeatTaken):
                    await self._begin_with_computer(challenge.id)

    async def _begin_with_computer(self, number: int) -> None:
        """Have the computer accept a challenge, unless that is settled already.

        Raises `SeatTaken` if the challenger sits elsewhere by now; then the challenge is withdrawn.
        """
        challenge = await self._store.challenge(number)
        if challenge is None or not isinstance(challenge.invited, Player):
            return
        request = f"computer:challenge:{number}"
        try:
            await self._begin(request, challenge, challenge.invited)
        except Conflict:
            return  # withdrawn meanwhile
        except SeatTaken:
            await self._store.close_challenge(request, number, "cancelled")
            self._outbox.wake()
            raise

    async def _begin(
        self, request: str, challenge: Challenge, opponent: Player, guest: Guest | None = None
    ) -> None:
        offer = challenge.offer
        events = start_match(offer.variant, offer.length, offer.house_rules, self._dice.rolls())
        state = replay(events)
        players = (challenge.challenger, opponent)
        try:
            match = await self._store.start_match(
                request,
                challenge.id,
                challenge.revision,
                [player.id for player in players],
                events,
                state,
                self._clock.now(),
                guest=guest,
                show=not all(players[seat].ref.is_computer for seat in seats_to_act(state)),
            )
        except Seen:
            return
        self._outbox.wake()
        self._umpire.answer_for_computer(match)


def require_known(player: Player) -> None:
    """Refuse an account that several people share: nobody could tell who moves."""
    if player.ref.kind is PlayerKind.ANONYMOUS:
        raise Refusal("anonymous")


def already_playing(call: Call, player: Player) -> Refusal:
    """Return the refusal for somebody who sits in a live match of this channel."""
    if player.id == call.player.id:
        return Refusal("you-play-already")
    return Refusal("already-playing", name=name_of_player(player.ref))
