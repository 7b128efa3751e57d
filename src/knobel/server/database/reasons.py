"""Reasons of a database's errors in Knobel's own words: its own sentences name its tables, and may be translated."""

import os
import sqlite3
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from knobel.server.database.postgres import POOLED

NO_ANSWER = "it does not answer"
LOST = "the connection was lost"
CONTRADICTION = "its rows contradict each other"
DAMAGED = "it is damaged, or no database"
DISK_FULL = "the disk is full"
READ_ONLY = "it cannot be written"
LOCKED = "another program locks it"
SQLITE_REASONS = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_CANTOPEN: "this user cannot open it",
    sqlite3.SQLITE_CONSTRAINT: CONTRADICTION,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_NOMEM: "memory is used up",
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_PERM: "this user may not open it",
    sqlite3.SQLITE_READONLY: READ_ONLY,
}
"""By SQLite's primary result code."""
POSTGRES_REASONS = {
    "08": LOST,
    "08P01": f"it {POOLED}",
    "26000": f"it {POOLED}",
    "42P05": f"it {POOLED}",
    "23": CONTRADICTION,
    "25006": "it is read-only: is it a standby?",
    "28": "the user or the password is wrong",
    "3D000": "there is no database of this name",
    "42501": "its user lacks rights",
    "53100": DISK_FULL,
    "53200": "memory is used up",
    "53300": "it has no free connection",
    "55P03": LOCKED,
    "57014": "it took too long",
    "57P": "it is starting or stopping",
}
"""By SQLSTATE, or by the first characters of it."""


def reason_of(error: BaseException) -> str:
    """Return the reason of an error in one line, without the names of libraries and classes."""
    if isinstance(error, PoolTimeout):
        return "no connection was free in time"
    cause: Any = getattr(error, "orig", None) or error
    if isinstance(cause, OSError) and cause.errno is not None:
        # asyncio's text repeats the address. Errors of name resolution have negative numbers.
        return os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
    if isinstance(cause, TimeoutError):
        return NO_ANSWER
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return SQLITE_REASONS.get(code & 0xFF, f"SQLite reports {cause.sqlite_errorname}")
    if (state := getattr(cause, "sqlstate", None)) is not None:
        found = (POSTGRES_REASONS.get(state[:length]) for length in (5, 3, 2))
        return next((reason for reason in found if reason), f"PostgreSQL reports {state}")
    if getattr(error, "connection_invalidated", False):
        return LOST
    text = (str(cause.args[0]) if cause.args else "") if isinstance(cause, SQLAlchemyError) else str(cause)
    return text.strip().partition("\n")[0] or type(cause).__name__
