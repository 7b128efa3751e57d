"""Records every statement that a server executes on an SQLite database, with its values."""

import os
import sqlite3
from pathlib import Path
from typing import Any

from knobel.server.database.sqlite import tune

FILE = "TRACED_STATEMENTS"
"""Variable with the name of the file of statements, which are separated by zero bytes."""


def traced_tune(connection: Any, record: Any) -> None:
    """Replacement for `sqlite.tune`."""
    tune(connection, record)
    path = Path(os.environ[FILE])

    def write(statement: str) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{statement}\0\n")

    if isinstance(connection, sqlite3.Connection):
        connection.set_trace_callback(write)
    else:
        connection.run_async(lambda raw: raw.set_trace_callback(write))
