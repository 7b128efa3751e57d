"""Add devices of people, blocked people, and the person named in an event."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

DATA_WITH_PERSON = ('{"kind":"sit"%', '{"kind":"rename"%', '{"kind":"host"%')
NAMED = sa.text("person IS NOT NULL")


def upgrade() -> None:
    op.add_column("secrets", sa.Column("browser", sa.String(32), nullable=False, server_default=""))
    for name in ("added", "seen"):
        op.add_column("secrets", sa.Column(name, sa.BigInteger, nullable=False, server_default="0"))
    seen = "(SELECT seen FROM people WHERE people.id = secrets.person)"
    op.execute(f"UPDATE secrets SET added = {seen}, seen = {seen}")  # noqa: S608 -- no input
    op.create_index("secrets_person", "secrets", ["person"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("blocked", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("blocks_blocked", "blocks", ["blocked"])
    op.add_column("events", sa.Column("person", sa.String(32)))
    _fill_person()
    op.create_index("events_person", "events", ["person"], sqlite_where=NAMED, postgresql_where=NAMED)


def _fill_person() -> None:
    events = sa.table("events", *map(sa.column, ("table", "seq", "data", "person")))
    c, connection = events.c, op.get_bind()
    rows = connection.execute(
        sa.select(c.table, c.seq, c.data).where(sa.or_(*(c.data.like(start) for start in DATA_WITH_PERSON)))
    ).all()
    named = [{"at": table, "after": seq, "who": json.loads(data)["person"]} for table, seq, data in rows]
    if named:
        at = c.table == sa.bindparam("at"), c.seq == sa.bindparam("after")
        connection.execute(sa.update(events).where(*at).values(person=sa.bindparam("who")), named)
