"""How the schema came to be: one file a revision in `versions`, run by Alembic."""
