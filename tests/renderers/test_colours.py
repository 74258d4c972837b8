from __future__ import annotations

import pytest

from renderers.colours import blend, channels, contrast, luminance, mix

BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (255, 0, 0)


def test_channels_read_hexadecimal() -> None:
    assert channels("#0a10ff") == (10, 16, 255)


@pytest.mark.parametrize("text", ["0a10ff", "#fff", "#0a10fg", "#0a10ff0"])
def test_bad_colours_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        channels(text)


def test_blend_and_mix_go_from_one_to_the_other() -> None:
    assert [blend(BLACK, WHITE, share) for share in (0, 0.2, 1)] == [BLACK, (51, 51, 51), WHITE]
    assert mix("#000000", "#ff8000", 0.5) == "#804000"


def test_luminance_weighs_the_channels() -> None:
    assert luminance(BLACK) == 0
    assert luminance(WHITE) == pytest.approx(1)
    assert luminance(RED) == pytest.approx(0.2126)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast(BLACK, WHITE) == contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(RED, RED) == 1
    assert contrast((118, 118, 118), WHITE) == pytest.approx(4.54, abs=0.01)
