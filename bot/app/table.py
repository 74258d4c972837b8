"""The verbs of a game in progress, typed or pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.app.calls import Call, Handlers
from bot.app.commands import Invocation, to_action
from bot.app.ports import Conflict, Seen, Store
from bot.app.presenter import Presenter
from bot.app.records import MatchRecord
from bot.app.replies import NOTHING, Answer, AnswerKind
from bot.app.sources import Clock
from bot.app.standing import check_board, judged, stranger
from bot.app.tentative import drawn, match_typed, read_tentative, require_dice
from bot.app.umpire import RIVALS, Outbox, Umpire
from bot.engine.actions import (
    AcceptResignation,
    AcceptSettlement,
    Action,
    Beaver,
    ChooseAutoRoll,
    Drop,
    EndSession,
    MakePlay,
    NextGame,
    OfferDouble,
    Raccoon,
    RefuseFirstRoll,
    RejectResignation,
    RejectSettlement,
    Resign,
    RollDice,
    Take,
    WinSize,
)
from bot.engine.events import Seat
from bot.engine.match import MatchState, Phase, seats_to_act, side_of
from bot.engine.notation import pack, spell_play
from bot.engine.refusals import NotNow, Refusal

PRESSED: dict[str, Action] = {
    "roll": RollDice(),
    "double!": OfferDouble(),
    "take": Take(),
    "drop!": Drop(),
    "beaver": Beaver(),
    "raccoon": Raccoon(),
    "refuse": RefuseFirstRoll(),
    "next": NextGame(),
    "end": EndSession(),
}
"""Buttons that are an action as they stand."""

QUESTIONS: dict[str, Action] = {"double": OfferDouble(), "drop": Drop()}
"""Buttons that ask once more in place, and the action that must be possible for it."""

TYPED = ("roll", "double", "take", "drop", "beaver", "raccoon", "resign", "refuse", "settle", "next", "end")
"""Typed verbs that `to_action` turns into an action."""

Choose: TypeAlias = Callable[[MatchRecord, Seat], Action]
"""What the caller wants on the match as it stands; may raise `Refusal`."""


class Table:
    """Plays, cube, resignations: whatever changes a match."""

    def __init__(
        self, store: Store, presenter: Presenter, umpire: Umpire, clock: Clock, outbox: Outbox
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._umpire = umpire
        self._clock = clock
        self._outbox = outbox

    @property
    def typed(self) -> Handlers:
        """The handlers of typed verbs."""
        return {
            **dict.fromkeys(TYPED, self._typed_action),
            "autoroll": self._autoroll,
            "move": self._move,
            "undo": self._undo,
            "confirm": self._confirm,
        }

    @property
    def pressed(self) -> Handlers:
        """The handlers of a board's buttons."""
        return {
            **dict.fromkeys(PRESSED, self._pressed_action),
            **dict.fromkeys(("accept", "reject"), self._answer),
            **dict.fromkeys(QUESTIONS, self._question),
            **dict.fromkeys(("step", "undo"), self._tap),
            **dict.fromkeys(("more", "back"), self._menu),
            "confirm": self._confirm,
            "autoroll": self._autoroll,
            "resign": self._resign_menu,
            "resign!": self._resign,
        }

    async def answer_offer(self, call: Call, *, accept: bool) -> bool:
        """Answer what awaits the caller in a match here; return whether anything did."""
        match = await self._store.live_match(call.channel.id, call.player.id)
        record = await self._store.match(match) if match is not None else None
        if record is None or answer_to(record.state, accept=accept) is None:
            return False
        if check_board(record, call) not in seats_to_act(record.state):
            return False
        await self._act(call, record.id, lambda now, _: required_answer(now.state, accept=accept))
        return True

    # -- actions ------------------------------------------------------------------------------

    async def _typed_action(self, call: Call) -> Answer:
        action = to_action(Invocation(call.verb, call.argument))
        if action is None:
            raise NotNow("not-now")
        return await self._do(call, lambda record, seat: action)

    async def _pressed_action(self, call: Call) -> Answer:
        return await self._do(call, lambda record, seat: PRESSED[call.verb])

    async def _answer(self, call: Call) -> Answer:
        accept = call.verb == "accept"
        return await self._do(call, lambda record, seat: required_answer(record.state, accept=accept))

    async def _autoroll(self, call: Call) -> Answer:
        return await self._do(
            call, lambda record, seat: ChooseAutoRoll(not record.state.auto_roll[side_of(record.state, seat)])
        )

    async def _resign(self, call: Call) -> Answer:
        return await self._do(call, lambda record, seat: Resign(win_size(call.argument)))

    async def _confirm(self, call: Call) -> Answer:
        def play(record: MatchRecord, seat: Seat) -> Action:
            require_dice(record, seat)
            made = read_tentative(record, call.argument) if call.argument else drawn(record).made
            if not made:
                raise NotNow("nothing-to-confirm")
            return MakePlay(spell_play(made))

        return await self._do(call, play)

    async def _move(self, call: Call) -> Answer:
        record, seat = await self._here(call)
        require_dice(record, seat)
        if not match_typed(record, call.argument).complete or call.player.always_confirm:
            return await self._keep(call, lambda now: pack(match_typed(now, call.argument).play))

        def play(record: MatchRecord, seat: Seat) -> Action:
            require_dice(record, seat)
            return MakePlay(spell_play(match_typed(record, call.argument).play))

        return await self._do(call, play)

    # -- tentative plays and menus --------------------------------------------------------------

    async def _tap(self, call: Call) -> Answer:
        await self._keep(call, lambda record: pack(read_tentative(record, call.argument)))
        record, _ = await self._here(call)
        return Answer(AnswerKind.TOAST, self._presenter.toast(record, call.locale))

    async def _undo(self, call: Call) -> Answer:
        def shortened(record: MatchRecord) -> str:
            undone = drawn(record).undone
            if undone is None:
                raise NotNow("nothing-to-undo")
            return pack(undone)

        return await self._keep(call, shortened)

    async def _question(self, call: Call) -> Answer:
        record, seat = await self._here(call)
        judged(record, seat, QUESTIONS[call.verb])
        return self._keyboard(record, call, call.verb)

    async def _resign_menu(self, call: Call) -> Answer:
        record, seat = await self._here(call)
        judged(record, seat, Resign(3))
        return self._keyboard(record, call, f"resign-{call.argument}" if call.argument else "resign")

    async def _menu(self, call: Call) -> Answer:
        record, seat = await self._here(call)
        if seat not in seats_to_act(record.state):
            raise stranger(record)
        return self._keyboard(record, call, "more" if call.verb == "more" else "main")

    def _keyboard(self, record: MatchRecord, call: Call, menu: str) -> Answer:
        return Answer(keyboard=self._presenter.keyboard(record, call.locale, menu))

    # -- common ---------------------------------------------------------------------------------

    async def _here(self, call: Call) -> tuple[MatchRecord, Seat]:
        """Return the match that the call is about, as it stands, and the caller's seat in it."""
        record = await self._store.match(await self._meant(call))
        if record is None:
            raise Refusal("no-match")
        return record, check_board(record, call)

    async def _meant(self, call: Call) -> int:
        """Return the match whose button was pressed, or the one that the caller plays here."""
        if call.press:
            return call.press.subject
        match = await self._store.live_match(call.channel.id, call.player.id)
        if match is not None:
            return match
        others = await self._store.live_matches(call.channel.id)
        playing = await self._store.match(others[-1]) if others else None
        raise stranger(playing) if playing else Refusal("no-match")

    async def _do(self, call: Call, choose: Choose) -> Answer:
        await self._act(call, await self._meant(call), choose)
        return NOTHING

    async def _act(self, call: Call, match: int, choose: Choose) -> None:
        def judge(record: MatchRecord) -> tuple[Seat, Action]:
            seat = check_board(record, call)
            return seat, choose(record, seat)

        await self._umpire.act(call.request.id, match, judge, typed=call.typed)

    async def _keep(self, call: Call, tentative_of: Callable[[MatchRecord], str]) -> Answer:
        """Keep a tentative play on the board that the caller saw."""
        for _ in range(RIVALS):
            record, seat = await self._here(call)
            require_dice(record, seat)
            tentative = tentative_of(record)
            if tentative == record.tentative and not call.typed:
                return NOTHING
            version = record.state.version
            try:
                await self._store.set_tentative(
                    call.request.id, record.id, version, tentative, anew=call.typed, now=self._clock.now()
                )
            except Conflict:
                continue
            except Seen:
                return NOTHING
            self._outbox.wake()
            return NOTHING
        raise Conflict


def answer_to(state: MatchState, *, accept: bool) -> Action | None:
    """Return the action that accepts or declines what is pending, or None if nothing is."""
    match state.phase:
        case Phase.CUBE_OFFERED | Phase.BEAVERED | Phase.RACCOONED:
            return Take() if accept else Drop()
        case Phase.RESIGNATION_OFFERED:
            return AcceptResignation() if accept else RejectResignation()
        case Phase.SETTLEMENT_OFFERED:
            return AcceptSettlement() if accept else RejectSettlement()
        case _:
            return None


def required_answer(state: MatchState, *, accept: bool) -> Action:
    """Return the answer to what is pending; refuse if nothing is."""
    action = answer_to(state, accept=accept)
    if action is None:
        raise NotNow("nothing-to-accept")
    return action


def win_size(text: str) -> WinSize:
    """Return the size that a button carries; refuse anything else."""
    match text:
        case "1":
            return 1
        case "2":
            return 2
        case "3":
            return 3
        case _:
            raise Refusal("not-now")
