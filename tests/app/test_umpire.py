"""The computer's turns: whatever fails, the match goes on."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from bot.app import umpire
from bot.engine.actions import Action, RollDice
from bot.engine.decide import decide
from bot.engine.events import Event, Seat
from bot.engine.match import MatchState
from tests.helpers.chat import Chat, FakeAdapter, open_chat


class Failing:
    """A computer player that fails in one way whenever it is asked."""

    id = "simple"
    name = "Gamão"
    seconds = 1.0

    def missing(self) -> str | None:
        """Lack nothing but sense."""
        return None

    def __init__(self, failure: BaseException) -> None:
        self._failure = failure

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Fail."""
        raise self._failure


class Confused:
    """A computer player that wants to roll, whatever is to be done."""

    id = "simple"
    name = "Gamão"
    seconds = 1.0

    def missing(self) -> str | None:
        """Lack nothing but sense."""
        return None

    def choose(self, state: MatchState, seat: Seat) -> Action:
        """Roll."""
        return RollDice()


async def begin(chat: Chat) -> None:
    """Have Ana challenge the computer, which starts with 5-3."""
    chat.dice.queue((3, 5))
    await chat.person("Ana").types("/challenge 3", chat.computer())


def has_moved(chat: Chat) -> bool:
    """Return whether the computer has played its 5-3 and asks Ana."""
    return "Gamão 5-3: `" in chat.live.text and "@Ana" in chat.live.text


async def test_nobody_is_held_up_while_an_action_is_judged(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[int]()

    def decided(*asked: Any) -> tuple[Event, ...]:  # Any: handed on as they are
        threads.append(threading.get_ident())
        return decide(*asked)

    monkeypatch.setattr(umpire, "decide", decided)
    await begin(chat)
    assert threads, "the computer has played"
    await chat.person("Ana").types("/roll")
    assert len(threads) >= 2
    assert threading.get_ident() not in threads


@pytest.mark.parametrize("player", [Failing(RuntimeError("a bug")), Confused()])
async def test_a_player_that_fails_makes_some_legal_play(
    tmp_path: Path, player: Failing | Confused, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_chat(tmp_path / "chat.db", computers={"simple": player}) as chat:
        await begin(chat)
        assert has_moved(chat)
        assert "the computer made no choice" in caplog.text


async def test_the_computer_goes_on_after_a_restart(tmp_path: Path) -> None:
    path, adapter = tmp_path / "chat.db", FakeAdapter()
    stopped = Failing(asyncio.CancelledError())
    async with open_chat(path, adapter=adapter, computers={"simple": stopped}) as chat:
        await begin(chat)
        assert not adapter.messages
    async with open_chat(path, adapter=adapter) as chat:
        assert has_moved(chat)


@pytest.mark.parametrize("failures", [1, 2, 3])
async def test_a_store_that_fails_for_a_while_delays_the_computer(
    chat: Chat, failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = chat.store.append

    async def fails(*args: Any, **named: Any) -> None:  # Any: handed on as they are
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise OSError("disk I/O error")
        await append(*args, **named)

    monkeypatch.setattr(umpire, "WAITS", (0.0, 0.0, 0.0))
    monkeypatch.setattr(chat.store, "append", fails)
    await begin(chat)
    assert has_moved(chat)


async def test_a_store_that_fails_for_good_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path, adapter = tmp_path / "chat.db", FakeAdapter()

    async def fails(*_: object, **__: object) -> None:
        raise OSError("disk I/O error")

    monkeypatch.setattr(umpire, "WAITS", (0.0, 0.0))
    async with open_chat(path, adapter=adapter) as chat:
        with pytest.MonkeyPatch.context() as failing:
            failing.setattr(chat.store, "append", fails)
            await begin(chat)
            assert "until the next start" in caplog.text
    async with open_chat(path, adapter=adapter) as chat:
        assert has_moved(chat)


async def test_a_match_that_cannot_be_read_does_not_keep_the_others_from_going_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, adapter = tmp_path / "chat.db", FakeAdapter()
    stopped = Failing(asyncio.CancelledError())
    async with open_chat(path, adapter=adapter, computers={"simple": stopped}) as chat:
        ana, bruno = chat.person("Ana"), chat.person("Bruno")
        await bruno.types("/challenge", chat.computer())
        chat.dice.queue((3, 5))
        await ana.types("/challenge 3", chat.computer())
    database = sqlite3.connect(path)
    with database:
        database.execute("UPDATE event SET type = 'of another world' WHERE match_id = 1 AND seq = 2")
    database.close()
    async with open_chat(path, adapter=adapter) as chat:
        assert has_moved(chat)
        failed = [entry for entry in caplog.records if entry.levelno >= logging.ERROR]
        assert [entry.getMessage() for entry in failed] == ["match 1 cannot be taken up"]
