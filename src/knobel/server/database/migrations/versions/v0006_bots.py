"""Add custom bots of people."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "bots",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("bots_owner", "bots", ["owner"])
