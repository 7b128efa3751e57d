"""Alembic migrations of the database schema: a module `vREVISION_NAME` in `versions` for each."""

from pathlib import Path

REVISIONS = sorted(path.name[1:5] for path in (Path(__file__).parent / "versions").glob("v[0-9]*.py"))
HEAD = REVISIONS[-1]
"""The newest revision."""
