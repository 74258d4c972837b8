"""Draw the golden pictures and texts, and the pictures of the docs, anew.

    python -m tests.renderers.update_golden

Look at what changed before you commit it.
"""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from renderers.png import render_png
from renderers.text import text_board
from tests.renderers.golden import DOCS, SHOWN, picture_path, small_picture, text_path
from tests.renderers.golden_views import SHOWPIECE, golden_views

COLOURS = 256


def main() -> None:
    """Write every golden file, and remove those of views that are gone."""
    for path in (picture_path("any"), text_path("any")):
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.iterdir():
            old.unlink()
    for name, view in golden_views().items():
        exact = small_picture(view)
        small = exact.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
        small.save(picture_path(name), compress_level=9)
        text_path(name).write_text(text_board(view) + "\n", encoding="utf-8")
    for file, theme in SHOWN.items():
        (DOCS / file).write_bytes(render_png(replace(SHOWPIECE, theme=theme)))


if __name__ == "__main__":
    main()
