"""Measure what drawing and encoding a board costs, here and by other ways of drawing.

    python -m benchmarks.board_picture [--positions 100] [--theme classic]

All draw the same positions of random games, in turn and each once; counted are seconds of the processor.
Compared are: this project, once as it runs and once with every arrow drawn afresh; the same pixels
only encoded (the least that any of them can cost); Pillow drawing everything three times as large
and reducing it; cairosvg and resvg from SVG; Skia. The others draw the plain shapes of
`vector_board`, without arrows and grain: less than we do. What is not installed is left out, with the
reason (`pip install cairosvg resvg-py skia-python`).
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import islice
from types import ModuleType

from PIL import Image, ImageDraw

from benchmarks.vector_board import Disc, Figures, Polygon, Rounded, Shape, shapes
from renderers.arrows import forget_arrows
from renderers.board import draw
from renderers.board_view import BoardView
from renderers.geometry import HEIGHT, WIDTH
from renderers.lettering import font
from renderers.png import COMPRESS_LEVEL, render_png
from renderers.tiles import tiles_of
from tests.renderers.positions import game

SUPERSAMPLING = 3
FONT_FILE = "renderers/fonts/Manrope-ExtraBold.ttf"


@dataclass(slots=True)
class Way:
    """A way of making a PNG from a view: `prepare` is not measured, `make` is."""

    name: str
    prepare: Callable[[BoardView], object]
    make: Callable[[object], bytes]
    seconds: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


class Missing(Exception):
    """A way that cannot be taken here, with the reason."""


def encoded(picture: object) -> bytes:
    """Return a picture as PNG bytes, with our settings."""
    assert isinstance(picture, Image.Image)
    target = BytesIO()
    picture.save(target, "PNG", compress_level=COMPRESS_LEVEL)
    return target.getvalue()


def ours(view: object) -> bytes:
    """Draw and encode as the bot does."""
    assert isinstance(view, BoardView)
    return render_png(view)


def ours_afresh(view: object) -> bytes:
    """Draw and encode without any arrow kept from an earlier position."""
    forget_arrows()
    return ours(view)


def supersampled(drawing: object) -> bytes:
    """Draw shapes three times as large with Pillow, reduce, and encode."""
    picture = Image.new("RGB", (WIDTH * SUPERSAMPLING, HEIGHT * SUPERSAMPLING))
    pen = ImageDraw.Draw(picture)
    for shape in _listed(drawing):
        _pillow(pen, shape)
    return encoded(picture.reduce(SUPERSAMPLING))


def _listed(drawing: object) -> tuple[Shape, ...]:
    assert isinstance(drawing, tuple)
    return drawing


def _pillow(pen: ImageDraw.ImageDraw, shape: Shape) -> None:
    scale = SUPERSAMPLING
    match shape:
        case Polygon(corners, fill):
            pen.polygon([(x * scale, y * scale) for x, y in corners], fill=fill)
        case Disc(x, y, radius, fill):
            box = ((x - radius) * scale, (y - radius) * scale, (x + radius) * scale, (y + radius) * scale)
            pen.ellipse(box, fill=fill)
        case Rounded(box, radius, fill):
            left, top, right, bottom = (edge * scale for edge in box)
            pen.rounded_rectangle((left, top, right - 1, bottom - 1), radius * scale, fill=fill)
        case Figures(text, x, y, size, fill):
            pen.text((x * scale, y * scale), text, font=font(size * scale), fill=fill, anchor="mm")


def svg_of(view: BoardView) -> str:
    """Return the shapes of a view as SVG."""
    parts = []
    for shape in shapes(view):
        match shape:
            case Polygon(corners, fill):
                places = " ".join(f"{x},{y}" for x, y in corners)
                parts.append(f'<polygon points="{places}" fill="{fill}"/>')
            case Disc(x, y, radius, fill):
                parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>')
            case Rounded(box, radius, fill):
                place = f'x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}"'
                parts.append(f'<rect {place} rx="{radius}" fill="{fill}"/>')
            case Figures(text, x, y, size, fill):
                place = f'x="{x}" y="{y + size * 0.36}" font-size="{size}" text-anchor="middle"'
                parts.append(f'<text {place} font-family="Manrope" fill="{fill}">{text}</text>')
    body = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{body}</svg>'


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except (ImportError, OSError) as error:
        raise Missing(f"{name}: {error}") from error


def cairosvg() -> Way:
    """Return the way by cairosvg. Raises `Missing`."""
    module = _module("cairosvg")
    return Way("cairosvg (SVG)", svg_of, lambda svg: bytes(module.svg2png(bytestring=str(svg).encode())))


def resvg() -> Way:
    """Return the way by resvg. Raises `Missing`."""
    module = _module("resvg_py")
    return Way(
        "resvg (SVG)",
        svg_of,
        lambda svg: bytes(
            module.svg_to_bytes(svg_string=svg, font_files=[FONT_FILE], skip_system_fonts=True)
        ),
    )


def skia() -> Way:
    """Return the way by Skia. Raises `Missing`."""
    module = _module("skia")
    face = module.Typeface.MakeFromFile(FONT_FILE)

    def make(drawing: object) -> bytes:
        surface = module.Surface(WIDTH, HEIGHT)
        canvas = surface.getCanvas()
        for shape in _listed(drawing):
            _skia(module, canvas, face, shape)
        return bytes(surface.makeImageSnapshot().encodeToData())

    return Way("Skia", shapes, make)


def _skia(module: ModuleType, canvas: object, face: object, shape: Shape) -> None:
    paint = module.Paint(AntiAlias=True, Color=int("ff" + shape.fill[1:], 16))
    match shape:
        case Polygon(corners, _):
            path = module.Path()
            path.addPoly([module.Point(x, y) for x, y in corners], True)
            canvas.drawPath(path, paint)  # type: ignore[attr-defined]
        case Disc(x, y, radius, _):
            canvas.drawCircle(x, y, radius, paint)  # type: ignore[attr-defined]
        case Rounded(box, radius, _):
            place = module.Rect.MakeLTRB(*box)
            canvas.drawRoundRect(place, radius, radius, paint)  # type: ignore[attr-defined]
        case Figures(text, x, y, size, _):
            blob = module.Font(face, size)
            left = x - blob.measureText(text) / 2
            canvas.drawString(text, left, y + size * 0.36, blob, paint)  # type: ignore[attr-defined]


def ways() -> list[Way]:
    """Return all ways that can be taken here; say why the others cannot."""
    found = [
        Way("ours", lambda view: view, ours),
        Way("ours, every arrow afresh", lambda view: view, ours_afresh),
        Way("encode the same pixels", draw, encoded),
        Way(f"Pillow, {SUPERSAMPLING} times as large, reduced", shapes, supersampled),
    ]
    for loader in (cairosvg, resvg, skia):
        try:
            found.append(loader())
        except Missing as reason:
            print(f"left out: {reason}")
    return found


def measure(found: list[Way], views: list[BoardView]) -> None:
    """Let every way make all views, in turn; ours with the arrows that the views before have left.

    Each way first makes the view before, unmeasured, so that none finds the processor's caches full
    of another's data.
    """
    for place, view in enumerate(views[1:], start=1):
        for way in found:
            forget_arrows()
            if way.make is ours:
                for earlier in views[:place]:
                    draw(earlier)
            prepared = way.prepare(view)
            way.make(way.prepare(views[place - 1]))
            start = time.process_time()
            data = way.make(prepared)
            way.seconds.append(time.process_time() - start)
            way.sizes.append(len(data))


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--theme", default="classic")
    options = parser.parse_args(arguments)
    start = time.process_time()
    tiles_of(options.theme)
    print(f"drawing the parts of {options.theme}, once: {time.process_time() - start:.2f} s")
    views = [
        replace(next(islice(game(seed), 3 + seed % 40, None)), theme=options.theme)
        for seed in range(options.positions)
    ]
    found = ways()
    measure(found, views)
    least = statistics.median(next(way.seconds for way in found if way.make is encoded))
    print(f"{len(views) - 1} positions with last plays, Python {sys.version.split()[0]}: medians")
    for way in found:
        middle = statistics.median(way.seconds)
        sizes = f"{statistics.median(way.sizes) / 1000:6.1f} kB (most {max(way.sizes) / 1000:.1f})"
        print(f"  {way.name:<36} {middle * 1000:8.2f} ms  {middle / least:6.2f} x encoding  {sizes}")


if __name__ == "__main__":
    main()
