"""A variant is one file in its folder (see also test_rules and test_legal_plays)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.engine import variants
from bot.engine.variants import find_variants, rules_of

FEWER = """
from bot.engine.rules import Rules, start_row
RULES = Rules("fewer", start_row({24: 2}))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder whose files are variants too."""
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    caches = (find_variants, rules_of)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()
    for file in tmp_path.glob("*.py"):
        sys.modules.pop(f"{variants.__name__}.{file.stem}", None)


def test_the_variants() -> None:
    assert find_variants() == ("backgammon", "hypergammon", "longgammon", "nackgammon", "nackgammon_s004")


def test_one_file_makes_a_variant(folder: Path) -> None:
    (folder / "fewer.py").write_text(FEWER)
    assert "fewer" in find_variants()
    assert rules_of("fewer").checkers == 2
    assert rules_of("backgammon").checkers == 15


@pytest.mark.parametrize("text", ["RULES = None\n", FEWER.replace("fewer", "others")])
def test_a_file_that_exports_no_rules_of_its_name_is_our_mistake(folder: Path, text: str) -> None:
    (folder / "odd.py").write_text(text)
    with pytest.raises(TypeError, match="odd"):
        rules_of("odd")


@pytest.mark.parametrize("name", ["plakoto", "", "__init__", "../match", "Backgammon"])
def test_an_unknown_variant_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        rules_of(name)
