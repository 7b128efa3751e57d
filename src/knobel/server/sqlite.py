"""SQLite files as databases: how one is set up, locked, copied, and found to be missing."""

import contextlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from knobel.server import private


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

    :raises sqlite3.Error, OSError: if that is impossible.
    """
    beside = file.with_name(f"{file.name}-lock")
    private.ensure(beside)
    held = sqlite3.connect(beside, timeout=0, isolation_level=None)
    try:
        held.execute("PRAGMA journal_mode=OFF")
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise
    return held


def copy(file: Path, target: Path) -> None:
    """Copy a database into a new private file, which is complete and on the disk when its name exists.

    The copy holds one moment of the database, including what is still in its write-ahead log.

    :raises sqlite3.Error, OSError: if that is impossible; then there is no such file.
    """
    unfinished = target.with_name(f"{target.name}-unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        private.create(unfinished)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as copied:
            source.backup(copied)
            # One file without a log of its own can be read anywhere.
            copied.execute("PRAGMA journal_mode=DELETE")
        finish(unfinished, target)
    except BaseException:
        remove(unfinished)
        raise


def finish(unfinished: Path, target: Path) -> None:
    """Write a closed file to the disk, then give it its name."""
    with unfinished.open("rb+") as written:
        os.fsync(written.fileno())
    unfinished.rename(target)


def remove(file: Path) -> None:
    """Delete a database that no process uses, as far as it exists."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


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
