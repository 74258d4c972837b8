"""What the server checks in buttons and texts before it takes them."""

from __future__ import annotations

from urllib.parse import urlsplit

from tests.helpers.telegram_server.entities import Text, units
from tests.helpers.telegram_server.wire import Json, bad_request

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
BUTTONS_LIMIT = 100
BUTTONS_IN_A_ROW = 8
DATA_BYTES = 64
STYLES = (None, "primary", "success", "danger")


def checked_keyboard(markup: Json | None) -> Json | None:
    """Return an inline keyboard, or None for none; raise `ApiError` for one that is malformed."""
    rows = (markup or {}).get("inline_keyboard", [])
    buttons = [button for row in rows for button in row]
    if len(buttons) > BUTTONS_LIMIT or any(len(row) > BUTTONS_IN_A_ROW for row in rows):
        raise bad_request("reply markup is too long")
    for button in buttons:
        _check_button(button)
    return {"inline_keyboard": rows} if buttons else None


def checked_text(text: Text) -> Text:
    """Return the text of a message; raise `ApiError` if it is empty or too long."""
    if not text.text:
        raise bad_request("message text is empty")
    if units(text.text) > TEXT_LIMIT:
        raise bad_request("message is too long")
    return text


def checked_caption(text: Text) -> Text:
    """Return a caption, which may be empty; raise `ApiError` if it is too long."""
    if units(text.text) > CAPTION_LIMIT:
        raise bad_request("message caption is too long")
    return text


def _check_button(button: Json) -> None:
    if not button.get("text"):
        raise bad_request("text buttons are unallowed in the inline keyboard")
    if button.get("style") not in STYLES:
        raise bad_request("BUTTON_STYLE_INVALID")
    if "url" in button:
        if urlsplit(button["url"]).scheme not in ("http", "https", "tg"):
            raise bad_request("BUTTON_URL_INVALID")
    elif not 1 <= len(button.get("callback_data", "").encode()) <= DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
