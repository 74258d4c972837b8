"""Answers to interactions: within three seconds the first, within fifteen minutes all others."""

from __future__ import annotations

from tests.helpers.discord_server.command_limits import check_choices
from tests.helpers.discord_server.limits import check_form
from tests.helpers.discord_server.messages import Messages
from tests.helpers.discord_server.objects import AUTOCOMPLETE, COMPONENT, FORM, SLASH
from tests.helpers.discord_server.state import EPHEMERAL, LOADING, Interaction, State
from tests.helpers.discord_server.wire import ApiError, Call, Json, invalid, unknown

FIRST_ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 900.0

MESSAGE, PROMISE, NOTHING_YET, UPDATE, CHOICES, OPEN_FORM = 4, 5, 6, 7, 8, 9
FITTING = {
    SLASH: (MESSAGE, PROMISE, OPEN_FORM),
    COMPONENT: (MESSAGE, PROMISE, NOTHING_YET, UPDATE, OPEN_FORM),
    AUTOCOMPLETE: (CHOICES,),
    FORM: (MESSAGE, PROMISE, NOTHING_YET, UPDATE),
}
"""Which kinds of first answers fit which interactions."""


class Answers:
    """Takes the bot's answers."""

    def __init__(self, state: State, messages: Messages) -> None:
        self._state = state
        self._messages = messages

    def first(self, call: Call, number: str, token: str) -> Json | None:
        """Take the first answer; return what it made of it, if that is asked for."""
        deed = self._state.interactions.get(token)
        if deed is None or deed.id != number or self._state.now() - deed.asked_at > FIRST_ANSWER_SECONDS:
            raise unknown("interaction", 10062)
        if deed.acknowledged:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind = call.payload["type"]
        if kind not in FITTING[deed.kind]:
            raise invalid("type", "This kind of answer does not fit", "BASE_TYPE_CHOICES")
        self._carry_out(call, deed, kind, call.payload.get("data") or {})
        deed.acknowledged, deed.response = True, kind
        if call.query.get("with_response") not in ("1", "true"):
            return None
        return self._told(deed)

    def _carry_out(self, call: Call, deed: Interaction, kind: int, data: Json) -> None:
        seen_by = deed.user if (data.get("flags") or 0) & EPHEMERAL else None
        match kind:
            case 4:
                deed.original = self._messages.store(call, deed.channel, data, seen_by)["id"]
            case 5:
                promise = {"flags": (data.get("flags") or 0) | LOADING}
                deed.original = self._messages.store(call, deed.channel, promise, seen_by)["id"]
            case 6 if deed.message:
                deed.original = deed.message["id"]
            case 7 if deed.message:
                message = self._state.message(deed.message["id"])
                deed.original = self._messages.change(call, message, data)["id"]
            case 8:
                check_choices(data["choices"], "data")
                deed.choices = data["choices"]
            case 9:
                check_form(data)
                deed.form = data

    def _told(self, deed: Interaction) -> Json:
        original = self._state.messages.get(deed.original or "")
        told: Json = {
            "interaction": {
                "id": deed.id,
                "type": deed.kind,
                "response_message_id": deed.original,
                "response_message_loading": deed.response == PROMISE,
                "response_message_ephemeral": (deed.original or "") in self._state.private,
            },
            "resource": {"type": deed.response},
        }
        if original and deed.response in (MESSAGE, UPDATE):
            told["resource"]["message"] = original
        return told

    def further(self, call: Call, token: str) -> Json:
        """Take a further message. The first one after a promise fills it."""
        deed = self._open(token)
        if deed.response == PROMISE and not deed.filled and deed.original in self._state.messages:
            deed.filled = True
            return self._messages.change(call, self._state.messages[deed.original])
        seen_by = deed.user if (call.payload.get("flags") or 0) & EPHEMERAL else None
        message = self._messages.store(call, deed.channel, seen_by=seen_by)
        deed.followups.append(message["id"])
        return message

    def read(self, token: str, number: str) -> Json:
        """Return a message of an interaction."""
        return self._message(self._open(token), number)

    def edit(self, call: Call, token: str, number: str) -> Json:
        """Edit a message of an interaction: its first answer, or the message that was pressed."""
        deed = self._open(token)
        message = self._message(deed, number)
        deed.filled = True
        return self._messages.change(call, message)

    def delete(self, token: str, number: str) -> None:
        """Delete a message of an interaction."""
        deed = self._open(token)
        message = self._message(deed, number)
        deed.filled = True
        self._state.forget(message["id"])

    def _open(self, token: str) -> Interaction:
        """Return an interaction that can still be answered. Raises `ApiError`."""
        deed = self._state.interactions.get(token)
        if deed is None or self._state.now() - deed.asked_at > TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if not deed.acknowledged:
            raise unknown("Webhook", 10015)
        return deed

    def _message(self, deed: Interaction, number: str) -> Json:
        named = deed.original if number == "@original" else number
        if named is None or (named != deed.original and named not in deed.followups):
            raise unknown("Message", 10008)
        return self._state.message(named)
