"""Add what came after version 1.0: games over days, groups, notices, and the other tables and columns below.

The schema that the earlier revisions 0017 to 0032 made, which no release contains.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0016"

DUE = sa.text("due IS NOT NULL")
OF_GROUP = sa.text("\"group\" <> ''")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
"""Numbers of rows; in SQLite their counters outlast the rows (`sqlite_autoincrement`)."""


def person(**more: Any) -> "sa.Column[str]":
    return sa.Column("person", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), **more)


def upgrade() -> None:
    _rename_option()
    _change_tables()
    _add_games_over_days()
    _add_groups()
    _add_notices()
    _add_tables_of_people()


def _rename_option() -> None:
    """Give results of Kniffeliger the present name of the rule by which players end only their main turns."""
    first, now = '"turn_end":"player"', '"turn_end":"main_phase"'
    for name in ("results", "ratings", "deals", "cups"):
        table = sa.table(name, sa.column("game"), sa.column("options"))
        named = (table.c.game == "kniffeliger") & table.c.options.contains(first)
        op.execute(table.update().where(named).values(options=sa.func.replace(table.c.options, first, now)))


def _change_tables() -> None:
    op.drop_table("notes")
    op.drop_index("results_person", "results")
    op.create_index("results_person", "results", ["person", "game", "options", "ranked", "time"])
    op.create_index("results_own_best", "results", ["person", "game", "options", "ranked", "score"])
    op.create_index("results_recent", "results", ["game", "options", "ranked", "time"])
    op.create_index("deals_commitment", "deals", ["commitment"])
    op.add_column("skills", sa.Column("themes", sa.Text))
    op.add_column("skills", sa.Column("insights", sa.Text))
    op.add_column("cards", sa.Column("theme", sa.String(40)))
    # Processes of the previous version, which may still run, do not know these columns.
    op.add_column("cups", sa.Column("group", sa.String(6), nullable=False, server_default=""))
    op.add_column("cups", sa.Column("teams", sa.Text, nullable=False, server_default=""))
    op.add_column("entries", sa.Column("team", sa.Integer))
    op.create_index("cups_every", "cups", ["every"])
    op.create_index("cups_opens", "cups", ["opens"])
    op.create_index("cups_group", "cups", ["group"], sqlite_where=OF_GROUP, postgresql_where=OF_GROUP)
    # Give no number of a report twice.
    if op.get_bind().dialect.name == "postgresql":
        sequence = op.get_bind().scalar(sa.select(sa.func.pg_get_serial_sequence("reports", "number")))
        op.alter_column("reports", "number", type_=sa.BigInteger)
        op.execute(f"ALTER SEQUENCE {sequence} AS bigint")
    else:
        with op.batch_alter_table("reports", recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
    # Keep the last visits of people whose devices are removed.
    op.execute(
        "UPDATE people SET seen = (SELECT max(secrets.seen) FROM secrets WHERE secrets.person = people.id) "
        "WHERE EXISTS (SELECT 1 FROM secrets WHERE secrets.person = people.id AND secrets.seen > people.seen)"
    )


def _add_games_over_days() -> None:
    op.create_table(
        "pauses",
        person(primary_key=True),
        sa.Column("begins", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("pauses_ends", "pauses", ["ends"])
    op.create_table(
        "slow_tables",
        sa.Column("table", sa.String(6), sa.ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
    )
    op.create_index("slow_tables_due", "slow_tables", ["due"], sqlite_where=DUE, postgresql_where=DUE)
    op.create_table(
        "slow_players",
        person(primary_key=True),
        sa.Column("table", sa.String(6), sa.ForeignKey("slow_tables.table", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("read", sa.BigInteger, nullable=False),
    )
    op.create_index("slow_players_table", "slow_players", ["table"])
    op.create_table(
        "slow_chat",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("table", sa.String(6), sa.ForeignKey("slow_tables.table", ondelete="CASCADE"), nullable=False),
        person(nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("slow_chat_table", "slow_chat", ["table", "time"])
    op.create_index("slow_chat_person", "slow_chat", ["person"])


def _add_groups() -> None:
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
        person(primary_key=True),
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
    op.create_table(
        "webhooks",
        sa.Column("group", sa.String(6), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("format", sa.String(8), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("kinds", sa.Text, nullable=False, server_default=""),
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
        sa.Column("id", NUMBER, primary_key=True),
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


def _add_notices() -> None:
    op.create_table(
        "push_devices",
        sa.Column("device", sa.String(64), sa.ForeignKey("secrets.hash", ondelete="CASCADE"), primary_key=True),
        person(nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public_key", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("kinds", sa.Text, nullable=False, server_default=""),
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
        sa.Column("id", NUMBER, primary_key=True),
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


def _add_tables_of_people() -> None:
    op.create_table(
        "openings",
        person(primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("operation", sa.String(32), primary_key=True, server_default=""),
        sa.Column("request", sa.String(32), nullable=False, server_default=""),
    )
    op.create_table(
        "spent_tries",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("deal", sa.String(40), sa.ForeignKey("deals.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("spent_tries_deal", "spent_tries", ["deal"])
    op.create_table(
        "exercise_answers",
        person(primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(16), primary_key=True),
        sa.Column("time", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
    )
    op.create_table(
        "recovery_sheets",
        sa.Column("hash", sa.String(64), primary_key=True),
        person(nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("recovery_sheets_person", "recovery_sheets", ["person"])
    op.create_table(
        "calendars",
        sa.Column("hash", sa.String(64), primary_key=True),
        person(nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("calendars_person", "calendars", ["person"])
