"""Drop the notes between processes, which go only through notifications."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.drop_table("notes")


def downgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("process", sa.String(16), sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
