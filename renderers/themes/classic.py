"""Warm wood, the board of the club."""

from renderers.theme import CheckerPaint, PointPaint, Theme

THEME = Theme(
    table="#d9b98a",
    points=(
        PointPaint(fill="#8c4a2f", line="#7a3d25"),
        PointPaint(fill="#b98a58", line="#a5764a"),
    ),
    frame="#95643e",
    frame_dark="#774b2a",
    frame_bright="#b08056",
    panel="#6f472a",
    figures="#f3e2c4",
    light=CheckerPaint(face="#f6ead2", edge="#8f7549", ink="#3a2413", number="#fff4dd"),
    dark=CheckerPaint(face="#33231b", edge="#150d09", ink="#f3e2c4", number="#1c100a"),
    cube="#faf3e3",
    cube_edge="#c9b48c",
    cube_ink="#7a2418",
    accent="#ffc83d",
    accent_edge="#4a2a00",
    arrow="#2f8fb0",
    arrow_edge="#f4fbff",
    hit="#d42f2f",
    hit_edge="#ffffff",
    grain=1.0,
)
