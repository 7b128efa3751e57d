"""Add games over days: their tables, the people at them, their chat, and pauses."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

DUE = sa.text("due IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "pauses",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("begins", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("pauses_ends", "pauses", ["ends"])
    op.create_table(
        "slow_tables",
        sa.Column("table", sa.String(6), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
    )
    op.create_index("slow_tables_due", "slow_tables", ["due"], sqlite_where=DUE, postgresql_where=DUE)
    op.create_table(
        "slow_players",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table", sa.String(6), sa.ForeignKey("slow_tables.table", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("read", sa.BigInteger, nullable=False),
    )
    op.create_index("slow_players_table", "slow_players", ["table"])
    op.create_table(
        "slow_chat",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table", sa.String(6), sa.ForeignKey("slow_tables.table", ondelete="CASCADE"), nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("slow_chat_table", "slow_chat", ["table", "time"])
    op.create_index("slow_chat_person", "slow_chat", ["person"])
