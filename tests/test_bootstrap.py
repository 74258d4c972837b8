"""What is built from the settings, and how it starts and stops."""

from __future__ import annotations

import asyncio
import gc
import secrets
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot import bootstrap
from bot.adapters import AdapterContext, AdapterSpec, StartFailed
from bot.app.catalog import Catalog
from bot.app.records import MessageRef, View
from bot.app.replies import Animation, Board, Frame
from bot.app.requests import ChannelRef, PlayerRef, Request
from bot.app.sources import Stopped
from bot.bootstrap import Bot, PngPainter, RandomDice, attentive, chosen_adapters
from bot.config import Settings
from bot.engine.decide import start_match
from bot.engine.house_rules import HouseRules, SingleGame
from bot.engine.match import replay
from bot.failures import Failure
from bot.players import SIMPLEST, ComputerPlayer
from bot.store import SqlStore, open_store
from bot.thinking.pool import Pool
from renderers.board_view import BoardView
from tests.helpers.states import START, row

ANA = PlayerRef("test", "ana", "Ana")


class FakeAdapter:
    """An adapter that says what happens to it. `start_error` is raised by start; `hangs` never ends."""

    partial_gap_seconds = 0.0
    typing_gap_seconds = 9.0

    def __init__(self, platform: str, happened: list[str]) -> None:
        self.platform = platform
        self.happened = happened
        self.start_error: Exception | None = None
        self.hangs: str = ""
        self.context: AdapterContext | None = None

    def spec(self) -> AdapterSpec:
        """Return the spec that builds this very object."""

        def build(context: AdapterContext) -> FakeAdapter:
            self.context = context
            return self

        return AdapterSpec(self.platform, f"{self.platform}_token", build)

    async def start(self) -> None:
        """Start, fail or hang as told."""
        await self._note("start")
        if self.start_error:
            raise self.start_error

    async def stop(self) -> None:
        """Stop taking requests."""
        await self._note("stop")

    async def disconnect(self) -> None:
        """Let go."""
        await self._note("disconnect")

    async def post(self, view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Show a board."""
        await self._note("post")
        return MessageRef("club", "1")

    async def edit(self, view: View, message: MessageRef, board: Board) -> None:
        """Change a board."""
        await self._note("edit")

    async def close(self, view: View, message: MessageRef, board: Board | None) -> None:
        """Close a board."""
        await self._note("close")

    async def typing(self, view: View) -> None:
        """Show that the bot types."""
        await self._note("typing")

    async def asks(self, text: str) -> None:
        """Hand a command in, as a platform would."""
        assert self.context is not None
        request = Request(secrets.token_hex(4), ChannelRef(self.platform, "club"), ANA, text)
        await self.context.front_door.handle(request)

    async def _note(self, what: str) -> None:
        self.happened.append(f"{self.platform} {what}")
        if what == self.hangs:
            await asyncio.Event().wait()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    """An empty database."""
    opened = await open_store(f"sqlite+aiosqlite:///{tmp_path / 'bot.db'}")
    yield opened
    await opened.close()


@pytest.fixture
def happened() -> list[str]:
    """What was done to the adapters, in order."""
    return []


def settings(**given: str) -> Settings:
    """Return settings that take nothing from the machine."""
    return Settings(_env_file=None, **given)  # type: ignore[arg-type, call-arg]  # pydantic checks


def bot_on(store: SqlStore, stopping: asyncio.Event) -> Bot:
    """Return a bot on a store."""
    return Bot(settings(), Catalog(), store, RandomDice(Random(1)), stopping)


async def wait_for(happened: list[str], what: str) -> None:
    """Let the bot work until something has happened."""
    async with asyncio.timeout(30):
        while what not in happened:  # noqa: ASYNC110 - a list is what there is to look at
            await asyncio.sleep(0.001)


# -- which adapters ----------------------------------------------------------------------------------


def names(chosen: tuple[AdapterSpec, ...]) -> list[str]:
    """Return the platforms of specs."""
    return [spec.platform for spec in chosen]


def test_without_a_token_the_terminal_is_chosen() -> None:
    assert names(chosen_adapters(settings())) == ["terminal"]


def test_a_token_chooses_its_platform_and_not_the_terminal() -> None:
    assert names(chosen_adapters(settings(telegram_token="1:x"))) == ["telegram"]


# -- starting and stopping -----------------------------------------------------------------------------


async def test_it_stops_intake_then_delivers_then_lets_go(store: SqlStore, happened: list[str]) -> None:
    stopping = asyncio.Event()
    adapter = FakeAdapter("test", happened)
    running = asyncio.create_task(bot_on(store, stopping).run((adapter.spec(),)))
    await wait_for(happened, "test start")
    await adapter.asks("challenge")
    stopping.set()
    await running
    assert happened == ["test start", "test stop", "test post", "test disconnect"]


async def test_what_is_due_is_delivered_at_the_next_start(
    store: SqlStore, happened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "DELIVER_SECONDS", 0.01)
    silent = FakeAdapter("test", [])
    silent.hangs = "post"
    stopping = asyncio.Event()
    running = asyncio.create_task(bot_on(store, stopping).run((silent.spec(),)))
    await wait_for(silent.happened, "test start")
    await silent.asks("challenge")
    await wait_for(silent.happened, "test post")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    stopping = asyncio.Event()
    running = asyncio.create_task(bot_on(store, stopping).run((FakeAdapter("test", happened).spec(),)))
    await wait_for(happened, "test post")
    stopping.set()
    await running


async def test_one_platform_that_is_turned_away_does_not_stop_the_other(
    store: SqlStore, happened: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    wrong, right = FakeAdapter("wrong", happened), FakeAdapter("right", happened)
    wrong.start_error = StartFailed("WRONG_TOKEN is not a token of the platform")
    stopping = asyncio.Event()
    running = asyncio.create_task(bot_on(store, stopping).run((wrong.spec(), right.spec())))
    await wait_for(happened, "right start")
    stopping.set()
    await running
    assert "wrong does not run: WRONG_TOKEN is not a token of the platform" in caplog.text
    assert "Traceback" not in caplog.text
    assert "right stop" in happened
    assert "wrong stop" not in happened


async def test_when_no_platform_starts_it_says_so(
    store: SqlStore, happened: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    adapter = FakeAdapter("test", happened)
    adapter.start_error = RuntimeError("a mistake of ours")
    with pytest.raises(Failure, match="no platform could be started"):
        await bot_on(store, asyncio.Event()).run((adapter.spec(),))
    assert "a mistake of ours" in caplog.text


async def test_a_platform_that_does_not_answer_holds_up_neither_the_other_nor_the_end(
    store: SqlStore, happened: list[str]
) -> None:
    slow, quick = FakeAdapter("slow", happened), FakeAdapter("quick", happened)
    slow.hangs = "start"
    stopping = asyncio.Event()
    running = asyncio.create_task(bot_on(store, stopping).run((slow.spec(), quick.spec())))
    await wait_for(happened, "quick start")
    await quick.asks("challenge")
    await wait_for(happened, "quick post")
    stopping.set()
    await running
    assert happened[-2:] == ["quick stop", "quick disconnect"]


@pytest.mark.parametrize("where", ["stop", "disconnect"])
async def test_an_adapter_that_hangs_is_given_up(
    store: SqlStore,
    happened: list[str],
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(bootstrap, "STOP_SECONDS", 0.01)
    monkeypatch.setattr(bootstrap, "DISCONNECT_SECONDS", 0.01)
    adapter = FakeAdapter("test", happened)
    adapter.hangs = where
    stopping = asyncio.Event()
    stopping.set()
    await bot_on(store, stopping).run((adapter.spec(),))
    assert happened[-1] == "test disconnect"
    assert "is given up" in caplog.text


async def test_the_processes_that_think_end_with_the_bot(
    store: SqlStore, happened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pools: list[Pool] = []

    def opened(players: Mapping[str, ComputerPlayer]) -> Pool:
        pools.append(Pool(players))
        return pools[0]

    monkeypatch.setattr(bootstrap, "Pool", opened)
    stopping = asyncio.Event()
    adapter = FakeAdapter("test", happened)
    running = asyncio.create_task(bot_on(store, stopping).run((adapter.spec(),)))
    await wait_for(happened, "test start")
    at = replay(start_match("backgammon", SingleGame(), HouseRules(), iter([(3, 1)])))
    await pools[0].choose(SIMPLEST, at, 0)
    assert len(pools[0].pids) == 1
    stopping.set()
    await running
    assert not pools[0].pids
    with pytest.raises(Stopped):
        await pools[0].choose(SIMPLEST, at, 0)


def test_stopping_takes_less_than_ten_seconds_in_all() -> None:
    parts = (
        bootstrap.STOP_SECONDS,
        bootstrap.THINK_SECONDS,
        bootstrap.DELIVER_SECONDS,
        bootstrap.DISCONNECT_SECONDS,
        bootstrap.WORKERS_SECONDS,
    )
    assert sum(parts) < 10


def test_the_interpreter_is_attentive_while_the_bot_runs_and_as_before_afterwards() -> None:
    usual = sys.getswitchinterval()
    with attentive():
        assert sys.getswitchinterval() == pytest.approx(bootstrap.SWITCH_SECONDS)
        assert gc.get_freeze_count() > 1000, "what was loaded is not looked through again"
    assert sys.getswitchinterval() == usual
    assert gc.get_freeze_count() == 0


# -- dice and pictures -----------------------------------------------------------------------------------


def test_dice_with_a_seed_repeat_themselves_and_others_do_not() -> None:
    first, second = (list(islice(RandomDice(Random(7)).rolls(), 50)) for _ in range(2))
    assert first == second
    assert first != list(islice(RandomDice(secrets.SystemRandom()).rolls(), 50))


def test_all_iterators_of_dice_share_one_sequence() -> None:
    whole = list(islice(RandomDice(Random(7)).rolls(), 4))
    dice = RandomDice(Random(7))
    assert [*islice(dice.rolls(), 2), *islice(dice.rolls(), 2)] == whole


def test_every_roll_comes_up() -> None:
    rolls = set(islice(RandomDice(Random(7)).rolls(), 1_000))
    assert rolls == {(one, two) for one in range(1, 7) for two in range(1, 7)}


async def test_a_film_is_drawn_once_and_no_board_waits_for_it() -> None:
    painter = PngPainter()
    begun = BoardView((row(START), row(START)))
    frames = tuple(Frame(replace(begun, pips=(167, count)), 500) for count in range(40))
    film = asyncio.create_task(painter.animation(Animation("long", frames)))
    await asyncio.sleep(0)
    await painter.png(begun)
    assert not film.done()
    drawn = await film
    assert drawn.startswith(b"GIF89a")
    assert await painter.animation(Animation("long", frames)) is drawn
    painter.close()


async def test_a_picture_is_drawn_once() -> None:
    painter = PngPainter()
    one, again = await asyncio.gather(*(painter.png(BoardView((row(START), row(START)))) for _ in range(2)))
    other = await painter.png(BoardView((row(START), row(START)), dice=(3, 1), dice_side=0))
    painter.close()
    assert one.startswith(b"\x89PNG")
    assert one is again
    assert one != other
