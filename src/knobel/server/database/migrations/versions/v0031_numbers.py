"""Give no number twice: numbers of 64 bits, and in SQLite counters that outlast the rows."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"

NUMBERED = (("reports", "number"), ("slow_chat", "number"), ("group_news", "id"), ("notices", "id"))
WITHOUT_COUNTER = "reports", "slow_chat"
"""Tables in which SQLite gave the number of a deleted last row again."""


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table, column in NUMBERED:
            sequence = op.get_bind().scalar(sa.select(sa.func.pg_get_serial_sequence(table, column)))
            op.alter_column(table, column, type_=sa.BigInteger)
            op.execute(f"ALTER SEQUENCE {sequence} AS bigint")
        return
    for table in WITHOUT_COUNTER:
        with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
