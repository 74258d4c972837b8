"""From a challenge to the first board."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot.app.codes import SecretCodes
from bot.app.records import Challenge
from bot.app.replies import AnswerKind
from bot.app.requests import ChannelRef, Handle, PlayerKind, PlayerRef, Press
from tests.helpers.chat import PLATFORM, Chat, FakeAdapter, FakeClock, Person, open_chat, plain

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")


async def test_a_challenge_posts_a_card_that_names_both_and_the_rules(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    assert "Ana" in chat.live.text
    assert "@Bruno" in chat.live.text
    assert chat.live.labels()[:2] == ["Accept", "Decline"]


async def test_accepting_starts_the_match_with_an_opening_roll(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((4, 4), (3, 5))
    await ana.types("/challenge 5", bruno)
    await bruno.presses("Accept")
    assert "4-4" in chat.live.text
    assert "@Bruno" in chat.live.text
    assert chat.live.board.picture is not None
    assert chat.live.board.picture.dice in {(3, 5), (5, 3)}
    assert not chat.adapter.messages[0].labels()


async def test_accepting_by_typing(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    await bruno.types("/accept")
    assert chat.live.board.picture is not None


async def test_anyone_may_accept_an_open_challenge_but_oneself(chat: Chat) -> None:
    ana, carla = chat.person("Ana"), chat.person("Carla")
    await ana.types("/challenge")
    card = chat.live
    answer = await ana.presses("Accept")
    assert answer.kind is AnswerKind.REFUSAL
    assert chat.live is card
    await carla.presses("Accept")
    assert chat.live.board.picture is not None


async def test_nobody_else_may_accept_a_challenge_to_somebody(chat: Chat) -> None:
    ana, bruno, carla = chat.person("Ana"), chat.person("Bruno"), chat.person("Carla")
    await ana.types("/challenge", bruno)
    for answer in (
        await carla.presses("Accept"),
        await carla.types("/accept"),
        await carla.presses("Decline"),
    ):
        assert answer.kind is AnswerKind.REFUSAL
        assert "Bruno" in plain(answer.words)
    assert len(chat.adapter.messages) == 1


async def test_a_challenge_to_a_user_name_is_bound_to_whoever_bears_it(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno", username="Bruno_BG")
    carla = chat.person("Carla", username="carla")
    await ana.types("/challenge @bruno_bg", Handle(PLATFORM, "bruno_bg"))
    assert (await carla.presses("Accept")).kind is AnswerKind.REFUSAL
    await bruno.presses("Accept")
    assert chat.live.board.picture is not None


@pytest.mark.parametrize("kind", [PlayerKind.BOT, PlayerKind.ANONYMOUS])
async def test_who_cannot_play_is_refused_with_the_reason(chat: Chat, kind: PlayerKind) -> None:
    other = Person(chat, PlayerRef(PLATFORM, "other", "Other", kind=kind))
    answer = await chat.person("Ana").types("/challenge", other)
    assert answer.kind is AnswerKind.REFUSAL
    assert not chat.adapter.messages


async def test_one_cannot_challenge_oneself(chat: Chat) -> None:
    ana = chat.person("Ana", username="ana")
    assert (await ana.types("/challenge", ana)).kind is AnswerKind.REFUSAL
    assert (await ana.types("/challenge @Ana", Handle(PLATFORM, "Ana"))).kind is AnswerKind.REFUSAL
    assert not chat.adapter.messages


async def test_declining_and_withdrawing_take_the_buttons_off(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    await bruno.presses("Decline")
    assert not chat.live.labels()
    await ana.types("/challenge", bruno)
    await ana.types("/cancel")
    assert not chat.live.labels()
    assert (await bruno.types("/accept")).kind is AnswerKind.REFUSAL


async def test_a_second_challenge_takes_the_place_of_the_first(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    await ana.types("/challenge 3", bruno)
    first, second = chat.adapter.messages
    assert not first.labels()
    assert second.labels()


async def test_the_challenger_edits_the_card_and_an_older_card_cannot_be_accepted(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    seen = chat.live.press("Accept")
    await ana.presses("5")
    assert "5" in chat.live.text
    answer = await bruno.presses(seen)
    assert answer.kind is AnswerKind.REFUSAL
    assert chat.live.board.picture is None
    assert (await bruno.presses("7")).kind is AnswerKind.REFUSAL
    await bruno.presses("Accept")
    assert "to 5" in chat.live.text


async def test_the_card_refuses_what_does_not_go_together(chat: Chat) -> None:
    ana = chat.person("Ana")
    await ana.types("/challenge money")
    offer = chat.live.text
    answer = await ana.presses("✓ Cube")
    assert answer.kind is AnswerKind.REFUSAL
    assert "cube" in plain(answer.words).lower()
    assert chat.live.text == offer


async def test_presets_are_chosen_on_the_card(chat: Chat) -> None:
    ana = chat.person("Ana")
    await ana.types("/challenge")
    answer = await ana.presses("Rules")
    assert answer.keyboard is not None
    for button in (button for group in answer.keyboard for button in group.buttons):
        press = Press.decode(button.id)
        assert press is not None
        if press.verb == "preset" and press.argument == "mao10":
            await ana.presses(press)
    assert "10" in chat.live.text
    assert "Brazil" in chat.live.text


async def test_a_challenge_expires_after_a_day_silently(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    chat.clock.pass_by(hours=25)
    assert (await bruno.types("/accept")).kind is AnswerKind.REFUSAL
    assert (await bruno.presses("Accept")).kind is AnswerKind.REFUSAL
    assert len(chat.adapter.messages) == 1


async def test_who_plays_already_cannot_start_another_match_here(chat: Chat) -> None:
    ana, bruno, carla = chat.person("Ana"), chat.person("Bruno"), chat.person("Carla")
    await ana.types("/challenge", bruno)
    await carla.types("/challenge", bruno)
    await bruno.presses("Accept", chat.adapter.messages[0])
    assert (await bruno.presses("Accept", chat.adapter.messages[1])).kind is AnswerKind.REFUSAL
    assert (await ana.types("/challenge", carla)).kind is AnswerKind.REFUSAL
    assert (await carla.types("/challenge", ana)).kind is AnswerKind.REFUSAL


async def test_two_who_accept_at_once_start_one_match(chat: Chat) -> None:
    ana, bruno, carla = chat.person("Ana"), chat.person("Bruno"), chat.person("Carla")
    await ana.types("/challenge")
    card = chat.live
    answers = await asyncio.gather(bruno.presses("Accept", card), carla.presses("Accept", card))
    assert sorted(answer.kind for answer in answers) == [AnswerKind.NOTHING, AnswerKind.REFUSAL]
    assert len(chat.adapter.messages) == 2


async def test_the_same_challenge_delivered_twice_is_one_card(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno, request="test:same")
    await ana.types("/challenge", bruno, request="test:same")
    assert len(chat.adapter.messages) == 1
    await bruno.presses("Accept", request="test:accept")
    await bruno.presses("Accept", chat.adapter.messages[0]) if chat.adapter.messages[0].labels() else None
    assert len(chat.adapter.messages) == 2


async def test_challenging_the_bot_starts_at_once(chat: Chat) -> None:
    await chat.person("Ana").types("/challenge 3", chat.computer())
    assert chat.live.board.picture is not None
    assert "Gamão" in chat.live.text


@pytest.mark.parametrize(
    "text", ["/challenge 100", "/challenge 0", "/challenge tournament", "/challenge 5 beavers"]
)
async def test_an_offer_that_makes_no_sense_is_refused(chat: Chat, text: str) -> None:
    answer = await chat.person("Ana").types(text)
    assert answer.kind is AnswerKind.REFUSAL
    assert not chat.adapter.messages


# -- at once, twice, or cut short ---------------------------------------------------------------------


async def test_a_stranger_cannot_decline_a_challenge_to_anyone(chat: Chat) -> None:
    ana, carla = chat.person("Ana"), chat.person("Carla")
    await ana.types("/challenge")
    answer = await carla.types("/decline")
    assert answer.kind is AnswerKind.REFUSAL
    assert "Ana" in plain(answer.words)
    assert "Accept" in chat.live.labels()


async def test_whoever_is_asked_by_name_declines_that_challenge_and_not_one_to_anyone(chat: Chat) -> None:
    ana, bruno, carla = chat.person("Ana"), chat.person("Bruno"), chat.person("Carla")
    await ana.types("/challenge", bruno)
    await carla.types("/challenge")
    await bruno.types("/decline")
    to_bruno, to_anyone = chat.adapter.messages
    assert not to_bruno.labels()
    assert to_anyone.labels()


@pytest.mark.parametrize("text", ["/challenge", "/challenge 3 code", "/accept", "/rematch"])
async def test_who_writes_anonymously_cannot_play(chat: Chat, text: str) -> None:
    anonymous = Person(chat, PlayerRef(PLATFORM, "-100", "Club", kind=PlayerKind.ANONYMOUS))
    await chat.person("Ana").types("/challenge")
    cards = len(chat.adapter.messages)
    answer = await anonymous.types(text)
    assert answer.kind is AnswerKind.REFUSAL
    assert len(chat.adapter.messages) == cards
    assert await chat.store.live_matches() == ()


async def test_a_code_that_is_taken_is_thrown_again(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr(SecretCodes, "new", lambda _: next(codes))
    for name in ("Ana", "Bruno"):
        assert (await chat.person(name).types("/challenge")).kind is AnswerKind.NOTHING
    assert len(chat.adapter.messages) == 2


@pytest.mark.parametrize("answer", ["Accept", "Decline"])
async def test_a_challenge_that_is_answered_while_the_next_one_takes_its_place(
    chat: Chat, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    listed = chat.store.open_challenges

    async def overtaken(channel: int | None = None) -> tuple[Challenge, ...]:
        """List the challenges; right after, Bruno answers."""
        found = await listed(channel)
        monkeypatch.setattr(chat.store, "open_challenges", listed)
        await bruno.presses(answer)
        return found

    monkeypatch.setattr(chat.store, "open_challenges", overtaken)
    told = await ana.types("/challenge 3", bruno)
    if answer == "Decline":
        assert told.kind is AnswerKind.NOTHING
        assert "to 3" in chat.live.text
    else:
        assert "already in a match" in plain(told.words)
        assert "Accept" not in chat.live.labels()


async def test_who_is_seated_while_the_computer_is_asked_is_told_so(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await bruno.types("/challenge", ana)
    card = chat.live
    opened = chat.store.challenge

    async def overtaken(challenge: int) -> Challenge | None:
        """Right before the computer accepts, Ana accepts Bruno's challenge in another window."""
        monkeypatch.setattr(chat.store, "challenge", opened)
        await ana.presses("Accept", card)
        return await opened(challenge)

    monkeypatch.setattr(chat.store, "challenge", overtaken)
    told = await ana.types("/challenge", chat.computer())
    assert "already in a match" in plain(told.words)
    assert len(await chat.store.live_matches()) == 1
    assert await chat.store.open_challenges() == ()
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


