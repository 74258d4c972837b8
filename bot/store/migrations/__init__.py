"""How the schema came to be: one file a revision in `versions`, run by Alembic.

A new revision is a file `rNNNN_what.py` with `revision`, `down_revision` and `upgrade()`. SQLite
alters a table only within `op.batch_alter_table`. There is no way down: one restores the backup
that is made before every upgrade. A test compares the result with `bot.store.tables`.
"""
