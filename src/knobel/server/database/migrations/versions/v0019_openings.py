"""Add the tables and cups opened by requests with an idempotency key."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "openings",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
