"""Add deals, the first tries at them, and suspicions about people."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64)),
        sa.Column("opens", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("master", sa.Integer),
    )
    op.create_index("deals_closes", "deals", ["closes"])
    op.create_table(
        "tries",
        sa.Column("deal", sa.String(40), sa.ForeignKey("deals.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table", sa.String(6), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
    )
    op.create_index("tries_person", "tries", ["person", "began"])
    op.create_index("tries_table", "tries", ["table"])
    op.create_table(
        "suspicions",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("cleared", sa.Boolean, nullable=False),
    )
