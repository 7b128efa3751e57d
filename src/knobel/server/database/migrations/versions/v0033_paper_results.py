"""Add the results of games on paper that count for a group."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.create_table(
        "paper_results",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("group", sa.String(6), sa.ForeignKey("groups.code", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("saved_by", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL")),
    )
    op.create_index("paper_results_group", "paper_results", ["group", "time"])
    op.create_index("paper_results_person", "paper_results", ["person"])
    op.create_index("paper_results_saved_by", "paper_results", ["saved_by"])
