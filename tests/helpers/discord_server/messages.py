"""Messages: what is sent, edited and deleted in channels."""

from __future__ import annotations

import time
from collections import defaultdict

from tests.helpers.discord_server.limits import check_message
from tests.helpers.discord_server.state import (
    BOT,
    EPHEMERAL,
    LOADING,
    Deed,
    Happening,
    State,
)
from tests.helpers.discord_server.wire import (
    ApiError,
    Call,
    Json,
    Upload,
    invalid,
    too_many_requests,
)

OLD_SECONDS = 3600.0
STAYING = ("content", "embeds", "components")
KNOWN_FLAGS = 1 << 2 | 1 << 6 | 1 << 12
"""What a sender may set: no previews, for one person alone, silent."""


class Messages:
    """Sends and edits for the bot. `old_edits`: how many edits of messages older than an hour a channel
    has in a window of so many seconds."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.old_edits = (3, 6.0)
        self._edited: defaultdict[str, list[float]] = defaultdict(list)

    # -- the channels' own routes -----------------------------------------------------------------

    def create(self, call: Call, channel: int) -> Json:
        """Send a message; the same nonce again gives the message that is there already."""
        replies = call.payload.get("message_reference")
        self._state.writable(channel, files=bool(call.files), reply=bool(replies))
        nonce = (channel, str(call.payload.get("nonce")))
        if call.payload.get("enforce_nonce") and nonce in self._state.nonces:
            return self._state.messages[self._state.nonces[nonce]]
        message = self.store(call, channel)
        self._state.nonces[nonce] = message["id"]
        return message

    def type_in(self, channel: int) -> None:
        """Show that the bot types."""
        self._state.writable(channel, files=False, reply=False)

    def read(self, channel: int, number: str) -> Json:
        """Return a message."""
        self._state.channel(channel)
        return self._state.message(number, channel)

    def edit(self, call: Call, channel: int, number: str) -> Json:
        """Edit a message."""
        if call.files and "attach_files" in self._state.channel(channel).denied:
            raise ApiError(403, 50013, "Missing Permissions")
        message = self.read(channel, number)
        if message["author"]["id"] != BOT["id"]:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        self._admit_edit(message)
        return self.change(call, message)

    def delete(self, channel: int, number: str) -> None:
        """Delete a message of the bot."""
        message = self.read(channel, number)
        if message["author"]["id"] != BOT["id"]:
            raise ApiError(403, 50013, "Missing Permissions")
        self._tell(Deed.DELETED, self._state.forget(number))

    # -- common to all routes -----------------------------------------------------------------------

    def store(
        self, call: Call, channel: int, payload: Json | None = None, seen_by: int | None = None
    ) -> Json:
        """Keep a new message. `payload`: a part of the call's; `seen_by`: one person alone."""
        content = call.payload if payload is None else payload
        flags = content.get("flags") or 0
        loading = bool(flags & LOADING)
        if not loading:
            check_message(content, call.files)
            if flags & ~KNOWN_FLAGS:
                raise invalid("flags", "Value of field 'flags' is not allowed", "BASE_TYPE_CHOICES")
        message = self._blank(channel)
        self._state.messages[message["id"]] = message
        if seen_by is not None:
            self._state.private[message["id"]] = seen_by
            flags |= EPHEMERAL
        self._take_in(message, content, call.files)
        message["flags"] = flags
        if replies := content.get("message_reference"):
            message["message_reference"] = {**replies, "channel_id": str(channel)}
        if not loading:
            self._tell(Deed.SENT if seen_by is None else Deed.TOLD, message)
        return message

    def change(self, call: Call, message: Json, payload: Json | None = None) -> Json:
        """Edit a message, or fill one that was promised."""
        content = call.payload if payload is None else payload
        check_message(content, call.files, new=False)
        promised = bool(message["flags"] & LOADING)
        message["flags"] &= ~LOADING
        self._take_in(message, content, call.files)
        message["edited_timestamp"] = None if promised else "2026-01-01T00:00:01+00:00"
        self._tell(Deed.TOLD if promised else Deed.CHANGED, message)
        return message

    def _blank(self, channel: int) -> Json:
        return {
            "id": self._state.snowflake(),
            "type": 0,
            "channel_id": str(channel),
            "author": BOT,
            "content": "",
            "embeds": [],
            "attachments": [],
            "components": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "flags": 0,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
        }

    def _take_in(self, message: Json, content: Json, files: dict[int, Upload]) -> None:
        message |= {part: content[part] or type(message[part])() for part in STAYING if part in content}
        if "allowed_mentions" in content:
            message["allowed_mentions"] = content["allowed_mentions"]
        if "attachments" in content:
            message["attachments"] = self._attachments(message, content["attachments"], files)

    def _attachments(self, message: Json, wanted: list[Json], files: dict[int, Upload]) -> list[Json]:
        """Return what is kept of the old files, and the new ones: the list replaces what was there."""
        old = {attachment["id"]: attachment for attachment in message["attachments"]}
        kept = [old[str(each["id"])] for each in wanted if str(each["id"]) in old]
        new = [self._file(each, files[int(each["id"])]) for each in wanted if str(each["id"]) not in old]
        return kept + new

    def _file(self, wanted: Json, upload: Upload) -> Json:
        number = self._state.snowflake()
        self._state.files[number] = upload
        address = f"https://cdn.example.org/{number}/{upload.name}"
        return {
            "id": number,
            "filename": upload.name,
            "description": wanted.get("description"),
            "size": len(upload.content),
            "url": address,
            "proxy_url": address,
        }

    def _admit_edit(self, message: Json) -> None:
        if self._state.ages.get(message["id"], 0.0) < OLD_SECONDS:
            return
        most, window = self.old_edits
        now = time.monotonic()
        recent = [moment for moment in self._edited[message["channel_id"]] if now - moment < window]
        if len(recent) >= most:
            raise too_many_requests(round(window - (now - recent[0]), 3), code=30046)
        self._edited[message["channel_id"]] = [*recent, now]

    def _tell(self, deed: Deed, message: Json) -> None:
        happening = Happening(deed, int(message["channel_id"]), BOT["global_name"], dict(message))
        self._state.history.append(happening)
