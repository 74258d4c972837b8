"""The matches of which transcripts are kept, and how they are played.

Everything is as it runs: the bot, the real client, the loopback server, people who type and press.
Only the computer's play is a simple one, so that no better player changes what is kept.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.telegram_server.state import Deed, Happening
from tests.helpers.telegram_transcript import transcript
from tests.helpers.telegram_world import TelegramWorld, open_world
from tests.matches.plain_player import PLAIN
from tests.matches.scripted import DATA, LANGUAGES, Playing

KEPT = DATA.parent / "golden" / "transcripts"
PEOPLE = {"Ana": "ana_silva", "Bruno": "bruno_costa", "Carla": "carla_lima"}
_ORDER = (Deed.TOLD, Deed.SENT, Deed.CHANGED, Deed.DELETED)
PEOPLES = (Deed.TYPED, Deed.EDITED, Deed.PRESSED)


@dataclass(frozen=True, slots=True)
class Scene:
    """A script, the language in which it is played, and whether in a group or alone with the bot."""

    script: str
    locale: str
    alone: bool = False

    @property
    def path(self) -> Path:
        """Where the transcript is kept."""
        return KEPT / f"{self.script}.{self.locale}.txt"


LONG = "match_to_five"
SCENES = (
    *(Scene(LONG, locale) for locale in LANGUAGES),
    Scene("money_session", "pt_BR"),
    Scene("computer_by_taps", "en", alone=True),
)


@dataclass(frozen=True, slots=True)
class Played:
    """What was seen of a scene: its chat from the beginning, the calls of the bot, the log."""

    history: tuple[Happening, ...]
    calls: tuple[str, ...]
    """The methods that the bot called for this chat, in order."""
    log: tuple[tuple[str, str], ...]
    """The events of all matches in order: type and data."""

    def transcript(self) -> str:
        """Return what happened, to be read and compared."""
        return transcript(settled(self.history), self.history[0].chat)


def play_everything() -> dict[Scene, Played]:
    """Play every scene from the beginning to the end, each language in a process of its own."""
    languages = [tuple(scene for scene in SCENES if scene.locale == locale) for locale in LANGUAGES]
    with ProcessPoolExecutor(len(languages), get_context("spawn")) as processes:
        played = processes.map(_play_in_process, languages)
        return {scene: each for together in played for scene, each in together.items()}


def _play_in_process(scenes: tuple[Scene, ...]) -> dict[Scene, Played]:
    return asyncio.run(play_all(scenes))


async def play_all(scenes: Iterable[Scene]) -> dict[Scene, Played]:
    """Play scenes from the beginning to the end, side by side."""
    with TemporaryDirectory() as root:
        async with AsyncExitStack() as stack:
            stages: dict[Scene, tuple[TelegramWorld, Path]] = {}
            for number, scene in enumerate(scenes):
                # One after the other: databases cannot be made side by side in one process.
                folder = Path(root) / str(number)
                folder.mkdir()
                opened = open_world(folder, computers=PLAIN)
                stages[scene] = await stack.enter_async_context(opened), folder / "gamao.db"
            plays = [play(scene, world) for scene, (world, _) in stages.items()]
            chats = await asyncio.gather(*plays)
        return {
            scene: Played(
                tuple(each for each in world.telegram.state.history if each.chat == chat),
                tuple(call.method for call in world.telegram.calls if call.chat == chat),
                log_of(database),
            )
            for (scene, (world, database)), chat in zip(stages.items(), chats, strict=True)
        }


async def play(scene: Scene, world: TelegramWorld) -> int:
    """Play a scene in a world of its own; return the chat."""
    language = LANGUAGES[scene.locale]
    people = {name: world.person(name, username, language) for name, username in PEOPLE.items()}
    group = None if scene.alone else world.group("Clube")
    script = (DATA / f"{scene.script}.txt").read_text("utf-8")
    await Playing(world, people, group, scene.locale).play(script)
    return group or people["Ana"].id


def log_of(path: Path) -> tuple[tuple[str, str], ...]:
    """Return the events in a database, in order: type and data."""
    with closing(sqlite3.connect(path)) as database:
        return tuple(database.execute("SELECT type, data FROM event ORDER BY match_id, seq"))


def settled(history: Iterable[Happening]) -> Iterator[Happening]:
    """Yield what happened, with the bot's answers to one step in one order.

    They are made side by side: the word to the person first, then new messages, edits, what is
    deleted, by the number of the message.
    """
    for people, happenings in groupby(history, key=lambda each: each.deed in PEOPLES):
        step = tuple(happenings)
        yield from step if people else sorted(step, key=_place)


def _place(happening: Happening) -> tuple[int, int]:
    return _ORDER.index(happening.deed), int(happening.message["message_id"])
