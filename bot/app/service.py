"""The one front door: every command, press and reply comes in here."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from bot.app.calls import Call, Handler, Handlers
from bot.app.catalog import Catalog
from bot.app.coaching import Coaching
from bot.app.commands import Invocation, parse
from bot.app.enquiries import Enquiries
from bot.app.incidents import incident
from bot.app.lobby import Lobby
from bot.app.opponents import Opponents
from bot.app.ports import Store
from bot.app.positions import Positions
from bot.app.presenter import Presenter
from bot.app.replies import NOTHING, Answer, AnswerKind
from bot.app.requests import Request
from bot.app.seating import Seating
from bot.app.sources import Clock, Coach, Codes, Dice, Thinker
from bot.app.standing import StalePress, computer_to_act
from bot.app.suggestions import suggestions
from bot.app.table import Table
from bot.app.umpire import Outbox, Umpire
from bot.app.watching import Watching
from bot.engine.refusals import Refusal
from bot.players import ComputerPlayer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tools:
    """What the service works with. `computers` by id; `thinker` has them choose, `coach` knows better."""

    store: Store
    catalog: Catalog
    presenter: Presenter
    dice: Dice
    codes: Codes
    clock: Clock
    outbox: Outbox
    computers: Mapping[str, ComputerPlayer]
    themes: tuple[str, ...]
    thinker: Thinker
    coach: Coach


class Service:
    """Knows who calls and which desk answers: the table, the lobby or enquiries."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._umpire = Umpire(tools.store, tools.dice, tools.clock, tools.thinker, tools.outbox)
        self._table = Table(tools.store, tools.presenter, self._umpire, tools.clock, tools.outbox)
        self._seating = Seating(tools.store, self._umpire, tools.dice, tools.clock, tools.outbox, tools.codes)
        opponents = Opponents(tools.computers)
        self._lobby = Lobby(tools.store, tools.presenter, self._seating, tools.outbox, opponents)
        enquiries = Enquiries(tools.store, tools.catalog, tools.presenter, tools.outbox, tools.themes)
        coaching = Coaching(tools.store, tools.catalog, tools.coach, tools.clock)
        self._positions = Positions(tools.store, tools.presenter, tools.coach, tools.clock, tools.outbox)
        self._typed: Handlers = {
            **self._table.typed,
            **self._lobby.typed,
            **enquiries.typed,
            **Watching(tools.store, tools.catalog, tools.outbox).typed,
            **coaching.typed,
            **self._positions.typed,
            "move": self._move,
            "accept": self._accept,
            "decline": self._decline,
        }
        self._pressed: Mapping[str, Handlers] = {
            "g": {**self._table.pressed, **self._lobby.board, **enquiries.board, **coaching.board},
            "c": self._lobby.card,
            "s": {**self._lobby.loose, **enquiries.loose, **coaching.loose},
            "q": coaching.quiz,
            "p": self._positions.pressed,
        }

    async def handle(self, request: Request) -> Answer:
        """Carry a request out and return the private answer; boards travel by the outbox.

        What is not meant for the bot, and a request that was carried out before, is answered with
        nothing. Whatever goes wrong on our side is logged under an incident id that the user sees.
        """
        try:
            return await self._handle(request)
        except Exception:
            locale = self._tools.catalog.negotiate(request.locale, request.channel_locale)
            return incident(self._tools.catalog, locale, request.id)

    async def suggest(self, request: Request) -> tuple[str, ...]:
        """Return the caller's legal plays that begin as `request.text` does, at most 25."""
        player = await self._tools.store.player(request.player)
        channel = await self._tools.store.channel(request.channel)
        match = await self._tools.store.live_match(channel.id, player.id)
        record = await self._tools.store.match(match) if match is not None else None
        return suggestions(record, player.id, request.text) if record else ()

    async def migrated(self, platform: str, old_chat: str, new_chat: str) -> None:
        """Follow a chat to its new id."""
        await self._tools.store.migrate(platform, old_chat, new_chat)
        self._tools.outbox.wake()

    async def resume(self) -> None:
        """Go on where the last process stopped: what is due, the computer's turns, positions."""
        await self._seating.resume()
        await self._positions.resume()
        self._tools.outbox.wake()
        for match in await self._tools.store.live_matches():
            try:
                record = await self._tools.store.match(match)
            except Exception:  # one match that cannot be read must not keep the others from going on
                log.exception("match %s cannot be taken up", match)
                continue
            if record and computer_to_act(record, record.state) is not None:
                self._umpire.answer_for_computer(match)

    async def drain(self) -> None:
        """Wait until no computer is thinking."""
        await self._umpire.drain()
        await self._positions.drain()

    async def _handle(self, request: Request) -> Answer:
        handler, invocation = self._find(request)
        if handler is None:
            return NOTHING
        if await self._tools.store.seen(request.id):
            return NOTHING
        call = await self._call(request, invocation)
        try:
            await self._require_shown(call)
            return await handler(call)
        except StalePress as stale:
            if stale.own:
                return NOTHING
            return Answer(AnswerKind.TOAST, (self._tools.catalog.line(call.locale, "refusal.newer-board"),))
        except Refusal as refusal:
            return Answer(AnswerKind.REFUSAL, self._tools.presenter.refusal(refusal, call.locale))
        finally:
            # Who speaks in a channel that was out of reach gets to see what is due there.
            self._tools.outbox.wake()

    def _find(self, request: Request) -> tuple[Handler | None, Invocation]:
        """Return who answers the request (nobody: it is talk), and what it asks."""
        press = request.press
        if press is not None:
            handlers = self._pressed.get(press.scope, {})
            return handlers.get(press.verb), Invocation(press.verb, press.argument)
        invocation = parse(request.text, plain=request.plain)
        if invocation is None:
            return None, Invocation("", "")
        return self._typed.get(invocation.verb), invocation

    async def _require_shown(self, call: Call) -> None:
        """Refuse the button of a match, a card or a position that this chat never showed: somebody forged it.

        The topic is left open, for a platform does not tell that of an old message.
        """
        press, store = call.press, self._tools.store
        if press is None or press.scope in {"s", "q"}:
            return
        if press.scope == "g":
            views, reason = await store.views_of(match=press.subject), "no-match"
        elif press.scope == "p":
            views, reason = await store.views_of(position=press.subject), "no-position"
        else:
            views, reason = await store.views_of(challenge=press.subject), "challenge-gone"
        here = call.channel.ref
        chats = {(view.channel.ref.platform, view.channel.ref.chat) for view in views}
        if (here.platform, here.chat) not in chats:
            raise Refusal(reason)

    async def _call(self, request: Request, invocation: Invocation) -> Call:
        player = await self._tools.store.player(request.player)
        channel = await self._tools.store.channel(request.channel)
        negotiate = self._tools.catalog.negotiate
        own = (player.locale, request.locale)
        place = (channel.locale, request.channel_locale)
        return Call(
            request,
            player,
            channel,
            locale=negotiate(*own, *place),
            channel_locale=negotiate(*place, *own),
            verb=invocation.verb,
            argument=invocation.argument,
        )

    async def _move(self, call: Call) -> Answer:
        """Make a play, or say it to a position where it was typed without a verb and is meant for that."""
        bare = call.argument == call.request.text.strip()
        if bare and await self._positions.is_asked(call):
            return await self._positions.vote(call)
        return await self._table.typed["move"](call)

    async def _accept(self, call: Call) -> Answer:
        if call.argument or not await self._table.answer_offer(call, accept=True):
            await self._lobby.accept(call)
        return NOTHING

    async def _decline(self, call: Call) -> Answer:
        if not await self._table.answer_offer(call, accept=False):
            await self._lobby.decline(call)
        return NOTHING
