"""Add cups and the people who take part in them."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "cups",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("host", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("opens", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("by_code", sa.Boolean, nullable=False),
        sa.Column("named", sa.Boolean, nullable=False),
        sa.Column("ranking", sa.String(8), nullable=False),
        sa.Column("paced", sa.Boolean, nullable=False),
        sa.Column("every", sa.String(8), nullable=False),
        sa.Column("series", sa.String(6), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.create_index("cups_host", "cups", ["host"])
    op.create_index("cups_round", "cups", ["series", "round"], unique=True)
    op.create_table(
        "entries",
        sa.Column("cup", sa.String(6), sa.ForeignKey("cups.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.Column("removed", sa.Boolean, nullable=False),
    )
    op.create_index("entries_number", "entries", ["cup", "number"], unique=True)
    op.create_index("entries_person", "entries", ["person"])
