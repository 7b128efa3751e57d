"""PostgreSQL specifics: connection settings, locks and retryable errors."""

from typing import Any

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from knobel.extras import how_to_install

MISSING = f"PostgreSQL needs more than Knobel alone: {how_to_install('servers')}"
WAIT = 5
"""Seconds after which a database that does not answer counts as unavailable."""
IDLE = 2
"""Seconds after which PostgreSQL ends an idle transaction, whose locks may block other processes."""
MIGRATING = 5_647_329
"""Key of the advisory lock that is held during a migration. The number is arbitrary."""
LOST = frozenset({"40001", "40P01"})
"""SQLSTATE codes of serialization failures and deadlocks. These transactions can be retried."""


def settings() -> dict[str, Any]:
    """Return the connection arguments: timeouts for both sides."""
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
    """Lift the idle limit for the running transaction, as a migration or a restore needs."""
    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def wait_for_turn(connection: Connection) -> None:
    """Take the migration lock until the end of the transaction."""
    allow_idle(connection)
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")


def count_on(connection: Connection, table: str, column: str) -> None:
    """Set a serial column's sequence to continue after the existing rows."""
    connection.exec_driver_sql(
        f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), "  # noqa: S608 -- the names are constants
        f'(SELECT coalesce(max("{column}"), 0) + 1 FROM "{table}"), false)'
    )


def lost(error: Exception) -> bool:
    """True if a transaction failed only because of a concurrent one."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in LOST
