"""The loopback server refuses what Discord refuses, or the tests on top of it prove nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.helpers.discord_server.command_limits import check_commands
from tests.helpers.discord_server.limits import check_components, check_form, check_message
from tests.helpers.discord_server.looks import words_of
from tests.helpers.discord_server.wire import ApiError, Json, Upload
from tests.helpers.fake_discord import FakeDiscord

ROLL: Json = {"type": 2, "style": 2, "label": "Roll", "custom_id": "g:1:7:roll"}
OPTION: Json = {"label": "13", "value": "13"}


class Client:
    """Calls Discord without any library's care."""

    def __init__(self, discord: FakeDiscord, session: aiohttp.ClientSession) -> None:
        self.discord = discord
        self.token = f"Bot {discord.token}"
        self._session = session

    async def call(self, method: str, path: str, **payload: object) -> tuple[int, Json]:
        """Return the status of a call and its answer."""
        headers = {"Authorization": self.token}
        address = f"{self.discord.url}{path}"
        async with self._session.request(method, address, json=payload, headers=headers) as answer:
            return answer.status, json.loads(await answer.text() or "{}")

    async def code(self, method: str, path: str, **payload: object) -> int:
        """Return the number of the error that a call gives; fail if it gives none."""
        status, answer = await self.call(method, path, **payload)
        assert status >= 400
        return int(answer["code"])

    async def posts_form(self, path: str, body: AsyncIterator[bytes]) -> int:
        """Post a form with the border `border`; return the status."""
        headers = {"Authorization": self.token, "Content-Type": "multipart/form-data; boundary=border"}
        async with self._session.post(f"{self.discord.url}{path}", data=body, headers=headers) as answer:
            return answer.status

    async def socket(self) -> aiohttp.ClientWebSocketResponse:
        """Return a connection to the gateway that was greeted."""
        socket = await self._session.ws_connect(self.discord.gateway_url)
        assert (await socket.receive_json())["op"] == 10
        return socket


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    async with FakeDiscord() as discord, aiohttp.ClientSession() as session:
        yield Client(discord, session)


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def menu(**more: object) -> Json:
    return {"type": 3, "custom_id": "from:1:7", "options": [OPTION]} | more


def command(**more: object) -> Json:
    return {"type": 1, "name": "roll", "description": "Roll the dice"} | more


def option(**more: object) -> Json:
    return {"type": 3, "name": "play", "description": "A play"} | more


# -- messages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"content": ""},
        {"content": "x" * 2001},
        {"content": "⚪🎲" * 700},
        {"content": "x", "nonce": "n" * 26},
        {"content": "x", "embeds": [{}] * 11},
        {"embeds": [{"title": "x" * 257}]},
        {"embeds": [{"description": "x" * 4097}]},
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
        {"attachments": [{"id": 0, "description": "x" * 1025}]},
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        {"content": "x", "components": [row(ROLL)] * 6},
    ],
)
def test_a_message_beyond_the_limits_is_refused(payload: Json) -> None:
    with pytest.raises(ApiError):
        check_message(payload, {})


@pytest.mark.parametrize("content", [b"", b"x" * (10 << 20) + b"x"])
def test_an_empty_or_a_huge_file_is_refused(content: bytes) -> None:
    with pytest.raises(ApiError):
        check_message({"attachments": [{"id": 0}]}, {0: Upload("board.png", content)})


def test_what_is_at_the_limits_is_taken() -> None:
    check_message({"content": "x" * 2000, "nonce": "n" * 25}, {})
    check_message({"attachments": [{"id": 0, "description": "x" * 1024}]}, {0: Upload("a.png", b"x")})


@pytest.mark.parametrize(
    "rows",
    [
        [row()],
        [row(*(ROLL | {"custom_id": f"g:1:7:{number}"} for number in range(6)))],
        [row(menu(), ROLL)],
        [row(ROLL), row(ROLL)],
        [ROLL],
        [row(ROLL | {"custom_id": ""})],
        [row(ROLL | {"custom_id": "x" * 101})],
        [row(ROLL | {"label": "x" * 81})],
        [row(ROLL | {"label": ""})],
        [row({"type": 2, "style": 5, "label": "Page", "url": "ftp://example.org"})],
        [row({"type": 2, "style": 5, "label": "Page", "url": "https://example.org", "custom_id": "x"})],
        [row(menu(options=[]))],
        [row(menu(options=[OPTION | {"value": str(number)} for number in range(26)]))],
        [row(menu(options=[OPTION, OPTION]))],
        [row(menu(options=[OPTION | {"label": "x" * 101}]))],
        [row(menu(options=[OPTION | {"value": "x" * 101}]))],
        [row(menu(options=[OPTION | {"description": "x" * 101}]))],
        [row(menu(options=[OPTION | {"default": True}, {"label": "8", "value": "8", "default": True}]))],
        [row(menu(placeholder="x" * 151))],
        [row({"type": 4, "custom_id": "play"})],
    ],
)
def test_buttons_and_menus_beyond_the_limits_are_refused(rows: list[Json]) -> None:
    with pytest.raises(ApiError):
        check_components(rows)


