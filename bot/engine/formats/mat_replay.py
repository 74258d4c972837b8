"""Play one game of a `.mat` file again, cell by cell, as the log of a match."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.engine import actions as ask
from bot.engine import events as happened
from bot.engine.actions import Action, WinSize
from bot.engine.course import Course, start_game
from bot.engine.events import Event, Seat
from bot.engine.formats.mat_beside import Beside
from bot.engine.formats.mat_lines import Cell
from bot.engine.match import MatchState, Phase, due, seats_to_act
from bot.engine.notation import Matched, match_play
from bot.engine.permission import why_not
from bot.engine.position import Play, Roll, Side, other
from bot.engine.refusals import AmbiguousPlay, InvalidNotation, Refusal
from bot.engine.rules import LegalPlay
from bot.engine.scoring import match_winner, settled, won
from bot.engine.variants import rules_of

_NO_PLAY = re.compile(r"|cannot move", re.IGNORECASE)
_UNPLAYED = re.compile(r"\?{3,4}")
"""A roll after which the game ended, or which is still to be played."""
_SIZES: tuple[WinSize, ...] = (1, 2, 3)


class GameReplay:
    """One game, appended to `course`. `swapped`: the left column is seat 0, not the right one."""

    def __init__(self, course: Course, beside: Beside, *, swapped: bool) -> None:
        self._course = course
        self._beside = beside
        self._refused = list(beside.refused)
        self._swapped = swapped
        self._opened = False
        self._unplayed: Cell | None = None
        self._printed: set[int] = set()
        """What may stand as the points of the game that is over."""

    def play(self, cells: Iterable[Cell]) -> None:
        """Append what the cells tell. Raises InvalidNotation, as listed in `formats`."""
        for cell in cells:
            seat = other(cell.column) if self._swapped else cell.column
            if cell.kind == "win":
                self._win(cell, seat)
                continue
            self._fill_in()
            if cell.kind == "roll":
                self._roll(cell, seat)
            else:
                self._turn_cube(cell, seat)

    @property
    def _state(self) -> MatchState:
        return self._course.state

    # -- rolls and plays ------------------------------------------------------------------------

    def _roll(self, cell: Cell, seat: Side) -> None:
        if not self._opened:
            self._open(cell, seat)
        else:
            if self._state.phase is Phase.BEAVERED and self._state.on_roll == seat:
                # Other programs leave the take of a beaver out: who rolls has taken it.
                self._course.add(happened.Taken(seat))
            if self._state.phase is not Phase.TO_ROLL or self._state.on_roll != seat:
                raise _refusal("mat-turn", cell)
            if self._refused and self._refused[0][0] == seat:
                self._course.add(happened.Rolled(seat, self._refused[0][1]))
                self._refuse(cell, seat)
            self._course.add(happened.Rolled(seat, cell.roll))
        self._make(cell, seat)

    def _open(self, cell: Cell, seat: Side) -> None:
        """Append the opening: who begins has the higher die."""
        refuses = bool(self._refused) and self._refused[0][0] == seat
        low, high = sorted(self._refused[0][1] if refuses else cell.roll)
        if low == high:
            raise _refusal("mat-opening", cell)
        dice: Roll = (high, low) if seat == 0 else (low, high)
        start_game(self._course, iter([*self._beside.ties, dice]))
        self._opened = True
        if refuses:
            self._refuse(cell, seat)
            self._course.add(happened.Rolled(seat, cell.roll))

    def _refuse(self, cell: Cell, seat: Seat) -> None:
        self._refused.pop(0)
        self._do(cell, ask.RefuseFirstRoll(), happened.FirstRollRefused(seat, self._state.cube.value * 2))

    def _make(self, cell: Cell, seat: Seat) -> None:
        if _UNPLAYED.fullmatch(cell.play):
            self._unplayed = cell
        elif _NO_PLAY.fullmatch(cell.play):
            # Some programs leave a play out where only one is legal; what follows will show.
            self._unplayed = cell
            if not self._legal():
                self._fill_in()
        else:
            self._played(seat, self._read(cell))

    def _legal(self) -> tuple[LegalPlay, ...]:
        state = self._state
        return rules_of(state.variant).legal_plays(state.position, state.on_roll, due(state.dice))

    def _fill_in(self) -> None:
        """Play a roll without a written play, if there is no choice."""
        cell, self._unplayed = self._unplayed, None
        if cell is None:
            return
        legal = self._legal()
        if len(legal) > 1:
            raise _refusal("mat-unplayed", cell)
        self._played(self._state.on_roll, legal[0].play if legal else ())

    def _read(self, cell: Cell) -> Play:
        try:
            matched = self._match(cell.roll, cell.play)
        except AmbiguousPlay as ambiguous:
            # Printed plays have a star for each hit, so the route that hits less is meant.
            routes = (str(ambiguous.params["first"]), str(ambiguous.params["second"]))
            matched = self._match(cell.roll, min(routes, key=lambda route: route.count("*")))
        except Refusal as reason:
            raise _refusal("mat-illegal", cell, reason=reason) from reason
        if not matched.complete:
            raise _refusal("mat-incomplete", cell)
        return matched.play

    def _match(self, roll: Roll, text: str) -> Matched:
        state = self._state
        return match_play(rules_of(state.variant), state.position, state.on_roll, roll, text)

    def _played(self, seat: Seat, play: Play) -> None:
        self._course.add(happened.Played(seat, play))
        state, rules = self._state, rules_of(self._state.variant)
        winner = rules.winner(state.position)
        if winner is not None:
            size = rules.win_size(state.position, winner)
            # GNU Backgammon prints what the board shows, whatever the Jacoby rule makes of it.
            self._end(won(state, winner, size, "bear_off"), size * state.cube.value)

    # -- the cube -------------------------------------------------------------------------------

    def _turn_cube(self, cell: Cell, seat: Side) -> None:
        if not self._opened or seats_to_act(self._state) != (seat,):
            raise _refusal("mat-turn", cell)
        match cell.kind:
            case "take":
                self._do(cell, ask.Take(), happened.Taken(seat))
            case "drop":
                self._do(cell, ask.Drop(), happened.Dropped(seat))
                self._end(won(self._state, other(seat), 1, "drop"))
            case _:
                self._double(cell, seat)

    def _double(self, cell: Cell, seat: Seat) -> None:
        """A double by the side that was doubled is a beaver, and one that answers it a raccoon."""
        value = 2 * (self._state.offered or self._state.cube.value)
        if cell.value not in {None, value}:
            raise _refusal("mat-cube", cell, value=value)
        match self._state.phase:
            case Phase.CUBE_OFFERED:
                self._do(cell, ask.Beaver(), happened.Beavered(seat, value))
            case Phase.BEAVERED:
                self._do(cell, ask.Raccoon(), happened.Raccooned(seat, value))
            case _:
                self._do(cell, ask.OfferDouble(), happened.Doubled(seat, value))

    # -- the end --------------------------------------------------------------------------------

    def _win(self, cell: Cell, seat: Side) -> None:
        ended = self._state.game_won
        if not self._opened or self._state.offered is not None:
            raise _refusal("mat-turn", cell)
        if ended is not None:
            if seat != ended.seat or cell.value not in self._printed:
                raise _refusal("mat-result", cell, points=ended.points)
        elif self._beside.settled:
            self._settle(cell, seat)
        else:
            self._resign(cell, seat)

    def _resign(self, cell: Cell, seat: Side) -> None:
        """A win before the game is over: the other side has resigned as much as was won."""
        loser = other(seat)
        for size in _SIZES:
            result = won(self._state, seat, size, "resignation")
            if result.points == cell.value:
                self._course.add(happened.ResignationOffered(loser, size))
                self._course.add(happened.ResignationAccepted(seat))
                self._end(result)
                return
        raise _refusal("mat-resigned", cell)

    def _settle(self, cell: Cell, seat: Seat) -> None:
        offerer = self._state.on_roll
        points = cell.value or 0
        offered = points if seat == offerer else -points
        self._do(cell, ask.OfferSettlement(offered), happened.SettlementOffered(offerer, offered))
        result = settled(self._state, offerer, offered)
        if result.seat != seat:
            raise _refusal("mat-result", cell, points=0)
        self._course.add(happened.SettlementAccepted(other(offerer)))
        self._end(result)

    def _end(self, result: happened.GameWon, *printed: int) -> None:
        self._course.add(result)
        self._unplayed = None
        self._printed = {result.points, *printed}
        winner = match_winner(self._state)
        if winner is not None:
            self._course.add(happened.MatchWon(winner, self._state.score))

    def _do(self, cell: Cell, action: Action, event: Event) -> None:
        """Append an event if the side to act may do this."""
        reason = why_not(self._state, action, seats_to_act(self._state)[0])
        if reason is not None:
            raise _refusal("mat-illegal", cell, reason=reason)
        self._course.add(event)


def _refusal(key: str, cell: Cell, **params: object) -> InvalidNotation:
    return InvalidNotation(key, line=cell.line, text=cell.text, **params)
