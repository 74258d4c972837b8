"""While the computer thinks for long, those who wait for it see so, and nothing else changes."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app.pondering import Patience
from bot.app.ports import DeliveryError, Gone, NotDelivered, RetryAfter, Unknown
from bot.app.requests import ChannelRef
from bot.engine.actions import Action, OfferDouble
from bot.engine.events import Seat
from bot.engine.match import MatchState
from bot.players import SIMPLEST, player_of
from tests.helpers.chat import PLATFORM, Chat, Message, open_chat, plain
from tests.helpers.houses import until

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")
SHORT = Patience(0.001, 0.002)
ONLY_TYPING = Patience(0.001, 60.0)
THINKS = "⏳ Gamão is thinking …"


class Slow:
    """A thinker that answers when it is let; what the simple player does, or an action of its own."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.action: Action | None = None

    async def choose(self, player_id: str, state: MatchState, seat: Seat) -> Action:
        """Wait, and choose."""
        await self.let.wait()
        return self.action or player_of(SIMPLEST).choose(state, seat)


class Table:
    """A chat in which Ana plays 5-3 against the computer, which will think."""

    def __init__(self, chat: Chat, thinker: Slow) -> None:
        self.chat = chat
        self.adapter = chat.adapter
        self.thinker = thinker
        self.ana = chat.person("Ana")

    async def begin(self, length: str = "1") -> None:
        """Challenge the computer; Ana starts with 5-3, and the computer goes on with 6-1."""
        self.chat.dice.queue((5, 3), (6, 1))
        await self.ana.types(f"/challenge {length}", self.chat.computer())

    def plays(self) -> asyncio.Task[object]:
        """Have Ana type her play. Ends when the computer has played too."""
        return asyncio.create_task(self.ana.types("/move 8/3 6/3"))

    async def taps(self) -> asyncio.Task[object]:
        """Have Ana tap her play. Ends when the computer has played too."""
        for label in ("8→3", "6→3"):
            await self.ana.presses(label)
        return asyncio.create_task(self.ana.presses("✓"))

    async def lets(self, turn: Awaitable[object]) -> None:
        """Let the computer play, and see the end of the turn."""
        self.thinker.let.set()
        await turn

    def thinking(self) -> list[Message]:
        """Return the messages that say that the computer thinks."""
        return [message for message in self.adapter.messages if THINKS in message.text]


