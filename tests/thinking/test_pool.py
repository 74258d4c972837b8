"""Worker processes: they think, they may die, and the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot import bootstrap
from bot.app.sources import Stopped
from bot.engine.actions import MakePlay
from bot.players import SIMPLEST, ComputerPlayer, player_of
from bot.thinking import pool
from bot.thinking.messages import Choosing
from bot.thinking.pool import Pool, Worker
from tests.helpers.chat import open_chat
from tests.helpers.rogues import Crashing, CrashingOnce, Hanging, Rogue, Talking, Wrong, asked
from tests.helpers.states import state

AT = state(dice="31")
RIGHT = MakePlay("8/5 6/5")
Open = Callable[..., Pool]


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    """Where rogues write down when they are asked."""
    return tmp_path / "diary"


@pytest.fixture
async def thinking() -> AsyncIterator[Open]:
    """Open pools of players; they are closed at the end."""
    pools = []

    def opened(*players: ComputerPlayer, workers: int = 2) -> Pool:
        pools.append(Pool({player.id: player for player in players}, workers))
        return pools[-1]

    yield opened
    await asyncio.gather(*(each.close() for each in pools))


async def until(happened: Callable[[], object]) -> None:
    """Let the processes work until something has happened."""
    async with asyncio.timeout(60):
        while not happened():  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.01)


def gone(pid: int) -> bool:
    """Return whether a process is no more."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_a_choice_is_made_in_another_process(thinking: Open, diary: Path) -> None:
    players = thinking(Rogue(diary))
    assert players.pids == ()
    assert await players.choose("rogue", AT, 0) == RIGHT
    assert asked(diary) == list(players.pids)
    assert os.getpid() not in asked(diary)


async def test_a_worker_is_kept(thinking: Open, diary: Path) -> None:
    players = thinking(Rogue(diary))
    for _ in range(3):
        await players.choose("rogue", AT, 0)
    assert len(set(asked(diary))) == 1


async def test_two_think_at_once_and_a_third_waits(thinking: Open, diary: Path) -> None:
    players = thinking(Rogue(diary))
    answers = await asyncio.gather(*(players.choose("rogue", AT, 0) for _ in range(5)))
    assert answers == [RIGHT] * 5
    assert len(set(asked(diary))) <= 2
    assert len(players.pids) <= 2


async def test_a_worker_that_is_killed_while_it_thinks_is_replaced(thinking: Open, diary: Path) -> None:
    """The one that is asked instead hangs as well, so the simple player answers in the end."""
    players = thinking(Hanging(diary))
    choice = asyncio.create_task(players.choose("rogue", AT, 0))
    await until(lambda: len(asked(diary)) == 1)
    os.kill(asked(diary)[-1], signal.SIGKILL)
    await until(lambda: len(asked(diary)) == 2)
    os.kill(asked(diary)[-1], signal.SIGKILL)
    assert await choice == RIGHT
    assert len(set(asked(diary))) == 2


async def test_an_idle_worker_that_is_killed_is_replaced(thinking: Open, diary: Path) -> None:
    players = thinking(Rogue(diary), workers=1)
    await players.choose("rogue", AT, 0)
    os.kill(players.pids[0], signal.SIGKILL)
    await until(lambda: gone(asked(diary)[0]))
    assert await players.choose("rogue", AT, 0) == RIGHT
    assert len(set(asked(diary))) == 2


