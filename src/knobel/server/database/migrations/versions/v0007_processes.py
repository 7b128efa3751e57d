"""Add server processes, the people connected to each, and the public tables that each leads."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def _process() -> "sa.Column[str]":
    return sa.Column("process", sa.String(16), sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    # The rows live no longer than their processes, so PostgreSQL need not log them.
    prefixes = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
        prefixes=prefixes,
    )
    op.create_table(
        "here",
        _process(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("table", sa.String(6), nullable=False),
        prefixes=prefixes,
    )
    op.create_index("here_table", "here", ["table"])
    op.create_table(
        "listed",
        _process(),
        sa.Column("table", sa.String(6), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        prefixes=prefixes,
    )