@asynccontextmanager
async def opened(path: Path, patience: Patience) -> AsyncIterator[Table]:
    """Open a table."""
    thinker = Slow()
    async with open_chat(path, thinker=thinker, patience=patience) as chat:
        try:
            yield Table(chat, thinker)
        finally:
            thinker.let.set()  # or a test that fails would wait for ever


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A table where people see at once that the computer thinks."""
    async with opened(tmp_path / "chat.db", SHORT) as made:
        await made.begin()
        yield made


@pytest.fixture
async def quiet(tmp_path: Path) -> AsyncIterator[Table]:
    """A table where only typing is shown."""
    async with opened(tmp_path / "chat.db", ONLY_TYPING) as made:
        await made.begin()
        yield made


# -- typing -------------------------------------------------------------------------------------------


async def test_the_bot_types_again_and_again_until_it_has_played(quiet: Table) -> None:
    others = asyncio.all_tasks()
    turn = quiet.plays()
    await until(lambda: len(quiet.adapter.typed_in) >= 3)
    await quiet.lets(turn)
    await until(lambda: asyncio.all_tasks() <= others)
    assert set(quiet.adapter.typed_in) == {quiet.chat.channel}
    assert "@Ana" in quiet.chat.live.text


async def test_a_quick_thought_is_not_shown(tmp_path: Path) -> None:
    async with opened(tmp_path / "chat.db", Patience(60.0, 60.0)) as table:
        await table.begin()
        await table.lets(table.plays())
        assert "@Ana" in table.chat.live.text
        assert not {"typing", "edit"} & set(table.adapter.calls)


async def test_who_only_watches_sees_no_typing_and_no_line(table: Table) -> None:
    carla = table.chat.person("Carla")
    told = plain((await table.ana.types("/watch")).words)
    found = re.search(r"`/watch (\w+)`", told)
    assert found
    await carla.types(f"/watch {found[1]}", channel=ELSEWHERE)
    turn = table.plays()
    await until(table.thinking)
    assert [message.ref.chat for message in table.thinking()] == [table.chat.channel.chat]
    assert ELSEWHERE not in table.adapter.typed_in
    await table.lets(turn)


async def test_typing_that_fails_is_tried_again_and_harms_nothing(
    quiet: Table, caplog: pytest.LogCaptureFixture
) -> None:
    quiet.adapter.faults += [("typing", NotDelivered(), False)] * 2
    with caplog.at_level(logging.DEBUG, "bot.app.pondering"):
        turn = quiet.plays()
        await until(lambda: len(quiet.adapter.typed_in) >= 3)
    await quiet.lets(turn)
    assert "@Ana" in quiet.chat.live.text
    failed = [entry for entry in caplog.records if entry.name == "bot.app.pondering"]
    assert [entry.levelno for entry in failed] == [logging.DEBUG] * 2


async def test_a_store_that_fails_hides_that_the_computer_thinks_and_no_more(
    quiet: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = asyncio.Event()

    async def fails(**_: object) -> None:
        failed.set()
        raise OSError("disk I/O error")

    turn = quiet.plays()
    monkeypatch.setattr(quiet.chat.store, "views_of", fails)
    await failed.wait()
    await quiet.lets(turn)
    assert not quiet.adapter.typed_in
    assert "@Ana" in quiet.chat.live.text


# -- the line -----------------------------------------------------------------------------------------


async def test_the_live_board_says_so_once_without_buttons(table: Table) -> None:
    board = table.chat.live
    turn = table.plays()
    await until(table.thinking)
    typed = len(table.adapter.typed_in)
    await until(lambda: len(table.adapter.typed_in) > typed)
    assert table.thinking() == [board]
    assert board.edits == 1
    assert board.labels() == []
    assert "Ana 5-3: `8/3 6/3`" in board.text
    assert board.board.picture is not None
    assert board.board.picture.dice == (6, 1)
    assert not list(board.board.pings())
    await table.lets(turn)


async def test_the_next_board_takes_its_place_in_the_same_message(table: Table) -> None:
    board = table.chat.live
    turn = await table.taps()
    await until(table.thinking)
    await table.lets(turn)
    assert table.chat.live is board
    assert not table.thinking()
    assert "Gamão 6-1: `" in board.text
    assert board.labels()


async def test_a_message_that_is_left_behind_says_no_longer_so(table: Table) -> None:
    board = table.chat.live
    turn = table.plays()
    await until(table.thinking)
    await table.lets(turn)
    assert table.chat.live is not board
    assert not table.thinking()
    assert "▶ Gamão plays 6-1" in board.text
    assert not board.open


async def test_an_offer_of_the_computer_leaves_no_such_line_behind(tmp_path: Path) -> None:
    """It must be noticed, so it is a new message also where Ana taps."""
    async with opened(tmp_path / "chat.db", SHORT) as table:
        table.thinker.action = OfferDouble()
        await table.begin("3")
        turn = await table.taps()
        await until(table.thinking)
        await table.lets(turn)
        assert len(table.adapter.messages) == 2
        assert "@Ana takes 2?" in table.chat.live.text
        assert not table.thinking()


async def test_a_board_that_is_asked_for_meanwhile_comes_as_it_is(table: Table) -> None:
    turn = table.plays()
    await until(table.thinking)
    bruno = table.chat.person("Bruno")
    asked = asyncio.create_task(bruno.types("/board"))
    await until(lambda: len(table.adapter.messages) == 2)
    assert "▶ Gamão plays 6-1" in table.chat.live.text
    await until(lambda: not table.thinking())
    await table.lets(turn)
    await asked


@pytest.mark.parametrize("error", [NotDelivered(), RetryAfter(60.0), Unknown(), Gone()])
async def test_a_line_that_cannot_be_shown_is_given_up_and_no_board_waits(
    table: Table, error: DeliveryError
) -> None:
    table.adapter.faults.append(("edit", error, False))
    turn = table.plays()
    await until(lambda: not table.adapter.faults)
    await table.lets(turn)
    assert table.adapter.calls.count("edit") == 1
    assert "@Ana" in table.chat.live.text


async def test_a_line_that_may_have_been_shown_is_not_left_behind(table: Table) -> None:
    table.adapter.faults.append(("edit", Unknown(), True))
    turn = table.plays()
    await until(table.thinking)
    await table.lets(turn)
    assert not table.thinking()


async def test_it_is_said_in_the_language_of_the_channel(tmp_path: Path) -> None:
    async with opened(tmp_path / "chat.db", SHORT) as table:
        table.ana.locale = "pt-BR"
        await table.begin()
        turn = table.plays()
        await until(lambda: "⏳ Gamão está pensando …" in table.chat.live.text)
        await table.lets(turn)


async def test_before_the_first_board_there_is_nothing_to_say_it_in(tmp_path: Path) -> None:
    async with opened(tmp_path / "chat.db", SHORT) as table:
        table.chat.dice.queue((3, 5))
        turn = asyncio.create_task(table.ana.types("/challenge 1", table.chat.computer()))
        await until(lambda: len(table.adapter.typed_in) >= 2)
        assert not table.adapter.messages
        await table.lets(turn)
        (board,) = table.adapter.messages
        assert "@Ana" in board.text
