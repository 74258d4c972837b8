"""Ink on paper, one colour."""

from renderers.theme import CheckerPaint, PointPaint, Theme

THEME = Theme(
    table="#ffffff",
    points=(
        PointPaint(fill="#ffffff", line="#8a8a8a", style="striped"),
        PointPaint(fill="#ffffff", line="#555555"),
    ),
    frame="#ffffff",
    frame_dark="#000000",
    frame_bright="#000000",
    panel="#ffffff",
    figures="#000000",
    light=CheckerPaint(face="#ffffff", edge="#000000", ink="#000000", number="#6a6a6a", style="plain"),
    dark=CheckerPaint(face="#1c1c1c", edge="#000000", ink="#ffffff", number="#000000", style="plain"),
    cube="#ffffff",
    cube_edge="#000000",
    cube_ink="#000000",
    accent="#000000",
    accent_edge="#ffffff",
    arrow="#4a4a4a",
    arrow_edge="#ffffff",
    hit="#000000",
    hit_edge="#ffffff",
    relief=0.0,
)
