"""Add the devices that receive notices, the notices, and the server's keys."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

DUE = sa.text("due IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "push_devices",
        sa.Column("device", sa.String(64), sa.ForeignKey("secrets.hash", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public_key", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("turn", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("reaction", sa.Boolean, nullable=False),
        sa.Column("cup", sa.Boolean, nullable=False),
        sa.Column("day", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("while_open", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("not_before", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("push_devices_person", "push_devices", ["person"])
    op.create_index("push_devices_endpoint", "push_devices", ["endpoint"], unique=True)
    op.create_index("push_devices_due", "push_devices", ["due"], sqlite_where=DUE, postgresql_where=DUE)
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("device", sa.String(64), sa.ForeignKey("push_devices.device", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("subject", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("notices_device", "notices", ["device", "kind", "subject"], unique=True)
    op.create_index("notices_subject", "notices", ["subject"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
    )
