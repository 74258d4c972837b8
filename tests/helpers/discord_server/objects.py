"""Discord's objects as they are sent: servers, channels, members, interactions."""

from __future__ import annotations

from tests.helpers.discord_server.state import (
    BOT,
    EVERYTHING,
    PRIVATE_CHAT,
    THREAD,
    Channel,
    Guild,
    Interaction,
    State,
)
from tests.helpers.discord_server.wire import Json

JOINED = "2026-01-01T00:00:00+00:00"
OWNER = "9001"
SLASH, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5


def person(number: int, name: str, username: str, *, bot: bool = False) -> Json:
    """Return an account."""
    return {
        "id": str(number),
        "username": username,
        "discriminator": "0",
        "global_name": name,
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


def member(user: Json | None, nick: str | None = None) -> Json:
    """Return a member of a server; without the account where that stands beside it."""
    parts: Json = {
        "nick": nick,
        "roles": [],
        "joined_at": JOINED,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": str(EVERYTHING),
    }
    return parts if user is None else parts | {"user": user}


def channel(state: State, place: Channel) -> Json:
    """Return a channel."""
    if place.kind == PRIVATE_CHAT and place.person is not None:
        return {"id": str(place.id), "type": place.kind, "recipients": [state.users[place.person]]}
    parts: Json = {
        "id": str(place.id),
        "type": place.kind,
        "guild_id": str(place.guild),
        "name": place.name,
        "position": 0,
        "permission_overwrites": [
            {"id": str(place.guild), "type": 0, "allow": "0", "deny": str(EVERYTHING - place.granted)}
        ],
        "nsfw": False,
        "parent_id": str(place.parent) if place.parent else None,
    }
    if place.kind == THREAD:
        archive = {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": JOINED,
            "locked": False,
        }
        parts |= {"owner_id": OWNER, "thread_metadata": archive, "message_count": 0, "member_count": 2}
    return parts


def guild(state: State, server: Guild, *, new: bool = False) -> Json:
    """Return a server with its channels, as the gateway tells it; `new`: the bot was just added."""
    places = [place for place in state.channels.values() if place.guild == server.id]
    everyone = {
        "id": str(server.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(EVERYTHING),
        "managed": False,
        "mentionable": False,
    }
    parts: Json = {
        "id": str(server.id),
        "name": server.name,
        "owner_id": OWNER,
        "member_count": 3,
        "features": _features(server),
        "preferred_locale": server.locale,
        "roles": [everyone],
        "channels": [channel(state, place) for place in places if place.kind != THREAD],
        "threads": [channel(state, place) for place in places if place.kind == THREAD],
        "members": [member(BOT)],
        "emojis": [],
        "stickers": [],
        "voice_states": [],
        "presences": [],
    }
    return parts if new else parts | {"unavailable": False}


def interaction(state: State, deed: Interaction, data: Json) -> Json:
    """Return an interaction as the gateway tells it."""
    place = state.channels[deed.channel]
    parts: Json = {
        "id": deed.id,
        "application_id": BOT["id"],
        "type": deed.kind,
        "token": deed.token,
        "version": 1,
        "data": data,
        "locale": state.locales[deed.user],
        "attachment_size_limit": 10 << 20,
        "entitlements": [],
        "app_permissions": str(place.granted),
        "authorizing_integration_owners": {"0": str(place.guild or 0)},
        "channel_id": str(place.id),
        "channel": channel(state, place),
        "context": 0 if place.guild else 1,
    }
    if place.guild:
        server = state.guilds[place.guild]
        parts |= {
            "guild_id": str(server.id),
            "guild_locale": server.locale,
            "guild": {"id": str(server.id), "locale": server.locale, "features": _features(server)},
            "member": member(state.users[deed.user]),
        }
    else:
        parts["user"] = state.users[deed.user]
    return parts | ({"message": deed.message} if deed.message else {})


def row_with(custom_id: str) -> Json:
    """Return a row with one button."""
    return {"type": 1, "components": [{"type": 2, "style": 2, "label": "?", "custom_id": custom_id}]}


def _features(server: Guild) -> list[str]:
    return ["COMMUNITY"] if server.community else []
