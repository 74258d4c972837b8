"""The loopback server refuses what the real one refuses, or the tests on top of it prove nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.helpers.fake_telegram import FakeTelegram
from tests.helpers.telegram_server.entities import parsed
from tests.helpers.telegram_server.looks import entities_of, labels, pinged
from tests.helpers.telegram_server.wire import ApiError, Json

ROLL = {"text": "Roll", "callback_data": "g:1:7:roll"}


class Client:
    """Calls the Bot API without any library's care."""

    def __init__(self, telegram: FakeTelegram, session: aiohttp.ClientSession) -> None:
        self.telegram = telegram
        self.token = telegram.token
        self._session = session

    async def call(self, method: str, **parameters: object) -> Json:
        """Return the answer to a call, whether it is good or bad."""
        form = {
            name: json.dumps(value) if isinstance(value, dict | list) else str(value)
            for name, value in parameters.items()
        }
        address = f"{self.telegram.url}/bot{self.token}/{method}"
        async with self._session.post(address, data=form) as response:
            answer: Json = await response.json()
        return answer

    async def refused(self, method: str, **parameters: object) -> str:
        """Return why a call is refused; fail if it is not."""
        answer = await self.call(method, **parameters)
        assert not answer["ok"]
        return str(answer["description"])


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with FakeTelegram() as telegram, aiohttp.ClientSession() as session:
        yield Client(telegram, session)


def keys(*buttons: Json) -> Json:
    return {"inline_keyboard": [[button] for button in buttons]}


# -- what is refused ------------------------------------------------------------------------------


async def test_an_unknown_token_and_an_unknown_method(client: Client) -> None:
    assert (await client.call("sendNonsense"))["error_code"] == 404
    client.token = "1:wrong"
    assert (await client.call("getMe"))["error_code"] == 401


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": " \n "}, "message text is empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "🎲" * 2049}, "message is too long"),
        ({"text": "<u>x</u>", "parse_mode": "HTML"}, "Unsupported start tag"),
        ({"text": "<b>x", "parse_mode": "HTML"}, "Can't find end tag"),
        ({"text": "x</b>", "parse_mode": "HTML"}, "Unexpected end tag"),
        ({"text": "x", "reply_markup": keys(ROLL | {"callback_data": "x" * 65})}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "reply_markup": keys({"text": "Roll"})}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "reply_markup": keys(ROLL | {"text": ""})}, "text buttons are unallowed"),
        ({"text": "x", "reply_markup": keys({"text": "x", "url": "nonsense"})}, "BUTTON_URL_INVALID"),
        ({"text": "x", "reply_markup": keys(ROLL | {"style": "pink"})}, "BUTTON_STYLE_INVALID"),
        ({"text": "x", "reply_markup": keys(*[ROLL] * 101)}, "reply markup is too long"),
        ({"text": "x", "message_thread_id": 5}, "message thread not found"),
        ({"text": "x", "reply_parameters": {"message_id": 99}}, "message to be replied not found"),
        ({"text": "x", "chat_id": 404}, "chat not found"),
    ],
)
async def test_a_malformed_message(client: Client, parameters: Json, reason: str) -> None:
    club = client.telegram.group("Club", forum=True)
    assert reason in await client.refused("sendMessage", **({"chat_id": club} | parameters))
    assert client.telegram.messages(club) == []


async def test_an_unknown_file_and_a_long_caption(client: Client) -> None:
    ana = client.telegram.user("Ana")
    assert "wrong file identifier" in await client.refused("sendPhoto", chat_id=ana, photo="file9")
    client.telegram.state.files["file9"] = b"PNG"
    long = await client.refused("sendPhoto", chat_id=ana, photo="file9", caption="x" * 1025)
    assert "caption is too long" in long


async def test_an_album_of_too_few_or_too_many_or_of_something_else(client: Client) -> None:
    ana = client.telegram.user("Ana")
    client.telegram.state.files["file9"] = b"PNG"
    photo = {"type": "photo", "media": "file9"}
    for count in (1, 11):
        assert "wrong number" in await client.refused("sendMediaGroup", chat_id=ana, media=[photo] * count)
    mixed = [photo, photo | {"type": "animation"}]
    assert "wrong type" in await client.refused("sendMediaGroup", chat_id=ana, media=mixed)
    long = [photo, photo | {"caption": "x" * 1025}]
    assert "caption is too long" in await client.refused("sendMediaGroup", chat_id=ana, media=long)
    buttons = {"chat_id": ana, "media": [photo, photo], "reply_markup": keys(ROLL)}
    assert "no buttons" in await client.refused("sendMediaGroup", **buttons)
    assert client.telegram.messages(ana) == []


async def test_edits_of_what_is_not_there_or_not_so(client: Client) -> None:
    ana = client.telegram.user("Ana")
    sent = (await client.call("sendMessage", chat_id=ana, text="x"))["result"]["message_id"]
    where = {"chat_id": ana, "message_id": sent}
    assert "not modified" in await client.refused("editMessageText", text="x", **where)
    assert "no caption" in await client.refused("editMessageCaption", caption="y", **where)
    theirs = client.telegram.types(ana, "hello")["message_id"]
    assert "can't be edited" in await client.refused(
        "editMessageText", chat_id=ana, message_id=theirs, text="y"
    )
    gone = await client.refused("editMessageText", chat_id=ana, message_id=99, text="y")
    assert "message to edit not found" in gone
    assert "message to delete not found" in await client.refused("deleteMessage", chat_id=ana, message_id=99)