@pytest.mark.parametrize(
    "change",
    [
        {"title": "x" * 46},
        {"custom_id": "x" * 101},
        {"components": []},
        {"components": [row({"type": 4, "custom_id": "play"})]},
        {"components": [{"type": 18, "label": "x" * 46, "component": {"type": 4, "custom_id": "play"}}]},
    ],
)
def test_a_form_beyond_the_limits_is_refused(change: Json) -> None:
    field = {"type": 18, "label": "Play", "component": {"type": 4, "custom_id": "play"}}
    form: Json = {"title": "Your play", "custom_id": "form:1:7", "components": [field]}
    check_form(form)
    with pytest.raises(ApiError):
        check_form(form | change)


# -- commands ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "commands",
    [
        [command(name="Roll")],
        [command(name="roll dice")],
        [command(name="x" * 33)],
        [command(name="")],
        [command(description="")],
        [command(description="x" * 101)],
        [command(), command()],
        [command(name=f"roll{number}") for number in range(101)],
        [command(name_localizations={"pt": "rolar"})],
        [command(name_localizations={"pt-BR": "Rolar"})],
        [command(description_localizations={"pt-BR": "x" * 101})],
        [command(options=[option(name=f"o{number}") for number in range(26)])],
        [command(options=[option(), option(name="other", required=True)])],
        [command(options=[option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])])],
        [command(options=[option(choices=[{"name": "x" * 101, "value": "x"}])])],
        [command(options=[option(choices=[{"name": "x", "value": "x"}], autocomplete=True)])],
        [command(options=[option(name=f"o{n}", description="x" * 100) for n in range(25)] * 3)],
        [{"type": 2, "name": "Challenge", "description": "Challenge them"}],
        [{"type": 2, "name": f"Challenge {number}"} for number in range(16)],
    ],
)
def test_commands_beyond_the_limits_are_refused(commands: list[Json]) -> None:
    with pytest.raises(ApiError):
        check_commands(commands)


def test_commands_within_the_limits_are_taken() -> None:
    check_commands([command(name="próxima", options=[option(required=True), option(name="other")])])
    check_commands([{"type": 2, "name": "Challenge them"}])


# -- who may call, and when ------------------------------------------------------------------------------


async def test_a_wrong_token_is_refused(client: Client) -> None:
    client.token = "Bot wrong"
    assert (await client.call("GET", "/users/@me"))[0] == 401


async def test_an_unknown_path_is_refused(client: Client) -> None:
    assert (await client.call("GET", "/nonsense"))[0] == 404


async def test_a_gateway_that_is_told_a_wrong_token_or_too_much_hangs_up(client: Client) -> None:
    for token, intents, code in (("wrong", 1, 4004), (client.discord.token, 1 << 15, 4014)):
        socket = await client.socket()
        await socket.send_json({"op": 2, "d": {"token": token, "intents": intents}})
        message = await socket.receive()
        assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, code)
        await socket.close()


async def test_an_unknown_session_cannot_be_resumed(client: Client) -> None:
    socket = await client.socket()
    await socket.send_json({"op": 6, "d": {"token": client.discord.token, "session_id": "x", "seq": 1}})
    assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}
    await socket.close()


async def test_channels_are_closed_to_who_may_not_write_there(client: Client) -> None:
    club = client.discord.channel("club")
    path = f"/channels/{club}/messages"
    assert await client.code("POST", "/channels/1/messages", content="x") == 10003
    client.discord.deny(club, "send_messages")
    assert await client.code("POST", path, content="x") == 50013
    client.discord.deny(club, "view_channel")
    assert await client.code("POST", path, content="x") == 50001


async def test_only_own_messages_that_are_there_can_be_edited(client: Client) -> None:
    club, ana = client.discord.channel("club"), client.discord.user("Ana")
    said = await client.discord.types(ana, club, "hello")
    path = f"/channels/{club}/messages"
    assert await client.code("PATCH", f"{path}/1", content="x") == 10008
    assert await client.code("PATCH", f"{path}/{said['id']}", content="x") == 50005
    _, sent = await client.call("POST", path, content="x")
    assert (await client.call("PATCH", f"{path}/{sent['id']}", content="y"))[1]["content"] == "y"


async def test_the_same_nonce_is_the_same_message_in_one_channel(client: Client) -> None:
    one, other = client.discord.channel("one"), client.discord.channel("other")
    ids = [
        (
            await client.call(
                "POST", f"/channels/{place}/messages", content="x", nonce="n", enforce_nonce=True
            )
        )[1]["id"]
        for place in (one, one, other)
    ]
    assert ids[0] == ids[1] != ids[2]


