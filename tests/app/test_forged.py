"""Buttons that nobody was shown: some clients let people forge what a press carries."""

from __future__ import annotations

import logging

import pytest

from bot.app.replies import Answer, AnswerKind
from bot.app.requests import MOST, ChannelRef, Press
from tests.helpers.chat import PLATFORM, Chat, Person, plain

ELSEWHERE = ChannelRef(PLATFORM, "elsewhere")


async def pressed_elsewhere(who: Person, press: Press) -> Answer:
    """Return the answer to a press in a chat that never showed the button."""
    return await who.presses(press, channel=ELSEWHERE)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "g",
        "g:1:2",
        "x:1:2:roll",
        "g:1:two:roll",
        "g:ä:2:roll",
        "g:-1:2:roll",
        "g:1:-2:roll",
        "g:3w5e11264sgsg:2:roll",  # 2**64
        "g:1:9223372036854775808:roll",
        "g::2:roll",
    ],
)
def test_an_id_that_is_none_of_ours_is_no_press(text: str) -> None:
    assert Press.decode(text) is None


def test_the_greatest_numbers_are_a_press() -> None:
    press = Press("g", MOST, MOST, "roll")
    assert Press.decode(press.encode()) == press


@pytest.mark.parametrize("subject", [1, 2, MOST])
async def test_no_forged_button_is_our_mistake(
    chat: Chat, subject: int, caplog: pytest.LogCaptureFixture
) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    await ana.types("/challenge", channel=ELSEWHERE)
    for scope, verbs in (
        ("g", ("roll", "step", "confirm", "resign", "resign!", "text", "export", "rematch", "autoroll")),
        ("c", ("accept", "decline", "length", "cube", "preset", "rules", "back")),
        ("s", ("play", "group", "language", "theme", "home", "confirm", "learn")),
    ):
        for verb in verbs:
            for argument in ("", "-1", "²", "z" * 40):
                await ana.presses(Press(scope, subject, 1, verb, argument))
    assert not [entry for entry in caplog.records if entry.levelno >= logging.ERROR]


@pytest.mark.parametrize("length", ["0", "-1", "100", "9999999", "²", ""])
async def test_a_forged_length_is_one_game_or_the_longest_match(chat: Chat, length: str) -> None:
    ana = chat.person("Ana")
    await ana.types("/challenge 5")
    card = chat.live.press("Accept")
    answer = await ana.presses(Press("c", card.subject, card.version, "length", length))
    assert answer.kind is AnswerKind.NOTHING
    assert "match to 99" in chat.live.text or "one game" in chat.live.text


@pytest.mark.parametrize("verb", ["text", "score", "help", "export", "more", "roll", "resign", "rematch"])
async def test_a_match_tells_nothing_where_it_is_not_shown(chat: Chat, verb: str) -> None:
    ana, bruno, carla = chat.person("Ana"), chat.person("Bruno"), chat.person("Carla")
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    version = chat.live.press("⋯").version
    answer = await pressed_elsewhere(carla, Press("g", 1, version, verb))
    assert answer.kind is AnswerKind.REFUSAL
    assert "Ana" not in plain(answer.words)
    assert answer.attachment is None


@pytest.mark.parametrize("verb", ["accept", "decline"])
async def test_a_card_is_answered_only_where_it_is_shown(chat: Chat, verb: str) -> None:
    ana, carla = chat.person("Ana"), chat.person("Carla")
    await ana.types("/challenge")
    answer = await pressed_elsewhere(carla, Press("c", 1, 0, verb))
    assert answer.kind is AnswerKind.REFUSAL
    assert "Accept" in chat.live.labels()
    await carla.presses("Accept")
    assert chat.live.board.picture is not None


async def test_a_press_in_another_topic_of_the_chat_counts(chat: Chat) -> None:
    """A platform does not tell the topic of a message that is too old."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    chat.channel = ChannelRef(PLATFORM, "club", topic="7")
    chat.dice.queue((5, 3))
    await ana.types("/challenge 3", bruno)
    await bruno.presses("Accept")
    await ana.presses("8→3", channel=ChannelRef(PLATFORM, "club"))
    record = await chat.store.match(1)
    assert record is not None
    assert record.tentative
