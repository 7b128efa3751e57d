"""Add groups, their members, seasons and tables; cups of groups, and teams in cups."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("by_code", sa.Boolean, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("group", sa.String(6), sa.ForeignKey("groups.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.Column("removed", sa.Boolean, nullable=False),
    )
    op.create_index("members_number", "members", ["group", "number"], unique=True)
    op.create_index("members_person", "members", ["person"])
    op.create_table(
        "seasons",
        sa.Column("group", sa.String(6), sa.ForeignKey("groups.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("began", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "group_tables",
        sa.Column("table", sa.String(6), primary_key=True),
        sa.Column("group", sa.String(6), sa.ForeignKey("groups.code", ondelete="CASCADE"), nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
    op.create_index("group_tables_group", "group_tables", ["group", "opened"])
    # Processes of the previous version, which may still run, do not know these columns.
    op.add_column("cups", sa.Column("group", sa.String(6), nullable=False, server_default=""))
    op.add_column("cups", sa.Column("teams", sa.Text, nullable=False, server_default=""))
    op.add_column("entries", sa.Column("team", sa.Integer))
    of_group = sa.text("\"group\" <> ''")
    op.create_index("cups_group", "cups", ["group"], sqlite_where=of_group, postgresql_where=of_group)
