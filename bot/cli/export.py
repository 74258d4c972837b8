"""`gamao export`: a match of the database as a file for other programs."""

from __future__ import annotations

from bot.app.match_files import format_named, match_file
from bot.app.replies import Attachment
from bot.cli.database import told
from bot.cli.positions import explained
from bot.config import Settings
from bot.engine.refusals import Refusal
from bot.failures import Failure
from bot.store import NoDatabaseFile, OlderSchema, open_as_it_is


async def exported(settings: Settings, match: int, kind: str) -> Attachment:
    """Return match number `match` as a file of a kind, by its name; nothing: the usual one.

    Raises `Failure`: no such kind, no such match, or no database that this version writes.
    """
    try:
        wanted = format_named(kind)
    except Refusal as refusal:
        raise Failure(explained(refusal)) from refusal
    with told():
        try:
            store = await open_as_it_is(settings.database_url)
        except NoDatabaseFile as missing:
            raise Failure(str(missing)) from missing
        except OlderSchema as older:
            raise Failure(
                "this database is an older one: bring it up to date with gamao db upgrade"
            ) from older
        try:
            record = await store.match(match)
            if record is None:
                raise Failure(f"there is no match {match}")
            return await match_file(store, record, wanted)
        finally:
            await store.close()
