"""The process may end between any two steps: a start and the same update once more go on from there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from shutil import copyfile
from typing import Any

import pytest

from bot.app.ports import Store
from bot.app.records import MatchRecord
from bot.engine.position import Roll
from tests.helpers.chat import Chat, FakeAdapter, Message, open_chat
from tests.helpers.talk import Talk, check_boards

ROLLS: tuple[Roll, ...] = ((5, 3),) * 500
"""The challenger starts every game, and whatever is done again leads to the same."""


@dataclass(frozen=True)
class Doing:
    """What somebody types, or the beginning of the label that they press on the newest message."""

    who: str
    text: str
    whom: str = ""

    async def done(self, chat: Chat, request: str, message: Message | None = None) -> None:
        """Do it."""
        who = chat.person(self.who)
        if self.text.startswith("/"):
            whom = {"": (), "computer": (chat.computer(),)}.get(self.whom, (chat.person(self.whom),))
            await who.types(self.text, *whom, request=request)
        else:
            await who.presses(self.text, message, request=request)


CHALLENGE = Doing("Ana", "/challenge 3", "Bruno")
AGAINST_THE_COMPUTER = Doing("Ana", "/challenge 3", "computer")
ACCEPT = Doing("Bruno", "Accept")
MOVE = Doing("Ana", "/move 8/3 6/3")
BEFORE_THE_END = (Doing("Ana", "/challenge 1", "Bruno"), ACCEPT, Doing("Ana", "/resign backgammon"))

STORIES = {
    "another challenge": (CHALLENGE, Doing("Ana", "/challenge 5", "Bruno")),
    "a challenge to the computer in place of another": (CHALLENGE, AGAINST_THE_COMPUTER),
    "accepting": (CHALLENGE, ACCEPT),
    "a tap": (CHALLENGE, ACCEPT, Doing("Ana", "8→3")),
    "a play": (CHALLENGE, ACCEPT, MOVE),
    "a play against the computer": (AGAINST_THE_COMPUTER, MOVE),
    "the end of a match": (*BEFORE_THE_END, Doing("Bruno", "/accept")),
    "a rematch": (*BEFORE_THE_END, Doing("Bruno", "/accept"), Doing("Ana", "Rematch")),
    "a rematch accepted by another": (
        *BEFORE_THE_END,
        Doing("Bruno", "/accept"),
        Doing("Ana", "Rematch"),
        Doing("Bruno", "/rematch"),
    ),
    "the board again": (CHALLENGE, ACCEPT, Doing("Bruno", "/board")),
}


@pytest.mark.parametrize("story", STORIES)
async def test_a_stop_between_any_two_steps(tmp_path: Path, story: str) -> None:
    *before, last = STORIES[story]
    adapter = FakeAdapter()
    async with open_chat(tmp_path / "before.db", *ROLLS, adapter=adapter) as chat:
        for number, doing in enumerate(before):
            await doing.done(chat, f"test:{number}")
    steps, expected = await told_to_the_end(tmp_path, deepcopy(adapter), last)
    assert steps > 3
    for left in range(steps):
        assert await told_after_a_stop(tmp_path, deepcopy(adapter), last, left) == expected, left


async def told_to_the_end(folder: Path, adapter: FakeAdapter, last: Doing) -> tuple[int, list[object]]:
    """Return how many steps the last doing takes, and where it leads."""
    copyfile(folder / "before.db", folder / "whole.db")
    async with open_chat(folder / "whole.db", *ROLLS, adapter=adapter) as chat:
        with ending_after(chat, 1000) as power:
            await last.done(chat, "test:last")
        return 1000 - power.left, await told(chat)


async def told_after_a_stop(folder: Path, adapter: FakeAdapter, last: Doing, left: int) -> list[object]:
    """Return where the last doing leads if the process ends after `left` steps and is started again."""
    path, message = folder / f"after-{left}.db", adapter.messages[-1] if adapter.messages else None
    pressed = deepcopy(message)
    copyfile(folder / "before.db", path)
    async with open_chat(path, *ROLLS, adapter=adapter) as chat:
        with ending_after(chat, left):
            with suppress(asyncio.CancelledError):
                await last.done(chat, "test:last", pressed)
            await chat.settle()
    async with open_chat(path, *ROLLS, adapter=adapter) as chat:
        await last.done(chat, "test:last", pressed)
        return await told(chat)


@dataclass
class Power:
    """How many more steps the process has time for."""

    left: int


@contextmanager
def ending_after(chat: Chat, left: int) -> Iterator[Power]:
    """Let the process carry out `left` calls of the store or of the platform; then everything stops."""
    power = Power(left)
    with pytest.MonkeyPatch.context() as patch:
        for owner, names in (
            (chat.store, [name for name in dir(Store) if not name.startswith("_")]),
            (chat.adapter, ["post", "edit", "close"]),
        ):
            for name in names:
                patch.setattr(owner, name, metered(getattr(owner, name), power))
        yield power


def metered(method: Callable[..., Any], power: Power) -> Callable[..., Any]:  # Any: handed on as they are
    """Return `method` for a process that may end before the call."""

    async def call(*args: Any, **named: Any) -> Any:  # Any: handed on as they are
        if power.left <= 0:
            raise asyncio.CancelledError
        power.left -= 1
        return await method(*args, **named)

    return call


async def told(chat: Chat) -> list[object]:
    """Return how everything stands and what is shown, without what counts deliveries."""
    talk = Talk(chat, Random(0))
    scene = await talk.scene()
    check_boards(talk, scene)
    matches = [plain_record(record) for record in scene.matches.values()]
    boards = [talk.message_of(view).text for views in scene.views.values() for view in views]
    challenges = [(challenge.offer, challenge.revision) for challenge in scene.challenges]
    return [*matches, *boards, *challenges]


def plain_record(record: MatchRecord) -> MatchRecord:
    """Return a record without the numbers that depend on the order in which things were made."""
    return replace(record, id=0)
