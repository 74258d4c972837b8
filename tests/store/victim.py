"""A process that is killed: `python -m tests.store.victim URL MATCH FROZEN`.

It appends to a match and prints each version that is safe. With FROZEN not 0, it stays in the
middle of that append, counted from 1, and says so.
"""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import count

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.connection import create_engine
from bot.store.sql_store import SqlStore
from tests.store.club import Club


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def freeze_at(engine: AsyncEngine, frozen: int) -> None:
    """Stop for good in an append whose event is written and not committed."""
    appends = count(1)

    def freeze(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO event") and next(appends) == frozen:
            say("in the middle")
            time.sleep(600)

    event.listen(engine.sync_engine, "after_cursor_execute", freeze)


async def main(url: str, match: int, frozen: int) -> None:
    """Append for as long as one lives."""
    engine = create_engine(url)
    freeze_at(engine, frozen)
    club = await Club.of(SqlStore(engine))
    while True:
        state = await club.append(match, request=f"victim:{time.time_ns()}")
        say(str(state.version))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