async def test_a_challenge_to_the_computer_survives_a_stop_in_between(tmp_path: Path) -> None:
    path, adapter = tmp_path / "chat.db", FakeAdapter()
    async with open_chat(path, adapter=adapter) as chat:
        await ask_the_computer_and_stop(chat)
        assert await chat.store.live_matches() == ()
    async with open_chat(path, adapter=adapter) as chat:
        assert chat.live.board.picture is not None
        await chat.person("Ana").types("/challenge 3", chat.computer(), request="test:cut")
        assert len(await chat.store.live_matches()) == 1


async def test_an_old_challenge_to_the_computer_is_not_taken_up_again(tmp_path: Path) -> None:
    path, adapter, clock = tmp_path / "chat.db", FakeAdapter(), FakeClock()
    async with open_chat(path, adapter=adapter, clock=clock) as chat:
        await ask_the_computer_and_stop(chat)
    clock.pass_by(hours=25)
    async with open_chat(path, adapter=adapter, clock=clock) as chat:
        assert await chat.store.live_matches() == ()


async def ask_the_computer_and_stop(chat: Chat) -> None:
    """End the process between Ana's challenge and the match."""
    with pytest.MonkeyPatch.context() as stopping:
        stopping.setattr(chat.store, "start_match", killed)
        with pytest.raises(asyncio.CancelledError):
            await chat.person("Ana").types("/challenge 3", chat.computer(), request="test:cut")


