"""The slash commands: every command of the bot, named and described in each language.

An interface language that we speak is always given its words, also where they are the default ones:
Discord would otherwise take British words for American ones, or the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.adapters.discord.client import Client, desk_of
from bot.app.catalog import Catalog
from bot.app.commands import COMMANDS, SIZES, Argument, Command, fold
from bot.app.match_files import FORMATS

MOST_CHOICES = 25
CHOICE_LIMIT = 100
DESCRIPTION_LIMIT = 100
MOST_POINTS = 9999
_CODES_IN_LINKS = {"start"}
"""Verbs whose code comes with a link, which Discord has not."""

_WORDED = "worded"
_Callback: TypeAlias = Callable[..., Any]


class Worded(app_commands.Translator):
    """Says names and descriptions in the languages of a catalog."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__()
        self._catalog = catalog

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in an interface language; None if we do not speak that or it is the same in all."""
        worded = string.extras.get(_WORDED)
        own = self._catalog.negotiate(locale.value)
        speaks = own.split("_")[0] == locale.value.split("-")[0]
        return worded(own) if worded and speaks else None


@dataclass(frozen=True, slots=True)
class Tree:
    """Builds the commands for one client."""

    catalog: Catalog

    def build(self, client: Client) -> app_commands.CommandTree[Client]:
        """Return all commands: for servers that the bot was added to, and for its private chats."""
        tree: app_commands.CommandTree[Client] = app_commands.CommandTree(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        for command in COMMANDS:
            tree.add_command(self._slash(command))
        tree.add_command(self._menu_entry())
        return tree

    def _slash(self, command: Command) -> app_commands.Command[Any, Any, Any]:
        callback = self._callback(command)
        slash: app_commands.Command[Any, Any, Any] = app_commands.Command(
            name=self._said(command.name_in),
            description=self._text(command.description_key),
            callback=callback,
        )
        match command.argument:
            case Argument.PLAY:
                slash.autocomplete("play")(_plays)
            case Argument.TEXT:
                slash.autocomplete("word")(self._topics)
        return slash

    def _menu_entry(self) -> app_commands.ContextMenu:
        """Return the entry in the menu of a person: a challenge to them."""

        async def challenge(interaction: discord.Interaction, user: discord.User | discord.Member) -> None:
            await desk_of(interaction).command(interaction, "challenge", user)

        return app_commands.ContextMenu(name=self._text("person-menu.challenge"), callback=challenge)

    # -- one callback a kind of argument --------------------------------------------------------

    def _callback(self, command: Command) -> _Callback:
        match command.argument:
            case Argument.NONE:
                return _bare(command)
            case Argument.PLAY:
                return self._described(_with_play(command), play="play")
            case Argument.OFFER:
                return self._described(_with_offer(command), opponent="opponent", terms="terms")
            case Argument.POINTS:
                return self._described(_with_points(command), points="points")
            case Argument.SIZE:
                sizes = [self._size(names[0]) for _, names in SIZES]
                return self._described(app_commands.choices(word=sizes)(_with_word(command)), word="size")
            case Argument.FORMAT:
                kinds = [Choice(name=f".{kind}", value=kind) for kind in FORMATS]
                return self._described(app_commands.choices(word=kinds)(_with_word(command)), word="kind")
            case Argument.TEXT:
                return self._described(_with_word(command), word="topic")
            case Argument.POSITION:
                return self._described(_with_word(command), word="position")
            case Argument.CHOICE:
                return self._described(_with_word(command), word="choice")
            case Argument.CODE if command.verb in _CODES_IN_LINKS:
                return _bare(command)
            case Argument.CODE:
                return self._described(_with_word(command), word="code")
        assert_never(command.argument)

    def _described(self, callback: _Callback, **options: str) -> _Callback:
        """Name and describe the options of a callback, each by the key of its words."""
        names = {name: self._text(f"option.{option}.name") for name, option in options.items()}
        texts = {name: self._text(f"option.{option}") for name, option in options.items()}
        return app_commands.rename(**names)(app_commands.describe(**texts)(callback))

    def _size(self, name: str) -> Choice[str]:
        return Choice(name=self._text(f"option.size.{name}"), value=name)

    async def _topics(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return the commands whose name in the person's language begins so."""
        locale = self.catalog.negotiate(str(interaction.locale))
        names = (command.name_in(locale) for command in COMMANDS)
        fitting = (name for name in names if fold(name).startswith(fold(typed)))
        return [Choice(name=name, value=name) for name in sorted(fitting)][:MOST_CHOICES]

    # -- words ----------------------------------------------------------------------------------

    def _text(self, key: str) -> locale_str:
        return self._said(lambda locale: self.catalog.text(locale, key)[:DESCRIPTION_LIMIT])

    def _said(self, worded: Callable[[str], str]) -> locale_str:
        """Return what a function says in each language; by default in the bot's own."""
        return locale_str(worded(self.catalog.default_locale), **{_WORDED: worded})


def _bare(command: Command) -> _Callback:
    async def callback(interaction: discord.Interaction) -> None:
        await desk_of(interaction).command(interaction, command.verb)

    return callback


def _with_play(command: Command) -> _Callback:
    async def callback(interaction: discord.Interaction, play: str) -> None:
        await desk_of(interaction).command(interaction, f"{command.verb} {play}")

    return callback


def _with_offer(command: Command) -> _Callback:
    async def callback(
        interaction: discord.Interaction, opponent: discord.User | None = None, terms: str = ""
    ) -> None:
        invited = (opponent,) if opponent else ()
        await desk_of(interaction).command(interaction, f"{command.verb} {terms}", *invited)

    return callback


def _with_points(command: Command) -> _Callback:
    async def callback(
        interaction: discord.Interaction, points: app_commands.Range[int, -MOST_POINTS, MOST_POINTS]
    ) -> None:
        await desk_of(interaction).command(interaction, f"{command.verb} {points}")

    return callback


def _with_word(command: Command) -> _Callback:
    async def callback(interaction: discord.Interaction, word: str = "") -> None:
        await desk_of(interaction).command(interaction, f"{command.verb} {word}")

    return callback


async def _plays(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """Return the legal plays that begin as was typed."""
    plays = await desk_of(interaction).suggestions(interaction, typed)
    fitting = (play for play in plays if len(play) <= CHOICE_LIMIT)
    return [Choice(name=play, value=play) for play in fitting][:MOST_CHOICES]
