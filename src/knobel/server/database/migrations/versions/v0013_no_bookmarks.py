"""Remove the snapshots of the tables' states: a table is loaded from its log."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.drop_column("tables", "bookmark")


def downgrade() -> None:
    op.add_column("tables", sa.Column("bookmark", sa.Text, server_default=""))
