"""Matches written down as a list of steps, played on Telegram in any language.

    dice 4-4 3-5               what is rolled next; at an opening the challenger's die first
    Ana: challenge @bruno 5    types a command, under its name in the language of the people
    Bruno [accept]             presses the button that does this
    Bruno [13→7] [↩] [✓]       presses buttons whose labels begin so, one after the other
    Ana: 8/5 6/5               types a play in reply to the board
    Carla again                presses the button that was pressed last, whatever became of it

Lines that begin with `#` say what is to be seen. The steps are the same in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, assert_never

from bot.app.commands import command_of, fold
from bot.app.requests import Press
from bot.engine.position import Roll
from tests.helpers.telegram_server.looks import buttons
from tests.helpers.telegram_server.wire import Json
from tests.helpers.telegram_world import Person, TelegramWorld

DATA = Path(__file__).parents[1] / "data"
LANGUAGES = {"en": "en", "pt_BR": "pt-br"}
"""Our languages, and what Telegram calls them."""

_VERB = re.compile(r"[a-z]+!?(?: \w+)?", re.ASCII)
_STEP = re.compile(r"(?P<name>\w+)(?:: (?P<typed>.*)| (?P<pressed>\[.*\])| again)")


@dataclass(frozen=True, slots=True)
class Dice:
    """What is rolled next."""

    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """Somebody types."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """Somebody presses buttons."""

    name: str
    buttons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """Somebody presses the button that was pressed last."""

    name: str


Step: TypeAlias = Dice | Typed | Pressed | Repeated


def steps_of(script: str) -> Iterator[Step]:
    """Yield the steps of a script. Raises `ValueError` for a line that is none."""
    for line in script.splitlines():
        step = _STEP.fullmatch(line)
        if not line or line.startswith("#"):
            continue
        if line.startswith("dice "):
            yield Dice(tuple((int(roll[0]), int(roll[2])) for roll in line.split()[1:]))
        elif step is None:
            raise ValueError(f"no step: {line!r}")
        elif step["typed"] is not None:
            yield Typed(step["name"], step["typed"])
        elif step["pressed"] is not None:
            yield Pressed(step["name"], tuple(re.findall(r"\[(.*?)\]", step["pressed"])))
        else:
            yield Repeated(step["name"])


class Playing:
    """Plays a script in a chat; None: each person in private."""

    def __init__(
        self, world: TelegramWorld, people: Mapping[str, Person], chat: int | None, locale: str
    ) -> None:
        self._world = world
        self._people = people
        self._chat = chat
        self._locale = locale
        self._last: tuple[Json, Json] | None = None

    async def play(self, script: str) -> None:
        """Play every step; fails on a button that is not there."""
        for step in steps_of(script):
            match step:
                case Dice(rolls):
                    self._world.dice.listed.extend(rolls)
                case Typed(name, text):
                    await self._type(self._people[name], text)
                case Pressed(name, labels):
                    for label in labels:
                        message = self._world.live(self._chat or self._people[name].id)
                        await self._press(self._people[name], message, button_called(message, label))
                case Repeated(name):
                    if self._last is None:
                        raise ValueError("nothing was pressed yet")
                    await self._press(self._people[name], *self._last)
                case _:
                    assert_never(step)

    async def _type(self, person: Person, text: str) -> None:
        verb, _, argument = text.partition(" ")
        if command := command_of(verb):
            text = f"/{fold(command.name_in(self._locale))} {argument}".strip()
            await person.types(text, self._chat)
        else:
            await person.types(text, self._chat, reply_to=self._world.live(self._chat or person.id))

    async def _press(self, person: Person, message: Json, button: Json) -> None:
        self._last = message, button
        telegram = self._world.telegram
        telegram.presses(person.id, message, button["text"], data=button["callback_data"])
        await self._world.settle()


def button_called(message: Json, wanted: str) -> Json:
    """Return the button that does what is wanted (`take`, `resign 2`), or whose label begins so.

    Raises `LookupError` if there is none.
    """
    verb, _, argument = wanted.partition(" ")
    for button in buttons(message):
        press = Press.decode(button.get("callback_data", ""))
        if not _VERB.fullmatch(wanted):
            if button["text"].startswith(wanted):
                return button
        elif press and press.verb == verb and argument in ("", press.argument):
            return button
    raise LookupError(f"no button {wanted!r} among {[button['text'] for button in buttons(message)]}")
