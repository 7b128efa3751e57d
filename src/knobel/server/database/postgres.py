"""PostgreSQL specifics: connection settings, locks and retryable errors."""

from typing import Any

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from knobel.optional_packages import how_to_install

MISSING_DRIVER = f"PostgreSQL needs more than Knobel alone: {how_to_install('servers')}"
TIMEOUT_S = 5
"""Seconds after which a database that does not answer counts as unavailable."""
LOCK_SETTINGS = {"lock_timeout": f"{TIMEOUT_S}s"}
"""The settings that every connection has."""
IDLE_TRANSACTION_TIMEOUT_S = 2
"""Seconds after which PostgreSQL ends an idle transaction, whose locks may block other processes."""
MIGRATION_LOCK_KEY = 5_647_329
"""Key of the advisory lock that is held during a migration. The number is arbitrary."""
RETRYABLE_STATES = frozenset({"40001", "40P01"})
"""SQLSTATE codes of serialization failures and deadlocks. These transactions can be retried."""


POOLED = "is behind a connection pool such as PgBouncer, which is not supported: give PostgreSQL's own address"
"""Refusal of a database. Knobel itself pools connections; it needs LISTEN, prepared statements and its own settings."""


class Pooled(Exception):
    """Between this program and PostgreSQL there is a connection pool."""

    def __init__(self) -> None:
        super().__init__(POOLED)


def check_direct(connection: Connection) -> None:
    """Check that PostgreSQL has received the settings of this connection, which pools drop.

    :raises Pooled: if it has not.
    """
    if connection.exec_driver_sql("SHOW lock_timeout").scalar() != LOCK_SETTINGS["lock_timeout"]:
        raise Pooled


def settings() -> dict[str, Any]:
    """Return the connection arguments: timeouts for both sides."""
    return {
        "timeout": TIMEOUT_S,
        "command_timeout": 2 * TIMEOUT_S,
        "server_settings": {
            "application_name": "knobel",
            **LOCK_SETTINGS,
            "idle_in_transaction_session_timeout": f"{IDLE_TRANSACTION_TIMEOUT_S}s",
            "tcp_keepalives_idle": f"{TIMEOUT_S}",
            "tcp_keepalives_interval": "1",
            "tcp_keepalives_count": "3",
        },
    }


def allow_idle(connection: Connection) -> None:
    """Lift the idle limit for the running transaction, as a migration or a restore needs."""
    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def lock_migrations(connection: Connection) -> None:
    """Take the migration lock until the end of the transaction."""
    allow_idle(connection)
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK_KEY})")


def is_retryable(error: Exception) -> bool:
    """True if a transaction failed only because of a concurrent one."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in RETRYABLE_STATES
