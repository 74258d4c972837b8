"""Challenges and seats: from "who plays?" to the first roll, and rematches."""

from __future__ import annotations

from bot.app.calls import Call, Handlers
from bot.app.codes import without_code_word, written_code
from bot.app.names import name_of_player
from bot.app.offers import parse_challenge, parse_offer
from bot.app.opponents import Opponents
from bot.app.ports import Conflict, Seen, Store
from bot.app.presenter import Presenter
from bot.app.records import Challenge, Guest, MatchRecord, Offer, Player
from bot.app.replies import NOTHING, Answer
from bot.app.requests import Handle, Mentioned, PlayerKind
from bot.app.revisions import REVISIONS
from bot.app.seating import Seating, already_playing
from bot.app.standing import seat_of
from bot.app.umpire import Outbox
from bot.engine.house_rules import checked
from bot.engine.match import Phase
from bot.engine.refusals import Refusal
from bot.engine.written import excerpt


class Lobby:
    """Puts challenges on the table and starts matches. `opponents` are the computer's levels."""

    def __init__(
        self, store: Store, presenter: Presenter, seating: Seating, outbox: Outbox, opponents: Opponents
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._seating = seating
        self._outbox = outbox
        self._opponents = opponents

    @property
    def typed(self) -> Handlers:
        """The handlers of typed verbs; accept and decline are shared with the table."""
        return {"challenge": self._challenge, "cancel": self._cancel, "rematch": self._rematch}

    @property
    def card(self) -> Handlers:
        """The handlers of a challenge card's buttons."""
        return {
            "accept": self._accept_card,
            "decline": self._decline_card,
            "length": self._revise,
            "cube": self._revise,
            "preset": self._revise,
            "rules": self._rules_menu,
            "back": self._rules_menu,
        }

    @property
    def board(self) -> Handlers:
        """The handlers of a board's buttons that concern the lobby."""
        return {"rematch": self._rematch}

    @property
    def loose(self) -> Handlers:
        """The handlers of buttons that belong to no match and no challenge."""
        return {"play": self._play_computer, "group": self._challenge_anyone}

    # -- challenging ----------------------------------------------------------------------------

    async def _challenge(self, call: Call) -> Answer:
        argument, by_code = without_code_word(call.argument)
        asked = parse_challenge(argument)
        if by_code and call.request.mentions:
            raise Refusal("code-for-anyone")
        invited = None if by_code else await self._invited(call, asked.level)
        if asked.level and not (isinstance(invited, Player) and invited.ref.is_computer):
            raise Refusal("level-for-computer", level=asked.level)
        await self._seating.challenge(call, invited, asked.offer, by_code=by_code)
        return NOTHING

    async def _challenge_anyone(self, call: Call) -> Answer:
        await self._seating.challenge(call, None, parse_offer(""))
        return NOTHING

    async def _play_computer(self, call: Call) -> Answer:
        await self._seating.challenge(call, await self._computer(None), parse_offer(""))
        return NOTHING

    async def _computer(self, level: str | None) -> Player:
        return await self._store.player(self._opponents.of(level))

    async def _invited(self, call: Call, level: str | None) -> Player | Handle | None:
        """Return whom the challenge names; a level, and nobody in a private chat, is the computer."""
        if not call.request.mentions:
            return await self._computer(level) if level or call.channel.ref.private else None
        if len(set(call.request.mentions)) > 1:
            raise Refusal("one-opponent")
        return await self._known(call, call.request.mentions[0], level)

    async def _known(self, call: Call, mentioned: Mentioned, level: str | None) -> Player | Handle:
        if isinstance(mentioned, Handle):
            if mentioned.username.lower() == (call.player.ref.username or "").lower():
                raise Refusal("self")
            return mentioned
        match mentioned.kind:
            case PlayerKind.COMPUTER:
                return await self._computer(level)
            case PlayerKind.BOT:
                raise Refusal("bot", name=name_of_player(mentioned))
            case PlayerKind.ANONYMOUS:
                raise Refusal("anonymous")
            case PlayerKind.PERSON:
                player = await self._store.player(mentioned)
                if player.id == call.player.id:
                    raise Refusal("self")
                return player

    # -- answering ------------------------------------------------------------------------------

    async def accept(self, call: Call) -> None:
        """Accept the challenge that a code names, else the newest here that the caller may accept."""
        if call.argument:
            await self._seating.accept(call, await self._coded(call))
        else:
            await self._seating.accept(call, await self._addressed(call))

    async def decline(self, call: Call) -> None:
        """Decline the newest challenge here that was put to the caller."""
        challenge = await self._addressed(call, by_name=True)
        await self._seating.close(call.request.id, challenge, "declined")

    async def _coded(self, call: Call) -> Challenge:
        """Return the open challenge that the caller's code names, wherever it was made."""
        challenge = await self._store.challenge_by_code(written_code(call.argument))
        if challenge is None or challenge.status != "open" or self._seating.expired(challenge):
            raise Refusal("code-unknown", code=excerpt(call.argument))
        if challenge.challenger.id == call.player.id:
            raise Refusal("self")
        if not challenge.by_code and not may_answer(challenge, call.player):
            raise Refusal("challenge-not-yours", name=invited_name(challenge))
        return challenge

    async def _cancel(self, call: Call) -> Answer:
        for challenge in await self._seating.open_here(call):
            if challenge.challenger.id == call.player.id:
                await self._seating.close(call.request.id, challenge, "cancelled")
                return NOTHING
        raise Refusal("nothing-to-cancel")

    async def _accept_card(self, call: Call) -> Answer:
        challenge = await self._pressed(call)
        if challenge.challenger.id == call.player.id:
            raise Refusal("self")
        if not may_answer(challenge, call.player):
            raise Refusal("challenge-not-yours", name=invited_name(challenge))
        await self._seating.accept(call, challenge)
        return NOTHING

    async def _decline_card(self, call: Call) -> Answer:
        challenge = await self._pressed(call)
        if challenge.challenger.id == call.player.id:
            await self._seating.close(call.request.id, challenge, "cancelled")
        elif challenge.invited is not None and may_answer(challenge, call.player):
            await self._seating.close(call.request.id, challenge, "declined")
        else:
            raise Refusal("challenge-not-yours", name=invited_name(challenge))
        return NOTHING

    async def _addressed(self, call: Call, *, by_name: bool = False) -> Challenge:
        """Return the newest challenge here that the caller may accept; `by_name`: that asks for them."""
        challenges = await self._seating.open_here(call)
        for challenge in challenges:
            asked = may_answer(challenge, call.player) and not (by_name and challenge.invited is None)
            if challenge.challenger.id != call.player.id and asked:
                return challenge
        if challenges and challenges[0].challenger.id == call.player.id:
            raise Refusal("self")
        if challenges:
            raise Refusal("challenge-not-yours", name=invited_name(challenges[0]))
        raise Refusal("nothing-to-accept")

    # -- the card -------------------------------------------------------------------------------

    async def _pressed(self, call: Call) -> Challenge:
        """Return the challenge of the pressed card; it must be open and as it was seen."""
        press = call.press
        challenge = await self._store.challenge(press.subject) if press else None
        if press is None or challenge is None or challenge.status != "open":
            raise Refusal("challenge-gone")
        if self._seating.expired(challenge):
            await self._seating.close(call.request.id, challenge, "expired")
            raise Refusal("challenge-gone")
        if press.version != challenge.revision:
            raise Refusal("challenge-changed")
        return challenge

    async def _own_card(self, call: Call) -> Challenge:
        challenge = await self._pressed(call)
        if challenge.challenger.id != call.player.id:
            raise Refusal("card-not-yours", name=name_of_player(challenge.challenger.ref))
        return challenge

    async def _rules_menu(self, call: Call) -> Answer:
        challenge = await self._own_card(call)
        menu = "main" if call.verb == "back" else "rules"
        return Answer(keyboard=self._presenter.card_keyboard(challenge, call.locale, menu))

    async def _revise(self, call: Call) -> Answer:
        challenge = await self._own_card(call)
        offer = REVISIONS[call.verb](challenge.offer, call.argument)
        checked(offer.length, offer.house_rules)
        if offer == challenge.offer:
            return NOTHING
        try:
            await self._store.revise_challenge(call.request.id, challenge.id, challenge.revision, offer)
        except Seen:
            return NOTHING
        except Conflict:
            raise Refusal("challenge-changed") from None
        self._outbox.wake()
        return NOTHING

    # -- once more ------------------------------------------------------------------------------

    async def _rematch(self, call: Call) -> Answer:
        """Ask for the same match once more; where the opponent has asked already, accept."""
        record = await self._finished(call)
        seat = seat_of(record, call)
        opponent = next(at.player for at in record.seats if at.seat != seat)
        state = record.state
        offer = Offer(state.variant, state.length, state.house_rules)
        for challenge in await self._seating.open_here(call):
            asked = challenge.invited is not None and may_answer(challenge, call.player)
            if asked and challenge.challenger.id == opponent.id and challenge.offer == offer:
                await self._seating.accept(call, challenge)
                return NOTHING
        await self._seating.challenge(call, opponent, offer, guests=await self._other_places(call, record))
        return NOTHING

    async def _other_places(self, call: Call, record: MatchRecord) -> tuple[Guest, ...]:
        """Return the other channels in which a match was played: the opponent may be there."""
        return tuple(
            Guest(view.channel.id, view.locale)
            for view in await self._store.views_of(match=record.id)
            if view.channel.id != call.channel.id and not view.watching
        )

    async def _finished(self, call: Call) -> MatchRecord:
        if call.press:
            match: int | None = call.press.subject
        else:
            match = await self._store.last_match(call.channel.id, call.player.id)
        record = await self._store.match(match) if match is not None else None
        if record is None:
            raise Refusal("nothing-to-repeat")
        if record.state.phase is not Phase.MATCH_OVER:
            raise already_playing(call, call.player)
        return record


def may_answer(challenge: Challenge, player: Player) -> bool:
    """Return whether a challenge is open to a player: to anyone, by account or by user name.

    One that goes by its code is not: it is accepted by the code alone.
    """
    if challenge.by_code:
        return False
    match challenge.invited:
        case None:
            return True
        case Handle(platform, username):
            own = player.ref.username or ""
            return player.ref.platform == platform and own.lower() == username.lower()
        case invited:
            return invited.id == player.id


def invited_name(challenge: Challenge) -> str:
    """Return the name of whom a challenge is meant for; of the challenger if for anyone."""
    match challenge.invited:
        case None:
            return name_of_player(challenge.challenger.ref)
        case Handle():
            return name_of_player(challenge.invited)
        case invited:
            return name_of_player(invited.ref)
