"""The buttons of a roll to be played: one a checker move, then undo, confirm, more."""

from __future__ import annotations

from typing import Protocol

from bot.app.replies import Button, ButtonGroup, ButtonStyle, GroupKind, Keyboard
from bot.app.turn import Turn, all_dice, dice_of
from bot.engine.generator import HOME
from bot.engine.notation import format_play, pack
from bot.engine.position import BAR, OFF, CheckerMove, Play

MOST_STEPS = 20
"""Beyond this, single checker moves alone are offered, without the shortcuts of doubles."""


class MakeButton(Protocol):
    """Makes a button of the board that is shown."""

    def __call__(
        self,
        key: str,
        verb: str,
        argument: str = "",
        style: ButtonStyle = ButtonStyle.PLAIN,
        start: str = "",
        **params: str | int,
    ) -> Button:
        """Return a button whose label is the message `key`."""


def play_keyboard(turn: Turn, make: MakeButton, more: Button) -> Keyboard:
    """Return the buttons of a turn: its steps in a group a die, and the controls."""
    controls = ButtonGroup(GroupKind.CONTROLS, (*_controls(turn, make), more))
    higher, lower = _steps(turn)
    groups = ((GroupKind.HIGHER, higher), (GroupKind.LOWER, lower))
    return (
        *(
            ButtonGroup(kind, tuple(_step(turn, step, make) for step in steps))
            for kind, steps in groups
            if steps
        ),
        controls,
    )


def step_label(step: Play) -> str:
    """Return a step as it is read: 13→7, 8→4*, bar→21, 6→off; 8→4 ×2; 24→16 for one checker twice."""
    first = step[0]
    if len(step) > 1 and step[1].start == first.start:
        return f"{step_label((first,))} ×{len(step)}"
    stops = [_place(first.start)]
    for move in step:
        if move.hit or move is step[-1]:
            stops.append(f"{_place(move.end)}{'*' if move.hit else ''}")
    return "→".join(stops)


def best_bear_off(turn: Turn) -> Play | None:
    """Return the play that bears off the most checkers, in a race where just one result does."""
    outside = sum(turn.position.row(turn.side)[HOME + 1 :])
    contact = turn.rules.in_contact(turn.position)
    if turn.undone is not None or outside >= len(all_dice(turn.roll)) or contact:
        return None
    plays = turn.plays()
    now = turn.position.row(turn.side)[OFF]
    off = {legal: legal.result.row(turn.side)[OFF] for legal in plays}
    most = max(off.values(), default=now)
    best = [legal for legal in plays if off[legal] == most]
    return best[0].play if most > now and len(best) == 1 else None


def _controls(turn: Turn, make: MakeButton) -> list[Button]:
    controls = []
    if turn.undone is not None:
        key = "button.undo-last" if turn.complete else "button.undo"
        controls.append(make(key, "undo", pack(turn.undone)))
    play = turn.made if turn.complete else best_bear_off(turn)
    if play:
        label = format_play(play)
        controls.append(make("button.confirm", "confirm", pack(play), ButtonStyle.GOOD, play=label))
    return controls


def _step(turn: Turn, step: Play, make: MakeButton) -> Button:
    start = _place(step[0].start)
    return make("button.step", "step", pack((*turn.made, *step)), start=start, move=step_label(step))


def _steps(turn: Turn) -> tuple[list[Play], list[Play]]:
    """Return what may be moved next, by the higher die and by the lower; a double is all higher."""
    moves = sorted(turn.following, key=lambda move: (-move.start, -move.end))
    if turn.roll[0] == turn.roll[1]:
        return _double_steps(turn, moves), []
    dice = [dice_of(turn.roll, (*turn.made, move))[-1] for move in moves]
    higher: list[Play] = [(move,) for move, die in zip(moves, dice, strict=True) if die == max(turn.roll)]
    lower: list[Play] = [(move,) for move, die in zip(moves, dice, strict=True) if die != max(turn.roll)]
    return higher, lower


def _double_steps(turn: Turn, moves: list[CheckerMove]) -> list[Play]:
    """Return single checker moves and, while there is room, two at once: 8→4 ×2 and 24→16."""
    single: list[Play] = [(move,) for move in moves]
    if len(moves) > MOST_STEPS // 2:
        return single
    steps: list[Play] = []
    for move in moves:
        following = turn.next_moves((*turn.made, move))
        steps.append((move,))
        steps += [(move, again) for again in following if again.start == move.start]
        steps += [(move, onward) for onward in following if onward.start == move.end]
    return steps if len(steps) <= MOST_STEPS else single


def _place(point: int) -> str:
    """Return a place as it is printed."""
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
