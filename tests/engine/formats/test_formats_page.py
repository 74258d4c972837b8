"""docs/formats.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from bot.engine.events import Event
from bot.engine.formats import Transcript, export_mat, export_sgf, import_mat, mat_agreement, mat_beside
from bot.engine.house_rules import HouseRules, Money
from tests.helpers.logs import played
from tests.helpers.sgf import read_sgf

PAGE = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")


def chapter(heading: str) -> str:
    """Return what stands under a heading."""
    return re.split(r"\n##+ ", PAGE.split(f"# {heading}\n", 1)[1])[0]


def first_cells(text: str) -> set[str]:
    """Return the names in code style in the first cells of a table."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall("`([^`]+)`", row)}


def test_the_example_is_what_is_written() -> None:
    example = re.findall(r"```\n(; .*?)```", chapter("`.mat`"), re.DOTALL)[0]
    written = export_mat(import_mat(example))
    assert [line.rstrip() for line in written.splitlines()] == example.splitlines()


def test_every_tag_is_told() -> None:
    assert first_cells(chapter("Tags")) == mat_agreement.NAMES | mat_beside.NAMES


def test_the_values_of_variations_are_told() -> None:
    assert set(mat_agreement.VARIATIONS.values()) <= set(re.findall("`([^`]+)`", chapter("Tags")))


def test_every_property_is_told() -> None:
    plain = {"FF", "GM", "CA", "AP", "B", "W"}
    info = (("Site", "a"), ("Event", "b"), ("Round", "c"), ("EventDate", "2026.11.30"))
    rules = HouseRules(automatic_doubles=None, first_roll_refusal="each")
    logs: list[tuple[Event, ...]] = [
        played("longgammon", Money(), rules, seed, most=60, ending=0.3) for seed in range(8)
    ]
    logs.append(played("backgammon", Money(), HouseRules(cube=False), 1, most=20))
    logs.append(played("nackgammon", Money(), HouseRules(jacoby=True), 1, most=20))
    written = {
        name
        for log in logs
        for game in read_sgf(export_sgf(Transcript(("Ana", "Bruno"), log, info)))
        for node in game
        for name in node
    }
    assert first_cells(chapter("`.sgf`")) == written - plain
