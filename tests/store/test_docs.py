"""What `docs/operations.md` says about the database is so."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.club import Club

PAGE = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
SECTION = PAGE.partition("\n## Database\n")[2].partition("\n## ")[0]
QUERIES = re.findall(r"```sql\n(.*?)```", SECTION, re.DOTALL)


def test_the_page_has_the_queries() -> None:
    assert len(QUERIES) == 3


@pytest.mark.parametrize("query", QUERIES)
async def test_the_queries_of_the_page_answer(file_club: Club, path: Path, query: str) -> None:
    await file_club.start()
    asked = query.replace("telegram", "test").replace("-1001234567890", "club")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(asked).fetchall() != []


async def test_the_page_lists_every_column_of_games(file_club: Club, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[0] for row in connection.execute("SELECT * FROM games").description]
    table = [line.split("|")[1] for line in SECTION.splitlines() if line.startswith("| `")]
    assert [name for cell in table for name in re.findall(r"`(\w+)`", cell)] == columns
