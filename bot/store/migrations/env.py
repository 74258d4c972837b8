"""Alembic's way in: runs on the connection that `bot.store.maintenance` hands over."""

from __future__ import annotations

from alembic import context

from bot.store.tables import metadata

connection = context.config.attributes["connection"]
# Batch mode: SQLite cannot alter a table in place, so Alembic builds it anew and renames.
# Whoever hands over the connection has begun a transaction: all revisions or none.
context.configure(
    connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True
)
context.run_migrations()
