"""The menus of commands that Telegram shows, in private chats and in groups, in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.constants import BotCommandLimit

from bot.app.catalog import Catalog
from bot.app.commands import COMMANDS, fold

_NAME = re.compile(r"[a-z0-9_]{1,32}")
_UNLISTED = ("start",)
"""What clients send by themselves."""


async def set_menus(bot: Bot, catalog: Catalog) -> None:
    """Bring the menus up to date; a menu that is right already is left alone. Raises `TelegramError`s."""
    scopes: tuple[BotCommandScope, ...] = (BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats())
    for code, locale in languages(catalog):
        menu = menu_in(catalog, locale)
        for scope in scopes:
            if await bot.get_my_commands(scope, code) != menu:
                await bot.set_my_commands(menu, scope, code)


def languages(catalog: Catalog) -> Iterator[tuple[str | None, str]]:
    """Yield Telegram's language codes, each with our language: first None, for everybody else.

    A code is two letters without a country: where two languages share it, the first has it.
    """
    yield None, catalog.default_locale
    codes: set[str] = set()
    for locale in catalog.locales():
        code = locale.split("_", maxsplit=1)[0]
        if locale != catalog.default_locale and code not in codes:
            codes.add(code)
            yield code, locale


def menu_in(catalog: Catalog, locale: str) -> tuple[BotCommand, ...]:
    """Return every command under its name in a language, written as Telegram allows."""
    return tuple(
        BotCommand(
            name, catalog.text(locale, command.description_key)[: int(BotCommandLimit.MAX_DESCRIPTION)]
        )
        for command in COMMANDS
        if command.verb not in _UNLISTED and _NAME.fullmatch(name := fold(command.name_in(locale)))
    )
