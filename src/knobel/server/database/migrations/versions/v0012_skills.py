"""Delete the stored skills: their points differed from the reviews', and declined action dice counted as kept dice.

Skills are derived from the stored reviews again on request.
"""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.execute("DELETE FROM skills")
