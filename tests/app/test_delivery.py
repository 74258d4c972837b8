"""The outbox: what happens when a platform refuses, loses or forgets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.app.ports import Blocked, DeliveryError, Migrated, NotDelivered, RetryAfter, Unknown
from bot.app.records import MatchRecord, MessageRef, View
from bot.app.replies import Board
from bot.app.requests import Request
from bot.engine.match import Phase
from tests.helpers.chat import Chat, FakeAdapter, FakeClock, Person, open_chat
from tests.helpers.houses import until


async def start(chat: Chat) -> tuple[Person, Person]:
    """Start a match in which Ana has 5-3 to play."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((5, 3))
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    return ana, bruno


@pytest.mark.parametrize("error", [NotDelivered(), RetryAfter(0.01), RuntimeError("a bug")])
async def test_what_was_not_delivered_is_delivered_later(chat: Chat, error: DeliveryError) -> None:
    ana, _ = await start(chat)
    chat.adapter.faults += [("post", error, False)] * 3
    await ana.types("/move 8/3 6/3")
    assert "@Bruno" in chat.live.text
    assert sum("`8/3 6/3`" in message.text for message in chat.adapter.messages) == 1


async def test_an_unknown_outcome_is_repeated_once(chat: Chat) -> None:
    ana, _ = await start(chat)
    chat.adapter.faults += [("post", Unknown(), True)] * 2
    await ana.types("/move 8/3 6/3")
    assert sum("`8/3 6/3`" in message.text for message in chat.adapter.messages) == 2


async def test_an_unknown_outcome_without_effect_still_arrives(chat: Chat) -> None:
    ana, _ = await start(chat)
    chat.adapter.faults.append(("post", Unknown(), False))
    await ana.types("/move 8/3 6/3")
    assert sum("`8/3 6/3`" in message.text for message in chat.adapter.messages) == 1


async def test_after_two_unknown_outcomes_the_next_board_is_a_new_message(chat: Chat) -> None:
    ana, bruno = await start(chat)
    chat.adapter.faults += [("post", Unknown(), False)] * 2
    await ana.types("/move 8/3 6/3")
    messages = len(chat.adapter.messages)
    await bruno.types("/roll")
    assert len(chat.adapter.messages) == messages + 1
    assert "@Bruno" in chat.live.text


async def test_an_unknown_outcome_is_repeated_whatever_failed_before(chat: Chat) -> None:
    ana, _ = await start(chat)
    chat.adapter.faults += [("post", NotDelivered(), False), ("post", Unknown(), False)]
    await ana.types("/move 8/3 6/3")
    assert "@Bruno" in chat.live.text


async def test_each_board_whose_outcome_is_unknown_is_repeated(chat: Chat) -> None:
    ana, bruno = await start(chat)
    post, failing = chat.adapter.post, [2]

    async def overtaken(view: View, board: Board, previous: MessageRef | None) -> MessageRef:
        """Lose two posts; while the first is lost, the match goes on."""
        if not failing[0]:
            return await post(view, board, previous)
        failing[0] -= 1
        if failing[0]:
            await chat.service.handle(_request(chat, bruno, "/roll"))
        raise Unknown

    chat.adapter.post = overtaken  # type: ignore[method-assign]  # the outcome is lost on the way
    chat.dice.queue((6, 1))
    await ana.types("/move 8/3 6/3")
    assert "@Bruno plays 6-1" in chat.live.text


async def test_an_edit_whose_outcome_is_unknown_is_repeated_until_it_is_known(chat: Chat) -> None:
    ana, bruno = await start(chat)
    await ana.types("/move 8/3 6/3")
    board = chat.live
    chat.dice.queue((6, 1))
    chat.adapter.faults += [("edit", Unknown(), True), ("edit", Unknown(), False), ("edit", Unknown(), False)]
    await bruno.presses("🎲")
    assert chat.live is board
    assert board.board.picture is not None
    assert board.board.picture.dice == (6, 1)
    assert not chat.adapter.faults


async def test_a_deleted_board_is_posted_again(chat: Chat) -> None:
    ana, bruno = await start(chat)
    await ana.types("/move 8/3 6/3")
    live = chat.live
    press = live.press("🎲")
    chat.adapter.delete(live)
    await bruno.presses(press)
    assert chat.live is not live
    assert chat.live.board.picture is not None
    assert chat.live.board.picture.dice is not None


async def test_a_migrated_chat_is_followed(chat: Chat) -> None:
    ana, _ = await start(chat)
    chat.adapter.faults.append(("post", Migrated("club-2"), False))
    await ana.types("/move 8/3 6/3")
    assert chat.live.ref.chat == "club-2"
    assert "@Bruno" in chat.live.text


async def test_a_blocked_channel_is_left_alone_until_somebody_speaks_there(chat: Chat) -> None:
    ana, bruno = await start(chat)
    chat.adapter.faults.append(("post", Blocked(), False))
    await ana.types("/move 8/3 6/3")
    posts = chat.adapter.calls.count("post")
    chat.delivery.wake()
    await chat.settle()
    assert chat.adapter.calls.count("post") == posts
    await bruno.types("/roll")
    assert "@Bruno" in chat.live.text


async def test_whoever_speaks_in_a_channel_that_was_blocked_sees_what_is_due(chat: Chat) -> None:
    ana, bruno = await start(chat)
    chat.adapter.faults.append(("post", Blocked(), False))
    await ana.types("/move 8/3 6/3")
    assert "@Bruno" not in chat.live.text
    await bruno.types("/pips")
    assert "@Bruno" in chat.live.text


