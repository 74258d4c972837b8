"""The commands as Discord keeps them: sent again only when they have changed.

What is there is compared with what should be. So nothing needs to be remembered, another token or an
emptied disk make no difference, and a start that changes nothing writes nothing.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.http import Route

from bot.adapters.discord.client import Client

_LOCALIZATIONS = "_localizations"


async def publish(tree: app_commands.CommandTree[Client], translator: app_commands.Translator) -> bool:
    """Bring the commands up to date; return whether they had changed.

    Raises `errors.FAILURES`, and the library's own errors for commands that Discord does not take.
    """
    await tree.set_translator(translator)
    wanted = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    if _agree(_by_name(wanted), _by_name(await _published(tree.client))):
        return False
    await tree.sync()
    return True


async def _published(client: Client) -> list[dict[str, Any]]:
    """Return the commands at Discord, with all their languages, which the library does not ask for."""
    address = "/applications/{application_id}/commands?with_localizations=true"
    commands: list[dict[str, Any]] = await client.http.request(
        Route("GET", address, application_id=client.application_id or discord.utils.MISSING)
    )
    return commands


def _by_name(commands: list[dict[str, Any]]) -> dict[str, Any]:
    """Return commands by their kind and name."""
    return {f"{command.get('type', 1)} {command['name']}": command for command in commands}


def _agree(wanted: dict[str, Any], there: dict[str, Any]) -> bool:
    return set(wanted) == set(there) and _says(there, wanted)


def _says(there: object, wanted: object) -> bool:
    """Return whether what is there says all that is wanted. Discord leaves out what goes without
    saying, and adds numbers and dates of its own; languages it must have exactly."""
    match there, wanted:
        case dict(), dict():
            return all(
                (there.get(key) or {}) == part
                if key.endswith(_LOCALIZATIONS)
                else _says(there.get(key), part)
                for key, part in wanted.items()
            )
        case list(), list():
            return len(there) == len(wanted) and all(map(_says, there, wanted))
    return there == wanted or not (there or wanted)
