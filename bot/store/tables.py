"""The tables, as SQLAlchemy Core sees them. A change here needs a migration."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
    UniqueConstraint,
    text,
)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, aware in Python whatever the database keeps. Raises ValueError for a naive one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn an aware moment to UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs its time zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Make a moment aware: SQLite forgets the zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _id() -> Column[int]:
    """Return a surrogate key. A number that stood in a button once is never given again."""
    return Column("id", Integer, primary_key=True)


# -- people ------------------------------------------------------------------------------------

player = Table(
    "player",
    metadata,
    _id(),
    Column("locale", String),
    Column("always_confirm", Boolean(create_constraint=False), nullable=False),
    sqlite_autoincrement=True,
)

account = Table(
    "account",
    metadata,
    Column("platform", String, primary_key=True),
    Column("user_id", String, primary_key=True),
    # One account a player: `Player.ref` is the one. Nothing links accounts yet.
    Column("player_id", ForeignKey("player.id"), nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("username", String),
    Column("kind", String, nullable=False),
)

channel = Table(
    "channel",
    metadata,
    _id(),
    Column("platform", String, nullable=False),
    Column("chat", String, nullable=False),
    Column("topic", String, nullable=False),
    Column("private", Boolean(create_constraint=False), nullable=False),
    Column("locale", String),
    Column("theme", String, nullable=False),
    # Where its home boards lie: right or left.
    Column("home", String, nullable=False),
    # Out of reach until somebody speaks there.
    Column("lost", Boolean(create_constraint=False), nullable=False),
    UniqueConstraint("platform", "chat", "topic"),
    sqlite_autoincrement=True,
)

# -- challenges and matches --------------------------------------------------------------------

challenge = Table(
    "challenge",
    metadata,
    _id(),
    Column("channel_id", ForeignKey("channel.id"), nullable=False),
    Column("challenger_id", ForeignKey("player.id"), nullable=False),
    # Bound to a player, or to a user name on a platform, or to nobody.
    Column("invited_id", ForeignKey("player.id")),
    Column("invited_platform", String),
    Column("invited_username", String),
    # Names the challenge, and its match, in other channels; with `by_code` only who knows it may accept.
    Column("code", String, nullable=False, unique=True),
    Column("by_code", Boolean(create_constraint=False), nullable=False),
    Column("offer", JSON, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    CheckConstraint("status IN ('open', 'accepted', 'declined', 'cancelled', 'expired')", name="status"),
    Index(None, "channel_id", "status"),
    sqlite_autoincrement=True,
)

match = Table(
    "match",
    metadata,
    _id(),
    Column("channel_id", ForeignKey("channel.id"), nullable=False),
    Column("challenge_id", ForeignKey("challenge.id"), nullable=False, unique=True),
    Column("status", String, nullable=False),
    # The number of events in the log; an append names the one it saw.
    Column("version", Integer, nullable=False),
    # What follows tells in words what the log says. The log is the truth; these are for readers.
    Column("variant", String, nullable=False),
    Column("length", String, nullable=False),
    Column("game", Integer, nullable=False),
    Column("score_0", Integer, nullable=False),
    Column("score_1", Integer, nullable=False),
    Column("crawford", Boolean(create_constraint=False), nullable=False),
    Column("phase", String, nullable=False),
    Column("position_id", String, nullable=False),
    Column("on_roll", Integer, nullable=False),
    Column("dice", String),
    Column("cube_value", Integer, nullable=False),
    Column("cube_owner", Integer),
    Column("cube_offered", Integer),
    # Not in the log: the checker moves tapped so far on this version.
    Column("tentative", String, nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    Column("changed_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    CheckConstraint("status IN ('live', 'over')", name="status"),
    Index(None, "channel_id", "status"),
    sqlite_autoincrement=True,
)

seat = Table(
    "seat",
    metadata,
    Column("match_id", ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("player.id"), nullable=False, index=True),
    Column("acted_at", UtcDateTime),
)

live_seat = Table(
    "live_seat",
    metadata,
    # The key is the promise: a person sits in one live match of a channel.
    Column("channel_id", ForeignKey("channel.id"), primary_key=True),
    Column("player_id", ForeignKey("player.id"), primary_key=True),
    Column("match_id", ForeignKey("match.id"), nullable=False, index=True),
)

event = Table(
    "event",
    metadata,
    Column("match_id", ForeignKey("match.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("type", String, nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

# -- what the judge said -----------------------------------------------------------------------

analysis = Table(
    "analysis",
    metadata,
    # Of a game that is over, which never changes.
    Column("match_id", ForeignKey("match.id"), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("judgements", JSON, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

mistake = Table(
    "mistake",
    metadata,
    Column("match_id", ForeignKey("match.id"), primary_key=True),
    # The number of events before it.
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, nullable=False),
    Column("player_id", ForeignKey("player.id"), nullable=False),
    Column("loss", Float, nullable=False),
    # How often the player was asked again what would have been right.
    Column("asked", Integer, nullable=False),
    Index(None, "player_id", "asked"),
)

# -- positions ---------------------------------------------------------------------------------

position = Table(
    "position",
    metadata,
    _id(),
    Column("channel_id", ForeignKey("channel.id"), nullable=False),
    Column("asker_id", ForeignKey("player.id"), nullable=False),
    Column("xgid", String, nullable=False),
    Column("status", String, nullable=False),
    # The engine's answer: names and equities, the best first.
    Column("options", JSON, nullable=False),
    # What the machine lacked for an answer; empty: nothing.
    Column("lacking", String, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    CheckConstraint("status IN ('thinking', 'open', 'revealed')", name="status"),
    Index(None, "channel_id", "status"),
    sqlite_autoincrement=True,
)

vote = Table(
    "vote",
    metadata,
    Column("position_id", ForeignKey("position.id"), primary_key=True),
    Column("player_id", ForeignKey("player.id"), primary_key=True),
    Column("choice", String, nullable=False),
    # When the player first voted; to change a vote keeps its place.
    Column("at", UtcDateTime, nullable=False),
)

# -- the outbox and the requests ---------------------------------------------------------------

SUBJECT = (
    "(match_id IS NOT NULL AND challenge_id IS NULL AND position_id IS NULL)"
    " OR (match_id IS NULL AND challenge_id IS NOT NULL AND position_id IS NULL)"
    " OR (match_id IS NULL AND challenge_id IS NULL AND position_id IS NOT NULL)"
)
"""A view shows one thing."""

view = Table(
    "view",
    metadata,
    _id(),
    Column("match_id", ForeignKey("match.id")),
    Column("challenge_id", ForeignKey("challenge.id")),
    Column("channel_id", ForeignKey("channel.id"), nullable=False, index=True),
    Column("locale", String, nullable=False),
    # Only shows the match: no buttons, and nobody is called.
    Column("watching", Boolean(create_constraint=False), nullable=False),
    Column("live_chat", String),
    Column("live_message", String),
    Column("live_at", UtcDateTime),
    Column("live_game", Integer, nullable=False),
    Column("wanted", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    # The `wanted` at which a new message was last asked for: one is owed while `shown` is below.
    Column("anew_at", Integer, nullable=False),
    Column("position_id", ForeignKey("position.id")),
    CheckConstraint(SUBJECT, name="subject"),
    UniqueConstraint("match_id", "channel_id"),
    UniqueConstraint("challenge_id", "channel_id"),
    UniqueConstraint("position_id", "channel_id"),
    sqlite_autoincrement=True,
)

DUE = text("shown < wanted")
Index("ix_view_due", view.c.id, sqlite_where=DUE, postgresql_where=DUE)

request = Table(
    "request",
    metadata,
    Column("id", String, primary_key=True),
    Column("match_id", ForeignKey("match.id")),
    Column("version", Integer),
)
