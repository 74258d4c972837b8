"""Keyboards as Discord shows them: at most five rows of five buttons.

The checker moves of the higher die stand in rows 1 and 2, those of the lower one in rows 3 and 4, the
controls below. Where that is not enough room, a menu of starting points takes the place of the moves,
and once one is chosen a menu of where its checker can go. Everything that a button or a menu means is
in its id and its values: they work after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from bot.adapters.discord.items import (
    form_button,
    press_button,
    start_menu,
    target_menu,
)
from bot.app.catalog import Catalog
from bot.app.replies import Button, ButtonGroup, GroupKind, Keyboard
from bot.app.requests import Press

IN_A_ROW = 5
ROWS = 5
MOST_OF_A_DIE = 10
MOST_MOVES = 20
LABEL_LIMIT = 80

_MOVES = (GroupKind.HIGHER, GroupKind.LOWER)
# The library leaves open what an item is added to.
_Row: TypeAlias = Sequence[discord.ui.Item[Any]]


@dataclass(frozen=True, slots=True)
class Keys:
    """Makes views of keyboards for one bot. `invite` is the address behind "add me"."""

    catalog: Catalog
    invite: Callable[[], str]

    def view(self, keyboard: Keyboard, locale: str, chosen: str = "") -> discord.ui.View | None:
        """Return a keyboard as a view; None if it has no buttons. `chosen`: a starting point."""
        moves = [button for group in keyboard if group.kind in _MOVES for button in group.buttons]
        rows = self._play_rows(keyboard, moves, locale, chosen) if moves else self._plain_rows(keyboard)
        if not rows:
            return None
        view = discord.ui.View(timeout=None)
        for number, row in enumerate(rows):
            for item in row:
                item.row = number
                view.add_item(item)
        # Nothing needs to be listened for, nor kept in memory: the ids say it all.
        view.stop()
        return view

    # -- a roll to be played --------------------------------------------------------------------

    def _play_rows(self, keyboard: Keyboard, moves: Sequence[Button], locale: str, chosen: str) -> list[_Row]:
        groups = [group.buttons for group in keyboard if group.kind in _MOVES]
        controls = [button for group in keyboard if group.kind not in _MOVES for button in group.buttons]
        if chosen or not _fits(groups):
            rows = self._menus(moves, locale, chosen)
        else:
            rows = [self._row(part) for group in groups for part in _parts(group, IN_A_ROW)]
        return [*rows, self._controls(controls, moves[0], locale)]

    def _menus(self, moves: Sequence[Button], locale: str, chosen: str) -> list[_Row]:
        """Return a menu of starting points and, when one is chosen, one of its targets."""
        where = _board_of(moves[0])
        menus: list[_Row] = [(start_menu(where, moves, self.catalog.text(locale, "pick.start"), chosen),)]
        if targets := [move for move in moves if move.start == chosen]:
            menus.append((target_menu(where, targets, self.catalog.text(locale, "pick.target")),))
        return menus

    def _controls(self, controls: Sequence[Button], move: Button, locale: str) -> _Row:
        """Return the row of controls, with the form for a typed play in front of the last one."""
        items = [self._item(button) for button in controls[: IN_A_ROW - 1]]
        form = form_button(_board_of(move), self.catalog.text(locale, "button.type"))
        return (*items[:-1], form, *items[-1:])

    # -- everything else ------------------------------------------------------------------------

    def _plain_rows(self, keyboard: Keyboard) -> list[_Row]:
        """Return a new row for each group, long groups in rows of equal length; or all of it close
        together, if there is no room for that."""
        rows = [row for group in keyboard for row in _balanced(group)]
        if len(rows) > ROWS:
            every = [button for group in keyboard for button in group.buttons]
            rows = list(_parts(every[: ROWS * IN_A_ROW], IN_A_ROW))
        return [self._row(row) for row in rows]

    def _row(self, buttons: Iterable[Button]) -> _Row:
        return tuple(map(self._item, buttons))

    def _item(self, button: Button) -> discord.ui.Item[Any]:
        label = _label(button)
        press = Press.decode(button.id)
        adding = press is not None and (press.scope, press.verb) == ("s", "add")
        if url := button.url or (self.invite() if adding else ""):
            return discord.ui.Button(label=label, url=url)
        return press_button(button, label)


def moves_from(keyboard: Keyboard, start: str) -> tuple[Button, ...]:
    """Return the checker moves of a keyboard that start at a point."""
    groups = (group.buttons for group in keyboard if group.kind in _MOVES)
    return tuple(button for buttons in groups for button in buttons if button.start == start)


def _fits(groups: Sequence[Sequence[Button]]) -> bool:
    """Return whether moves have room as buttons: of two dice ten each, of a double twenty."""
    most = MOST_OF_A_DIE if len(groups) > 1 else MOST_MOVES
    return all(len(group) <= most for group in groups)


def _board_of(button: Button) -> Press:
    press = Press.decode(button.id)
    if press is None:
        raise ValueError(f"a checker move without an id: {button!r}")
    return press


def _balanced(group: ButtonGroup) -> Iterator[Sequence[Button]]:
    """Yield a group in as few rows as possible, each about as long as the others."""
    count = -(-len(group.buttons) // IN_A_ROW)
    return _parts(group.buttons, -(-len(group.buttons) // count)) if count else iter(())


def _parts(buttons: Sequence[Button], size: int) -> Iterator[Sequence[Button]]:
    return (buttons[start : start + size] for start in range(0, len(buttons), size))


def _label(button: Button) -> str:
    return button.label if len(button.label) <= LABEL_LIMIT else f"{button.label[: LABEL_LIMIT - 1]}…"
