"""What the bot may not do is named before a match is begun that could not be shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.adapters.discord.permissions import invite_link
from bot.app.replies import Button, ButtonGroup, GroupKind
from bot.app.requests import Press
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.looks import words_of
from tests.helpers.discord_server.state import PERMISSIONS
from tests.helpers.telegram_desk import board, keyboard


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


async def told(desk: Desk, user: int) -> str:
    """Return what somebody was told."""
    await desk.discord.until(lambda: desk.discord.told(user))
    return words_of(desk.discord.told(user)[-1], desk.discord.state.users)


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (("send_messages",), "Send Messages"),
        (("attach_files", "view_channel"), "View Channel, Attach Files"),
    ],
)
async def test_a_challenge_names_what_is_missing(desk: Desk, denied: tuple[str, ...], named: str) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    desk.discord.deny(club, *denied)
    await desk.discord.commands(ana, club, "challenge")
    assert f"a permission that I do not have here: {named}." in await told(desk, ana)
    assert desk.door.requests == []


async def test_it_is_named_in_the_language_of_who_asks(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana", locale="pt-BR")
    desk.discord.deny(club, "send_messages")
    await desk.discord.commands(ana, club, "challenge")
    assert "não tenho aqui: Enviar mensagens." in await told(desk, ana)


async def test_a_thread_has_a_permission_of_its_own(desk: Desk) -> None:
    thread, ana = desk.discord.thread("ana-bruno", desk.discord.channel("club")), desk.discord.user("Ana")
    desk.discord.deny(thread, "send_messages")
    await desk.discord.answered(await desk.discord.commands(ana, thread, "challenge"))
    assert desk.door.texts() == ["challenge"]
    desk.discord.deny(thread, "send_messages_in_threads")
    await desk.discord.commands(ana, thread, "challenge")
    assert "Send Messages in Threads" in await told(desk, ana)


@pytest.mark.parametrize("verb", ["rematch", "accept"])
async def test_buttons_that_begin_a_match_name_it_too(desk: Desk, verb: str) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    message = desk.message(await desk.post(club, board(buttons=keyboard(verb))))
    desk.discord.deny(club, "send_messages")
    await desk.discord.presses(ana, message, verb)
    assert "Send Messages" in await told(desk, ana)
    assert desk.door.requests == []


async def test_a_person_menu_names_it_too(desk: Desk) -> None:
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    desk.discord.deny(club, "attach_files")
    await desk.discord.uses_menu(ana, club, "Challenge", on=bruno)
    assert "Attach Files" in await told(desk, ana)


async def test_what_one_person_alone_is_told_needs_no_permission(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    desk.discord.deny(club, "send_messages", "attach_files", "view_channel")
    await desk.discord.commands(ana, club, "help")
    await desk.discord.until(lambda: desk.door.requests)


async def test_in_private_nothing_can_be_missing(desk: Desk) -> None:
    ana = desk.discord.user("Ana")
    chat = desk.discord.private_chat(ana)
    desk.discord.deny(chat, "attach_files")
    await desk.discord.commands(ana, chat, "challenge")
    await desk.discord.until(lambda: desk.door.requests)


def test_the_invitation_asks_for_what_is_needed_and_no_more() -> None:
    asked = parse_qs(urlsplit(invite_link(1001)).query)
    assert asked["client_id"] == ["1001"]
    assert asked["scope"] == ["bot applications.commands"]
    assert int(asked["permissions"][0]) == sum(PERMISSIONS.values())


async def test_the_button_that_adds_the_bot_is_the_invitation(desk: Desk) -> None:
    add = ButtonGroup(GroupKind.OPTIONS, (Button("Add me", Press("s", 0, 0, "add").encode()),))
    ref = await desk.post(desk.discord.channel("club"), board(buttons=(add,)))
    (link,) = desk.message(ref)["components"][0]["components"]
    assert link["url"] == invite_link(1001)