async def killed(*_: object, **__: object) -> int:
    """Stand for a process that ends here."""
    raise asyncio.CancelledError


# -- once more ----------------------------------------------------------------------------------------


async def finished(chat: Chat, guests: ChannelRef | None = None) -> tuple[Person, Person]:
    """Have Ana lose a match of one point to Bruno, who plays from the channel `guests`."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.dice.queue((5, 3))
    await ana.types("/challenge 1 code")
    code = chat.live.text.split("`")[1].removeprefix("/accept ")
    await bruno.types(f"/accept {code}", channel=guests)
    await ana.types("/resign backgammon")
    await bruno.types("/accept", channel=guests)
    return ana, bruno


async def test_a_rematch_that_both_ask_for_begins(chat: Chat) -> None:
    ana, bruno = await finished(chat)
    board = chat.live
    await ana.presses("Rematch", board)
    await bruno.presses("Rematch", board)
    assert chat.live.board.picture is not None
    assert "to 1" in chat.live.text


async def test_another_offer_is_not_a_rematch(chat: Chat) -> None:
    ana, bruno = await finished(chat)
    board = chat.live
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Rematch", board)
    assert await chat.store.live_matches() == ()
    assert len(await chat.store.open_challenges()) == 2


@pytest.mark.parametrize("answer", ["Accept", "/accept", "/rematch"])
async def test_a_rematch_is_put_to_an_opponent_in_another_channel(chat: Chat, answer: str) -> None:
    ana, bruno = await finished(chat, guests=ELSEWHERE)
    await ana.types("/rematch")
    card = next(message for message in chat.adapter.messages if "Accept" in message.labels())
    there = next(
        message
        for message in chat.adapter.messages
        if message.ref.chat == "elsewhere" and message.labels()[0] == "Accept"
    )
    if answer == "Accept":
        await bruno.presses("Accept", there, channel=ELSEWHERE)
    else:
        await bruno.types(answer, channel=ELSEWHERE)
    assert not card.labels()
    assert not there.labels()
    boards = {message.ref.chat for message in chat.adapter.messages[-2:] if message.board.picture}
    assert boards == {"club", "elsewhere"}
    (match,) = await chat.store.live_matches()
    for channel, who in ((chat.channel, ana), (ELSEWHERE, bruno)):
        there_id = (await chat.store.channel(channel)).id
        assert await chat.store.live_match(there_id, (await chat.store.player(who.ref)).id) == match
