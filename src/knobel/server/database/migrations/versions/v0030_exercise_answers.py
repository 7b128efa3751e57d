"""Add people's answers to shipped exercises, and the themes of practice cards.

The themes of older cards are computed with the next look at a stored review.
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    op.create_table(
        "exercise_answers",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(16), primary_key=True),
        sa.Column("time", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
    )
    op.add_column("cards", sa.Column("theme", sa.String(40)))
