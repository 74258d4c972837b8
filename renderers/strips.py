"""Parts of a picture one below the other in one image, so that one operation serves them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PIL import Image

from renderers.geometry import Box


def stacked(parts: Iterable[Image.Image], boxes: Sequence[Box]) -> Image.Image:
    """Return parts (mode L), each of the size of its box, one below the other."""
    strip = Image.new("L", (max(box.width for box in boxes), sum(box.height for box in boxes)))
    top = 0
    for part, box in zip(parts, boxes, strict=True):
        strip.paste(part, (0, top))
        top += box.height
    return strip


def unstacked(strip: Image.Image, boxes: Iterable[Box]) -> Iterator[Image.Image]:
    """Yield the parts again."""
    top = 0
    for box in boxes:
        yield strip.crop((0, top, box.width, top + box.height))
        top += box.height
