"""The docs say what the code does: variants, themes, house rules, presets, targets, links."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from bot.app.offers import parse_challenge
from bot.engine.house_rules import PRESETS, HouseRules, Length, Match, Money, SingleGame, departures
from bot.engine.position import Position
from bot.engine.variants import find_variants, rules_of
from bot.players import find_players
from renderers.themes import find_themes

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def page(name: str) -> str:
    """Return a page of the docs."""
    return (ROOT / name).read_text("utf-8")


def rows(text: str) -> dict[str, list[str]]:
    """Return the table rows that begin with a name in code style: name -> the other cells."""
    found = re.findall(r"^\| `([^`]+)` \|(.*)\|$", text, re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split(" | ")] for name, cells in found}


def section(text: str, heading: str) -> str:
    """Return what stands under a heading of the second level."""
    return text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


def shown(value: object) -> str:
    """Return a value as the docs write it."""
    return f"`{value}`"


def length_shown(length: Length) -> str:
    """Return a length as the docs write it."""
    match length:
        case Match(points):
            return f"match to {points}"
        case Money():
            return "money"
        case SingleGame():
            return "one game"


def test_every_house_rule_stands_with_its_normal_value() -> None:
    listed = rows(section(page("docs/house-rules.md"), "What can be agreed"))
    fields = {field.name: shown(field.default) for field in dataclasses.fields(HouseRules)}
    assert {name: cells[0] for name, cells in listed.items()} == fields


def test_every_preset_stands_with_its_length_and_departures() -> None:
    listed = rows(section(page("docs/house-rules.md"), "Presets"))
    expected = {
        name: [
            length_shown(length),
            ", ".join(f"`{rule}={value}`" for rule, value in departures(rules).items()) or "nothing",
        ]
        for name, (length, rules) in PRESETS.items()
    }
    assert listed == expected


def test_every_variant_stands_with_its_pip_count() -> None:
    listed = rows(section(page("docs/rules.md"), "Variants"))
    starts: dict[str, Position] = {name: rules_of(name).start_position() for name in find_variants()}
    assert {name: cells[1] for name, cells in listed.items()} == {
        name: str(start.pip_count(0)) for name, start in starts.items()
    }


def test_every_computer_player_stands_with_its_words() -> None:
    listed = rows(section(page("docs/players.md"), "Levels"))
    assert set(listed) == set(find_players())
    for player, cells in listed.items():
        words = re.findall(r"`([^`]+)`", cells[0])
        assert {parse_challenge(word).level for word in (player, *words)} == {player}


def test_the_readme_names_every_look_of_the_board() -> None:
    looks = re.search(r"\*\*Looks for the board\*\*: (.*?);", page("README.md"), re.DOTALL)
    assert looks is not None
    assert re.findall(r"`(\w+)`", looks[1]) == list(find_themes())


def test_the_readme_shows_each_picture_that_is_kept_for_it() -> None:
    shown = re.findall(r"!\[[^]]+\]\((docs/[^)]+\.png)\)", page("README.md"))
    kept = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").glob("*.png"))]
    assert len(kept) == 3
    assert sorted(shown) == kept


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_targets_that_pages_name_are_in_the_makefile(path: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", page("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", path.read_text("utf-8"), re.MULTILINE)) <= targets


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_measurements_that_pages_name_can_be_repeated(path: Path) -> None:
    for name in re.findall(r"python -m benchmarks\.(\w+)", path.read_text("utf-8")):
        assert (ROOT / "benchmarks" / f"{name}.py").is_file(), name


def test_the_example_of_a_variant_is_a_variant() -> None:
    example = re.search(r"## A variant\n.*?```python\n(.*?)```", page("docs/extending.md"), re.DOTALL)
    assert example is not None
    names: dict[str, object] = {}
    exec(compile(example[1], "docs/extending.md", "exec"), names)  # noqa: S102 - our own page
    assert names["RULES"] == rules_of("longgammon")


def test_the_container_keeps_its_data_and_stops_in_its_own_time() -> None:
    compose = page("docker-compose.yml")
    assert "stop_grace_period: 20s" in compose
    assert re.search(r"sqlite\+aiosqlite:////data/", compose)
    assert re.search(r"sqlite\+aiosqlite:////data/", page("Dockerfile"))
    assert "VOLUME /data" in page("Dockerfile")
