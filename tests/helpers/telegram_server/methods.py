"""The methods of the Bot API that a bot with boards calls, with the real server's refusals."""

from __future__ import annotations

import asyncio
import json
import re
import time

from tests.helpers.telegram_server.entities import Text, parsed, units
from tests.helpers.telegram_server.markup import checked_caption, checked_keyboard, checked_text
from tests.helpers.telegram_server.state import BOT, Deed, Happening, State
from tests.helpers.telegram_server.wire import ApiError, Json, bad_request, is_true

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as "
    "a current content and reply markup of the message"
)
DELETABLE_SECONDS = 48 * 3600
TOAST_LIMIT = 200
ACTIONS = ("typing", "upload_photo", "upload_document")
MOST_IN_AN_ALBUM = 10
SIZES = ((320, 240), (1200, 900))

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")


class Methods:
    """Each method by its name in the Bot API; parameters and results as on the wire."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._polls = 0
        self.new_update = asyncio.Event()

    # -- the bot ---------------------------------------------------------------------------------

    async def getMe(self, _: Json) -> Json:  # noqa: N802 - the Bot API's own name, as all below
        return BOT

    async def deleteWebhook(self, _: Json) -> bool:  # noqa: N802
        return True

    async def getMyCommands(self, parameters: Json) -> list[Json]:  # noqa: N802
        return self._state.commands.get(_menu(parameters), [])

    async def setMyCommands(self, parameters: Json) -> bool:  # noqa: N802
        commands = parameters["commands"]
        if len(commands) > 100:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not _COMMAND.fullmatch(command["command"]):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(command["description"]) <= 256:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        self._state.commands[_menu(parameters)] = commands
        return True

    async def getUpdates(self, parameters: Json) -> list[Json]:  # noqa: N802
        self._polls += 1
        mine = self._polls
        # The newer of two pollers has the updates, the older one is told so.
        self.new_update.set()
        if offset := int(parameters.get("offset") or 0):
            self._state.confirm(offset)
        if "allowed_updates" in parameters:
            self._state.allowed = tuple(parameters["allowed_updates"])
        until = time.monotonic() + float(parameters.get("timeout") or 0)
        while not self._state.updates and (left := until - time.monotonic()) > 0:
            self.new_update.clear()
            try:
                async with asyncio.timeout(left):
                    await self.new_update.wait()
            except TimeoutError:
                break
            if self._polls != mine:
                raise ApiError(
                    409,
                    "Conflict: terminated by other getUpdates request; "
                    "make sure that only one bot instance is running",
                )
        return self._state.updates[: int(parameters.get("limit") or 100)]

    # -- sending ---------------------------------------------------------------------------------

    async def sendMessage(self, parameters: Json) -> Json:  # noqa: N802
        text = checked_text(self._text(parameters, "text"))
        chat = self._state.open_to(parameters, picture=False)
        return self._sent(chat, parameters, {"text": text.text, "entities": list(text.entities)})

    async def sendPhoto(self, parameters: Json) -> Json:  # noqa: N802
        caption = self._caption(parameters)
        chat = self._state.open_to(parameters, picture=True)
        return self._sent(chat, parameters, {"photo": self._photo(parameters["photo"], parameters)} | caption)

    async def sendMediaGroup(self, parameters: Json) -> list[Json]:  # noqa: N802
        media = parameters["media"]
        if not 2 <= len(media) <= MOST_IN_AN_ALBUM:
            raise bad_request("wrong number of media in the album")
        if any(each["type"] != "photo" for each in media):
            raise bad_request("wrong type of media in the album")
        if "reply_markup" in parameters:
            raise bad_request("an album has no buttons")
        contents = [{"photo": self._photo(each["media"], parameters)} | self._caption(each) for each in media]
        group = {"media_group_id": str(next(self._state.update_numbers))}
        chats = [self._state.open_to(parameters, picture=True) for _ in contents]
        # Each of its messages counts.
        return [
            self._sent(chat, parameters, content | group)
            for chat, content in zip(chats, contents, strict=True)
        ]

    async def sendDocument(self, parameters: Json) -> Json:  # noqa: N802
        caption = self._caption(parameters)
        chat = self._state.open_to(parameters, picture=False)
        document = self._file(parameters["document"], parameters)
        return self._sent(chat, parameters, {"document": document} | caption)

    async def sendAnimation(self, parameters: Json) -> Json:  # noqa: N802
        caption = self._caption(parameters)
        chat = self._state.open_to(parameters, picture=True)
        file = self._file(parameters["animation"], parameters)
        film = file | {"width": 600, "height": 450, "duration": 60}
        # A client that knows no animations takes it for a file.
        return self._sent(chat, parameters, {"animation": film, "document": file} | caption)

    async def sendChatAction(self, parameters: Json) -> bool:  # noqa: N802
        if parameters.get("action") not in ACTIONS:
            raise bad_request("wrong parameter action in request")
        # Nobody documents that it counts, so that it does is the stricter reading.
        self._state.open_to(parameters, picture=False)
        return True

    # -- editing ---------------------------------------------------------------------------------

    async def editMessageText(self, parameters: Json) -> Json:  # noqa: N802
        text = checked_text(self._text(parameters, "text"))
        message = self._state.editable(parameters)
        if "text" not in message:
            raise bad_request("there is no text in the message to edit")
        return self._changed(message, parameters, {"text": text.text, "entities": list(text.entities)})

    async def editMessageCaption(self, parameters: Json) -> Json:  # noqa: N802
        caption = self._caption(parameters)
        message = self._state.editable(parameters)
        if "photo" not in message and "document" not in message:
            raise bad_request("there is no caption in the message to edit")
        return self._changed(message, parameters, caption)

    async def editMessageMedia(self, parameters: Json) -> Json:  # noqa: N802
        media = parameters["media"]
        caption = self._caption(media)
        message = self._state.editable(parameters)
        if message["chat"]["id"] in self._state.pictureless:
            raise bad_request("not enough rights to send photos to the chat")
        photo = self._photo(media["media"], parameters)
        for key in ("text", "entities"):
            message.pop(key, None)
        return self._changed(message, parameters, {"photo": photo} | caption)

    async def editMessageReplyMarkup(self, parameters: Json) -> Json:  # noqa: N802
        return self._changed(self._state.editable(parameters), parameters, {})

    async def deleteMessage(self, parameters: Json) -> bool:  # noqa: N802
        chat = self._state.reachable(parameters)["id"]
        message = self._state.messages.get((chat, int(parameters["message_id"])))
        if message is None:
            raise bad_request("message to delete not found")
        if time.time() - message["date"] > DELETABLE_SECONDS:
            raise bad_request("message can't be deleted for everyone")
        del self._state.messages[chat, message["message_id"]]
        self._tell(Deed.DELETED, message)
        return True

    async def answerCallbackQuery(self, parameters: Json) -> bool:  # noqa: N802
        query = self._state.queries.get(parameters["callback_query_id"])
        if query is None or query.answers or time.monotonic() > query.expires_at:
            raise bad_request("query is too old and response timeout expired or query ID is invalid")
        text = parameters.get("text")
        if units(text or "") > TOAST_LIMIT:
            raise bad_request("MESSAGE_TOO_LONG")
        query.answers += 1
        query.text, query.alert = text, is_true(parameters.get("show_alert"))
        if text:
            self._tell(Deed.TOLD, query.message, text)
        return True

    # -- parts -----------------------------------------------------------------------------------

    def _text(self, parameters: Json, name: str) -> Text:
        text, mode = parameters.get(name) or "", parameters.get("parse_mode")
        return parsed(text, mode, self._state.users.get)

    def _caption(self, parameters: Json) -> Json:
        caption = checked_caption(self._text(parameters, "caption"))
        return {"caption": caption.text, "caption_entities": list(caption.entities)}

    def _kept(self, value: str | bytes, parameters: Json) -> str:
        """Return the file id of something uploaded, or of something that the server knows."""
        if isinstance(value, str) and value.startswith("attach://"):
            value = parameters[value.removeprefix("attach://")]
        if isinstance(value, bytes):
            name = f"file{len(self._state.files)}"
            self._state.files[name] = value
            return name
        if value not in self._state.files:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return value

    def _file(self, value: str | bytes, parameters: Json) -> Json:
        name = self._kept(value, parameters)
        return {"file_id": name, "file_unique_id": f"u{name}", "file_size": len(self._state.files[name])}

    def _photo(self, value: str | bytes, parameters: Json) -> list[Json]:
        name = self._kept(value, parameters)
        size = len(self._state.files[name])
        if not size:
            raise bad_request("file must be non-empty")
        return [
            {
                "file_id": name,
                "file_unique_id": f"u{name}",
                "width": width,
                "height": height,
                "file_size": size,
            }
            for width, height in SIZES
        ]

    def _sent(self, chat: Json, parameters: Json, content: Json) -> Json:
        keyboard = checked_keyboard(parameters.get("reply_markup"))
        message = {
            "message_id": self._state.next_message(chat["id"]),
            "date": int(time.time()),
            "chat": chat,
            "from": BOT,
            **content,
        }
        if topic := parameters.get("message_thread_id"):
            message |= {"message_thread_id": int(topic), "is_topic_message": True}
        if answered := self._answered(chat, parameters):
            message["reply_to_message"] = answered
        if is_true(parameters.get("disable_notification")):
            message["silent"] = True
        if keyboard:
            message["reply_markup"] = keyboard
        self._state.messages[chat["id"], message["message_id"]] = message
        self._tell(Deed.SENT, message)
        return message

    def _answered(self, chat: Json, parameters: Json) -> Json | None:
        reply = parameters.get("reply_parameters")
        if not reply:
            return None
        answered = self._state.messages.get((chat["id"], reply["message_id"]))
        if answered is None and not reply.get("allow_sending_without_reply"):
            raise bad_request("message to be replied not found")
        return answered

    def _changed(self, message: Json, parameters: Json, content: Json) -> Json:
        """Change a message. An edit without buttons takes them away, as the real one does."""
        keyboard = checked_keyboard(parameters.get("reply_markup"))
        wanted = content | {"reply_markup": keyboard}
        if all(message.get(key) == value for key, value in wanted.items()):
            raise bad_request(NOT_MODIFIED)
        message.update(wanted, edit_date=int(time.time()))
        if keyboard is None:
            del message["reply_markup"]
        self._tell(Deed.CHANGED, message)
        return message

    def _tell(self, deed: Deed, message: Json, words: str = "") -> None:
        happening = Happening(deed, message["chat"]["id"], BOT["first_name"], dict(message), words)
        self._state.history.append(happening)


def _menu(parameters: Json) -> tuple[str, str]:
    """Return the scope and the language of a menu."""
    scope = parameters.get("scope") or {"type": "default"}
    return json.dumps(scope, sort_keys=True), parameters.get("language_code") or ""
