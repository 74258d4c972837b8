"""What Discord checks in messages, buttons, menus and forms before it takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sized

from tests.helpers.discord_server.wire import Json, Upload, invalid

CONTENT = 2000
EMBEDS = 10
EMBED_LETTERS = 6000
NONCE = 25
ALT_TEXT = 1024
UPLOAD_BYTES = 10 << 20
ROWS = 5
IN_A_ROW = 5
CUSTOM_ID = 100
LABEL = 80
OPTIONS = 25
OPTION = 100
PLACEHOLDER = 150
FORM_TITLE = 45
FORM_LABEL = 45
FORM_FIELDS = 5
FIELD_PLACEHOLDER = 100

ACTION_ROW, BUTTON, MENU, FIELD, FORM_LABEL_TYPE = 1, 2, 3, 4, 18
LINK_STYLE = 5
MENUS = (3, 5, 6, 7, 8)

_EMBED_PARTS = {"title": 256, "description": 4096, "fields": 25}


def check_message(payload: Json, files: dict[int, Upload], *, new: bool = True) -> None:
    """Check what is to be sent, or edited in. Raises `ApiError`."""
    _at_most(payload.get("content"), CONTENT, "content")
    _at_most(payload.get("nonce"), NONCE, "nonce")
    _check_embeds(payload.get("embeds") or [])
    _check_attachments(payload.get("attachments") or [], files)
    check_components(payload.get("components") or [])
    said = (payload.get(name) for name in ("content", "embeds", "components", "attachments", "sticker_ids"))
    if new and not files and not any(said):
        raise invalid("content", "Cannot send an empty message", "MESSAGE_EMPTY")
    _check_mentions(payload.get("allowed_mentions") or {})


def check_components(rows: list[Json]) -> None:
    """Check the buttons and menus of a message. Raises `ApiError`."""
    _at_most(rows, ROWS, "components")
    seen: set[str] = set()
    for number, row in enumerate(rows):
        where = f"components.{number}"
        if row["type"] != ACTION_ROW:
            raise invalid(where, "Value of field 'type' must be 1", "UNION_TYPE_CHOICES")
        parts = row["components"]
        wide = len(parts) if parts[:1] and parts[0]["type"] == BUTTON else len(parts) * IN_A_ROW
        if not 1 <= wide <= IN_A_ROW:
            raise invalid(f"{where}.components", "The specified component exceeds the maximum width")
        for place, part in enumerate(parts):
            _check_component(part, f"{where}.components.{place}", seen)


def check_form(form: Json) -> None:
    """Check a form. Raises `ApiError`."""
    _between(form.get("title"), 1, FORM_TITLE, "data.title")
    _between(form.get("custom_id"), 1, CUSTOM_ID, "data.custom_id")
    parts = form.get("components") or []
    if not 1 <= len(parts) <= FORM_FIELDS:
        raise invalid("data.components", f"Must be between 1 and {FORM_FIELDS} in length.")
    seen: set[str] = set()
    for number, part in enumerate(parts):
        where = f"data.components.{number}"
        if part["type"] != FORM_LABEL_TYPE:
            raise invalid(where, "a label is expected", "UNION_TYPE_CHOICES")
        _between(part.get("label"), 1, FORM_LABEL, f"{where}.label")
        field = part["component"]
        _at_most(field.get("placeholder"), FIELD_PLACEHOLDER, f"{where}.component.placeholder")
        _check_custom_id(field, f"{where}.component", seen)


def _check_component(part: Json, where: str, seen: set[str]) -> None:
    if part["type"] == BUTTON:
        _check_button(part, where)
    elif part["type"] == MENU:
        _check_menu(part, where)
    else:
        raise invalid(where, "Value of field 'type' must be one of (2, 3)", "UNION_TYPE_CHOICES")
    if part.get("style") != LINK_STYLE:
        _check_custom_id(part, where, seen)


def _check_button(button: Json, where: str) -> None:
    _at_most(button.get("label"), LABEL, f"{where}.label")
    if not button.get("label") and not button.get("emoji"):
        raise invalid(where, "A button needs a label or an emoji", "BUTTON_COMPONENT_LABEL_REQUIRED")
    if button.get("style") == LINK_STYLE:
        if not str(button.get("url", "")).startswith(("https://", "http://", "discord://")):
            raise invalid(
                f"{where}.url", "Scheme must be one of http, https, discord", "URL_TYPE_INVALID_URL"
            )
        if "custom_id" in button:
            raise invalid(
                where, "A custom id and url cannot both be specified", "COMPONENT_URL_AND_CUSTOM_ID"
            )


def _check_menu(menu: Json, where: str) -> None:
    options = menu["options"]
    _between(options, 1, OPTIONS, f"{where}.options")
    _at_most(menu.get("placeholder"), PLACEHOLDER, f"{where}.placeholder")
    for number, option in enumerate(options):
        for part in ("label", "value"):
            _between(option.get(part), 1, OPTION, f"{where}.options.{number}.{part}")
        _at_most(option.get("description"), OPTION, f"{where}.options.{number}.description")
    if len({option["value"] for option in options}) < len(options):
        raise invalid(
            f"{where}.options", "The specified option value is already used", "SELECT_OPTION_VALUE_DUPLICATED"
        )
    if sum(bool(option.get("default")) for option in options) > menu.get("max_values", 1):
        raise invalid(f"{where}.options", "too many defaults", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES")


def _check_custom_id(part: Json, where: str, seen: set[str]) -> None:
    _between(part.get("custom_id"), 1, CUSTOM_ID, f"{where}.custom_id")
    if part["custom_id"] in seen:
        raise invalid(
            f"{where}.custom_id", "Component custom id cannot be duplicated", "COMPONENT_CUSTOM_ID_DUPLICATED"
        )
    seen.add(part["custom_id"])


def _check_embeds(embeds: list[Json]) -> None:
    _at_most(embeds, EMBEDS, "embeds")
    for number, embed in enumerate(embeds):
        for part, most in _EMBED_PARTS.items():
            _at_most(embed.get(part), most, f"embeds.{number}.{part}")
    if sum(map(len, _letters(embeds))) > EMBED_LETTERS:
        raise invalid(
            "embeds", f"Embed size exceeds maximum size of {EMBED_LETTERS}", "MAX_EMBED_SIZE_EXCEEDED"
        )


def _letters(embeds: list[Json]) -> Iterator[str]:
    for embed in embeds:
        yield from (embed.get("title") or "", embed.get("description") or "")
        yield from ((embed.get("footer") or {}).get("text", ""), (embed.get("author") or {}).get("name", ""))
        for each in embed.get("fields") or []:
            yield from (each["name"], each["value"])


def _check_attachments(attachments: list[Json], files: dict[int, Upload]) -> None:
    for number, attachment in enumerate(attachments):
        _at_most(attachment.get("description"), ALT_TEXT, f"attachments.{number}.description")
    if any(not file.content for file in files.values()):
        raise invalid("files", "Cannot upload an empty file", "MESSAGE_EMPTY_FILE")
    if any(len(file.content) > UPLOAD_BYTES for file in files.values()):
        raise invalid("files", "Request entity too large")


def _check_mentions(allowed: Json) -> None:
    if "users" in (allowed.get("parse") or []) and allowed.get("users"):
        raise invalid(
            "allowed_mentions.parse",
            "parse and users exclude each other",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        )
    _at_most(allowed.get("users"), 100, "allowed_mentions.users")


def _at_most(value: object, most: int, where: str) -> None:
    if _size(value) > most:
        raise invalid(where, f"Must be {most} or fewer in length.")


def _between(value: object, least: int, most: int, where: str) -> None:
    if not least <= _size(value) <= most:
        raise invalid(where, f"Must be between {least} and {most} in length.")


def _size(value: object) -> int:
    """Return the length of a text in UTF-16 units, which is the strictest reading, or of a list."""
    if isinstance(value, str):
        return len(value.encode("utf-16-le")) // 2
    return len(value) if isinstance(value, Sized) else 0
