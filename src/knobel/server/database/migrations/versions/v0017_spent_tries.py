"""Add the first tries of people erased while the deal was open."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "spent_tries",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("deal", sa.String(40), sa.ForeignKey("deals.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("spent_tries_deal", "spent_tries", ["deal"])
