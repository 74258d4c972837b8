"""What people do: commands, presses, choices, forms, messages. Each reaches the bot by the gateway."""

from __future__ import annotations

import time

from tests.helpers.discord_server import objects
from tests.helpers.discord_server.gateway import Gateway
from tests.helpers.discord_server.looks import button, option
from tests.helpers.discord_server.objects import AUTOCOMPLETE, COMPONENT, FORM, SLASH
from tests.helpers.discord_server.state import BOT, PRIVATE_CHAT, Deed, Happening, Interaction, State
from tests.helpers.discord_server.wire import Json

BUTTON, MENU, FIELD = 2, 3, 4
TEXT, NUMBER, PERSON = 3, 4, 6
PERSON_MENU = 2
GUILD_MESSAGES, PRIVATE_MESSAGES = 1 << 9, 1 << 12
REPLY = 19


class People:
    """Everybody but the bot. What a person does with the bot is returned as an `Interaction`, at once."""

    def __init__(self, state: State, gateway: Gateway) -> None:
        self.state = state
        self.gateway = gateway

    # -- commands -------------------------------------------------------------------------------

    async def commands(self, user: int, channel: int, name: str, **options: str | int) -> Interaction:
        """Have somebody use a slash command; options by their names in the default language."""
        data = self._command(name, options)
        words = " ".join(
            [f"/{name}", *(f"{option}:{self._spoken(value)}" for option, value in options.items())]
        )
        self._note(Deed.COMMANDED, channel, user, words)
        return await self._interact(SLASH, user, channel, data)

    async def types_option(self, user: int, channel: int, name: str, option: str, typed: str) -> Interaction:
        """Have somebody begin to type an option, for suggestions."""
        data = self._command(name, {option: typed})
        data["options"][0]["focused"] = True
        return await self._interact(AUTOCOMPLETE, user, channel, data)

    async def uses_menu(self, user: int, channel: int, entry: str, on: int) -> Interaction:
        """Have somebody use an entry in the menu of a person."""
        command = self._published(entry, PERSON_MENU)
        data = {"id": command["id"], "name": entry, "type": PERSON_MENU, "target_id": str(on)}
        self._note(Deed.COMMANDED, channel, user, f"{entry} {self._spoken(on)}")
        return await self._interact(SLASH, user, channel, data | self._resolved([on]))

    # -- buttons, menus, forms ------------------------------------------------------------------

    async def presses(self, user: int, message: Json, label: str = "", *, data: str = "") -> Interaction:
        """Have somebody press the button of a message whose label begins so; or one that is no longer
        there, by its id. Raises `LookupError` if there is no such button."""
        if not data:
            found = button(message, label)
            data, label = found["custom_id"], found["label"]
        else:
            message = message | {"components": [objects.row_with(data)]}
        self._note(Deed.PRESSED, int(message["channel_id"]), user, label or data)
        content = {"custom_id": data, "component_type": BUTTON}
        return await self._interact(COMPONENT, user, int(message["channel_id"]), content, message)

    async def chooses(self, user: int, message: Json, label: str) -> Interaction:
        """Have somebody choose the option with this label in a menu. Raises `LookupError`."""
        menu, value = option(message, label)
        self._note(Deed.CHOSE, int(message["channel_id"]), user, label)
        content = {"custom_id": menu["custom_id"], "component_type": MENU, "values": [value]}
        return await self._interact(COMPONENT, user, int(message["channel_id"]), content, message)

    async def fills(self, user: int, opened: Interaction, typed: str) -> Interaction:
        """Have somebody fill in the form that an earlier deed opened, and send it."""
        form = opened.form or {}
        fields = [
            {"type": each["type"], "component": {"type": FIELD, "custom_id": custom_id, "value": typed}}
            for each in form["components"]
            for custom_id in [each["component"]["custom_id"]]
        ]
        self._note(Deed.FILLED, opened.channel, user, typed)
        content = {"custom_id": form["custom_id"], "components": fields}
        return await self._interact(FORM, user, opened.channel, content, opened.message)

    # -- messages -------------------------------------------------------------------------------

    async def types(
        self, user: int, channel: int, text: str, *, reply_to: Json | None = None, pinging: bool = True
    ) -> Json:
        """Have somebody write a message. What it says reaches the bot only in private, where it is
        mentioned, and in answers to it that ping."""
        place = self.state.channels[channel]
        named = [person for number, person in self.state.users.items() if f"<@{number}>" in text]
        answered = reply_to["author"] if reply_to and pinging else None
        mentions = [*named, *([answered] if answered and answered not in named else [])]
        message = self._message(user, channel, text, mentions, reply_to)
        self._note(Deed.TYPED, channel, user, text)
        seen = place.kind == PRIVATE_CHAT or any(person["id"] == BOT["id"] for person in mentions)
        content = message | ({} if seen else {"content": ""})
        if place.guild:
            content |= {"guild_id": str(place.guild), "member": objects.member(None)}
        intent = GUILD_MESSAGES if place.guild else PRIVATE_MESSAGES
        await self.gateway.tell("MESSAGE_CREATE", content, place.guild, intent)
        return message

    async def adds_bot(self, guild: int) -> None:
        """Have an administrator add the bot to a server."""
        content = objects.guild(self.state, self.state.guilds[guild], new=True)
        await self.gateway.tell("GUILD_CREATE", content, guild)

    # -- parts ----------------------------------------------------------------------------------

    async def _interact(
        self, kind: int, user: int, channel: int, data: Json, message: Json | None = None
    ) -> Interaction:
        number = self.state.snowflake()
        token = f"token-{number}"
        deed = Interaction(number, token, kind, user, channel, self.state.now(), message)
        self.state.interactions[token] = deed
        content = objects.interaction(self.state, deed, data)
        await self.gateway.tell("INTERACTION_CREATE", content, self.state.channels[channel].guild)
        return deed

    def _command(self, name: str, options: dict[str, str | int]) -> Json:
        """Return the data of a slash command; raise `LookupError` for what was not published."""
        command = self._published(name, 1)
        known = {each["name"]: each["type"] for each in command.get("options", ())}
        given = [
            {"name": option, "type": known[option], "value": _sent(value, known[option])}
            for option, value in options.items()
        ]
        people = [int(value) for option, value in options.items() if known[option] == PERSON]
        data = {"id": command["id"], "name": name, "type": 1, "options": given}
        return data | self._resolved(people)

    def _published(self, name: str, kind: int) -> Json:
        for command in self.state.commands:
            if (command["name"], command["type"]) == (name, kind):
                return command
        raise LookupError(f"no command {name!r} was published")

    def _resolved(self, people: list[int]) -> Json:
        users = {str(number): self.state.users[number] for number in people}
        members = {str(number): objects.member(None) for number in people}
        return {"resolved": {"users": users, "members": members}} if people else {}

    def _message(
        self, user: int, channel: int, text: str, mentions: list[Json], reply_to: Json | None
    ) -> Json:
        message: Json = {
            "id": self.state.snowflake(),
            "type": REPLY if reply_to else 0,
            "channel_id": str(channel),
            "author": self.state.users[user],
            "content": text,
            "embeds": [],
            "attachments": [],
            "components": [],
            "mentions": mentions,
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "flags": 0,
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()),
            "edited_timestamp": None,
        }
        if reply_to:
            message["message_reference"] = {"message_id": reply_to["id"], "channel_id": str(channel)}
            message["referenced_message"] = {
                key: part for key, part in reply_to.items() if key != "referenced_message"
            }
        self.state.messages[message["id"]] = message
        return message

    def _note(self, deed: Deed, channel: int, user: int, words: str) -> None:
        name = self.state.users[user]["global_name"]
        self.state.history.append(Happening(deed, channel, name, {}, words))

    def _spoken(self, value: str | int) -> str:
        """Return a value as people see it: an account by its name."""
        known = self.state.users.get(value) if isinstance(value, int) else None
        return f"@{known['global_name']}" if known else str(value)


def _sent(value: str | int, kind: int) -> str | int:
    """Return the value of an option as the client sends it: an account by its number, as text."""
    return int(value) if kind == NUMBER else str(value)
