"""Add the number of days without events at a table, for servers that delete old tables."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "idle",
        sa.Column("table", sa.String(6), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
    )
