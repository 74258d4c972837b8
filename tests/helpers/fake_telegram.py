"""A loopback Bot API server for tests of an unmodified python-telegram-bot.

    async with FakeTelegram() as telegram:
        ana = telegram.user("Ana")
        club = telegram.group("Club")
        ...                                    # a bot with TELEGRAM_API_URL=telegram.url
        telegram.types(ana, "/challenge", club)
        await telegram.until(lambda: telegram.boards(club))

It checks what it is sent as the real server does and words its refusals alike; it keeps messages,
files, and updates until they are confirmed. Tests make it slow, deaf, strict or absent.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterator
from typing import Self

from aiohttp import web

from tests.helpers.loopback import Loopback
from tests.helpers.telegram_server.entities import found, units
from tests.helpers.telegram_server.looks import buttons
from tests.helpers.telegram_server.methods import Methods
from tests.helpers.telegram_server.state import BOT, NOBODY, Deed, Happening, Limit, Query, State
from tests.helpers.telegram_server.wire import ApiError, Call, Fault, Json, parameters_of

TOKEN = "123456:TEST-token"
_HOST = "127.0.0.1"


class FakeTelegram(Loopback[Fault]):
    """The server, and the people who talk to the bot. In groups the bot's privacy mode is on."""

    token = TOKEN

    def __init__(self) -> None:
        super().__init__()
        self.state = State()
        self.calls: list[Call] = []
        self._methods = Methods(self.state)
        self._port = 0
        self._no_proxy = os.environ.get("NO_PROXY")
        self._runner: web.AppRunner | None = None

    # -- coming and going -----------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        # A proxy of the machine's would look for this address on a machine of its own.
        os.environ["NO_PROXY"] = _HOST
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
        if self._no_proxy is None:
            del os.environ["NO_PROXY"]
        else:
            os.environ["NO_PROXY"] = self._no_proxy

    @property
    def url(self) -> str:
        """Return the root for TELEGRAM_API_URL."""
        return f"http://{_HOST}:{self._port}"

    async def start(self) -> None:
        """Listen; after a stop on the same port, with all that was known."""
        application = web.Application(client_max_size=20 << 20)
        application.router.add_route("*", "/bot{token}/{method}", self._serve)
        # A client that hangs up ends its own long poll at once.
        self._runner = web.AppRunner(
            application, access_log=None, shutdown_timeout=0.1, handler_cancellation=True
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, _HOST, self._port, reuse_address=True).start()
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Be gone: connections are refused from now on."""
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        serving = asyncio.ensure_future(self._answer(request))
        if request.match_info["method"] == "getUpdates":
            return await serving
        # A send that has begun takes effect even if the client does not wait for the answer.
        return await asyncio.shield(serving)

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        parameters = await parameters_of(request)
        call = Call(request.match_info["method"], parameters, asyncio.get_running_loop().time())
        self.calls.append(call)
        fault = self._fault(call)
        try:
            if request.match_info["token"] != TOKEN:
                raise ApiError(401, "Unauthorized")
            if fault and not fault.after:
                await self._strike(fault, request)
            result = await self._carry_out(call)
            if fault and fault.after:
                await self._strike(fault, request)
        except ApiError as error:
            return web.json_response(error.body, status=error.code)
        except ConnectionAbortedError:
            return web.Response(status=500)
        return web.json_response({"ok": True, "result": result})

    async def _carry_out(self, call: Call) -> object:
        method = getattr(self._methods, call.method, None)
        if method is None:
            raise ApiError(404, "Not Found: method not found")
        result = await method(call.parameters)
        await self._notify()
        return result

    # -- what goes wrong ------------------------------------------------------------------------

    def fail(self, method: str, error: ApiError, *, times: int = 1, after: bool = False) -> None:
        """Answer the next calls with an error; `after`: although they took effect."""
        self.faults.append(Fault(method, error, times, after=after))

    def drop(self, method: str, *, times: int = 1, after: bool = False) -> None:
        """Cut the connection on the next calls; `after`: once they took effect."""
        self.faults.append(Fault(method, None, times, after=after))

    def delay(self, method: str, seconds: float, *, after: bool = False, chat: int | None = None) -> None:
        """Be late with the next call; `after`: it takes effect at once, and only the answer is late."""
        self.faults.append(Fault(method, None, 1, seconds, after, chat))

    def trap(self, method: str, spring: Callable[[], None], *, after: bool = False) -> None:
        """Do something when a method is called next, and cut the connection; `after`: once it took effect."""
        self.faults.append(Fault(method, after=after, spring=spring))

    def limit(self, chat: int, calls: int, window_seconds: float) -> Limit:
        """Allow a chat only so many sends and edits in a window."""
        limit = self.state.limits[chat] = Limit(calls, window_seconds)
        return limit

    def block(self, chat: int, reason: str = "") -> None:
        """Close a chat to the bot: a user blocks it, a group kicks it out."""
        usual = "bot was blocked by the user" if chat > 0 else "bot was kicked from the supergroup chat"
        self.state.blocked[chat] = reason or usual

    def unblock(self, chat: int) -> None:
        """Open a chat to the bot again."""
        del self.state.blocked[chat]

    def delete(self, message: Json) -> None:
        """Have an admin delete a message."""
        del self.state.messages[message["chat"]["id"], message["message_id"]]

    def freeze(self, message: Json) -> None:
        """Let a message become one that can no longer be edited."""
        self.state.frozen.add((message["chat"]["id"], message["message_id"]))

    def age(self, message: Json, seconds: int) -> None:
        """Make a message older."""
        message["date"] -= seconds

    def forget_files(self) -> None:
        """Let every file id become unknown."""
        self.state.files.clear()

    def migrate(self, old: int, new: int) -> None:
        """Upgrade a group to a supergroup, which has another id."""
        self.state.migrated[old] = new
        self.state.chats[new] = {**self.state.chats[old], "id": new, "type": "supergroup"}
        for chat, service in ((old, {"migrate_to_chat_id": new}), (new, {"migrate_from_chat_id": old})):
            self._push("message", self._message(NOBODY, self.state.chats[chat], service))

    # -- people and places ----------------------------------------------------------------------

    def user(
        self, name: str, username: str | None = None, language: str | None = "en", last_name: str = ""
    ) -> int:
        """Have somebody register and start the bot in private; return the id, which is also the chat's."""
        number = len(self.state.users) + 6
        user = {"id": number, "is_bot": False, "first_name": name}
        user |= {"last_name": last_name} if last_name else {}
        user |= {"username": username} if username else {}
        self.state.users[number] = user | ({"language_code": language} if language else {})
        self.state.chats[number] = {"id": number, "type": "private", "first_name": name}
        return number

    def other_bot(self, name: str, username: str) -> int:
        """Register another bot."""
        number = self.user(name, username, None)
        self.state.users[number]["is_bot"] = True
        return number

    def group(self, title: str, *, forum: bool = False, kind: str = "supergroup") -> int:
        """Return the id of a new group that the bot is a member of."""
        number = -1001000 - len(self.state.chats)
        self.state.chats[number] = {"id": number, "type": kind, "title": title}
        if forum:
            self.state.chats[number]["is_forum"] = True
        return number

    def topic(self, chat: int, number: int) -> int:
        """Return a new topic of a forum."""
        self.state.topics.setdefault(chat, set()).add(number)
        return number

    # -- what people do -------------------------------------------------------------------------

    def types(
        self,
        user: int,
        text: str,
        chat: int | None = None,
        *,
        topic: int | None = None,
        reply_to: Json | None = None,
        naming: dict[str, int] | None = None,
        extra: Json | None = None,
    ) -> Json:
        """Have a user write in a group, or to the bot in private. `naming` makes parts of the text
        mentions of users who have no user name. `extra` goes into the message as it is."""
        entities = [*_named(text, naming or {}, self.state.users)]
        content: Json = {"text": text, "entities": [*entities, *found(text, entities)]} | (extra or {})
        if topic:
            opening = {
                "message_id": topic,
                "date": 0,
                "forum_topic_created": {"name": "Topic", "icon_color": 1},
            }
            content |= {"message_thread_id": topic, "is_topic_message": True}
            content["reply_to_message"] = opening | {"chat": self.state.chats[chat or user]}
        if reply_to:
            # A message that is answered comes without the one that it answers itself.
            content["reply_to_message"] = {
                key: value for key, value in reply_to.items() if key != "reply_to_message"
            }
        message = self._message(self.state.users[user], self.state.chats[chat or user], content)
        self._happen(Deed.TYPED, message, text)
        if _reaches_the_bot(message):
            self._push("message", dict(message))
        return message

    def edits(self, message: Json, text: str) -> Json:
        """Have a user edit a message."""
        message.update(text=text, entities=[*found(text, [])], edit_date=int(time.time()))
        self._happen(Deed.EDITED, message, text)
        if _reaches_the_bot(message):
            self._push("edited_message", dict(message))
        return message

    def presses(
        self, user: int, message: Json, label: str = "", *, data: str = "", valid_seconds: float = 15.0
    ) -> Query:
        """Have a user press the button of a message whose label begins so; or one that is no longer
        there, by its data. Raises `LookupError` if there is no such button."""
        if not data:
            button = next((each for each in buttons(message) if each["text"].startswith(label)), None)
            if button is None:
                raise LookupError(f"no button {label!r} among {[each['text'] for each in buttons(message)]}")
            data, label = button["callback_data"], button["text"]
        number = f"cq{next(self.state.update_numbers)}"
        expires_at = time.monotonic() + valid_seconds
        query = self.state.queries[number] = Query(number, message["chat"]["id"], message, expires_at)
        sender = self.state.users[user]
        words = label or data
        self.state.history.append(
            Happening(Deed.PRESSED, query.chat, sender["first_name"], dict(message), words)
        )
        self._push(
            "callback_query",
            {"id": number, "from": sender, "chat_instance": "1", "data": data, "message": dict(message)},
        )
        return query

    def adds_bot(self, user: int, chat: int, *, client_starts: bool = False) -> None:
        """Have a user add the bot to a group; some clients then send `/start@bot` by themselves."""
        self.changes_membership(user, chat, "left", "member")
        if client_starts:
            self.types(user, f"/start@{BOT['username']}", chat)

    def changes_membership(self, user: int, chat: int, old: str, new: str, **more: object) -> None:
        """Have a user change what the bot is in a chat."""
        self._push(
            "my_chat_member",
            {
                "chat": self.state.chats[chat],
                "from": self.state.users[user],
                "date": int(time.time()),
                "old_chat_member": {"user": BOT, "status": old},
                "new_chat_member": {"user": BOT, "status": new} | more,
            },
        )

    def pushes(self, kind: str, content: Json) -> None:
        """Deliver an update that none of the others makes."""
        self._push(kind, content)

    # -- what is to be seen ---------------------------------------------------------------------

    def messages(self, chat: int) -> list[Json]:
        """Return the bot's messages in a chat, oldest first."""
        found_there = [message for (place, _), message in self.state.messages.items() if place == chat]
        return [message for message in found_there if message["from"]["id"] == BOT["id"]]

    def boards(self, chat: int) -> list[Json]:
        """Return the bot's pictures in a chat, oldest first."""
        return [message for message in self.messages(chat) if "photo" in message]

    def calls_of(self, *methods: str, chat: int | None = None) -> list[Call]:
        """Return the calls of some methods, oldest first."""
        return [call for call in self.calls if call.method in methods and (chat is None or call.chat == chat)]

    def picture(self, message: Json) -> bytes:
        """Return the picture that a message shows."""
        return self.state.files[message["photo"][-1]["file_id"]]

    # -- parts ----------------------------------------------------------------------------------

    def _message(self, sender: Json, chat: Json, content: Json) -> Json:
        number = self.state.next_message(chat["id"])
        message = {"message_id": number, "date": int(time.time()), "chat": chat, "from": sender, **content}
        self.state.messages[chat["id"], number] = message
        return message

    def _push(self, kind: str, content: Json) -> None:
        if self.state.push(kind, content):
            self._methods.new_update.set()

    def _happen(self, deed: Deed, message: Json, words: str) -> None:
        who = message.get("sender_chat", {}).get("title") or message["from"]["first_name"]
        self.state.history.append(Happening(deed, message["chat"]["id"], who, dict(message), words))


def _named(text: str, naming: dict[str, int], users: dict[int, Json]) -> Iterator[Json]:
    for name, user in naming.items():
        start = re.search(re.escape(name), text)
        if start is None:
            raise ValueError(f"{name!r} does not stand in {text!r}")
        offset, length = units(text[: start.start()]), units(name)
        yield {"type": "text_mention", "offset": offset, "length": length, "user": users[user]}


def _reaches_the_bot(message: Json) -> bool:
    """Return whether a bot in privacy mode hears of a message."""
    answered: Json = message.get("reply_to_message", {}).get("from", {})
    if message["chat"]["type"] == "private" or answered.get("id") == BOT["id"]:
        return True
    return str(message.get("text", "")).startswith("/")
