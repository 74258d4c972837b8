"""What Discord checks in slash commands and menu entries before it takes them."""

from __future__ import annotations

import re
from collections import Counter

from tests.helpers.discord_server.wire import ApiError, Json, invalid

SLASH, PERSON_MENU, MESSAGE_MENU = 1, 2, 3
MOST = {SLASH: 100, PERSON_MENU: 15, MESSAGE_MENU: 15}
NAME = 32
DESCRIPTION = 100
OPTIONS = 25
CHOICES = 25
CHOICE = 100
COMMAND_LETTERS = 8000
LOCALES = frozenset(
    (
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no"),
        *("pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN"),
        *("ja", "zh-TW", "ko"),
    )
)

_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Check all commands that are to replace those there are. Raises `ApiError`."""
    kinds = Counter(command.get("type", SLASH) for command in commands)
    if any(count > MOST[kind] for kind, count in kinds.items()):
        raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
    names = Counter((command.get("type", SLASH), command["name"]) for command in commands)
    if any(count > 1 for count in names.values()):
        raise invalid(
            "name", "Application command names must be unique", "APPLICATION_COMMANDS_DUPLICATE_NAME"
        )
    for number, command in enumerate(commands):
        _check_command(command, str(number))


def _check_command(command: Json, where: str) -> None:
    slash = command.get("type", SLASH) == SLASH
    for name in _each(command, "name", where):
        _check_name(name, where, slash=slash)
    if slash:
        _check_descriptions(command, where)
    elif command.get("description"):
        raise invalid(
            f"{where}.description", "menu entries have none", "APPLICATION_COMMAND_INVALID_DESCRIPTION"
        )
    _check_options(command.get("options") or [], where)
    if _letters(command) > COMMAND_LETTERS:
        raise invalid(where, "Command exceeds maximum size (8000)", "APPLICATION_COMMAND_TOO_LARGE")


def _check_options(options: list[Json], where: str) -> None:
    if len(options) > OPTIONS:
        raise invalid(f"{where}.options", f"Must be {OPTIONS} or fewer in length.")
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        raise invalid(
            f"{where}.options", "Required options come first", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
        )
    for number, option in enumerate(options):
        _check_option(option, f"{where}.options.{number}")


def _check_option(option: Json, where: str) -> None:
    for name in _each(option, "name", where):
        _check_name(name, where, slash=True)
    _check_descriptions(option, where)
    choices = option.get("choices") or []
    if len(choices) > CHOICES or (choices and option.get("autocomplete")):
        raise invalid(f"{where}.choices", f"Must be {CHOICES} or fewer in length.")
    check_choices(choices, where)


def check_choices(choices: list[Json], where: str) -> None:
    """Check what may be chosen, or is suggested. Raises `ApiError`."""
    if len(choices) > CHOICES:
        raise invalid(where, f"Must be {CHOICES} or fewer in length.")
    for choice in choices:
        for name in (
            *_each(choice, "name", where),
            *([choice["value"]] if isinstance(choice["value"], str) else []),
        ):
            if not 1 <= len(name) <= CHOICE:
                raise invalid(f"{where}.choices", f"Must be between 1 and {CHOICE} in length.")


def _check_name(name: str, where: str, *, slash: bool) -> None:
    if not 1 <= len(name) <= NAME or (slash and not (_NAME.fullmatch(name) and name == name.lower())):
        raise invalid(
            f"{where}.name", f"Command name is invalid: {name!r}", "APPLICATION_COMMAND_INVALID_NAME"
        )


def _check_descriptions(part: Json, where: str) -> None:
    for text in _each(part, "description", where):
        if not 1 <= len(text) <= DESCRIPTION:
            raise invalid(f"{where}.description", f"Must be between 1 and {DESCRIPTION} in length.")


def _each(part: Json, field: str, where: str) -> list[str]:
    """Return a text in every language, the default one first."""
    localized: Json = part.get(f"{field}_localizations") or {}
    if not set(localized) <= LOCALES:
        raise invalid(
            f"{where}.{field}_localizations", "Value must be one of the locales", "BASE_TYPE_CHOICES"
        )
    return [str(part.get(field) or ""), *map(str, localized.values())]


def _letters(command: Json) -> int:
    """Return the size of a command, each text in its longest language."""
    own = sum(max(map(len, _each(command, field, ""))) for field in ("name", "description"))
    choices = sum(max(map(len, _each(each, "name", ""))) for each in command.get("choices") or [])
    return own + choices + sum(map(_letters, command.get("options") or []))