async def test_an_edit_without_buttons_takes_them_away(client: Client) -> None:
    ana = client.telegram.user("Ana")
    sent = await client.call("sendMessage", chat_id=ana, text="x", reply_markup=keys(ROLL))
    (message,) = client.telegram.messages(ana)
    assert labels(message) == [["Roll"]]
    await client.call("editMessageText", chat_id=ana, message_id=sent["result"]["message_id"], text="y")
    assert labels(message) == []


async def test_a_press_is_answered_once_and_in_time(client: Client) -> None:
    ana = client.telegram.user("Ana")
    await client.call("sendMessage", chat_id=ana, text="x", reply_markup=keys(ROLL))
    (message,) = client.telegram.messages(ana)
    query = client.telegram.presses(ana, message, "Roll")
    late = client.telegram.presses(ana, message, "Roll", valid_seconds=-1)
    assert (await client.call("answerCallbackQuery", callback_query_id=query.id, text="6-1"))["ok"]
    for spent in (query, late):
        assert "query is too old" in await client.refused("answerCallbackQuery", callback_query_id=spent.id)
    with pytest.raises(LookupError):
        client.telegram.presses(ana, message, "Double")


async def test_a_menu_of_commands(client: Client) -> None:
    good = {"command": "roll", "description": "Roll the dice"}
    assert (await client.call("setMyCommands", commands=[good]))["ok"]
    assert (await client.call("getMyCommands"))["result"] == [good]
    for bad in ({"command": "Roll"}, {"command": "próxima"}, {"command": "x" * 33}, {"description": ""}):
        assert "BOT_COMMAND" in await client.refused("setMyCommands", commands=[good | bad])
    assert "TOO_MUCH" in await client.refused("setMyCommands", commands=[good] * 101)


async def test_flood_control_counts_sends_and_edits(client: Client) -> None:
    ana = client.telegram.user("Ana")
    limit = client.telegram.limit(ana, calls=2, window_seconds=60)
    sent = (await client.call("sendMessage", chat_id=ana, text="x"))["result"]["message_id"]
    await client.call("editMessageText", chat_id=ana, message_id=sent, text="y")
    refused = await client.call("sendMessage", chat_id=ana, text="x")
    assert refused["error_code"] == 429
    assert 59 < refused["parameters"]["retry_after"] <= 60.01
    assert limit.refused == 1


# -- updates --------------------------------------------------------------------------------------


async def test_updates_stay_until_they_are_confirmed(client: Client) -> None:
    ana = client.telegram.user("Ana")
    client.telegram.types(ana, "/roll")
    client.telegram.types(ana, "/pips")
    first = (await client.call("getUpdates"))["result"]
    assert [update["message"]["text"] for update in first] == ["/roll", "/pips"]
    assert (await client.call("getUpdates"))["result"] == first
    rest = (await client.call("getUpdates", offset=first[0]["update_id"] + 1))["result"]
    assert rest == first[1:]


async def test_only_the_kinds_that_were_asked_for_are_kept(client: Client) -> None:
    ana = client.telegram.user("Ana")
    await client.call("getUpdates", allowed_updates=["message"])
    client.telegram.edits(client.telegram.types(ana, "/roll"), "/pips")
    assert [list(update)[1] for update in client.telegram.state.updates] == ["message"]


async def test_in_privacy_mode_a_bot_hears_commands_replies_and_private_words(client: Client) -> None:
    ana, club = client.telegram.user("Ana"), client.telegram.group("Club")
    await client.call("sendMessage", chat_id=club, text="x")
    (ours,) = client.telegram.messages(club)
    client.telegram.types(ana, "hello", club)
    client.telegram.types(ana, "/roll", club)
    client.telegram.types(ana, "13/8", club, reply_to=ours)
    client.telegram.types(ana, "hi")
    heard = [update["message"]["text"] for update in client.telegram.state.updates]
    assert heard == ["/roll", "13/8", "hi"]


# -- text -----------------------------------------------------------------------------------------


def test_entities_count_in_utf16_units_and_only_the_known_are_mentioned() -> None:
    users = {7: {"id": 7}}
    ana, eve = '<a href="tg://user?id=7">Ana</a>', '<a href="tg://user?id=8">Eve</a>'
    text = parsed(f"🎲 {ana} &lt;&amp;&gt; {eve} <code>@x_y_z_w</code>", "HTML", users.get)
    message = {"text": text.text, "entities": list(text.entities)}
    assert text.text == "🎲 Ana <&> Eve @x_y_z_w"
    assert (pinged(message), entities_of(message, "code")) == (["Ana"], ["@x_y_z_w"])


def test_plain_text_has_mentions_commands_and_links() -> None:
    text = parsed("@bruno_costa /roll@gamao_bot see t.me/x 13/8 a/b", None, dict[int, Json]().get)
    message = {"text": text.text, "entities": list(text.entities)}
    assert entities_of(message, "mention") == ["@bruno_costa"]
    assert entities_of(message, "bot_command") == ["/roll@gamao_bot"]
    assert entities_of(message, "url") == ["t.me/x"]


def test_markup_is_read_strictly() -> None:
    with pytest.raises(ApiError, match="Unexpected end tag"):
        parsed("<b><code>x</b></code>", "HTML", dict[int, Json]().get)
