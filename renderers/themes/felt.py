"""Green felt in a walnut case."""

from renderers.theme import CheckerPaint, PointPaint, Theme

THEME = Theme(
    table="#3b7a5a",
    points=(
        PointPaint(fill="#296048", line="#20503a"),
        PointPaint(fill="#b9b98a", line="#9fa577"),
    ),
    frame="#946440",
    frame_dark="#74492c",
    frame_bright="#b3835c",
    panel="#2c5d47",
    figures="#f1e8cf",
    light=CheckerPaint(face="#f7f0de", edge="#857a5c", ink="#2b2a22", number="#fff6e2"),
    dark=CheckerPaint(face="#7a1f2b", edge="#2c070c", ink="#fbe9d2", number="#26050a"),
    cube="#f7f0de",
    cube_edge="#b5a980",
    cube_ink="#1f4634",
    accent="#ffcc4d",
    accent_edge="#3a2600",
    arrow="#f2a93b",
    arrow_edge="#2a1a05",
    hit="#d8322f",
    hit_edge="#ffffff",
    grain=1.0,
)
