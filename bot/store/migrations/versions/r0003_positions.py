"""Positions put to a channel, the votes on them, and views that show them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

MOMENT = sa.DateTime(timezone=True)
SUBJECT = (
    "(match_id IS NOT NULL AND challenge_id IS NULL AND position_id IS NULL)"
    " OR (match_id IS NULL AND challenge_id IS NOT NULL AND position_id IS NULL)"
    " OR (match_id IS NULL AND challenge_id IS NULL AND position_id IS NOT NULL)"
)


def upgrade() -> None:
    """Make the tables, and let a view show a position."""
    _positions()
    # SQLite builds the table anew, of what can be read off it: neither its check nor the kind of its key.
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint(op.f("ck_view_subject"), "view", type_="check")
    with op.batch_alter_table("view", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.add_column(sa.Column("position_id", sa.Integer))
        batch.create_foreign_key(op.f("fk_view_position_id"), "position", ["position_id"], ["id"])
        batch.create_check_constraint(op.f("ck_view_subject"), SUBJECT)
        batch.create_unique_constraint(op.f("uq_view_position_id"), ["position_id", "channel_id"])


def _positions() -> None:
    op.create_table(
        "position",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("channel_id", sa.Integer, sa.ForeignKey("channel.id"), nullable=False),
        sa.Column("asker_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("xgid", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("lacking", sa.String, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.CheckConstraint("status IN ('thinking', 'open', 'revealed')", name="status"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_position_channel_id", "position", ["channel_id", "status"])
    op.create_table(
        "vote",
        sa.Column("position_id", sa.Integer, sa.ForeignKey("position.id"), primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("choice", sa.String, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
    )
