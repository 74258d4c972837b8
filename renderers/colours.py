"""Colours as `#rrggbb`, their mixtures and how well they stand out from each other."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = str
"""Six hexadecimal digits after a `#`."""

Channels: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def channels(colour: Colour) -> Channels:
    """Return red, green and blue, 0 to 255. Raises `ValueError` for anything but `#rrggbb`."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"a colour is #rrggbb, not {colour!r}")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(under: Channels, over: Channels, share: float) -> Channels:
    """Return the colour of `over` laid on `under` at an opacity of `share` (0 to 1)."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(under, over, strict=True))
    return red, green, blue


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return `first` with `share` (0 to 1) of `second` mixed in."""
    return "#{:02x}{:02x}{:02x}".format(*blend(channels(first), channels(second), share))


def luminance(colour: Channels) -> float:
    """Return the relative luminance, 0 (black) to 1 (white), as WCAG 2 defines it."""

    def linear(value: int) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(value) for value in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Channels, second: Channels) -> float:
    """Return the contrast ratio, 1 (none) to 21 (black on white), as WCAG 2 defines it."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)
