"""How the database came to be: one Alembic revision a step, the newest named in `HEAD`."""

HEAD = "0012"
