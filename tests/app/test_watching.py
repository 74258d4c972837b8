"""A match in more than one place: challenges by code, and watching."""

from __future__ import annotations

import re

import pytest

from bot.app.codes import ALPHABET, LENGTH, SecretCodes, without_code_word, written_code
from bot.app.replies import AnswerKind
from bot.app.requests import ChannelRef, PlayerRef
from tests.helpers.chat import PLATFORM, Chat, Message, Person, plain

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")
DEN = ChannelRef("other", "den")


def in_channel(chat: Chat, channel: ChannelRef) -> list[Message]:
    """Return the messages of a channel, oldest first."""
    return [message for message in chat.adapter.messages if message.ref.chat == channel.chat]


async def code_on_the_card(chat: Chat) -> str:
    """Return the code that the newest card tells."""
    found = re.search(r"`/accept (\w+)`", chat.live.text)
    assert found, chat.live.text
    return found[1]


async def test_a_challenge_by_code_is_accepted_from_another_chat(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno", locale="pt-BR")
    await ana.types("/challenge 3 code")
    chat.dice.queue((5, 3))
    code = await code_on_the_card(chat)
    await bruno.types(f"/aceitar {code.lower()}", channel=ELSEWHERE)
    here, there = in_channel(chat, chat.channel)[-1], in_channel(chat, ELSEWHERE)[-1]
    assert here.board.picture == there.board.picture
    assert "game 1" in here.text
    assert "partida 1" in there.text
    await ana.types("/move 8/3 6/3")
    await bruno.types("/rolar", channel=ELSEWHERE)
    here, there = in_channel(chat, chat.channel)[-1], in_channel(chat, ELSEWHERE)[-1]
    assert here.board.picture is not None
    assert here.board.picture.dice
    assert here.board.picture == there.board.picture


async def test_a_board_makes_no_sound_where_nobody_is_called(chat: Chat) -> None:
    """Bruno plays on another platform: what waits for him is no news to Ana's chat."""
    ana, bruno = chat.person("Ana"), Person(chat, PlayerRef("other", "bruno", "Bruno"))
    await ana.types("/challenge 3 code")
    chat.dice.queue((5, 3))
    await bruno.types(f"/accept {await code_on_the_card(chat)}", channel=DEN)
    chat.clock.pass_by(hours=1)
    await ana.types("/move 8/3 6/3")
    assert [player.name for player in chat.live.board.pings()] == ["Bruno"]
    assert chat.live.board.silent
    chat.dice.queue((6, 5))
    chat.clock.pass_by(hours=1)
    await bruno.types("/roll", channel=DEN)
    await bruno.types("/move 24/18 13/8", channel=DEN)
    assert [player.name for player in chat.live.board.pings()] == ["Ana"]
    assert not chat.live.board.silent


async def test_only_the_code_accepts_a_challenge_by_code(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge code")
    assert "Accept" not in chat.live.labels()
    assert (await bruno.types("/accept")).kind is AnswerKind.REFUSAL
    code = await code_on_the_card(chat)
    assert (await ana.types(f"/accept {code}")).kind is AnswerKind.REFUSAL
    await bruno.types(f"/accept {code}")
    assert chat.live.board.picture is not None


@pytest.mark.parametrize("code", ["XXXXXX", "1", "%", "x" * 5000])
async def test_a_wrong_code_is_refused(chat: Chat, code: str) -> None:
    for verb in ("accept", "watch"):
        answer = await chat.person("Ana").types(f"/{verb} {code}")
        assert answer.kind is AnswerKind.REFUSAL
        assert len(plain(answer.words)) < 200


async def test_a_code_is_for_whoever_knows_it(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    assert (await ana.types("/challenge code", bruno)).kind is AnswerKind.REFUSAL


async def test_who_plays_elsewhere_may_play_here_by_code(chat: Chat) -> None:
    ana, bruno, carla = chat.person("Ana"), chat.person("Bruno"), chat.person("Carla")
    await carla.types("/challenge", bruno, channel=ELSEWHERE)
    await bruno.types("/accept", channel=ELSEWHERE)
    await ana.types("/challenge code")
    code = await code_on_the_card(chat)
    assert (await bruno.types(f"/accept {code}", channel=ELSEWHERE)).kind is AnswerKind.REFUSAL
    await bruno.types(f"/accept {code}")
    assert chat.live.board.picture is not None


async def test_a_watched_match_has_no_buttons_and_calls_nobody(chat: Chat) -> None:
    ana, bruno, carla = chat.person("Ana"), chat.person("Bruno"), chat.person("Carla")
    chat.dice.queue((5, 3))
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    told = plain((await ana.types("/watch")).words)
    found = re.search(r"`/watch (\w+)`", told)
    assert found
    await carla.types(f"/watch {found[1]}", channel=ELSEWHERE)
    watched = in_channel(chat, ELSEWHERE)[-1]
    assert watched.board.picture is not None
    assert not watched.labels()
    assert not list(watched.board.pings())
    await ana.types("/move 8/3 6/3")
    assert "`8/3 6/3`" in in_channel(chat, ELSEWHERE)[-1].text
    assert (await carla.types("/roll", channel=ELSEWHERE)).kind is AnswerKind.REFUSAL
    assert (await carla.types("/unwatch", channel=ELSEWHERE)).kind is AnswerKind.INFO
    boards = len(in_channel(chat, ELSEWHERE))
    await bruno.types("/roll")
    assert len(in_channel(chat, ELSEWHERE)) == boards
    assert (await carla.types("/unwatch", channel=ELSEWHERE)).kind is AnswerKind.REFUSAL


async def test_watching_where_it_is_played_changes_nothing(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    boards = len(chat.adapter.messages)
    code = await chat.store.code_of(1)
    await bruno.types(f"/watch {code}")
    assert len(chat.adapter.messages) == boards
    assert chat.live.labels()


async def test_a_match_that_is_over_is_not_watched(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge", bruno)
    await bruno.presses("Accept")
    code = await chat.store.code_of(1)
    await ana.types("/resign backgammon")
    await bruno.types("/accept")
    await bruno.types("/resign backgammon")
    assert (await bruno.types(f"/watch {code}", channel=ELSEWHERE)).kind is AnswerKind.REFUSAL


def test_codes_are_long_and_easily_read() -> None:
    codes = {SecretCodes().new() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)


def test_a_code_may_be_typed_in_any_way() -> None:
    assert written_code(" k7q-2xm ") == "K7Q2XM"


@pytest.mark.parametrize(("argument", "rest"), [("5 code", "5"), ("código até 7", "até 7"), ("Code", "")])
def test_the_word_for_a_code_is_taken_out(argument: str, rest: str) -> None:
    assert without_code_word(argument) == (rest, True)


def test_without_the_word_there_is_no_code() -> None:
    assert without_code_word("5 nackgammon") == ("5 nackgammon", False)
