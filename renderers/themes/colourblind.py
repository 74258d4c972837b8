"""Blue and cream, told apart by shape too: crosses and rings."""

from renderers.theme import CheckerPaint, PointPaint, Theme

THEME = Theme(
    table="#d6d1c4",
    points=(
        PointPaint(fill="#8b9299", line="#777e86", style="striped"),
        PointPaint(fill="#b4b8b6", line="#9fa4a3"),
    ),
    frame="#88837b",
    frame_dark="#6a655e",
    frame_bright="#a39e96",
    panel="#67635c",
    figures="#f5f1e8",
    light=CheckerPaint(face="#fff4d6", edge="#5a4a1c", ink="#33290c", number="#ffffff", style="ring"),
    dark=CheckerPaint(face="#0d3f7a", edge="#061d3b", ink="#ffffff", number="#04142a", style="cross"),
    cube="#ffffff",
    cube_edge="#a9a598",
    cube_ink="#1b1b1b",
    accent="#ffb41f",
    accent_edge="#2d1e00",
    arrow="#c8500a",
    arrow_edge="#ffffff",
    hit="#111111",
    hit_edge="#ffffff",
)
