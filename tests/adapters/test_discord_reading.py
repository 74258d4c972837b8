"""What people do reaches the front door as requests, through the real client."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.app.requests import ChannelRef, PlayerKind, PlayerRef, Press, Request
from tests.helpers.discord_desk import Desk, open_desk
from tests.helpers.discord_server.state import BOT
from tests.helpers.discord_server.wire import Json
from tests.helpers.telegram_desk import board


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


async def only(desk: Desk) -> Request:
    """Return the request that came in; fail if there is another."""
    await desk.discord.until(lambda: desk.door.requests)
    assert len(desk.door.requests) == 1
    return desk.door.requests[0]


async def assert_ignored(desk: Desk) -> None:
    """Fail if anything came in before what comes now."""
    await desk.discord.commands(desk.discord.user("Last"), desk.discord.channel("last"), "pips")
    await desk.discord.until(lambda: desk.door.requests)
    assert desk.door.texts() == ["pips"]


async def board_in(desk: Desk, channel: int) -> Json:
    return desk.message(await desk.post(channel, board()))


# -- commands and presses -----------------------------------------------------------------------------


async def test_a_command_in_a_server(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana Silva", "ana_silva", "pt-BR")
    deed = await desk.discord.commands(ana, club, "move", play="13/8 6/5")
    request = await only(desk)
    assert request == Request(
        id=f"discord:{deed.id}",
        channel=ChannelRef("discord", str(club)),
        player=PlayerRef("discord", str(ana)),
        text="move 13/8 6/5",
        locale="pt-BR",
    )
    assert (request.player.name, request.player.username) == ("Ana Silva", "ana_silva")
    assert request.player.kind is PlayerKind.PERSON
    assert not request.channel.private


async def test_a_command_in_private(desk: Desk) -> None:
    ana = desk.discord.user("Ana")
    await desk.discord.commands(ana, desk.discord.private_chat(ana), "challenge")
    request = await only(desk)
    assert request.channel.private
    assert request.channel_locale is None


async def test_a_thread_is_a_channel_of_its_own(desk: Desk) -> None:
    thread = desk.discord.thread("ana-bruno", desk.discord.channel("club"))
    await desk.discord.commands(desk.discord.user("Ana"), thread, "roll")
    assert (await only(desk)).channel == ChannelRef("discord", str(thread))


async def test_a_press(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana", locale="pt-BR")
    deed = await desk.discord.presses(ana, await board_in(desk, club), "Roll")
    assert await only(desk) == Request(
        id=f"discord:{deed.id}",
        channel=ChannelRef("discord", str(club)),
        player=PlayerRef("discord", str(ana)),
        press=Press("g", 1, 7, "roll"),
        locale="pt-BR",
    )


@pytest.mark.parametrize("data", ["old:button", "x:1:2:roll", "g:?:7:roll", "form", "from:1:7"])
async def test_a_button_that_is_none_of_ours_asks_nothing(desk: Desk, data: str) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    await desk.discord.presses(ana, await board_in(desk, club), data=data)
    await assert_ignored(desk)


# -- languages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "community", "told"),
    [("en-US", False, None), ("en-US", True, "en-US"), ("pt-BR", True, "pt-BR"), ("pt-BR", False, "pt-BR")],
)
async def test_a_server_speaks_what_somebody_chose(
    desk: Desk, locale: str, community: bool, told: str | None
) -> None:
    """A server that nobody gave a language is told to speak American English."""
    guild = desk.discord.guild("Clube", locale=locale, community=community)
    club = desk.discord.channel("geral", guild)
    await desk.discord.commands(desk.discord.user("Ana"), club, "roll")
    assert (await only(desk)).channel_locale == told


async def test_who_wrote_in_a_language_before_is_answered_in_it(desk: Desk) -> None:
    """A message tells no language, an interaction does."""
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana", locale="pt-BR")
    await desk.discord.commands(ana, club, "roll")
    await desk.discord.until(lambda: desk.door.requests)
    await desk.discord.types(ana, club, "13/8 6/5", reply_to=await board_in(desk, club))
    await desk.discord.until(lambda: len(desk.door.requests) == 2)
    assert desk.door.requests[1].locale == "pt-BR"


# -- messages -------------------------------------------------------------------------------------------


async def test_a_play_in_answer_to_the_bot(desk: Desk) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    shown = await board_in(desk, club)
    message = await desk.discord.types(ana, club, "13/8 6/5", reply_to=shown)
    request = await only(desk)
    assert request == Request(
        id=f"discord:message:{message['id']}",
        channel=ChannelRef("discord", str(club)),
        player=PlayerRef("discord", str(ana)),
        text="13/8 6/5",
        plain=True,
        answered=shown["id"],
    )


async def test_a_play_in_private_needs_no_answer_to_anything(desk: Desk) -> None:
    ana = desk.discord.user("Ana")
    await desk.discord.types(ana, desk.discord.private_chat(ana), "13/8\n6/5")
    request = await only(desk)
    assert (request.text, request.plain, request.channel.private) == ("13/8 6/5", True, True)


@pytest.mark.parametrize("mention", [f"<@{BOT['id']}>", f"<@!{BOT['id']}>"])
async def test_a_play_that_names_the_bot(desk: Desk, mention: str) -> None:
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    board_shown = await board_in(desk, club)
    await desk.discord.types(ana, club, f"{mention} 13/8 6/5", reply_to=board_shown)
    assert (await only(desk)).text == "13/8 6/5"


async def test_a_command_that_the_client_did_not_recognise_is_one_all_the_same(desk: Desk) -> None:
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    await desk.discord.types(ana, club, f"/challenge <@{bruno}> 5 <@{BOT['id']}>")
    request = await only(desk)
    assert (request.text, request.plain) == ("/challenge 5", False)
    assert request.mentions == (PlayerRef("discord", str(bruno)),)


async def test_talk_is_not_for_us(desk: Desk) -> None:
    club, ana, bruno = desk.discord.channel("club"), desk.discord.user("Ana"), desk.discord.user("Bruno")
    said = await desk.discord.types(ana, club, "13/8 6/5")
    await desk.discord.types(bruno, club, "13/8 6/5", reply_to=said)
    await assert_ignored(desk)


async def test_an_answer_that_does_not_ping_is_not_heard(desk: Desk) -> None:
    """Discord does not tell what it says."""
    club, ana = desk.discord.channel("club"), desk.discord.user("Ana")
    await desk.discord.types(ana, club, "13/8 6/5", reply_to=await board_in(desk, club), pinging=False)
    await assert_ignored(desk)


async def test_other_bots_are_not_heard(desk: Desk) -> None:
    club, robot = desk.discord.channel("club"), desk.discord.other_bot("Robot")
    await desk.discord.types(robot, club, f"<@{BOT['id']}> 13/8 6/5")
    await assert_ignored(desk)


async def test_only_what_is_needed_is_asked_for(desk: Desk) -> None:
    """No privileged intent: neither members nor presences nor what everybody says."""
    ana = desk.discord.user("Ana")
    assert desk.discord.gateway.intents == [1 << 0 | 1 << 9 | 1 << 12]
    await desk.discord.types(ana, desk.discord.private_chat(ana), "13/8 6/5")
    assert (await only(desk)).plain


# -- arrivals -------------------------------------------------------------------------------------------


async def test_being_added_to_a_server_asks_for_a_greeting(desk: Desk) -> None:
    guild = desk.discord.guild("Clube", locale="pt-BR")
    club = desk.discord.channel("geral", guild)
    await desk.discord.adds_bot(guild)
    request = await only(desk)
    assert (request.text, request.channel.chat, request.channel_locale) == ("start", str(club), "pt-BR")
    assert request.id.startswith(f"discord:{guild}:added-")
    assert request.player.kind is PlayerKind.COMPUTER


async def test_a_server_is_greeted_where_the_bot_may_write(desk: Desk) -> None:
    guild = desk.discord.guild("Clube")
    rules, general = desk.discord.channel("rules", guild), desk.discord.channel("general", guild)
    desk.discord.deny(rules, "send_messages")
    await desk.discord.adds_bot(guild)
    assert (await only(desk)).channel.chat == str(general)


async def test_a_server_without_room_is_not_greeted(desk: Desk) -> None:
    guild = desk.discord.guild("Clube")
    desk.discord.deny(desk.discord.channel("rules", guild), "send_messages")
    await desk.discord.adds_bot(guild)
    await assert_ignored(desk)


async def test_servers_that_the_bot_was_in_before_are_not_greeted(desk: Desk) -> None:
    desk.discord.channel("club")
    await desk.restarts()
    await desk.discord.gateway.ask_to_reconnect()
    await desk.discord.until(lambda: "resume" in desk.discord.gateway.opened)
    await assert_ignored(desk)
