"""What people read in the database, by the standard library alone, and what they should read."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.app.records import MatchRecord
from bot.engine.house_rules import Match, Money, SingleGame
from bot.engine.match import MatchState, Phase
from bot.engine.position_id import position_id

Told = dict[str, object]


def read(path: Path, table: str, key: str, match: int) -> Told:
    """Return the row of a match in `table`, whose column `key` holds the match id."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        (row,) = connection.execute(f"SELECT * FROM {table} WHERE {key} = ?", (match,))  # noqa: S608  our own names
        return dict(row)


def words(state: MatchState) -> Told:
    """Return what both the table and the view say of a state."""
    match state.length:
        case Match(points):
            length = f"match to {points}"
        case Money():
            length = "money session"
        case SingleGame():
            length = "single game"
    return {
        "status": "over" if state.phase is Phase.MATCH_OVER else "live",
        "variant": state.variant,
        "length": length,
        "game": state.game,
        "crawford": int(state.crawford),
        "phase": str(state.phase),
        "position_id": position_id(state.position, state.on_roll),
        "dice": "-".join(map(str, state.dice)) if state.dice else None,
        "cube_value": state.cube.value,
        "cube_offered": state.offered,
        "version": state.version,
    }


def of_table(record: MatchRecord) -> Told:
    """Return what table `match` says of a match."""
    state = record.state
    return words(state) | {
        "score_0": state.score[0],
        "score_1": state.score[1],
        "on_roll": state.on_roll,
        "cube_owner": state.cube.owner,
        "tentative": record.tentative,
    }


def of_games(record: MatchRecord) -> Told:
    """Return what view `games` says of a match: names instead of sides."""
    state = record.state
    names = [at.player.ref.name for at in record.seats]
    return words(state) | {
        "platform": record.channel.ref.platform,
        "chat": record.channel.ref.chat,
        "topic": record.channel.ref.topic,
        "player_0": names[0],
        "player_1": names[1],
        "score": f"{state.score[0]}-{state.score[1]}",
        "on_roll": names[state.on_roll],
        "cube_owner": None if state.cube.owner is None else names[state.cube.owner],
        "tentative": record.tentative,
    }


def check(path: Path, record: MatchRecord) -> None:
    """Check that table and view say what the log says."""
    table = read(path, "match", "id", record.id)
    assert table | of_table(record) == table
    games = read(path, "games", "match_id", record.id)
    assert games | of_games(record) == games
