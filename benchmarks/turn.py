"""One turn, from the request to the delivered picture, beside the bare costs within it.

    python -m benchmarks.turn [--turns 200]

In one run and on one database file: whole turns through the service, the store, the outbox and the
painter; the bare SQLite commit of a turn's rows with the standard library; the bare encoding of the
same pictures as PNG. Prints medians in milliseconds and how many times each the turn costs.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.drawing import DrawingAdapter
from bot.app.catalog import Catalog
from bot.app.codes import SecretCodes
from bot.app.delivery import Delivery
from bot.app.presenter import Presenter
from bot.app.records import View
from bot.app.replies import Board
from bot.app.requests import ChannelRef, PlayerRef, Request
from bot.app.service import Service, Tools
from bot.bootstrap import PngPainter, RandomDice, SystemClock
from bot.engine.actions import MakePlay, RollDice
from bot.engine.decide import legal_actions
from bot.engine.match import MatchState, Phase, seats_to_act
from bot.players import player_of
from bot.players.sage.judge import SageJudge
from bot.store.sql_store import SqlStore, open_store
from bot.thinking.coach import PoolCoach
from bot.thinking.pool import Pool
from renderers.board import draw
from renderers.board_view import BoardView
from renderers.png import COMPRESS_LEVEL

PLATFORM = "local"
CHANNEL = ChannelRef(PLATFORM, "bench")
ANA, BRUNO = PlayerRef(PLATFORM, "ana", "Ana"), PlayerRef(PLATFORM, "bruno", "Bruno")


class Bench:
    """Two people who play on, whatever the score."""

    def __init__(self, store: SqlStore, seed: int) -> None:
        self._store = store
        self.pictures: list[BoardView] = []
        self.painter = PngPainter()
        self._delivered = asyncio.Event()
        self._random = Random(seed)
        self._requests = 0
        clock, presenter = SystemClock(), Presenter(Catalog("en"))
        adapter = DrawingAdapter(PLATFORM, self.painter, self._note)
        outbox = Delivery(store, {PLATFORM: adapter}, presenter, clock)
        dice = RandomDice(Random(seed))
        players = {"simple": player_of("simple")}
        catalog, codes, pool = Catalog("en"), SecretCodes(), Pool(players)
        coach = PoolCoach(pool, SageJudge())
        self._service = Service(
            Tools(store, catalog, presenter, dice, codes, clock, outbox, players, ("classic",), pool, coach)
        )

    def _note(self, _: View, board: Board) -> None:
        if board.picture:
            self.pictures.append(board.picture)
            self._delivered.set()

    async def begin(self) -> None:
        """Start a match that does not end while it is measured."""
        await self._ask(ANA, "challenge 99")
        await self._ask(BRUNO, "accept")
        await self._delivered.wait()

    async def turn(self) -> float:
        """Play one request of the match; return the seconds until its picture was delivered."""
        record = await self._store.match(1)
        assert record is not None
        seat = seats_to_act(record.state)[0]
        text = self._choose(record.state, seat)
        self._delivered.clear()
        begun = perf_counter()
        await self._ask((ANA, BRUNO)[seat], text)
        await self._delivered.wait()
        return perf_counter() - begun

    def _choose(self, state: MatchState, seat: int) -> str:
        if state.phase is Phase.TO_ROLL:
            assert RollDice() in legal_actions(state, seat)
            return "roll"
        plays = [action for action in legal_actions(state, seat) if isinstance(action, MakePlay)]
        return f"move {self._random.choice(plays).notation}"

    async def _ask(self, player: PlayerRef, text: str) -> None:
        self._requests += 1
        request = Request(f"{PLATFORM}:{self._requests}", CHANNEL, player, text, locale="en")
        answer = await self._service.handle(request)
        assert not answer.words, answer.words


async def whole_turns(path: Path, count: int) -> tuple[list[float], list[BoardView]]:
    """Return the seconds of `count` turns, and the pictures that they delivered."""
    store = await open_store(f"sqlite+aiosqlite:///{path}")
    try:
        bench = Bench(store, seed=1)
        await bench.begin()
        seconds = [await bench.turn() for _ in range(count)]
        bench.painter.close()
    finally:
        await store.close()
    return seconds, bench.pictures


def bare_commits(path: Path, count: int) -> Iterator[float]:
    """Yield the seconds of commits of a turn's rows, written with the standard library."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, data TEXT)")
        for _ in range(count):
            yield seconds_of(lambda: one_commit(connection))


def one_commit(connection: sqlite3.Connection) -> None:
    """Write and commit what a turn writes: two events, a request, a match, a view, a seat."""
    connection.execute("BEGIN IMMEDIATE")
    for _ in range(6):
        connection.execute("INSERT INTO row (data) VALUES (?)", ("x" * 120,))
    connection.execute("COMMIT")


def bare_encodings(pictures: list[BoardView]) -> Iterator[float]:
    """Yield the seconds of encoding each picture as PNG, drawn beforehand."""
    for picture in pictures:
        yield seconds_of(partial(draw(picture).save, BytesIO(), "PNG", compress_level=COMPRESS_LEVEL))


def seconds_of(work: Callable[[], object]) -> float:
    """Return how long `work` takes, in seconds."""
    begun = perf_counter()
    work()
    return perf_counter() - begun


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=200)
    turns: int = parser.parse_args().turns
    with tempfile.TemporaryDirectory() as folder:
        seconds, pictures = asyncio.run(whole_turns(Path(folder) / "turns.db", turns))
        rows = {
            "a turn, request to delivered picture": median(seconds),
            "its SQLite commit alone": median(bare_commits(Path(folder) / "bare.db", turns)),
            "encoding its PNG alone": median(bare_encodings(pictures[-turns:])),
        }
    whole = rows["a turn, request to delivered picture"]
    print(f"{turns} turns, medians")
    for name, value in rows.items():
        print(f"{name:<40} {value * 1000:8.2f} ms   turn / this = {whole / value:6.1f}")


if __name__ == "__main__":
    main()
