"""Add a snapshot of a table's state, so that its log need not be replayed from the beginning."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("bookmark", sa.Text, server_default=""))
