"""Add the luck of results, the ratings of people, and the ladder of tables of several people."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("results", sa.Column("luck", sa.Float))
    op.add_column("results", sa.Column("engine", sa.String(64)))
    unrated = sa.text("ranked AND engine IS NULL")
    op.create_index("results_unrated", "results", ["time"], sqlite_where=unrated, postgresql_where=unrated)
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("options", sa.Text, primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("error", sa.Float),
    )
    op.create_index("ratings_game", "ratings", ["game", "options", "mean"])
    op.create_table(
        "ladder",
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table", sa.String(6), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
    op.create_index("ladder_table", "ladder", ["table", "first", "person"], unique=True)
