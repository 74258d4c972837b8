"""Keeps people, challenges, matches and views in a database (SQLite, or PostgreSQL)."""

from bot.store.maintenance import NewerSchema, NoDatabaseFile, OlderSchema, backup, upgrade
from bot.store.sql_store import SqlStore, open_as_it_is, open_store

__all__ = [
    "NewerSchema",
    "NoDatabaseFile",
    "OlderSchema",
    "SqlStore",
    "backup",
    "open_as_it_is",
    "open_store",
    "upgrade",
]
