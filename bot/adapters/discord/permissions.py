"""What the bot must be allowed to do in a channel, and the link by which it is invited."""

from __future__ import annotations

import discord

from bot.app.catalog import Catalog
from bot.app.requests import Request

SCOPES = ("bot", "applications.commands")

_NEEDED = {
    "view_channel": "permission.view-channel",
    "send_messages": "permission.send-messages",
    "attach_files": "permission.attach-files",
}
"""What a board takes, and how the platform calls it in each language."""
_NEEDED_IN_THREADS = {
    "view_channel": "permission.view-channel",
    "send_messages_in_threads": "permission.send-in-threads",
    "attach_files": "permission.attach-files",
}
_POSTING = {"challenge", "rematch", "accept", "board", "watch", "play", "group"}
"""Verbs, typed or pressed, that are answered by a new board or card."""


def invite_link(application: int) -> str:
    """Return the address at which the bot is added to a server, with all that it needs there."""
    needed = dict.fromkeys((*_NEEDED, *_NEEDED_IN_THREADS, "read_message_history"), True)
    return discord.utils.oauth_url(application, permissions=discord.Permissions(**needed), scopes=SCOPES)


def is_posting(request: Request) -> bool:
    """Return whether a request is answered by a message that everybody sees."""
    verb = request.press.verb if request.press else request.text.partition(" ")[0]
    return not request.channel.private and verb in _POSTING


def missing(interaction: discord.Interaction, catalog: Catalog, locale: str) -> str:
    """Return what the bot may not do where an interaction took place, in words; "" if nothing is missing."""
    needed = _NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else _NEEDED
    granted = interaction.app_permissions
    return ", ".join(catalog.text(locale, key) for name, key in needed.items() if not getattr(granted, name))
