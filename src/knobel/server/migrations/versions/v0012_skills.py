"""Delete what was kept of how well people played: it counted other points than the reviews and called declined action
dice dice that were kept. It is derived from the reviews again when somebody asks for it."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.execute("DELETE FROM skills")


def downgrade() -> None:
    op.execute("DELETE FROM skills")
