"""SQLite files as databases: settings, locking, copying and detecting deleted files."""

import contextlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from knobel.server.runtime import private_files

PRAGMAS = "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"
ANALYZED_ROWS = 1_000
"""Number of rows of each index from which `ANALYZE` estimates, so that it takes milliseconds at any size."""


def tune(connection: Any, _record: Any) -> None:
    """Set the pragmas of a new connection."""
    cursor = connection.cursor()
    for pragma in (*PRAGMAS, f"analysis_limit={ANALYZED_ROWS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def lock(file: Path) -> sqlite3.Connection | None:
    """Lock a database until the returned connection is closed or the process ends. Return None if it is already locked.

    The lock is on a separate file beside the database, because SQLite itself must be able to lock the database.

    :raises sqlite3.Error, OSError: on failure.
    """
    beside = file.with_name(f"{file.name}-lock")
    private_files.ensure(beside)
    connection = sqlite3.connect(beside, timeout=0, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=OFF")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise
    return connection


def copy(file: Path, target: Path) -> None:
    """Copy a database into a new private file. The file gets its name only when it is complete and on the disk.

    The copy is a consistent snapshot that includes the write-ahead log.

    :raises sqlite3.Error, OSError: on failure. The target file then does not exist.
    """
    unfinished = target.with_name(f"{target.name}-unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        private_files.create(unfinished)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as copied:
            source.backup(copied)
            # A file without a write-ahead log can be read anywhere.
            copied.execute("PRAGMA journal_mode=DELETE")
        finish(unfinished, target)
    except BaseException:
        remove(unfinished)
        raise


def finish(unfinished: Path, target: Path) -> None:
    """Flush a closed file to the disk, then rename it."""
    with unfinished.open("rb+") as written:
        os.fsync(written.fileno())
    unfinished.rename(target)


def remove(file: Path) -> None:
    """Delete a database that no process uses, with its auxiliary files."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


def has_other_names(file: Path) -> bool:
    """True if hard links give a file other names.

    SQLite finds the write-ahead log by the name, so a program that uses another name damages the database.
    """
    return file.stat().st_nlink > 1


def has_wal(file: Path) -> bool:
    """True if a database is in the mode of a running server, with a write-ahead log."""
    with file.open("rb") as opened:
        return opened.read(20)[18:20] == b"\x02\x02"


def last_change(file: Path) -> float:
    """Return the time (Unix seconds) of the last change of a database or its write-ahead log."""
    wal = file.with_name(f"{file.name}-wal")
    return max(path.stat().st_mtime for path in (file, wal) if path is file or path.exists())


class Files:
    """Detects whether the files of an open database were deleted or replaced.

    SQLite does not notice it and keeps writing to the deleted files.
    """

    def __init__(self, file: Path) -> None:
        parts = file, file.with_name(f"{file.name}-wal")
        self._opened = {part: found for part in parts if (found := _identity(part)) is not None}

    def find_missing(self) -> Path | None:
        """Return the first file that was deleted or replaced, None if there is none."""
        return next((part for part, opened in self._opened.items() if _identity(part) != opened), None)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
