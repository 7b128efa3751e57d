"""Add an index of the times at which cups open."""

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_index("cups_opens", "cups", ["opens"])
