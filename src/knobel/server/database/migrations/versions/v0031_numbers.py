"""Give no number twice: numbers of 64 bits, and in SQLite counters that outlast the rows.

Tell the requests apart that have the same idempotency key. Keep the last visits of people whose devices are removed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"

NUMBERED = (("reports", "number"), ("slow_chat", "number"), ("group_news", "id"), ("notices", "id"))
WITHOUT_COUNTER = "reports", "slow_chat"
"""Tables in which SQLite gave the number of a deleted last row again."""


def upgrade() -> None:
    _number()
    # The name that PostgreSQL gives; SQLite knows none.
    with op.batch_alter_table("openings", naming_convention={"pk": "%(table_name)s_pkey"}) as openings:
        for column, length in (("operation", 32), ("request", 32)):
            openings.add_column(sa.Column(column, sa.String(length), nullable=False, server_default=""))
        openings.drop_constraint("openings_pkey", type_="primary")
        openings.create_primary_key("openings_pkey", ["person", "key", "operation"])

    op.execute(
        "UPDATE people SET seen = (SELECT max(secrets.seen) FROM secrets WHERE secrets.person = people.id) "
        "WHERE EXISTS (SELECT 1 FROM secrets WHERE secrets.person = people.id AND secrets.seen > people.seen)"
    )


def _number() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table, column in NUMBERED:
            sequence = op.get_bind().scalar(sa.select(sa.func.pg_get_serial_sequence(table, column)))
            op.alter_column(table, column, type_=sa.BigInteger)
            op.execute(f"ALTER SEQUENCE {sequence} AS bigint")
        return
    for table in WITHOUT_COUNTER:
        with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