async def test_all_boards_of_a_migrated_chat_are_posted_anew(chat: Chat) -> None:
    ana, _ = await start(chat)
    carla, diana = chat.person("Carla"), chat.person("Diana")
    await carla.types("/challenge 5", diana)
    await diana.presses("Accept")
    chat.adapter.faults.append(("post", Migrated("club-2"), False))
    await ana.types("/move 8/3 6/3")
    there = [message.text for message in chat.adapter.messages if message.ref.chat == "club-2"]
    assert len(there) == 2
    assert sum("Carla" in text for text in there) == 1


@pytest.mark.parametrize("method", ["due_views", "view", "match", "delivered"])
async def test_a_store_that_fails_for_a_moment_delays_a_board(
    chat: Chat, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = await start(chat)
    works = getattr(chat.store, method)
    request = _request(chat, ana, "/move 8/3 6/3")
    append = chat.store.append

    async def fails(*args: object, **named: object) -> object:
        """Fail once, then work again."""
        monkeypatch.setattr(chat.store, method, works)
        raise OSError("disk I/O error")

    async def then_fails(*args: Any, **named: Any) -> None:  # Any: handed on as they are
        await append(*args, **named)
        monkeypatch.setattr(chat.store, method, fails)

    monkeypatch.setattr(chat.store, "append", then_fails)
    await chat.service.handle(request)
    await chat.settle()
    assert "@Bruno" in chat.live.text


async def test_a_board_older_than_fifty_minutes_is_posted_anew(chat: Chat) -> None:
    ana, bruno = await start(chat)
    await ana.types("/move 8/3 6/3")
    live = chat.live
    chat.clock.pass_by(minutes=51)
    await bruno.presses("🎲")
    assert chat.live is not live
    assert not live.open


async def test_a_closed_board_that_cannot_be_closed_does_no_harm(chat: Chat) -> None:
    ana, bruno = await start(chat)
    chat.adapter.faults.append(("close", NotDelivered(), False))
    await ana.types("/move 8/3 6/3")
    await bruno.presses("🎲")
    assert "@Bruno" in chat.live.text


async def test_a_restart_posts_what_was_left_and_old_buttons_still_answer(tmp_path: Path) -> None:
    clock, adapter = FakeClock(), FakeAdapter()
    path = tmp_path / "chat.db"
    async with open_chat(path, clock=clock, adapter=adapter) as chat:
        ana, _ = await start(chat)
        adapter.faults += [("post", NotDelivered(), False)] * 1000
        answer = await chat.service.handle(_request(chat, ana, "/move 8/3 6/3"))
        assert not answer.words
        assert "`8/3 6/3`" not in chat.live.text
        await chat.delivery.drain(0.05)
    adapter.faults.clear()
    async with open_chat(path, clock=clock, adapter=adapter) as chat:
        assert "`8/3 6/3`" in chat.live.text
        chat.dice.queue((6, 1))
        await chat.person("Bruno").presses("🎲")
        assert chat.live.board.picture is not None
        assert chat.live.board.picture.dice == (6, 1)


def _request(chat: Chat, person: Person, text: str) -> Request:
    return Request("test:left", chat.channel, person.ref, text=text, locale="en", channel_locale="en")


async def test_by_tapping_a_game_with_the_computer_stays_in_one_message(chat: Chat) -> None:
    ana = chat.person("Ana")
    chat.dice.queue((5, 3))
    await ana.types("/challenge", chat.computer())
    (board,) = chat.adapter.messages
    for _ in range(400):
        record = await chat.store.match(1)
        assert record is not None
        if record.state.phase not in {Phase.TO_PLAY, Phase.TO_ROLL}:
            break
        assert chat.live is board
        ways = ("✓ ", "🎲", next((label for label in board.labels() if "→" in label), "⋯"))
        await ana.presses(next(label for label in board.labels() if label.startswith(ways)))
    assert board.edits > 3


async def test_what_is_offered_to_the_computer_stays_in_that_message_too(chat: Chat) -> None:
    ana = chat.person("Ana")
    chat.dice.queue((5, 3))
    await ana.types("/challenge", chat.computer())
    for label in ("8→3", "6→3", "✓"):
        await ana.presses(label)
    await ana.presses(replace(chat.live.press("Double"), verb="double!"))
    (board,) = chat.adapter.messages
    assert "Ana doubles to 2" in board.text


async def test_of_many_boards_one_at_a_time_is_put_into_words(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thread that computes would keep everything else waiting for its turn."""
    for name in ("Ana", "Bruno", "Carla"):
        await chat.person(name).types("/challenge 5", chat.computer())
    read, begun, gate, match = list[int](), list[str](), asyncio.Event(), chat.store.match

    async def reading(number: int) -> MatchRecord | None:
        record = await match(number)
        read.append(number)
        return record

    async def in_a_thread(work: Callable[..., Board], *args: Any, **named: Any) -> Board:  # Any: handed on
        begun.append(work.__name__)
        await gate.wait()
        return work(*args, **named)

    monkeypatch.setattr(chat.store, "match", reading)
    monkeypatch.setattr(asyncio, "to_thread", in_a_thread)
    for number in (1, 2, 3):
        (view,) = await chat.store.views_of(match=number)
        await chat.store.want_board(f"test:again:{view.id}", view.id, anew=True)
    chat.delivery.wake()
    await until(lambda: len(read) == 3)
    await asyncio.sleep(0)
    assert begun == ["board"]
    gate.set()
    await chat.settle()
    assert begun == ["board"] * 3


async def test_a_deleted_card_is_not_posted_again(chat: Chat) -> None:
    ana = chat.person("Ana")
    await ana.types("/challenge")
    chat.adapter.delete(chat.live)
    await ana.types("/cancel")
    assert len(chat.adapter.messages) == 1
