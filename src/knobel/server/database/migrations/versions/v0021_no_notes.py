"""Drop the notes between processes, which go only through notifications."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.drop_table("notes")
