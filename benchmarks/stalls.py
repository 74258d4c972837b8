"""How long the event loop is held up while many people play against the computer at once.

    python -m benchmarks.stalls [--matches 50] [--seconds 60] [--turn 10] [--rounds 3]

The whole bot as `gamao run` composes it, on a database file, with an adapter that draws every board. A
ticker that wants to run every 2 ms tells by how much it was late: first alone, which shows what the
machine does by itself; then, round after round, with all matches live and nobody acting, and with a
person in each who acts at a human pace, taps or types, against all levels of the computer in turn.

What is late because other processes had the processors is told apart, where the system tells it (Linux):
the last column is the longest stall without that. Statements are compiled, pictures put together and
processes started before anything is measured, unless `--cold`.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from threading import get_native_id
from time import process_time

from benchmarks.drawing import DrawingAdapter
from bot.adapters import AdapterContext, AdapterSpec, find_adapters, load_spec
from bot.app.catalog import Catalog
from bot.app.records import View
from bot.app.replies import Board
from bot.app.requests import ChannelRef, PlayerKind, PlayerRef, Press, Request
from bot.bootstrap import Bot, RandomDice, attentive
from bot.config import Settings
from bot.players import find_players, player_of
from bot.store import open_store

PLATFORM = "bench"
COMPUTER = PlayerRef(PLATFORM, "bot", "Gamão", kind=PlayerKind.COMPUTER)
TICK_SECONDS = 0.002
TAP_SECONDS = 0.7
"""Between two taps of a play."""
WARM_SECONDS = 15.0
CHOICES = ("confirm", "roll", "take", "accept", "next", "rematch", "step")
"""The buttons that lead on; what comes first is pressed first."""


@dataclass(frozen=True, slots=True)
class Lateness:
    """By how much the ticker was late, in milliseconds."""

    median: float
    p99: float
    p999: float
    longest: float
    own: float
    """The longest without the time in which the processors were with others."""

    def __str__(self) -> str:
        """Return the figures as they stand in the table."""
        figures = (self.median, self.p99, self.p999, self.longest, self.own)
        return "".join(f"{figure:9.1f}" for figure in figures)


async def lateness(seconds: float) -> Lateness:
    """Tick for so long; return how late it was."""
    loop, late, own = asyncio.get_running_loop(), list[float](), list[float]()
    end, waited = loop.time() + seconds, waited_seconds()
    while (now := loop.time()) < end:
        await asyncio.sleep(TICK_SECONDS)
        late.append(1000 * (loop.time() - now - TICK_SECONDS))
        before, waited = waited, waited_seconds()
        own.append(late[-1] - 1000 * (waited - before))
    late.sort()
    median, p99, p999, longest = (late[int(share * (len(late) - 1))] for share in (0.5, 0.99, 0.999, 1.0))
    return Lateness(median, p99, p999, longest, max(own))


def waited_seconds() -> float:
    """Return for how long this thread could have run and had no processor; 0 where nobody knows."""
    told = Path(f"/proc/self/task/{get_native_id()}/schedstat")
    return int(told.read_text().split()[1]) / 1e9 if told.exists() else 0.0


@dataclass
class Room:
    """A channel with one person in it. `board` is what it shows."""

    channel: ChannelRef
    board: Board | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def show(self, board: Board) -> None:
        """Show a board."""
        self.board = board
        self.changed.set()


class Person:
    """Plays in a room: half of them tap, the others type the plays that are suggested to them."""

    def __init__(self, club: Club, room: Room, number: int) -> None:
        self._club = club
        self._room = room
        self._ref = PlayerRef(PLATFORM, f"p{number}", f"Person {number}")
        self._random = Random(number)
        self._types = self._random.random() < 0.5
        self.at_it = asyncio.Lock()
        """Held while the bot carries out what this person does."""

    async def challenge(self, level: str) -> None:
        """Begin a match that does not end soon."""
        await self._ask(f"challenge 99 {level}", mentions=(COMPUTER,))

    async def live(self) -> None:
        """Act on whatever board asks something, for ever."""
        while True:
            await self._club.open.wait()
            self._room.changed.clear()
            if press := self._choice():
                await asyncio.sleep(self._pause() * self._random.uniform(0.5, 1.5))
                await self._club.open.wait()
                async with self.at_it:
                    await self._act(press)
            await self._room.changed.wait()

    def _pause(self) -> float:
        board = self._room.board
        return TAP_SECONDS if board and board.partial else self._club.turn_seconds

    def _choice(self) -> Press | None:
        """Return what to press on the board that is shown; None if it asks nothing."""
        keyboard = self._room.board.keyboard if self._room.board else ()
        presses = (Press.decode(button.id) for group in keyboard for button in group.buttons)
        known = [press for press in presses if press and press.verb in CHOICES]
        first = min((CHOICES.index(press.verb) for press in known), default=0)
        leading = [press for press in known if press.verb == CHOICES[first]]
        return self._random.choice(leading) if leading else None

    async def _act(self, press: Press) -> None:
        self._club.deeds += 1
        plays: tuple[str, ...] = ()
        if press.verb == "step" and self._types:
            plays = await self._club.suggest(self._request(""))
        if plays:
            await self._ask(f"move {self._random.choice(plays)}")
        else:
            await self._club.handle(self._request("", press=press))

    async def _ask(self, text: str, mentions: tuple[PlayerRef, ...] = ()) -> None:
        await self._club.handle(self._request(text, mentions=mentions))

    def _request(
        self, text: str, *, press: Press | None = None, mentions: tuple[PlayerRef, ...] = ()
    ) -> Request:
        identity = f"{PLATFORM}:{next(self._club.numbers)}"
        return Request(identity, self._room.channel, self._ref, text, press=press, mentions=mentions)


class Club:
    """The bot, and everybody who plays. `open`: people act; otherwise they wait."""

    def __init__(self, context: AdapterContext, matches: int, turn_seconds: float) -> None:
        self.handle, self.suggest = context.front_door.handle, context.front_door.suggest
        self.settled = context.settled
        self.turn_seconds = turn_seconds
        self.numbers = count(1)
        self.open = asyncio.Event()
        self.deeds = self.boards = 0
        self._rooms = {str(number): Room(ChannelRef(PLATFORM, str(number))) for number in range(matches)}
        self._people = [Person(self, room, number) for number, room in enumerate(self._rooms.values())]
        self._lives: list[asyncio.Task[None]] = []

    def delivered(self, view: View, board: Board) -> None:
        """Show a board in its room."""
        self.boards += 1
        self._rooms[view.channel.ref.chat].show(board)

    async def begin(self) -> None:
        """Have everybody challenge a level that can play here, and then live."""
        levels = [level for level in find_players() if player_of(level).missing() is None]
        for person, level in zip(self._people, cycle(levels), strict=False):
            await person.challenge(level)
        await self.settled()
        self._lives = [asyncio.create_task(person.live()) for person in self._people]

    async def end(self) -> None:
        """Let everybody finish what they do, and no more."""
        for person, life in zip(self._people, self._lives, strict=True):
            async with person.at_it:
                life.cancel()
        await self.settled()


@asynccontextmanager
async def opened(folder: Path, matches: int, turn_seconds: float) -> AsyncIterator[Club]:
    """Yield a club whose bot runs and whose matches have begun; people live in it."""
    settings = Settings.model_construct(database_url=f"sqlite+aiosqlite:///{folder / 'stalls.db'}")
    built: asyncio.Future[Club] = asyncio.get_running_loop().create_future()

    def build(context: AdapterContext) -> DrawingAdapter:
        club = Club(context, matches, turn_seconds)
        built.set_result(club)
        return DrawingAdapter(PLATFORM, context.painter, club.delivered)

    for platform in find_adapters():
        load_spec(platform)  # with the client libraries in memory, as they are where a bot runs
    store, stopping = await open_store(settings.database_url), asyncio.Event()
    bot = Bot(settings, Catalog("en"), store, RandomDice(secrets.SystemRandom()), stopping)
    with attentive():
        running = asyncio.create_task(bot.run((AdapterSpec(PLATFORM, f"{PLATFORM}_token", build),)))
        club = await built
        await club.begin()
        try:
            yield club
        finally:
            await club.end()
            stopping.set()
            await running
    await store.close()


async def measured(arguments: argparse.Namespace, folder: Path) -> None:
    """Measure and print, round after round."""
    print(f"{'ms late':<24}" + "".join(f"{name:>9}" for name in ("median", "p99", "p99.9", "longest", "own")))
    print(f"{'nothing but the ticker':<24}{await lateness(arguments.seconds)}", flush=True)
    async with opened(folder, arguments.matches, arguments.turn) as club:
        if not arguments.cold:
            club.open.set()
            await asyncio.sleep(WARM_SECONDS)
        rounds = [await one_round(club, arguments.seconds) for _ in range(arguments.rounds)]
    idle, playing = (min(each.longest for each in side) for side in zip(*rounds, strict=True))
    print(f"\nthe longest stall at its shortest: {idle:.1f} ms idle, {playing:.1f} ms with people playing")
    print(f"difference: {playing - idle:.1f} ms")


async def one_round(club: Club, seconds: float) -> tuple[Lateness, Lateness]:
    """Measure a round and print it; return how late the ticker was, idle and with people playing."""
    club.open.clear()
    await club.settled()
    idle = await lateness(seconds)
    print(f"{'idle':<24}{idle}", flush=True)
    deeds, boards, worked = club.deeds, club.boards, process_time()
    club.open.set()
    playing = await lateness(seconds)
    busy = (process_time() - worked) / seconds
    told = f"{club.deeds - deeds} deeds, {club.boards - boards} boards, {busy:.0%} of a processor"
    print(f"{'playing':<24}{playing}   {told}", flush=True)
    return idle, playing


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each measurement")
    parser.add_argument("--turn", type=float, default=10.0, help="seconds that a person thinks, on average")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cold", action="store_true", help="measure from the first move on")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(parser.parse_args(), Path(folder)))


if __name__ == "__main__":
    main()
