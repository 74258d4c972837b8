"""Keyboards as Telegram shows them: rows of equally wide buttons below a message."""

from __future__ import annotations

from collections.abc import Iterator

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import InlineKeyboardMarkupLimit, KeyboardButtonStyle

from bot.app.replies import Button, ButtonGroup, ButtonStyle, GroupKind, Keyboard
from bot.app.requests import Press

IN_A_ROW = 4
"""More are too narrow for a thumb."""
ROW_LETTERS = 40
"""What a narrow phone shows in a row, the buttons' margins counted as letters."""
MARGIN_LETTERS = 2

_MOVES = (GroupKind.HIGHER, GroupKind.LOWER)
_STYLES = {
    ButtonStyle.PRIMARY: KeyboardButtonStyle.PRIMARY,
    ButtonStyle.GOOD: KeyboardButtonStyle.SUCCESS,
    ButtonStyle.DANGER: KeyboardButtonStyle.DANGER,
}


def markup_of(keyboard: Keyboard, bot_username: str) -> InlineKeyboardMarkup | None:
    """Return a keyboard with a new row for each group; None if it has no buttons.

    Checker moves stand four to a row; other labels, which may be sentences, as many as can be read.
    """
    rows: list[list[InlineKeyboardButton]] = []
    room = int(InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER)
    for group in keyboard:
        for row in _rows(group):
            shown = row[:room]
            room -= len(shown)
            if shown:
                rows.append([_button(button, bot_username) for button in shown])
    return InlineKeyboardMarkup(rows) if rows else None


def _rows(group: ButtonGroup) -> Iterator[tuple[Button, ...]]:
    fixed = group.kind in _MOVES
    row: tuple[Button, ...] = ()
    for button in group.buttons:
        longer = (*row, button)
        if row and (len(longer) > IN_A_ROW or not (fixed or _is_readable(longer))):
            yield row
            longer = (button,)
        row = longer
    if row:
        yield row


def _is_readable(row: tuple[Button, ...]) -> bool:
    widest = max(len(button.label) for button in row) + MARGIN_LETTERS
    return widest * len(row) <= ROW_LETTERS


def _button(button: Button, bot_username: str) -> InlineKeyboardButton:
    style = _STYLES.get(button.style)
    if url := button.url or _own_link(button, bot_username):
        return InlineKeyboardButton(button.label, url=url, style=style)
    return InlineKeyboardButton(button.label, callback_data=button.id, style=style)


def _own_link(button: Button, bot_username: str) -> str:
    """Return the link behind "add me to a group": Telegram then lets the user choose the group."""
    press = Press.decode(button.id)
    wanted = press is not None and press.scope == "s" and press.verb == "add"
    return f"https://t.me/{bot_username}?startgroup" if wanted else ""