async def test_old_messages_can_be_edited_seldom(client: Client) -> None:
    club = client.discord.channel("club")
    client.discord.limit_old_edits(2, 60.0)
    _, sent = await client.call("POST", f"/channels/{club}/messages", content="x")
    client.discord.age(client.discord.newest(club), 5000)
    path = f"/channels/{club}/messages/{sent['id']}"
    for _ in range(2):
        assert (await client.call("PATCH", path, content="y"))[0] == 200
    status, answer = await client.call("PATCH", path, content="y")
    assert (status, answer["code"]) == (429, 30046)
    assert 0 < answer["retry_after"] <= 60


async def test_an_interaction_is_answered_once_and_in_time(client: Client) -> None:
    club, ana = client.discord.channel("club"), client.discord.user("Ana")
    client.discord.state.commands = [command(id="1")]
    deed = await client.discord.commands(ana, club, "roll")
    callback = f"/interactions/{deed.id}/{deed.token}/callback"
    assert await client.code("POST", f"/webhooks/1001/{deed.token}", content="x") == 10015
    assert await client.code("POST", callback, type=6) == 50035, "a command cannot be left without words"
    client.discord.state.clock_skew_seconds = 4.0
    assert await client.code("POST", callback, type=5) == 10062
    client.discord.state.clock_skew_seconds = 0.0
    assert (await client.call("POST", callback, type=5, data={"flags": 64}))[0] == 204
    assert await client.code("POST", callback, type=5) == 40060
    client.discord.state.clock_skew_seconds = 901.0
    assert await client.code("POST", f"/webhooks/1001/{deed.token}", content="x") == 50027


async def test_what_one_person_alone_sees_is_out_of_reach_for_the_channels_routes(client: Client) -> None:
    club, ana = client.discord.channel("club"), client.discord.user("Ana")
    client.discord.state.commands = [command(id="1")]
    deed = await client.discord.commands(ana, club, "roll")
    callback = f"/interactions/{deed.id}/{deed.token}/callback"
    await client.call("POST", callback, type=4, data={"content": "x", "flags": 64})
    (told,) = client.discord.told(ana)
    assert await client.code("PATCH", f"/channels/{club}/messages/{told['id']}", content="y") == 10008
    assert client.discord.messages(club) == []


async def test_what_is_not_meant_for_the_bot_is_not_told(client: Client) -> None:
    club, ana = client.discord.channel("club"), client.discord.user("Ana")
    socket = await client.socket()
    await socket.send_json({"op": 2, "d": {"token": client.discord.token, "intents": 1 << 9}})
    await client.discord.until(lambda: client.discord.gateway.connected)
    await client.discord.types(ana, club, "secret")
    async with asyncio.timeout(5):
        while (frame := await socket.receive_json())["t"] != "MESSAGE_CREATE":
            continue
    assert frame["d"]["content"] == ""
    await socket.close()


async def test_a_limit_that_is_told_stands_in_every_answer(client: Client) -> None:
    club = client.discord.channel("club")
    client.discord.limit("POST", "/messages$", 1, 60.0)
    path = f"/channels/{club}/messages"
    assert (await client.call("POST", path, content="x"))[0] == 200
    status, answer = await client.call("POST", path, content="x")
    assert (status, answer["code"], answer["global"]) == (429, 0, False)


PICTURE = b"x" * 20_000
FORM = (
    b'--border\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n'
    b'{"attachments": [{"id": 0}]}\r\n'
    b'--border\r\nContent-Disposition: form-data; name="files[0]"; filename="board.png"\r\n\r\n'
    b"%s\r\n--border--\r\n" % PICTURE
)


async def test_a_form_that_arrives_in_pieces_is_read(client: Client) -> None:
    """A little after its beginning comes very little, then very much."""
    club = client.discord.channel("club")

    async def pieces() -> AsyncIterator[bytes]:
        begun = FORM.index(PICTURE) + 10
        for piece in (FORM[:begun], FORM[begun : begun + 3], FORM[begun + 3 :]):
            yield piece
            await asyncio.sleep(0.02)

    assert await client.posts_form(f"/channels/{club}/messages", pieces()) == 200
    assert client.discord.picture(client.discord.newest(club)) == PICTURE


# -- what is read of a message ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    ["*x*", "_x_", "x `y", "# x", "<@77> <t:1>", "https://x.org", "@everyone", "- x", "1. x", ":dice:"],
)
def test_words_that_would_be_markup_are_a_mistake(content: str) -> None:
    with pytest.raises(ValueError, match="is markup"):
        words_of({"content": content}, {77: {"global_name": "Ana"}})


def test_words_are_read_as_people_read_them() -> None:
    users = {77: {"global_name": "Ana"}}
    assert words_of({"content": "<@77>: `13/8*` \\*\\_\n```\n+--+\n```"}, users) == "Ana: `13/8*` *_\n\n+--+"
