"""Add the seeds of dice."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "seeds",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("table", sa.String(6), sa.ForeignKey("tables.code", ondelete="CASCADE")),
    )
    op.create_index("seeds_table", "seeds", ["table"])
