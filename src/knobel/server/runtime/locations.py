"""Locations of a server's files, and how messages show the addresses of its database and broker."""

import os
import re
import sys
from pathlib import Path


def default_database() -> Path:
    """Return the database file that is used without `--database`: a file in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "knobel" / "knobel.db"


def archive_of(database: str | None) -> Path:
    """Return the folder for packed tables: beside an SQLite file, otherwise in the user's data folder."""
    if database is None or "://" in database:
        return default_database().with_name("archive")
    file = Path(database).expanduser()
    return file.with_name(f"{file.name}-archive")


def without_password(database: str) -> str:
    """Return the path or address of a database or broker for messages, with its password masked."""
    if "://" not in database:
        return database
    masked = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", database)
    return re.sub(r"([?&]password=)[^&]*", r"\1***", masked)
