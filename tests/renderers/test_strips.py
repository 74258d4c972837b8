"""Parts of a picture, one below the other."""

from __future__ import annotations

from PIL import Image

from renderers.geometry import Box
from renderers.strips import stacked, unstacked

BOXES = (Box(2, 1, 5, 3), Box(0, 0, 1, 4), Box(4, 3, 8, 4))


def test_parts_come_back_as_they_were() -> None:
    picture = Image.frombytes("L", (8, 4), bytes(range(32)))
    parts = [picture.crop(box) for box in BOXES]
    strip = stacked(parts, BOXES)
    assert strip.size == (4, 7)
    assert [part.tobytes() for part in unstacked(strip, BOXES)] == [part.tobytes() for part in parts]
