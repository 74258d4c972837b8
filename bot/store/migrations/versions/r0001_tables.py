"""The first tables.

Constraints are named by the convention of `bot.store.tables.metadata`.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make everything."""
    _people()
    _challenges()
    _matches()
    _seats_and_events()
    _views_and_requests()


def _people() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("locale", sa.String),
        sa.Column("always_confirm", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "account",
        sa.Column("platform", sa.String, primary_key=True),
        sa.Column("user_id", sa.String, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False, unique=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("username", sa.String),
        sa.Column("kind", sa.String, nullable=False),
    )
    op.create_table(
        "channel",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("platform", sa.String, nullable=False),
        sa.Column("chat", sa.String, nullable=False),
        sa.Column("topic", sa.String, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("locale", sa.String),
        sa.Column("theme", sa.String, nullable=False),
        sa.Column("home", sa.String, nullable=False),
        sa.Column("lost", sa.Boolean, nullable=False),
        sa.UniqueConstraint("platform", "chat", "topic"),
        sqlite_autoincrement=True,
    )


def _challenges() -> None:
    op.create_table(
        "challenge",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("channel_id", sa.Integer, sa.ForeignKey("channel.id"), nullable=False),
        sa.Column("challenger_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("invited_id", sa.Integer, sa.ForeignKey("player.id")),
        sa.Column("invited_platform", sa.String),
        sa.Column("invited_username", sa.String),
        sa.Column("code", sa.String, nullable=False, unique=True),
        sa.Column("by_code", sa.Boolean, nullable=False),
        sa.Column("offer", sa.JSON, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.CheckConstraint(
            "status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')", name="status"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_challenge_channel_id", "challenge", ["channel_id", "status"])


def _matches() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("channel_id", sa.Integer, sa.ForeignKey("channel.id"), nullable=False),
        sa.Column("challenge_id", sa.Integer, sa.ForeignKey("challenge.id"), nullable=False, unique=True),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("variant", sa.String, nullable=False),
        sa.Column("length", sa.String, nullable=False),
        sa.Column("game", sa.Integer, nullable=False),
        sa.Column("score_0", sa.Integer, nullable=False),
        sa.Column("score_1", sa.Integer, nullable=False),
        sa.Column("crawford", sa.Boolean, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("position_id", sa.String, nullable=False),
        sa.Column("on_roll", sa.Integer, nullable=False),
        sa.Column("dice", sa.String),
        sa.Column("cube_value", sa.Integer, nullable=False),
        sa.Column("cube_owner", sa.Integer),
        sa.Column("cube_offered", sa.Integer),
        sa.Column("tentative", sa.String, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.CheckConstraint("status IN ('live', 'over')", name="status"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_match_channel_id", "match", ["channel_id", "status"])


def _seats_and_events() -> None:
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("acted_at", MOMENT),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])
    op.create_table(
        "live_seat",
        sa.Column("channel_id", sa.Integer, sa.ForeignKey("channel.id"), primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id"), nullable=False),
    )
    op.create_index("ix_live_seat_match_id", "live_seat", ["match_id"])
    op.create_table(
        "event",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("type", sa.String, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sqlite_with_rowid=False,
    )


def _views_and_requests() -> None:
    op.create_table(
        "view",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id")),
        sa.Column("challenge_id", sa.Integer, sa.ForeignKey("challenge.id")),
        sa.Column("channel_id", sa.Integer, sa.ForeignKey("channel.id"), nullable=False),
        sa.Column("locale", sa.String, nullable=False),
        sa.Column("watching", sa.Boolean, nullable=False),
        sa.Column("live_chat", sa.String),
        sa.Column("live_message", sa.String),
        sa.Column("live_at", MOMENT),
        sa.Column("live_game", sa.Integer, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("anew_at", sa.Integer, nullable=False),
        sa.CheckConstraint("(match_id IS NULL) <> (challenge_id IS NULL)", name="subject"),
        sa.UniqueConstraint("match_id", "channel_id"),
        sa.UniqueConstraint("challenge_id", "channel_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_view_channel_id", "view", ["channel_id"])
    due = sa.text("shown < wanted")
    op.create_index("ix_view_due", "view", ["id"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "request",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id")),
        sa.Column("version", sa.Integer),
    )
