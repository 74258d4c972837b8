"""Whatever people type and press, the conversation keeps its law."""

from __future__ import annotations

import logging
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.app.ports import DeliveryError, NotDelivered, RetryAfter, Unknown
from bot.app.records import MatchRecord
from bot.app.replies import Answer, AnswerKind
from bot.app.standing import persons_to_act
from bot.engine.events import (
    Beavered,
    Doubled,
    GameStarted,
    Raccooned,
    ResignationOffered,
    SettlementOffered,
)
from bot.engine.house_rules import Money
from tests.helpers.chat import DELETED, PLATFORM, FakeAdapter, FakeClock, open_chat, plain
from tests.helpers.keyboards import presses
from tests.helpers.talk import Scene, Talk, Turn, check_boards

OFFERS = (Doubled, Beavered, Raccooned, ResignationOffered, SettlementOffered)
AFTER_THE_END = {"rematch", "export", "replay", "analyze"}
BOARD_ASKED_FOR = ("/board", "/b ", "/tabuleiro", "/watch", "/assistir")


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_the_law_holds(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    random, adapter = Random(seed), FakeAdapter()
    done: list[tuple[Turn, str]] = []
    for session in range(2):
        async with open_chat(tmp_path / "chat.db", seed=2 * seed + session, adapter=adapter) as chat:
            talk = Talk(chat, random)
            for _ in range(40):
                await step(talk, done)
                if random.random() < 0.2:
                    await repeat(talk, *random.choice(done))
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_fails_every_board_arrives(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    random, adapter, clock = Random(seed), FakeAdapter(), FakeClock()
    errors: list[DeliveryError] = [NotDelivered(), RetryAfter(0.001), Unknown()]
    async with open_chat(tmp_path / "chat.db", seed=seed, adapter=adapter, clock=clock) as chat:
        talk = Talk(chat, random)
        scene = await talk.scene()
        for _ in range(60):
            adapter.faults = [
                (random.choice(("post", "edit")), error, False) for error in errors if random.random() < 0.3
            ]
            if scene.matches and random.random() < 0.1:
                adapter.delete(talk.message_of(random.choice(list(scene.views.values()))[0]))
            clock.pass_by(minutes=random.choice((1, 1, 1, 51)))
            await talk.take(talk.turn(scene), chat.next_id())
            scene = await talk.scene()
            check_boards(talk, scene)
            check_old_boards(talk, scene)
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


async def step(talk: Talk, done: list[tuple[Turn, str]]) -> None:
    """Have somebody do something, and hold what follows to the law."""
    before = await talk.scene()
    turn, request = talk.turn(before), talk.chat.next_id()
    shown = Counter(message.ref.chat for message in talk.chat.adapter.messages)
    answer = await talk.take(turn, request)
    done.append((turn, request))
    after = await talk.scene()
    check_answer(answer)
    check_boards(talk, after)
    check_old_boards(talk, after)
    await check_seats(talk, after)
    fresh = Counter(message.ref.chat for message in talk.chat.adapter.messages) - shown
    await check_messages(talk, turn, before, after, fresh)


async def repeat(talk: Talk, turn: Turn, request: str) -> None:
    """Have something delivered again: what was done is not done twice."""
    before, messages = await talk.scene(), len(talk.chat.adapter.messages)
    if await talk.chat.store.seen(request):
        answer = await talk.take(turn, request)
        assert answer.kind is AnswerKind.NOTHING
        assert await talk.scene() == before
        assert len(talk.chat.adapter.messages) == messages


def check_answer(answer: Answer) -> None:
    """A refusal is short and says something; nothing says nothing."""
    text = plain(answer.words)
    match answer.kind:
        case AnswerKind.REFUSAL:
            assert 0 < len(text) <= 300
        case AnswerKind.TOAST:
            assert len(text) <= 200
        case AnswerKind.NOTHING:
            assert not text


def check_old_boards(talk: Talk, scene: Scene) -> None:
    """A board that is no longer live keeps no buttons, but for what may be done after a match."""
    live = [talk.message_of(view) for views in scene.views.values() for view in views]
    for message in talk.chat.adapter.messages:
        if message.open and message not in live and message.ref.chat != DELETED:
            verbs = {press.verb for press in presses(message.board.keyboard) if press.scope == "g"}
            assert verbs <= AFTER_THE_END


async def check_seats(talk: Talk, scene: Scene) -> None:
    """Everybody sits where they can type, and a ledger sums to zero."""
    for record in scene.matches.values():
        if isinstance(record.state.length, Money):
            assert sum(record.state.score) == 0
        homes = {view.channel.id for view in scene.views[record.id] if not view.watching}
        for at in record.seats:
            if at.player.ref.platform == PLATFORM:
                assert record.id in {await talk.chat.store.live_match(home, at.player.id) for home in homes}


async def check_messages(talk: Talk, turn: Turn, before: Scene, after: Scene, fresh: Counter[str]) -> None:
    """A new message has a reason, and there is never more than one a place."""
    assert max(fresh.values(), default=0) <= 1
    if before == after and not turn.text.startswith(BOARD_ASKED_FOR):
        assert not fresh
    for number in before.matches.keys() & after.matches.keys():
        was, now = before.matches[number], after.matches[number]
        if was.state.version != now.state.version:
            places = {view.channel.ref.chat for view in after.views[number] if not view.watching}
            expected = not turn.press or await is_new(talk, was, now)
            assert {chat for chat in places if fresh[chat]} == (places if expected else set())


async def is_new(talk: Talk, was: MatchRecord, now: MatchRecord) -> bool:
    """Return whether a press calls for a new message: somebody else is to act, or it must be noticed."""
    people = [at.seat for at in now.seats if at.player.ref.platform == PLATFORM]
    moved = persons_to_act(was, was.state) != persons_to_act(now, now.state)
    happened = (await talk.chat.store.log(now.id))[was.state.version :]
    offered = {event.seat for event in happened if isinstance(event, OFFERS)}
    noticed = any(isinstance(event, GameStarted) for event in happened)
    return noticed or any(set(people) - {seat} for seat in offered) or (len(people) > 1 and moved)
