"""What a theme says: named colours and a few styles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from renderers.colours import Colour

CheckerStyle: TypeAlias = Literal["turned", "plain", "ring", "cross"]
"""Turned: grooved like a checker from the lathe. Ring and cross: marked, to be told by shape."""

PointStyle: TypeAlias = Literal["solid", "striped"]


@dataclass(frozen=True, slots=True)
class CheckerPaint:
    """The checkers of one colour, and with them its dice and its token."""

    face: Colour
    edge: Colour
    """The rim and the groove."""
    ink: Colour
    """Counts on the checker, pips on the die."""
    number: Colour
    """Point numbers and other figures of this side on the frame."""
    style: CheckerStyle = "turned"


@dataclass(frozen=True, slots=True)
class PointPaint:
    """Every other point."""

    fill: Colour
    line: Colour
    style: PointStyle = "solid"


@dataclass(frozen=True, slots=True)
class Theme:
    """A look of the board."""

    table: Colour
    """The surface on which one plays."""
    points: tuple[PointPaint, PointPaint]
    frame: Colour
    frame_dark: Colour
    """Grain and shaded bevels of the frame."""
    frame_bright: Colour
    """Bevels in the light."""
    panel: Colour
    """The floor of the trays and of the cube's column."""
    figures: Colour
    """Figures of no side, on the panel."""
    light: CheckerPaint
    dark: CheckerPaint
    cube: Colour
    cube_edge: Colour
    cube_ink: Colour
    accent: Colour
    """Whose turn it is, the checkers just moved, an offered cube."""
    accent_edge: Colour
    arrow: Colour
    arrow_edge: Colour
    hit: Colour
    """Where a checker was hit; also a play that was made instead of a better one."""
    hit_edge: Colour
    relief: float = 1.0
    """Strength of shadows and highlights: 0 (flat) to 1."""
    grain: float = 0.0
    """Strength of the grain of the frame: 0 (none) to 1."""
