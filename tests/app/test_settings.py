"""What people and channels choose: by buttons, kept, and seen on the boards at once."""

from __future__ import annotations

import pytest

from bot.app.records import Looks
from bot.app.replies import Answer, AnswerKind
from bot.app.requests import ChannelRef, Press
from renderers.board_view import BoardView
from tests.helpers.chat import PLATFORM, Chat, Person, plain
from tests.helpers.keyboards import labels


def choice(verb: str, argument: str = "") -> Press:
    """Return the press of a button of the settings page."""
    return Press("s", 0, 0, verb, argument)


async def match(chat: Chat) -> tuple[Person, Person]:
    """Have Ana and Bruno begin a match; return them."""
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    await ana.types("challenge 3", bruno)
    await bruno.types("accept")
    return ana, bruno


def shown(chat: Chat) -> BoardView:
    """Return the picture of the newest message."""
    picture = chat.live.board.picture
    assert picture is not None
    return picture


async def looks(chat: Chat, channel: ChannelRef | None = None) -> Looks:
    """Return the looks that are kept for the channel."""
    return (await chat.store.channel(channel or chat.channel)).looks


def ticked(answer: Answer) -> list[str]:
    """Return the labels with a tick."""
    return [label for row in labels(answer.keyboard) for label in row if label.startswith("✓")]


async def test_the_page_ticks_what_is_chosen(chat: Chat) -> None:
    answer = await chat.person("Ana").types("settings")
    assert answer.kind is AnswerKind.INFO
    assert ticked(answer) == ["✓ Classic", "✓ Home on the right"]


async def test_a_theme_and_a_side_are_kept_and_the_tick_moves(chat: Chat) -> None:
    ana = chat.person("Ana")
    first = await ana.presses(choice("theme", "dark"))
    assert (first.kind, plain(first.words)) == (AnswerKind.TOAST, "The board has its new look.")
    assert ticked(first) == ["✓ Dark", "✓ Home on the right"]
    assert ticked(await ana.presses(choice("home", "left"))) == ["✓ Dark", "✓ Home on the left"]
    assert await looks(chat) == Looks("dark", "left")
    assert await looks(chat, ChannelRef(PLATFORM, "other")) == Looks()


async def test_the_live_board_is_redrawn_in_place(chat: Chat) -> None:
    ana, _ = await match(chat)
    messages = len(chat.adapter.messages)
    await ana.presses(choice("theme", "dark"))
    await ana.presses(choice("home", "left"))
    assert len(chat.adapter.messages) == messages
    assert (shown(chat).theme, shown(chat).home) == ("dark", "left")


async def test_a_repeated_press_redraws_nothing(chat: Chat) -> None:
    ana, _ = await match(chat)
    await ana.presses(choice("theme", "dark"), request="twice")
    edits = chat.live.edits
    await ana.presses(choice("theme", "dark"), request="twice")
    assert chat.live.edits == edits


async def test_the_board_in_text_has_its_home_where_the_channel_wants_it(chat: Chat) -> None:
    ana, _ = await match(chat)
    await ana.presses(choice("home", "left"))
    told = await ana.types("text")
    assert told.text_board is not None
    assert told.text_board.home == "left"


@pytest.mark.parametrize("press", [choice("theme", "night"), choice("home", "up"), choice("home")])
async def test_what_there_is_not_cannot_be_chosen(chat: Chat, press: Press) -> None:
    answer = await chat.person("Ana").presses(press)
    assert answer.kind is AnswerKind.REFUSAL
    assert await looks(chat) == Looks()


async def test_a_language_keeps_the_looks(chat: Chat) -> None:
    ana = chat.person("Ana")
    await ana.presses(choice("home", "left"))
    told = await ana.presses(choice("language", "pt_BR"))
    assert plain(told.words) == "A partir de agora eu falo português aqui."
    channel = await chat.store.channel(chat.channel)
    assert (channel.locale, channel.looks) == ("pt_BR", Looks("classic", "left"))


async def test_a_language_chosen_in_private_is_the_person_s_everywhere(chat: Chat) -> None:
    ana = chat.person("Ana")
    await ana.presses(choice("language", "pt_BR"))
    assert (await chat.store.player(ana.ref)).locale is None
    chat.channel = ChannelRef(PLATFORM, "ana", private=True)
    await ana.presses(choice("language", "pt_BR"))
    assert (await chat.store.player(ana.ref)).locale == "pt_BR"


async def test_languages_are_offered_before_one_is_chosen(chat: Chat) -> None:
    answer = await chat.person("Ana").presses(choice("language"))
    assert [label for row in labels(answer.keyboard) for label in row] == ["English", "Português (Brasil)"]


async def test_whether_typed_plays_are_confirmed_is_one_s_own(chat: Chat) -> None:
    ana, bruno = chat.person("Ana"), chat.person("Bruno")
    answer = await ana.presses(choice("confirm", "on"))
    assert plain(answer.words).endswith("confirmation.")
    assert labels(answer.keyboard)[-1][-1] == "Play typed plays at once"
    assert (await chat.store.player(ana.ref)).always_confirm
    assert not (await chat.store.player(bruno.ref)).always_confirm
    await ana.presses(choice("confirm", "off"))
    assert not (await chat.store.player(ana.ref)).always_confirm


async def test_a_setting_pressed_twice_or_delivered_twice_is_kept_once(chat: Chat) -> None:
    ana = chat.person("Ana")
    for request in ("test:press", "test:press", "test:again"):
        await ana.presses(choice("confirm", "on"), request=request)
    assert (await chat.store.player(ana.ref)).always_confirm
