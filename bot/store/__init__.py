"""Keeps people, challenges, matches and views in a database (SQLite, or PostgreSQL)."""

from bot.store.maintenance import NewerSchema, NoDatabaseFile, backup, upgrade
from bot.store.sql_store import SqlStore, open_store

__all__ = ["NewerSchema", "NoDatabaseFile", "SqlStore", "backup", "open_store", "upgrade"]
