"""Alembic migrations of the database schema. `HEAD` is the newest revision."""

HEAD = "0031"
