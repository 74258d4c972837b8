"""Figures fit where they are to stand."""

from __future__ import annotations

import pytest

from renderers.lettering import SMALLEST, figures


@pytest.mark.parametrize("text", ["1", "24", "167", "/25", "-12", "Cr", "32768"])
@pytest.mark.parametrize("width", [36, 60, 80])
def test_figures_fit(text: str, width: int) -> None:
    assert figures(text, 46, width).width <= width


def test_room_is_used() -> None:
    assert figures("32768", 46, 66).width >= 60
    assert figures("8", 46, 66).size == figures("8", 46, 600).size


def test_ink_touches_every_edge() -> None:
    mask = figures("64", 40, 100)
    assert mask.getbbox() == (0, 0, *mask.size)


def test_digits_are_of_one_height() -> None:
    assert max(figures(str(digit), 34, 60).height for digit in range(10)) <= 28
    assert min(figures(str(digit), 34, 60).height for digit in range(10)) >= 24


def test_there_is_a_smallest_size() -> None:
    assert figures("1234567890", 46, 1).height >= figures("1", SMALLEST, 99).height
