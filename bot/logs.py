"""Log lines, for people or for machines, with every token taken out."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal
from urllib.parse import quote

# These tell each request at INFO: httpx with the address, which holds Telegram's token.
_TALKATIVE = ("httpx", "httpcore", "alembic", "aiosqlite", "asyncio")
_HIDDEN = "[hidden]"


class TextFormatter(logging.Formatter):
    """One line a record, and the traceback below it: `2026-01-31 12:00:00Z INFO bot.x: …`."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._scrub = Scrubber(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text, without secrets (in a traceback neither)."""
        time = f"{_time(record):%Y-%m-%d %H:%M:%SZ}"
        lines = [f"{time} {record.levelname} {record.name}: {record.getMessage()}", _traceback(self, record)]
        return self._scrub("\n".join(line for line in lines if line))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time, level, logger, message and, after an error, exception."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._scrub = Scrubber(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON, without secrets."""
        fields = {
            "time": _time(record).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._scrub(record.getMessage()),
        }
        if traceback := _traceback(self, record):
            fields["exception"] = self._scrub(traceback)
        return json.dumps(fields, ensure_ascii=False)


class Scrubber:
    """Replaces every secret in a text, also where it stands percent-encoded in an address."""

    def __init__(self, secrets: Iterable[str]) -> None:
        known = {form for secret in secrets if secret for form in (secret, quote(secret, safe=""))}
        self._secrets = sorted(known, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """Return `text` with each secret hidden."""
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return text


def start_logging(level: str, style: Literal["text", "json"], secrets: Iterable[str]) -> None:
    """Send all records of `level` and above to standard error; replaces what was set up before."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter(secrets) if style == "json" else TextFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    parts = [formatter.formatException(record.exc_info)] if record.exc_info else []
    return "\n".join([*parts, *([formatter.formatStack(record.stack_info)] if record.stack_info else [])])
