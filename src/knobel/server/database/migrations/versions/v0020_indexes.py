"""Give each query that read a whole table, or the results of everybody, an index."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.drop_index("results_person", "results")
    op.create_index("results_person", "results", ["person", "game", "options", "ranked", "time"])
    op.create_index("results_own_best", "results", ["person", "game", "options", "ranked", "score"])
    op.create_index("results_recent", "results", ["game", "options", "ranked", "time"])
    op.create_index("deals_commitment", "deals", ["commitment"])
    op.create_index("cups_every", "cups", ["every"])
