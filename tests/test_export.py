"""`gamao export`: matches of the database as files, beside a bot that may be running."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.config import Settings
from bot.engine.formats import import_mat
from bot.engine.match import replay
from tests.helpers.chat import open_chat
from tests.helpers.sgf import read_sgf


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Work in an empty folder without any setting."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
async def played(home: Path) -> Path:
    """The usual database, with a match to 3 in which Ana has opened and resigned two points."""
    async with open_chat(home / "gamao.db") as chat:
        ana, bruno = chat.person("Ana"), chat.person("Bruno")
        chat.dice.queue((5, 3))
        await ana.types("/challenge 3", bruno)
        await bruno.presses("Accept")
        await ana.types("/resign gammon")
        await bruno.types("/accept")
    return home


def export(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, ["export", *arguments])


def failure(*arguments: str) -> str:
    """Return the one sentence in which the command fails."""
    result = export(*arguments)
    assert result.exit_code == 1
    assert re.fullmatch(r"gamao: .+\n", result.stderr)
    return result.stderr


def test_a_match_by_its_number(played: Path) -> None:
    result = export("1")
    assert (result.exit_code, result.output) == (0, "match-1.mat\n")
    transcript = import_mat((played / "match-1.mat").read_text("utf-8"))
    assert transcript.names == ("Ana", "Bruno")
    assert replay(transcript.log).score == (0, 2)


@pytest.mark.parametrize(
    "arguments",
    [["-o", "final.sgf"], ["--format", "sgf", "-o", "final"], ["-f", "SGF", "--output", "final.txt"]],
    ids=" ".join,
)
def test_the_kind_follows_the_name_or_the_option(played: Path, arguments: list[str]) -> None:
    result = export("1", *arguments)
    assert (result.exit_code, result.output.strip()) == (0, arguments[-1])
    game, _ = read_sgf((played / arguments[-1]).read_text("utf-8"))
    assert game[0]["RE"] == ("W+2R",)


def test_to_standard_output(played: Path) -> None:
    result = export("1", "-o", "-")
    assert result.exit_code == 0
    assert import_mat(result.stdout).names == ("Ana", "Bruno")
    assert list(played.glob("*.mat")) == []


def test_nothing_in_the_database_changes(played: Path) -> None:
    def dump() -> list[str]:
        with closing(sqlite3.connect(played / "gamao.db")) as database:
            return list(database.iterdump())

    before = dump()
    export("1")
    assert dump() == before


async def test_while_the_bot_runs(played: Path) -> None:
    async with open_chat(played / "gamao.db") as chat:
        await chat.person("Ana").types("/board")
        result = await asyncio.to_thread(export, "1")
    assert result.exit_code == 0


def test_there_is_no_such_match(played: Path) -> None:
    assert failure("7") == "gamao: there is no match 7\n"
    assert list(played.glob("match-*")) == []


@pytest.mark.parametrize("arguments", [["1", "-f", "pdf"], ["1", "-o", "match.xg"]], ids=" ".join)
def test_there_is_no_such_kind(played: Path, arguments: list[str]) -> None:
    assert "no kind of file" in failure(*arguments)


def test_where_nothing_can_be_written(played: Path) -> None:
    assert "cannot be written" in failure("1", "-o", "no/such/folder/match.mat")


def test_without_a_database_none_is_made(home: Path) -> None:
    assert "there is no database" in failure("1")
    assert list(home.iterdir()) == []


def test_an_older_database_is_left_alone(played: Path) -> None:
    with closing(sqlite3.connect(played / "gamao.db")) as database:
        database.execute("DELETE FROM alembic_version")
        database.commit()
    assert "gamao db upgrade" in failure("1")
    assert list(played.glob("*.bak")) == []


def test_a_newer_database_is_left_alone(played: Path) -> None:
    with closing(sqlite3.connect(played / "gamao.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert "newer" in failure("1")


def test_it_explains_itself() -> None:
    result = export("--help")
    assert result.exit_code == 0
    assert "MATCH" in result.output
