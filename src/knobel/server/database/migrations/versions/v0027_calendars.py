"""Add the calendars of people."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    op.create_table(
        "calendars",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("calendars_person", "calendars", ["person"])
