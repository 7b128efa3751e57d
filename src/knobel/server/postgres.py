"""What is special about a database that is PostgreSQL: how one connects to it, and who goes first where two would."""

from typing import Any

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from knobel.extras import how_to_install

MISSING = f"PostgreSQL needs more than Knobel alone: {how_to_install('servers')}"
WAIT = 5
"""Seconds after which a database that does not answer counts as gone."""
IDLE = 2
"""Seconds after which PostgreSQL ends the transaction of a silent process, for whose locks others may wait."""
MIGRATING = 5_647_329
"""The lock that whoever migrates holds: any number that nobody else's lock has."""
LOST = frozenset({"40001", "40P01"})
"""What PostgreSQL says to one of two transactions that get into each other's way: they can be tried again."""


def settings() -> dict[str, Any]:
    """How the server connects: to whatever does not answer in time it says goodbye, and so does the database to it."""
    return {
        "timeout": WAIT,
        "command_timeout": 2 * WAIT,
        "server_settings": {
            "application_name": "knobel",
            "lock_timeout": f"{WAIT}s",
            "idle_in_transaction_session_timeout": f"{IDLE}s",
            "tcp_keepalives_idle": f"{WAIT}",
            "tcp_keepalives_interval": "1",
            "tcp_keepalives_count": "3",
        },
    }


def allow_idle(connection: Connection) -> None:
    """Allow the running transaction any time between two statements, as a migration or a restore needs."""
    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def wait_for_turn(connection: Connection) -> None:
    """Let one process after the other migrate, until the end of its transaction."""
    allow_idle(connection)
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")


def count_on(connection: Connection, table: str, column: str) -> None:
    """Let the numbers that the database gives to new rows follow those that are there."""
    connection.exec_driver_sql(
        f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), "  # noqa: S608 -- names of our own
        f'(SELECT coalesce(max("{column}"), 0) + 1 FROM "{table}"), false)'
    )


def lost(error: Exception) -> bool:
    """Whether a transaction failed only because another was in its way."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in LOST
