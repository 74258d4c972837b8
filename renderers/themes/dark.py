"""Slate and crimson, for chats at night."""

from renderers.theme import CheckerPaint, PointPaint, Theme

THEME = Theme(
    table="#2a3039",
    points=(
        PointPaint(fill="#3f4855", line="#48525f"),
        PointPaint(fill="#5c6878", line="#667283"),
    ),
    frame="#1c2026",
    frame_dark="#0e1013",
    frame_bright="#434b57",
    panel="#12151a",
    figures="#c9ced6",
    light=CheckerPaint(face="#e9e4d9", edge="#8d8778", ink="#23252a", number="#ece7dc"),
    dark=CheckerPaint(face="#c03a45", edge="#4a0f16", ink="#ffeceb", number="#ff8b8f"),
    cube="#dfe3e8",
    cube_edge="#8a929d",
    cube_ink="#1f242b",
    accent="#ffc94a",
    accent_edge="#2b2000",
    arrow="#58b6e6",
    arrow_edge="#0b1620",
    hit="#ffb000",
    hit_edge="#1a1200",
)
