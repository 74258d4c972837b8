"""The buttons of a board. Which of them show is the engine's decision, never this module's."""

from __future__ import annotations

from typing import assert_never

from bot.app.records import MatchRecord
from bot.app.replies import Button, ButtonGroup, ButtonStyle, GroupKind, Keyboard
from bot.app.requests import Press
from bot.app.speech import Speech, is_computer, name_of, result_text
from bot.app.standing import may_be_helped
from bot.app.steps import play_keyboard
from bot.app.turn import Turn
from bot.engine import actions as ask
from bot.engine.actions import Action, WinSize
from bot.engine.doubling import is_dead
from bot.engine.events import GameWon, Seat
from bot.engine.match import Phase, seats_to_act, side_of
from bot.engine.permission import why_not
from bot.engine.position import other
from bot.engine.scoring import won
from bot.players.judging import has_options

SIZES: tuple[WinSize, ...] = (1, 2, 3)


class BoardKeys:
    """The buttons of one board, for the seat that is to act, in one language."""

    def __init__(self, record: MatchRecord, turn: Turn | None, speech: Speech) -> None:
        self._record = record
        self._state = record.state
        self._turn = turn
        self._speech = speech
        seats = seats_to_act(record.state)
        people = [seat for seat in seats if not is_computer(record, seat)]
        self._seat: Seat | None = people[0] if people else None

    def menu(self, name: str) -> Keyboard:
        """Return a menu: main, double, drop, resign, resign-<size>, more. What is unknown, or no
        longer possible, is the main one."""
        if self._seat is None:
            return self._over() if self._state.phase is Phase.MATCH_OVER else ()
        match name:
            case "double" if self._may(ask.OfferDouble()):
                return self._double_question()
            case "drop" if self._may(ask.Drop()):
                return self._drop_question()
            case "resign" if self._sizes():
                return self._resign_menu()
            case "more":
                return self._more()
        for size in self._sizes():
            if name == f"resign-{size}":
                return self._resign_question(size)
        return self._main(self._seat)

    # -- the moment -----------------------------------------------------------------------------

    def _main(self, seat: Seat) -> Keyboard:
        match self._state.phase:
            case Phase.TO_ROLL:
                return self._to_roll()
            case Phase.TO_PLAY:
                return play_keyboard(self._turn, self._button, self._more_button()) if self._turn else ()
            case Phase.CUBE_OFFERED | Phase.BEAVERED | Phase.RACCOONED:
                return self._cube_offered()
            case Phase.RESIGNATION_OFFERED:
                return self._resignation(seat)
            case Phase.SETTLEMENT_OFFERED:
                return (self._answers(self._accept("button.accept"), self._reject()),)
            case Phase.GAME_OVER:
                following = self._button("button.next", "next", style=ButtonStyle.PRIMARY)
                looking_back = self._button("button.replay", "replay"), self._analyze()
                return (
                    self._answers(following, self._button("button.end", "end")),
                    ButtonGroup(GroupKind.CONTROLS, looking_back),
                )
            case Phase.MATCH_OVER:
                return self._over()
        assert_never(self._state.phase)

    def _over(self) -> Keyboard:
        rematch = self._button("button.rematch", "rematch", style=ButtonStyle.PRIMARY)
        replay = self._button("button.replay", "replay")
        export = self._button("button.export", "export", "mat")
        return (self._answers(rematch, self._analyze()), ButtonGroup(GroupKind.CONTROLS, (replay, export)))

    def _to_roll(self) -> Keyboard:
        roll = self._button("button.roll", "roll", style=ButtonStyle.PRIMARY)
        below = [self._more_button()]
        if self._may(ask.OfferDouble()):
            below.insert(0, self._button("button.double", "double", value=self._state.cube.value * 2))
        return (ButtonGroup(GroupKind.ROLL, (roll,)), ButtonGroup(GroupKind.CONTROLS, tuple(below)))

    def _cube_offered(self) -> Keyboard:
        """Drop stands in the second row, where Roll never stands."""
        offered = self._offered()
        answers = [self._button("button.take", "take", style=ButtonStyle.GOOD, value=offered)]
        if self._may(ask.Beaver()):
            answers.append(self._button("button.beaver", "beaver", value=offered * 2))
        if self._may(ask.Raccoon()):
            answers.append(self._button("button.raccoon", "raccoon", value=offered * 2))
        drop = self._drop_button("button.drop", "drop")
        return (self._answers(*answers), ButtonGroup(GroupKind.CONTROLS, (drop, self._more_button())))

    def _resignation(self, seat: Seat) -> Keyboard:
        size = self._state.resignation[1] if self._state.resignation else 1
        result = result_text(won(self._state, seat, size, "resignation"), self._record)
        return (self._answers(self._accept("button.accept-result", result=result), self._reject()),)

    # -- asked once more, in place ----------------------------------------------------------------

    def _drop_question(self) -> Keyboard:
        return (self._answers(self._drop_button("button.drop!", "drop!"), self._back()),)

    def _resign_menu(self) -> Keyboard:
        sizes = tuple(self._size_button(f"button.resign-{size}", "resign", size) for size in self._sizes())
        return (
            *(ButtonGroup(GroupKind.OPTIONS, (button,)) for button in sizes),
            ButtonGroup(GroupKind.CONTROLS, (self._back(),)),
        )

    def _resign_question(self, size: WinSize) -> Keyboard:
        return (self._answers(self._size_button(f"button.resign-{size}!", "resign!", size), self._back()),)

    def _more(self) -> Keyboard:
        return (
            *((ButtonGroup(GroupKind.OPTIONS, rare),) if (rare := tuple(self._rare())) else ()),
            ButtonGroup(
                GroupKind.OPTIONS,
                tuple(self._button(f"button.{verb}", verb) for verb in ("text", "score", "help")),
            ),
            ButtonGroup(GroupKind.CONTROLS, (self._back(),)),
        )

    def _rare(self) -> list[Button]:
        rare = []
        if self._seat is not None and may_be_helped(self._record) and has_options(self._state):
            rare.append(self._button("button.hint", "hint"))
        if self._sizes():
            rare.append(self._button("button.resign", "resign"))
        if self._may(ask.RefuseFirstRoll()):
            rare.append(self._button("button.refuse", "refuse", value=self._state.cube.value * 2))
        on = self._seat is not None and self._state.auto_roll[side_of(self._state, self._seat)]
        # Where nobody can double any more, the dice roll by themselves anyway.
        if self._may(ask.ChooseAutoRoll(True)) and (on or not is_dead(self._state)):
            rare.append(self._button("button.autoroll-off" if on else "button.autoroll-on", "autoroll"))
        return rare

    def _double_question(self) -> Keyboard:
        value = self._state.cube.value * 2
        sure = self._button("button.double!", "double!", style=ButtonStyle.PRIMARY, value=value)
        return (self._answers(sure, self._back()),)

    # -- single buttons ---------------------------------------------------------------------------

    def _button(
        self,
        key: str,
        verb: str,
        argument: str = "",
        style: ButtonStyle = ButtonStyle.PLAIN,
        start: str = "",
        **params: str | int,
    ) -> Button:
        press = Press("g", self._record.id, self._state.version, verb, argument)
        return Button(self._speech.text(key, **params), press.encode(), style, start)

    def _answers(self, *buttons: Button) -> ButtonGroup:
        return ButtonGroup(GroupKind.ANSWERS, buttons)

    def _analyze(self) -> Button:
        return self._button("button.analyze", "analyze")

    def _more_button(self) -> Button:
        return self._button("button.more", "more")

    def _back(self) -> Button:
        return self._button("button.back", "back")

    def _accept(self, key: str, **params: str) -> Button:
        return self._button(key, "accept", style=ButtonStyle.GOOD, **params)

    def _reject(self) -> Button:
        return self._button("button.reject", "reject")

    def _drop_button(self, key: str, verb: str) -> Button:
        """Return the drop, with what it gives the other side (rules 5.3, 5.5)."""
        seat = self._seat or 0
        result = won(self._state, other(side_of(self._state, seat)), 1, "drop")
        name = name_of(self._record, result.seat)
        return self._button(key, verb, style=ButtonStyle.DANGER, name=name, points=result.points)

    def _size_button(self, key: str, verb: str, size: WinSize) -> Button:
        result = result_text(self._given_up(size), self._record)
        style = ButtonStyle.DANGER if verb.endswith("!") else ButtonStyle.PLAIN
        return self._button(key, verb, str(size), style, result=result)

    def _offered(self) -> int:
        return self._state.offered or self._state.cube.value

    def _sizes(self) -> tuple[WinSize, ...]:
        """Return the sizes of a resignation: of those that would count the same, the smallest."""
        sizes: dict[int, WinSize] = {}
        for size in SIZES:
            if self._may(ask.Resign(size)):
                sizes.setdefault(self._given_up(size).points, size)
        return tuple(sizes.values())

    def _given_up(self, size: WinSize) -> GameWon:
        """Return the result that a resignation of `size` would have."""
        return won(self._state, other(side_of(self._state, self._seat or 0)), size, "resignation")

    def _may(self, action: Action) -> bool:
        return self._seat is not None and why_not(self._state, action, self._seat) is None
