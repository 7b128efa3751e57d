"""What a table's log had led to, so that it need not be read from its beginning."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("bookmark", sa.Text, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "bookmark")
