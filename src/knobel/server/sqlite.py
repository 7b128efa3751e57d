"""What is special about a database that is an SQLite file: how it is set up, locked, and found to be gone."""

import sqlite3
from pathlib import Path
from typing import Any


def tune(connection: Any, _record: Any) -> None:
    """Set a new connection up."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def lock(file: Path) -> sqlite3.Connection | None:
    """Take hold of a database until the connection returned is closed or the process ends, however it ends.

    None if somebody else has hold of it. The file that is locked lies beside the database, for SQLite itself must be
    able to lock that one as it likes.

    :raises sqlite3.Error: if that is impossible.
    """
    held = sqlite3.connect(file.with_name(f"{file.name}-lock"), timeout=0, isolation_level=None)
    try:
        held.execute("PRAGMA journal_mode=OFF")
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise
    return held


class Files:
    """The files of an open database: whether they are still those that were opened.

    SQLite does not notice if they are deleted, and goes on writing to what nobody will ever find again.
    """

    def __init__(self, file: Path) -> None:
        parts = file, file.with_name(f"{file.name}-wal")
        self._opened = {part: found for part in parts if (found := _identity(part)) is not None}

    def gone(self) -> Path | None:
        """The first that is no longer there, or is another one, if any."""
        return next((part for part, opened in self._opened.items() if _identity(part) != opened), None)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
