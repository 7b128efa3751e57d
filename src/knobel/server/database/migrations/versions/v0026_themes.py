"""Add the points lost by theme to skills. They are computed with the next look at a stored review."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("skills", sa.Column("themes", sa.Text))
