"""Pictures and text boards look as they did when somebody last looked at them.

After a wanted change: `python -m tests.renderers.update_golden`, look at the differences, commit.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

from renderers.text import text_board
from renderers.themes import find_themes
from tests.renderers.golden import (
    DOCS,
    FOLDER,
    SHOWN,
    SHRINK,
    TOLERATED,
    changed_pixels,
    picture_path,
    small_picture,
    text_path,
)
from tests.renderers.golden_views import SHOWPIECE, golden_views

VIEWS = golden_views()


@pytest.mark.parametrize("name", VIEWS)
def test_picture_is_as_kept(name: str) -> None:
    with Image.open(picture_path(name)) as kept:
        assert changed_pixels(small_picture(VIEWS[name]), kept.convert("RGB")) <= TOLERATED


@pytest.mark.parametrize("name", VIEWS)
def test_text_is_as_kept(name: str) -> None:
    assert text_board(VIEWS[name]) + "\n" == text_path(name).read_text(encoding="utf-8")


def test_no_two_golden_pictures_pass_for_each_other() -> None:
    pictures = {name: small_picture(view) for name, view in VIEWS.items()}
    alike = [
        (first, second)
        for first, second in combinations(VIEWS, 2)
        if changed_pixels(pictures[first], pictures[second]) <= TOLERATED
    ]
    assert alike == []


def test_every_theme_has_a_golden_picture() -> None:
    assert {view.theme for view in VIEWS.values()} == set(find_themes())


@pytest.mark.parametrize("file", SHOWN)
def test_pictures_in_the_docs_are_up_to_date(file: str) -> None:
    with Image.open(DOCS / file) as kept:
        view = replace(SHOWPIECE, theme=SHOWN[file])
        assert changed_pixels(small_picture(view), kept.convert("RGB").reduce(SHRINK)) <= TOLERATED


def test_no_golden_file_is_left_over() -> None:
    kept = {path.stem for folder in ("boards", "text") for path in (FOLDER / folder).iterdir()}
    assert kept == set(VIEWS)


def test_golden_files_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.png")) < 1_500_000
