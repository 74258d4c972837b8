"""The single buttons and menus. Their ids and values hold all that they mean.

A button bears the id of its press, or `form:…`. The value of an option in a menu of starting points
(`from:…`) is the point, and that in a menu of targets (`to:…`) the press of its move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Self

import discord

from bot.adapters.discord.client import desk_of
from bot.app.replies import Button, ButtonStyle
from bot.app.requests import SCOPES, Press, base36

_STYLES = {
    ButtonStyle.PLAIN: discord.ButtonStyle.secondary,
    ButtonStyle.PRIMARY: discord.ButtonStyle.primary,
    ButtonStyle.GOOD: discord.ButtonStyle.success,
    ButtonStyle.DANGER: discord.ButtonStyle.danger,
}

_FORM, _FROM, _TO = "form", "from", "to"


class AnyButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=rf"(?:[{''.join(sorted(SCOPES))}]:[0-9a-z]+:[0-9]+:.+|form:[0-9a-z]+:[0-9]+)",
):
    """A button of ours, made by this process or by any before it."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Return the button that was pressed. Raises `TypeError` if a menu bears its id."""
        if not isinstance(item, discord.ui.Button):
            raise TypeError(f"{match[0]} is no button")
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press over, or ask for the form."""
        press = Press.decode(self.custom_id)
        if press is None:
            await desk_of(interaction).form(interaction)
        else:
            await desk_of(interaction).press(interaction, press)


class AnyMenu(
    discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=r"(?:from|to):[0-9a-z]+:[0-9]+"
):
    """A menu of ours, made by this process or by any before it."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Return the menu that was used. Raises `TypeError` if a button bears its id."""
        if not isinstance(item, discord.ui.Select):
            raise TypeError(f"{match[0]} is no menu")
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Make the chosen move, or ask where to from the chosen point."""
        value = self.item.values[0]
        if press := Press.decode(value):
            await desk_of(interaction).press(interaction, press)
        else:
            _, match, version = self.custom_id.split(":")
            await desk_of(interaction).choice(interaction, int(match, 36), int(version), value)


ITEMS = (AnyButton, AnyMenu)


def press_button(button: Button, label: str) -> AnyButton:
    """Return the button that asks what `button` does."""
    return AnyButton(discord.ui.Button(label=label, custom_id=button.id, style=_STYLES[button.style]))


def form_button(board: Press, label: str) -> AnyButton:
    """Return the button that opens the form for a typed play, on the board that a press is about."""
    return AnyButton(discord.ui.Button(label=label, custom_id=_id(_FORM, board)))


def start_menu(board: Press, moves: Sequence[Button], placeholder: str, chosen: str) -> AnyMenu:
    """Return the menu of the points from which there are moves, the farthest first; `chosen` is marked."""
    starts = sorted({move.start for move in moves}, key=_distance, reverse=True)
    options = [_option(start, moves, chosen) for start in starts]
    return AnyMenu(discord.ui.Select(custom_id=_id(_FROM, board), options=options, placeholder=placeholder))


def target_menu(board: Press, moves: Sequence[Button], placeholder: str) -> AnyMenu:
    """Return the menu of the moves from one starting point."""
    options = [discord.SelectOption(label=move.label, value=move.id) for move in moves]
    return AnyMenu(discord.ui.Select(custom_id=_id(_TO, board), options=options, placeholder=placeholder))


def _option(start: str, moves: Sequence[Button], chosen: str) -> discord.SelectOption:
    from_there = ", ".join(move.label for move in moves if move.start == start)
    return discord.SelectOption(label=start, value=start, description=from_there, default=start == chosen)


def _distance(start: str) -> int:
    """Return how far a printed place is from home; the bar is beyond every point."""
    return int(start) if start.isdecimal() else 99


def _id(kind: str, board: Press) -> str:
    return f"{kind}:{base36(board.subject)}:{board.version}"
