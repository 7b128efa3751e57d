"""Add reports to the operator."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("reporter_name", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("table", sa.String(6)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said", sa.Text),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("told", sa.Boolean, nullable=False),
    )
    op.create_index("reports_reporter", "reports", ["reporter"])
