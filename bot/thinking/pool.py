"""A few worker processes that think, started when they are needed.

The event loop never waits for a thought, and a worker that crashes or hangs costs a moment: it is
ended, and another one is asked once more. Then the simple player answers for another one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import bot
from bot.app.sources import Stopped, Unable
from bot.engine.actions import Action
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.players import SIMPLEST, ComputerPlayer, player_of
from bot.thinking.messages import HEAD, Choosing, Failed, Question, Task, packed

log = logging.getLogger(__name__)

T = TypeVar("T")

PROGRAM = "bot.thinking.worker"
WORKERS = 2
TRIES = 2
START_SECONDS = 20.0
"""What a worker that has just started may take longer: it loads the nets."""


class WorkerLost(Exception):
    """A worker crashed, hung, or could not be started."""


class Worker:
    """One process that answers one question at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._extra = START_SECONDS

    @classmethod
    async def start(cls) -> Worker:
        """Start a process; raise OSError if the system does not let us."""
        root = str(Path(bot.__file__).parents[1])
        # -P: what lies in the working directory is none of ours, whatever it is called.
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", PROGRAM),
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": root},
            )
        )

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid

    @property
    def lives(self) -> bool:
        """Return whether the process runs, as far as is known."""
        return self._process.returncode is None

    async def ask(self, task: Task[T]) -> T | Failed:
        """Return the answer; raise `WorkerLost` if there is none in time."""
        seconds, self._extra = task.seconds + self._extra, 0.0
        try:
            async with asyncio.timeout(seconds):
                answer: T | Failed = await self._exchange(packed(Question(task, seconds)))
        except TimeoutError:
            raise WorkerLost(f"{task.name} thinks for more than {seconds:g} s") from None
        except (OSError, EOFError) as error:
            raise WorkerLost(f"the process of {task.name} has ended") from error
        return answer

    async def end(self) -> None:
        """End the process, whatever it does."""
        if self.lives:
            self._process.kill()
        await self._process.wait()

    async def _exchange(self, question: bytes) -> Any:  # whatever the task returns
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise EOFError
        stdin.write(question)
        await stdin.drain()
        (length,) = HEAD.unpack(await stdout.readexactly(HEAD.size))
        return pickle.loads(await stdout.readexactly(length))  # noqa: S301 - our own


class Pool:
    """Has tasks thought out in processes; the `Thinker` port. `players` by id; SIMPLEST is found anyway."""

    def __init__(self, players: Mapping[str, ComputerPlayer], workers: int = WORKERS) -> None:
        self._players = players
        self._slots = asyncio.Semaphore(workers)
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._stopped = False

    async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
        """Return what the player does, or the simple one in its stead; raise `Stopped` after `close`."""
        try:
            return await self.think(Choosing(self._at_hand(player_id), state, seat))
        except Unable:
            log.error("the simple player answers for %s", player_id)
            return await asyncio.to_thread(player_of(SIMPLEST).choose, state, seat)

    async def think(self, task: Task[T]) -> T:
        """Return the answer of a task.

        Raises `Unable` if it fails, or its worker does and another one as well; `Stopped` after `close`.
        """
        for _ in range(TRIES):
            try:
                answer = await self._ask(task)
            except WorkerLost as lost:
                log.warning("%s", lost)
                continue
            if not isinstance(answer, Failed):
                return answer
            log.error("%s gave no answer:\n%s", task.name, answer.details)
            break
        raise Unable(task.name)

    async def close(self) -> None:
        """End all workers, also those that think."""
        self._stopped = True
        await asyncio.gather(*(each.end() for each in {*self._idle, *self._busy}))
        self._idle.clear()

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the process ids of the workers."""
        return tuple(each.pid for each in (*self._idle, *self._busy))

    def _at_hand(self, player_id: str) -> ComputerPlayer:
        """Return the player, or the simple one where something is missing since the match began."""
        player = self._players.get(player_id)
        if player is not None and player.missing() is None:
            return player
        log.warning("the simple player plays for %s, which is missing here", player_id)
        return player_of(SIMPLEST)

    async def _ask(self, task: Task[T]) -> T | Failed:
        async with self._slots:
            asked = await self._free_worker()
            self._busy.add(asked)
            healthy = False
            try:
                if self._stopped:
                    raise Stopped
                answer = await asked.ask(task)
                healthy = True
            except WorkerLost:
                if self._stopped:
                    raise Stopped from None
                raise
            finally:
                self._busy.discard(asked)
                if healthy and not self._stopped:
                    self._idle.append(asked)
                else:
                    # Also when the waiting was given up: the answer would be taken for the next one.
                    await asked.end()
            return answer

    async def _free_worker(self) -> Worker:
        if self._stopped:
            raise Stopped
        while self._idle:
            if (idle := self._idle.pop()).lives:
                return idle
        try:
            return await Worker.start()
        except OSError as error:
            raise WorkerLost("no process could be started") from error
