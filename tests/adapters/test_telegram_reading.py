"""What people type and press reaches the front door as requests, through the real client."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest

from bot.app.requests import ChannelRef, Handle, Mentioned, PlayerKind, PlayerRef, Press, Request
from tests.helpers.telegram_desk import Desk, board, open_desk
from tests.helpers.telegram_server.state import BOT, NOBODY
from tests.helpers.telegram_server.wire import Json


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with open_desk() as opened:
        yield opened


async def only(desk: Desk) -> Request:
    """Return the request that came in; fail if there is another."""
    await desk.telegram.until(lambda: desk.door.requests)
    await heard(desk)
    assert len(desk.door.requests) == 1
    return desk.door.requests[0]


async def heard(desk: Desk) -> None:
    """Wait until everything that people did was handled and confirmed."""
    await desk.telegram.until(lambda: not desk.telegram.state.updates)


async def assert_ignored(desk: Desk) -> None:
    await heard(desk)
    assert desk.door.requests == []


async def board_in(desk: Desk, chat: int) -> Json:
    return desk.message(await desk.post(chat, board()))


# -- where and who --------------------------------------------------------------------------------


async def test_a_command_in_private(desk: Desk) -> None:
    ana = desk.telegram.user("Ana", "ana_silva", "pt-br", last_name="Silva")
    sent = desk.telegram.types(ana, "/move 13/8 6/5")
    request = await only(desk)
    assert request == Request(
        id=f"telegram:{BOT['id']}:{ana}:{sent['message_id']}",
        channel=ChannelRef("telegram", str(ana)),
        player=PlayerRef("telegram", str(ana)),
        text="/move 13/8 6/5",
        locale="pt-br",
    )
    assert request.channel.private
    assert (request.player.name, request.player.username) == ("Ana Silva", "ana_silva")
    assert request.player.kind is PlayerKind.PERSON


async def test_a_command_in_a_group(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana", language=None), desk.telegram.group("Club")
    desk.telegram.types(ana, "/roll", club)
    request = await only(desk)
    assert request.channel == ChannelRef("telegram", str(club))
    assert not request.channel.private
    assert (request.player.username, request.locale, request.channel_locale) == (None, None, None)


async def test_a_topic_is_a_channel_of_its_own(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club", forum=True)
    desk.telegram.types(ana, "/challenge", club, topic=desk.telegram.topic(club, 55))
    request = await only(desk)
    assert request.channel == ChannelRef("telegram", str(club), "55")
    assert request.mentions == (), "every message of a topic answers the one that opened it"


async def test_a_thread_of_replies_outside_a_forum_is_no_topic(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    desk.telegram.types(ana, "/roll", club, extra={"message_thread_id": 77})
    assert (await only(desk)).channel.topic == ""


async def test_an_anonymous_admin_is_nobody_to_play_with(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    hidden = {"from": NOBODY, "sender_chat": desk.telegram.state.chats[club]}
    desk.telegram.types(ana, "/challenge", club, extra=hidden)
    player = (await only(desk)).player
    assert (player.kind, player.user, player.name) == (PlayerKind.ANONYMOUS, str(club), "Club")


async def test_other_bots_are_not_heard(desk: Desk) -> None:
    robot, club = desk.telegram.other_bot("Robot", "robot_bot"), desk.telegram.group("Club")
    desk.telegram.types(robot, "/challenge", club)
    await assert_ignored(desk)


# -- commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("/roll@gamao_test_bot", "/roll"),
        ("/MOVE@Gamao_Test_BOT 13/8 6/5", "/MOVE 13/8 6/5"),
        ("/move\n13/8\n6/5", "/move 13/8 6/5"),
        ("/start play", "/start play"),
    ],
)
async def test_a_command_is_handed_on_without_our_own_name(desk: Desk, typed: str, text: str) -> None:
    desk.telegram.types(desk.telegram.user("Ana"), typed, desk.telegram.group("Club"))
    request = await only(desk)
    assert (request.text, request.plain) == (text, False)


async def test_a_command_for_another_bot_is_not_ours(desk: Desk) -> None:
    desk.telegram.types(desk.telegram.user("Ana"), "/roll@dice_bot", desk.telegram.group("Club"))
    await assert_ignored(desk)


# -- whom -----------------------------------------------------------------------------------------


async def mentions_in(desk: Desk, text: str, **more: object) -> tuple[Request, tuple[Mentioned, ...]]:
    ana, club = desk.telegram.user("Ana", "ana_silva"), desk.telegram.group("Club")
    desk.telegram.types(ana, text, club, **more)  # type: ignore[arg-type]  # the keywords of `types`
    request = await only(desk)
    return request, request.mentions


async def test_a_user_name_gives_a_handle(desk: Desk) -> None:
    request, mentions = await mentions_in(desk, "/challenge @Bruno_Costa 5 @ana_silva")
    assert mentions == (Handle("telegram", "Bruno_Costa"), Handle("telegram", "ana_silva"))
    assert request.text == "/challenge 5"


async def test_our_own_name_gives_the_computer(desk: Desk) -> None:
    _, mentions = await mentions_in(desk, "/challenge @gamao_test_bot")
    assert mentions == (PlayerRef("telegram", str(BOT["id"])),)
    assert isinstance(mentions[0], PlayerRef)
    assert mentions[0].kind is PlayerKind.COMPUTER


async def test_another_bots_name_gives_a_bot(desk: Desk) -> None:
    _, mentions = await mentions_in(desk, "/challenge @Dice_Bot")
    assert isinstance(mentions[0], PlayerRef)
    assert (mentions[0].kind, mentions[0].name) == (PlayerKind.BOT, "@Dice_Bot")


@pytest.mark.parametrize("name", ["Bruno Costa", "🎲 Zoë 👩‍👧", "مريم 3"])
async def test_a_mention_without_a_user_name_gives_the_account(desk: Desk, name: str) -> None:
    bruno = desk.telegram.user(name)
    request, mentions = await mentions_in(desk, f"/challenge {name} 🏁 to 5", naming={name: bruno})
    assert mentions == (PlayerRef("telegram", str(bruno)),)
    assert isinstance(mentions[0], PlayerRef)
    assert mentions[0].name == name
    assert request.text == "/challenge 🏁 to 5"


async def test_a_reply_gives_the_author(desk: Desk) -> None:
    bruno, club = desk.telegram.user("Bruno", "bruno_costa"), desk.telegram.group("Club")
    said = desk.telegram.types(bruno, "Anyone?", club)
    _, mentions = await mentions_in(desk, "/challenge 5", reply_to=said)
    assert mentions == (PlayerRef("telegram", str(bruno)),)
    assert isinstance(mentions[0], PlayerRef)
    assert mentions[0].username == "bruno_costa"


async def test_who_is_named_comes_before_who_is_replied_to(desk: Desk) -> None:
    bruno, club = desk.telegram.user("Bruno"), desk.telegram.group("Club")
    said = desk.telegram.types(bruno, "Anyone?", club)
    _, mentions = await mentions_in(desk, "/challenge @carla_dias", reply_to=said)
    assert mentions == (Handle("telegram", "carla_dias"), PlayerRef("telegram", str(bruno)))


async def test_a_reply_to_a_bot_or_an_anonymous_admin_says_so(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    robot = desk.telegram.other_bot("Robot", "robot_bot")
    hidden = {"from": NOBODY, "sender_chat": desk.telegram.state.chats[club]}
    for said in (
        desk.telegram.types(robot, "beep", club),
        desk.telegram.types(ana, "hello", club, extra=hidden),
        await board_in(desk, club),
    ):
        desk.telegram.types(ana, "/challenge", club, reply_to=said)
    await desk.telegram.until(lambda: len(desk.door.requests) == 3)
    kinds = [mention.kind for request in desk.door.requests for mention in request.mentions]  # type: ignore[union-attr]
    assert kinds == [PlayerKind.BOT, PlayerKind.ANONYMOUS, PlayerKind.COMPUTER]


async def test_a_reply_to_oneself_names_nobody(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    said = desk.telegram.types(ana, "Anyone?", club)
    desk.telegram.types(ana, "/challenge", club, reply_to=said)
    assert (await only(desk)).mentions == ()


async def test_within_a_topic_a_reply_still_names_its_author(desk: Desk) -> None:
    ana, bruno = desk.telegram.user("Ana"), desk.telegram.user("Bruno")
    club = desk.telegram.group("Club", forum=True)
    topic = desk.telegram.topic(club, 55)
    said = desk.telegram.types(bruno, "Anyone?", club, topic=topic)
    desk.telegram.types(ana, "/challenge", club, topic=topic, reply_to=said)
    assert (await only(desk)).mentions == (PlayerRef("telegram", str(bruno)),)


# -- plays without a command ----------------------------------------------------------------------


async def test_in_private_plain_words_may_be_a_play(desk: Desk) -> None:
    desk.telegram.types(desk.telegram.user("Ana"), "13/8 6/5")
    request = await only(desk)
    assert (request.text, request.plain) == ("13/8 6/5", True)


async def test_in_a_group_only_an_answer_to_the_bot_may_be_a_play(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    shown = await board_in(desk, club)
    desk.telegram.types(ana, "13/8 6/5", club, reply_to=shown)
    request = await only(desk)
    assert (request.text, request.plain) == ("13/8 6/5", True)
    assert request.answered == str(shown["message_id"])


async def test_talk_in_a_group_is_not_for_us_even_if_it_is_delivered(desk: Desk) -> None:
    """Privacy mode can be off."""
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    talk = desk.telegram.types(ana, "13/8 6/5", club)
    desk.telegram.pushes("message", talk)
    await assert_ignored(desk)


@pytest.mark.parametrize(
    "content",
    [
        {"text": None, "sticker": {}},
        {"text": None, "new_chat_title": "Club 2"},
        {"is_automatic_forward": True},
        {"from": None},
    ],
)
async def test_what_is_no_message_of_a_person_is_ignored(desk: Desk, content: Json) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    message = desk.telegram.types(ana, "hello", club) | {"text": "/roll"} | content
    if message.get("sticker") == {}:
        del message["sticker"]
    desk.telegram.pushes("message", {key: value for key, value in message.items() if value is not None})
    await assert_ignored(desk)


# -- presses --------------------------------------------------------------------------------------


async def test_a_press(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana", language="pt"), desk.telegram.group("Club", forum=True)
    desk.telegram.topic(club, 55)
    shown = desk.message(await desk.post(club, board(), "55"))
    query = desk.telegram.presses(ana, shown, "Roll")
    request = await only(desk)
    assert request == Request(
        id=f"telegram:cb:{query.id}",
        channel=ChannelRef("telegram", str(club), "55"),
        player=PlayerRef("telegram", str(ana)),
        press=Press("g", 1, 7, "roll"),
        locale="pt",
    )


async def test_a_press_on_a_message_that_telegram_forgot_keeps_its_chat(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    query = {
        "id": "cq1",
        "from": desk.telegram.state.users[ana],
        "chat_instance": "1",
        "data": "g:1:7:roll",
        "message": {"chat": desk.telegram.state.chats[club], "message_id": 5, "date": 0},
    }
    desk.telegram.pushes("callback_query", query)
    assert (await only(desk)).channel == ChannelRef("telegram", str(club))


@pytest.mark.parametrize("data", ["old:button", "x:1:2:roll", "g:?:7:roll"])
async def test_a_button_that_is_none_of_ours_just_stops_waiting(desk: Desk, data: str) -> None:
    ana = desk.telegram.user("Ana")
    query = desk.telegram.presses(ana, await board_in(desk, ana), data=data)
    await desk.telegram.until(lambda: query.answers)
    assert (query.answers, query.text) == (1, None)
    await assert_ignored(desk)


# -- arrivals -------------------------------------------------------------------------------------


async def test_being_added_to_a_group_asks_for_a_greeting(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana", language="pt"), desk.telegram.group("Club")
    desk.telegram.adds_bot(ana, club)
    request = await only(desk)
    assert (request.text, request.channel.chat, request.player.user) == ("/start", str(club), str(ana))
    assert request.id.startswith(f"telegram:{BOT['id']}:{club}:added-")
    assert request.locale == "pt"


async def test_one_greeting_is_enough_where_the_client_sends_start_too(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    desk.telegram.adds_bot(ana, club, client_starts=True)
    await only(desk)
    desk.telegram.types(ana, "/start@gamao_test_bot code", club)
    desk.telegram.types(ana, "/start", club, extra={"date": int(time.time()) + 600})
    await heard(desk)
    assert desk.door.texts() == ["/start", "/start code", "/start"]


async def test_being_added_with_restrictions_is_being_added(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    rights = dict.fromkeys(
        [
            *("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos"),
            *("can_send_videos", "can_send_video_notes", "can_send_voice_notes", "can_send_polls"),
            *("can_send_other_messages", "can_add_web_page_previews", "can_change_info"),
            *(
                "can_invite_users",
                "can_pin_messages",
                "can_manage_topics",
                "can_edit_tag",
                "can_react_to_messages",
            ),
        ],
        True,
    )
    desk.telegram.changes_membership(ana, club, "left", "restricted", is_member=True, until_date=0, **rights)
    assert (await only(desk)).text == "/start"


async def test_other_changes_of_membership_are_no_arrival(desk: Desk) -> None:
    ana, club = desk.telegram.user("Ana"), desk.telegram.group("Club")
    desk.telegram.changes_membership(ana, club, "member", "left")
    desk.telegram.changes_membership(ana, club, "left", "left")
    desk.telegram.changes_membership(ana, ana, "left", "member")
    await assert_ignored(desk)


# -- migration ------------------------------------------------------------------------------------


async def test_a_group_that_becomes_a_supergroup_is_followed(desk: Desk) -> None:
    club = desk.telegram.group("Club", kind="group")
    desk.telegram.migrate(club, -100777)
    await heard(desk)
    assert desk.door.moves == [("telegram", str(club), "-100777")] * 2
