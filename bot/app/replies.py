"""What the bot shows: words without any platform's markup, buttons, boards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from bot.app.requests import PlayerRef, Press
from renderers.board_view import BoardView


@dataclass(frozen=True, slots=True)
class Code:
    """A play or a command, shown in code style so that `*` stays a star."""

    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """Monospaced lines: a text board."""

    text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A person. `name` is clean already (at most 24 graphemes); `ping` notifies where that exists."""

    player: PlayerRef
    name: str
    ping: bool = False


Span: TypeAlias = str | Code | Block | Mention
Line: TypeAlias = tuple[Span, ...]
Words: TypeAlias = tuple[Line, ...]


class ButtonStyle(StrEnum):
    """What a button means; platforms colour it where they can."""

    PLAIN = "plain"
    PRIMARY = "primary"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A label and what it asks. `id` is `Press.encode()`; a `url` opens a page instead."""

    label: str
    id: str = ""
    style: ButtonStyle = ButtonStyle.PLAIN
    start: str = ""
    """For a checker move: the printed starting point, by which a platform may group."""
    url: str = ""


class GroupKind(StrEnum):
    """What a group of buttons holds; a platform begins a new row for each group."""

    ROLL = "roll"
    ANSWERS = "answers"
    HIGHER = "higher"
    """Checker moves of the higher die, or all of a double."""
    LOWER = "lower"
    CONTROLS = "controls"
    """Undo, confirm, more."""
    OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class ButtonGroup:
    """Buttons that belong together, in order."""

    kind: GroupKind
    buttons: tuple[Button, ...]


Keyboard: TypeAlias = tuple[ButtonGroup, ...]


def newest_version(keyboard: Keyboard) -> int:
    """Return the newest version of a board that the buttons speak of; 0 if they speak of none."""
    presses = (Press.decode(button.id) for group in keyboard for button in group.buttons)
    return max((press.version for press in presses if press), default=0)


@dataclass(frozen=True, slots=True)
class Board:
    """One message: a board, or (without a picture) a challenge card."""

    words: Words
    keyboard: Keyboard = ()
    picture: BoardView | None = None
    alt_text: str = ""
    silent: bool = False
    """Do not notify: the person to act acted a moment ago."""
    partial: bool = False
    """It passes: a tentative play is incomplete, or the computer thinks. A platform may leave the picture
    of a growing play as it was, and show first what matters more."""
    stays: bool = False
    """It waits for nobody in particular: it is edited where it stands, however old it is."""
    version: int = 0
    locale: str = "en"

    def watched(self) -> Board:
        """Return this board for those who only watch: no buttons, and nobody is called."""
        return replace(self, words=tuple(map(_uncalled, self.words)), keyboard=(), silent=True)

    def shown_on(self, platform: str) -> Board:
        """Return this board for a platform: it makes no sound where nobody of those whom it calls is."""
        called = {player.platform for player in self.pings()}
        return replace(self, silent=True) if called and platform not in called else self

    def pings(self) -> Iterator[PlayerRef]:
        """Yield the people whom this message may notify."""
        for line in self.words:
            for span in line:
                if isinstance(span, Mention) and span.ping:
                    yield span.player


def _uncalled(line: Line) -> Line:
    return tuple(replace(span, ping=False) if isinstance(span, Mention) else span for span in line)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in an answer."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a film, and how long it is shown."""

    view: BoardView
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Animation:
    """A film without an end: after the last frame it begins again."""

    name: str
    """Of the file, without its ending."""
    frames: tuple[Frame, ...]


@dataclass(frozen=True, slots=True)
class Captioned:
    """A picture with words of its own."""

    words: Words
    picture: BoardView
    alt_text: str = ""


class AnswerKind(StrEnum):
    """How an answer is shown."""

    NOTHING = "nothing"
    TOAST = "toast"
    """A word or two on a press, where they do not stay; typed: as INFO."""
    REFUSAL = "refusal"
    """Private where the platform can; elsewhere one message, edited by the next."""
    INFO = "info"
    """What was asked for: help, pips, score, text."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The private answer to a request; boards travel by the outbox instead."""

    kind: AnswerKind = AnswerKind.NOTHING
    words: Words = ()
    keyboard: Keyboard | None = None
    """For a press: the buttons that replace those of the pressed message. For INFO: its buttons."""
    picture: BoardView | None = None
    text_board: BoardView | None = None
    """A board to be shown in monospaced text below the words."""
    attachment: Attachment | None = None
    animation: Animation | None = None
    album: tuple[Captioned, ...] = ()
    """Pictures that follow everything else, each with words of its own; at most ten."""
    later: AsyncIterator[Answer] | None = None
    """For INFO: what takes this answer's place when it is known, several times perhaps, the last for good.
    Words and buttons are edited in, files and an album follow as messages. It never raises."""


NOTHING = Answer()
