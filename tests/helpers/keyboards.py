"""What tests ask of a keyboard: its labels, its buttons, the presses behind them."""

from __future__ import annotations

from bot.app.replies import Button, Keyboard
from bot.app.requests import Press


def labels(keyboard: Keyboard | None) -> list[list[str]]:
    """Return the labels, a list a group."""
    return [[button.label for button in group.buttons] for group in keyboard or ()]


def buttons(keyboard: Keyboard | None) -> list[Button]:
    """Return all buttons in order."""
    return [button for group in keyboard or () for button in group.buttons]


def press_of(button: Button) -> Press:
    """Return the press that a button's id encodes."""
    found = Press.decode(button.id)
    assert found is not None
    assert found.encode() == button.id
    return found


def presses(keyboard: Keyboard | None) -> list[Press]:
    """Return the presses behind all buttons in order."""
    return [press_of(button) for button in buttons(keyboard)]