async def test_after_a_crash_it_is_asked_once_more(
    thinking: Open, diary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    players = thinking(CrashingOnce(diary))
    assert await players.choose("rogue", AT, 0) == RIGHT
    assert len(set(asked(diary))) == 2
    assert "the process of rogue has ended" in caplog.text
    assert "simple" not in caplog.text


async def test_who_crashes_twice_is_stood_in_for(
    thinking: Open, diary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    players = thinking(Crashing(diary))
    assert await players.choose("rogue", AT, 0) == RIGHT
    assert len(asked(diary)) == 2
    assert "the simple player answers for rogue" in caplog.text


async def test_who_hangs_is_stood_in_for_and_ended(
    thinking: Open, diary: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    players = thinking(Rogue(diary, "first"), Hanging(diary, seconds=0.2), workers=1)
    await players.choose("first", AT, 0)
    monkeypatch.setattr(pool, "START_SECONDS", 5.0)
    assert await players.choose("rogue", AT, 0) == RIGHT
    assert "rogue thinks for more than 0.2 s" in caplog.text
    assert all(map(gone, asked(diary)))


async def test_an_error_is_logged_and_not_repeated(
    thinking: Open, diary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    players = thinking(Wrong(diary), Rogue(diary, "other"))
    assert await players.choose("rogue", AT, 0) == RIGHT
    assert len(asked(diary)) == 1
    assert "a rogue's mistake" in caplog.text
    await players.choose("other", AT, 0)
    assert len(set(asked(diary))) == 1


async def test_what_a_library_prints_is_no_answer(thinking: Open, diary: Path) -> None:
    assert await thinking(Talking(diary)).choose("rogue", AT, 0) == RIGHT
    assert len(asked(diary)) == 1


async def test_a_player_that_lacks_something_is_not_asked(
    thinking: Open, diary: Path, caplog: pytest.LogCaptureFixture
) -> None:
    players = thinking(Rogue(diary, lacks="a library"))
    assert await players.choose("rogue", AT, 0) == RIGHT
    assert await players.choose("nobody", AT, 0) == RIGHT
    assert asked(diary) == []
    assert "missing here" in caplog.text


async def test_where_no_process_can_be_started_the_simple_player_answers(
    thinking: Open, diary: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", str(diary / "nothing"))
    assert await thinking(Rogue(diary)).choose("rogue", AT, 0) == RIGHT
    assert "no process could be started" in caplog.text


async def test_giving_a_choice_up_ends_its_worker(thinking: Open, diary: Path) -> None:
    players = thinking(Hanging(diary), Rogue(diary, "other"), workers=1)
    choice = asyncio.create_task(players.choose("rogue", AT, 0))
    await until(lambda: asked(diary))
    choice.cancel()
    await asyncio.gather(choice, return_exceptions=True)
    assert gone(asked(diary)[0])
    assert await players.choose("other", AT, 0) == RIGHT


async def test_closing_ends_all_workers_and_what_they_think(thinking: Open, diary: Path) -> None:
    players = thinking(Hanging(diary), Rogue(diary, "other"))
    await players.choose("other", AT, 0)
    choice = asyncio.create_task(players.choose("rogue", AT, 0))
    await until(lambda: len(asked(diary)) == 2)
    await asyncio.wait_for(players.close(), bootstrap.WORKERS_SECONDS * 10)
    with pytest.raises(Stopped):
        await choice
    with pytest.raises(Stopped):
        await players.choose("other", AT, 0)
    assert all(map(gone, asked(diary)))
    assert len(asked(diary)) == 2


async def test_workers_end_when_the_bot_is_killed(diary: Path, tmp_path: Path) -> None:
    """Its end closes their standard input."""
    program = (
        "import asyncio, os, pathlib, sys\n"
        "from bot.thinking.pool import Pool\n"
        "from tests.helpers.rogues import Rogue\n"
        "from tests.helpers.states import state\n"
        "async def main():\n"
        "    players = Pool({'rogue': Rogue(pathlib.Path(sys.argv[1]))})\n"
        "    await players.choose('rogue', state(dice='31'), 0)\n"
        "    os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", program, str(diary))
    assert await killed.wait() == -signal.SIGKILL
    await until(lambda: gone(asked(diary)[0]))


# -- in a match --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rogue", [Rogue, CrashingOnce, Crashing, Wrong], ids=lambda rogue: rogue.__name__)
async def test_a_match_goes_on_whatever_happens_to_the_worker(
    rogue: type[Rogue], thinking: Open, diary: Path, tmp_path: Path
) -> None:
    player = rogue(diary, SIMPLEST)
    async with open_chat(
        tmp_path / "chat.db", computers={SIMPLEST: player}, thinker=thinking(player)
    ) as chat:
        ana = chat.person("Ana")
        chat.dice.queue((3, 5))
        await ana.types("/challenge 3", chat.computer())
        assert asked(diary)
        assert "@Ana" in chat.live.text
        assert chat.live.board.picture is not None


async def test_a_match_goes_on_after_the_bot_was_killed_while_the_computer_thought(
    thinking: Open, diary: Path, tmp_path: Path
) -> None:
    path, hanging = tmp_path / "chat.db", Hanging(diary, SIMPLEST)
    players = thinking(hanging)
    async with open_chat(path, computers={SIMPLEST: hanging}, thinker=players) as chat:
        chat.dice.queue((3, 5))
        turn = asyncio.create_task(chat.person("Ana").types("/challenge 3", chat.computer()))
        await until(lambda: asked(diary))
        await players.close()
        await turn
        assert not chat.adapter.messages
        adapter = chat.adapter
    again = Rogue(diary, SIMPLEST)
    computers = {SIMPLEST: player_of(SIMPLEST)}
    async with open_chat(path, adapter=adapter, computers=computers, thinker=thinking(again)) as chat:
        assert "@Ana" in chat.live.text


async def test_a_worker_that_was_just_started_may_take_longer() -> None:
    started = await Worker.start()
    try:
        simple = player_of(SIMPLEST)
        assert await started.ask(Choosing(simple, AT, 0)) == RIGHT
        assert started.lives
    finally:
        await started.end()
    assert not started.lives
