"""Locations of a server's files, and how messages show the address of its database."""

import contextlib
import hashlib
import os
import re
import sys
from pathlib import Path

LAST_BACKUP = ".last-backup"
"""Ending of an empty file whose time is that of the last backup."""
LOW_DISK_BYTES = 200_000_000
"""Free space of a disk that is little for any database."""


def home() -> Path:
    """Return the user's home folder; the root for a user without one, as in many containers."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(Path.cwd().anchor)


def file_path(database: str) -> Path:
    """Return the path of an SQLite file, in which `~` is a home folder, as in a shell."""
    try:
        return Path(database).expanduser()
    except RuntimeError:
        # There is no user of that name.
        return Path(database)


def is_little_space(free: int, database_size: int) -> bool:
    """True if so few bytes of a disk are free that the operator is warned: an upgrade copies the database."""
    return free < max(LOW_DISK_BYTES, 2 * database_size)


def default_database() -> Path:
    """Return the database file that is used without `--database`: a file in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home() / ".local" / "share")
    return base / "knobel" / "knobel.db"


def archive_of(database: str | None) -> Path:
    """Return the folder for packed tables: beside an SQLite file, otherwise in the user's data folder."""
    if database is None or "://" in database:
        return default_database().with_name("archive")
    file = file_path(database)
    return file.with_name(f"{file.name}-archive")


def beside(database: str, ending: str, folder: Path | None = None) -> Path:
    """Return the path of a server's file with this ending: beside an SQLite file, otherwise in `folder`.

    Without a folder it is the user's data folder.
    """
    if "://" in database:
        return (folder or default_database().parent) / f"{hashlib.sha256(database.encode()).hexdigest()[:16]}{ending}"
    return Path(f"{file_path(database)}{ending}")


def note_backup(database: str) -> None:
    """Record that a backup was made now, if possible."""
    with contextlib.suppress(OSError):
        file = beside(database, LAST_BACKUP)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)


def last_backup(database: str) -> int | None:
    """Return the time of the last backup that was made on this machine, as Unix time in ms; None if it is unknown."""
    try:
        return int(1000 * beside(database, LAST_BACKUP).stat().st_mtime)
    except OSError:
        return None


def without_password(database: str) -> str:
    """Return the path or address of a database for messages, with its password masked."""
    if "://" not in database:
        return database
    masked = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", database)
    return re.sub(r"([?&]password=)[^&]*", r"\1***", masked)
