"""The form into which a play is typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.app.catalog import Catalog

_FIELD = "play"
_LONGEST = 100


def play_form(custom_id: str, catalog: Catalog, locale: str) -> discord.ui.Modal:
    """Return the form for the board that the pressed button names.

    Nothing listens for it to be filled in: that comes as an interaction like any other.
    """
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=_FIELD, placeholder=catalog.text(locale, "form.example"), max_length=_LONGEST
    )
    form = discord.ui.Modal(title=catalog.text(locale, "form.title"), custom_id=custom_id, timeout=None)
    form.add_item(discord.ui.Label(text=catalog.text(locale, "form.label"), component=field))
    form.stop()
    return form


def typed_in(interaction: discord.Interaction) -> str:
    """Return the play that was typed into a form, on one line; "" if there is none."""
    data: Mapping[str, Any] = interaction.data or {}
    values = (field["value"] for field in _fields(data) if field.get("custom_id") == _FIELD)
    return " ".join(str(next(values, "")).split())


def _fields(part: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the fields of a form, however deep its rows and labels hold them."""
    if "value" in part:
        yield part
    for inner in (*part.get("components", ()), *filter(None, [part.get("component")])):
        yield from _fields(inner)
