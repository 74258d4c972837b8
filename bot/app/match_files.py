"""Matches as files for other programs: what `/export` and `gamao export` hand out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.app.ports import EventStore
from bot.app.records import MatchRecord
from bot.app.replies import Attachment
from bot.app.speech import name_of
from bot.engine.formats import Transcript, export_mat, export_sgf
from bot.engine.refusals import Refusal
from bot.engine.written import excerpt

FORMATS: Mapping[str, Callable[[Transcript], str]] = MappingProxyType({"mat": export_mat, "sgf": export_sgf})
"""The kinds of files, the usual one first; a kind is also the ending of the file's name."""


def format_named(word: str) -> str:
    """Return the kind of file that was asked for; nothing: the usual one.

    Raises `Refusal`: format-unknown (word).
    """
    kind = word.strip().lower().removeprefix(".") or next(iter(FORMATS))
    if kind not in FORMATS:
        raise Refusal("format-unknown", word=excerpt(word))
    return kind


async def match_file(store: EventStore, record: MatchRecord, kind: str) -> Attachment:
    """Return a match, as far as it has come, as a file of a kind of FORMATS."""
    started = await store.started_at(record.id)
    info = (("Site", record.channel.ref.platform.capitalize()), ("EventDate", f"{started:%Y.%m.%d}"))
    names = name_of(record, 0), name_of(record, 1)
    transcript = Transcript(names, await store.log(record.id), info)
    return Attachment(f"match-{record.id}.{kind}", FORMATS[kind](transcript).encode())
