"""Keep the wanted kinds of notices and of news in one column, so that another kind needs no other column."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

KINDS = {"push_devices": ("turn", "over", "reaction", "cup", "day"), "webhooks": ("begun", "over", "season", "cup")}


def upgrade() -> None:
    for table, kinds in KINDS.items():
        op.add_column(table, sa.Column("kinds", sa.Text, nullable=False, server_default=""))
        rows = sa.table(table, sa.column("kinds"), *map(sa.column, kinds))
        wanted: sa.ColumnElement[str] = sa.literal(" ")
        for kind in kinds:
            wanted = wanted + sa.case((rows.c[kind].is_(sa.true()), f"{kind} "), else_="")
        op.execute(sa.update(rows).values(kinds=wanted))
        for kind in kinds:
            op.drop_column(table, kind)
