"""The version of a database's tables, and upgrades to a later version by Alembic."""

from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from knobel.server.database.migrations import HEAD, REVISIONS


class UnknownVersion(Exception):
    """A database that this program cannot use. The text says why and completes "the database NAME …"."""


def version_of(connection: Connection) -> str | None:
    """Return the version of a database, None if it holds no tables of Knobel.

    :raises UnknownVersion: if a newer or unreleased version of Knobel wrote it, or another program did.
    """
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if version is not None and not (len(version) == len(HEAD) and version.isdecimal()):
        raise UnknownVersion("belongs to another program")
    if version is not None and version > HEAD:
        raise UnknownVersion(
            f"was written by a newer version of Knobel (its version is {version}, this program knows {HEAD}): "
            "upgrade Knobel, or restore a backup from before"
        )
    if version is not None and version not in REVISIONS:
        when, later = "between two releases", f"a later one of them, which upgrades it to {HEAD}"
        if version < REVISIONS[0]:
            when, later = "before the first release", "Knobel 1.0, which upgrades it"
        raise UnknownVersion(
            f"was written by a version of Knobel {when} (its version is {version}): open it once with {later}, or "
            "restore a backup from before"
        )
    return version


def is_empty(connection: Connection) -> bool:
    return not inspect(connection).get_table_names()


def upgrade(connection: Connection, version: str = HEAD) -> None:
    """Create or change the tables so that they are of the given version."""
    # Heavy, and rarely needed.
    from alembic import command  # noqa: PLC0415 -- heavy
    from alembic.config import Config  # noqa: PLC0415 -- heavy

    config = Config()
    config.set_main_option("script_location", "knobel.server.database:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, version)
