"""The screen: words, boards, and buttons that are pressed by their numbers."""

from __future__ import annotations

import itertools

from rich.console import Console
from rich.text import Text

from bot.app.replies import Block, Button, Code, Keyboard, Line, Mention, Words
from bot.app.requests import Press

# What every terminal does since the VT100, and rich has no words for.
_REMEMBER, _RETURN = "\x1b7", "\x1b8"
_ERASE_ROW = "\x1b[2K"


class Spot:
    """A place on the screen, which is itself alone."""


class Screen:
    """Words, boards and numbered buttons on a console; colours only where it is a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._buttons: tuple[Button, ...] = ()
        self._spot: Spot | None = None
        self._rows_below = 0

    def write(self, text: str, end: str = "\n") -> None:
        """Write text as it is."""
        self._spot = None
        self._console.print(Text(text), end=end, soft_wrap=True)

    def prompt(self, name: str) -> None:
        """Ask somebody for a line."""
        self._console.print(Text(f"\n{name}> "), end="", soft_wrap=True)
        self._rows_below += 1

    def typed(self) -> None:
        """Take note that a line was typed: nothing above can be written anew."""
        self._spot = None

    def words(self, words: Words, mark: str = "") -> Spot:
        """Write lines; plays and names stand out. Return where they stand."""
        for number, line in enumerate(words):
            self._console.print(Text(mark if number == 0 else "") + _styled(line), soft_wrap=True)
        spot = Spot()
        self._spot, self._rows_below = (spot if self._is_one_row(words) else None), 1
        return spot

    def rewrite(self, spot: Spot, words: Words) -> None:
        """Write a line anew where it stands, on a terminal and if it still is the last but for the prompt.

        Elsewhere, or if it takes more than one row, it stays as it was.
        """
        if spot is self._spot and self._console.is_terminal and self._is_one_row(words):
            with self._console.capture() as styled:
                self._console.print(_styled(words[0]), end="", soft_wrap=True)
            there = f"{_REMEMBER}\x1b[{self._rows_below}A\r{_ERASE_ROW}{styled.get()}{_RETURN}"
            self._console.file.write(there)
            self._console.file.flush()

    def keyboard(self, keyboard: Keyboard) -> None:
        """Write buttons, a line a group, numbered from 1; they replace those written before."""
        self._spot = None
        self._buttons = tuple(button for group in keyboard for button in group.buttons)
        numbers = itertools.count(1)
        for group in keyboard:
            labels = (f"[{next(numbers)}] {button.label} {button.url}".rstrip() for button in group.buttons)
            self._console.print(Text("  " + "   ".join(labels), style="cyan"), soft_wrap=True)

    def press(self, number: int) -> Press | None:
        """Return the press of the button that bears `number`, or None if no such button asks anything."""
        if not 1 <= number <= len(self._buttons):
            return None
        return Press.decode(self._buttons[number - 1].id)

    def _is_one_row(self, words: Words) -> bool:
        return len(words) == 1 and _styled(words[0]).cell_len < self._console.width


def _styled(line: Line) -> Text:
    text = Text()
    for span in line:
        match span:
            case str():
                text.append(span)
            case Code():
                text.append(span.text, style="bold")
            case Block():
                text.append(span.text)
            case Mention():
                text.append(f"@{span.name}" if span.ping else span.name, style="bold")
    return text
