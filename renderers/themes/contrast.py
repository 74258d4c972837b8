"""Black on white, for tired eyes and bright sun."""

from renderers.theme import CheckerPaint, PointPaint, Theme

THEME = Theme(
    table="#ffffff",
    points=(
        PointPaint(fill="#7d8792", line="#000000"),
        PointPaint(fill="#d5dae0", line="#000000"),
    ),
    frame="#757575",
    frame_dark="#000000",
    frame_bright="#000000",
    panel="#2b2b2b",
    figures="#ffffff",
    light=CheckerPaint(face="#ffffff", edge="#000000", ink="#000000", number="#ffffff", style="plain"),
    dark=CheckerPaint(face="#000000", edge="#ffffff", ink="#ffffff", number="#000000", style="plain"),
    cube="#ffffff",
    cube_edge="#000000",
    cube_ink="#000000",
    accent="#ffd400",
    accent_edge="#000000",
    arrow="#0057d9",
    arrow_edge="#ffffff",
    hit="#d40000",
    hit_edge="#ffffff",
    relief=0.0,
)
