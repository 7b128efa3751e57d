"""Add the webhooks of groups, and the news for them."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

DUE = sa.text("due IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("group", sa.String(6), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("format", sa.String(8), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("begun", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("season", sa.Boolean, nullable=False),
        sa.Column("cup", sa.Boolean, nullable=False),
        sa.Column("searched", sa.BigInteger, nullable=False),
        sa.Column("stopped", sa.Integer),
        sa.Column("due", sa.BigInteger),
        sa.Column("not_before", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["group", "person"], ["members.group", "members.person"], ondelete="CASCADE"),
    )
    op.create_index("webhooks_person", "webhooks", ["person"])
    op.create_index("webhooks_due", "webhooks", ["due"], sqlite_where=DUE, postgresql_where=DUE)
    op.create_table(
        "group_news",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group", sa.String(6), sa.ForeignKey("webhooks.group", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("subject", sa.String(6), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("sending", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("group_news_group", "group_news", ["group", "kind", "subject", "number"], unique=True)
