"""Log lines: their form, and that no token is in them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from bot.logs import JsonFormatter, Scrubber, TextFormatter, start_logging

TOKEN = "123456:AAH-secret/part"


def record(message: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    """Build a record of the logger `bot.test` at WARNING, at the beginning of the epoch."""
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("bot.test", logging.WARNING, __file__, 1, message, args, info)
    made.created = 0.0
    return made


def raised() -> ValueError:
    """Return an error, with a traceback, whose text holds the token."""
    try:
        raise ValueError(f"cannot reach https://example.org/bot{TOKEN}/getMe")
    except ValueError as error:
        return error


@pytest.fixture
def untouched_logging() -> Iterator[None]:
    """Put the process's logging back as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    logging.captureWarnings(capture=False)
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_text_line_says_when_how_severe_who_and_what() -> None:
    assert TextFormatter().format(record("match %d", 7)) == "1970-01-01 00:00:00Z WARNING bot.test: match 7"


def test_a_json_line_is_one_object() -> None:
    line = JsonFormatter().format(record("two\nlines, é"))
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "1970-01-01T00:00:00.000+00:00",
        "level": "WARNING",
        "logger": "bot.test",
        "message": "two\nlines, é",
    }


def test_an_error_brings_its_traceback() -> None:
    assert "ValueError: cannot reach" in TextFormatter().format(record("failed", error=raised()))
    line = json.loads(JsonFormatter().format(record("failed", error=raised())))
    assert line["exception"].startswith("Traceback")


@pytest.mark.parametrize("formatter", [TextFormatter([TOKEN]), JsonFormatter([TOKEN])])
def test_a_token_is_hidden_in_message_arguments_and_traceback(formatter: logging.Formatter) -> None:
    line = formatter.format(record(f"used {TOKEN}, then %s", TOKEN, error=raised()))
    assert TOKEN not in line
    assert line.count("[hidden]") >= 3


def test_a_token_in_an_address_is_hidden_in_its_encoded_form_too() -> None:
    assert Scrubber([TOKEN])("/bot123456%3AAAH-secret%2Fpart/getMe") == "/bot[hidden]/getMe"


def test_of_two_tokens_the_longer_one_is_hidden_whole() -> None:
    assert Scrubber(["abc", "abcdef"])("abcdef abc") == "[hidden] [hidden]"


@pytest.mark.usefixtures("untouched_logging")
def test_http_requests_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging("INFO", "text", [TOKEN])
    logging.getLogger("httpx").info("GET https://example.org/bot%s", TOKEN)
    logging.getLogger("bot.any").info("connected with %s", TOKEN)
    shown = capsys.readouterr().err
    assert "GET" not in shown
    assert shown.endswith("INFO bot.any: connected with [hidden]\n")


@pytest.mark.usefixtures("untouched_logging")
def test_less_severe_records_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    start_logging("ERROR", "json", [])
    logging.getLogger("bot.any").warning("unimportant")
    logging.getLogger("bot.any").error("important")
    assert [json.loads(line)["message"] for line in capsys.readouterr().err.splitlines()] == ["important"]
