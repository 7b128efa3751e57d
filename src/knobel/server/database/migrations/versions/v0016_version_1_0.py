"""Create the tables of version 1.0."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = None

NAMED = sa.text("person IS NOT NULL")
UNRATED = sa.text("ranked AND engine IS NULL")


def reference(name: str, target: str, length: int, **more: Any) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length), sa.ForeignKey(target, ondelete="CASCADE"), **more)


def person(**more: Any) -> "sa.Column[str]":
    return reference("person", "people.id", 32, **more)


def table(**more: Any) -> "sa.Column[str]":
    return reference("table", "tables.code", 6, **more)


def number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def upgrade() -> None:
    _create_people()
    _create_games()
    _create_reviews_and_ratings()
    _create_deals_and_cups()
    _create_processes()


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.String(64), primary_key=True),
        person(nullable=False),
        sa.Column("browser", sa.String(32), nullable=False, server_default=""),
        sa.Column("added", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("secrets_person", "secrets", ["person"])
    op.create_table("blocks", person(primary_key=True), reference("blocked", "people.id", 32, primary_key=True))
    op.create_index("blocks_blocked", "blocks", ["blocked"])
    op.create_table("bots", person(primary_key=True), reference("owner", "people.id", 32, nullable=False))
    op.create_index("bots_owner", "bots", ["owner"])
    op.create_table(
        "transfers",
        sa.Column("hash", sa.String(64), primary_key=True),
        person(nullable=False),
        sa.Column("process", sa.String(16), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("reporter_name", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("table", sa.String(6)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said", sa.Text),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("told", sa.Boolean, nullable=False),
    )
    op.create_index("reports_reporter", "reports", ["reporter"])


def _create_games() -> None:
    op.create_table(
        "tables",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("bookmark", sa.Text, server_default=""),
    )
    op.create_table(
        "events",
        table(primary_key=True),
        number("seq"),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("person", sa.String(32)),
    )
    op.create_index("events_person", "events", ["person"], sqlite_where=NAMED, postgresql_where=NAMED)
    op.create_table(
        "idle",
        table(primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
    )
    op.create_table(
        "seeds",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        table(),
    )
    op.create_index("seeds_table", "seeds", ["table"])
    op.create_table(
        "results",
        sa.Column("table", sa.String(6), primary_key=True),
        number("first"),
        number("seat"),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("ranked", sa.Boolean, nullable=False),
        sa.Column("luck", sa.Float),
        sa.Column("engine", sa.String(64)),
    )
    op.create_index("results_best", "results", ["game", "options", "ranked", "score"])
    op.create_index("results_person", "results", ["person", "game"])
    op.create_index("results_unrated", "results", ["time"], sqlite_where=UNRATED, postgresql_where=UNRATED)


def _create_reviews_and_ratings() -> None:
    op.create_table(
        "reviews",
        table(primary_key=True),
        number("first"),
        sa.Column("stamp", sa.String(64), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "skills",
        table(primary_key=True),
        number("first"),
        number("seat"),
        sa.Column("accuracy", sa.Float, nullable=False),
        sa.Column("luck", sa.Float, nullable=False),
        sa.Column("kinds", sa.Text, nullable=False),
    )
    op.create_table(
        "cards",
        person(primary_key=True),
        table(primary_key=True),
        number("first"),
        number("event"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_index("cards_due", "cards", ["person", "due"])
    op.create_table(
        "ratings",
        person(primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("options", sa.Text, primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("error", sa.Float),
    )
    op.create_index("ratings_game", "ratings", ["game", "options", "mean"])
    op.create_table(
        "ladder",
        person(primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        number("number"),
        sa.Column("table", sa.String(6), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
    )
    op.create_index("ladder_table", "ladder", ["table", "first", "person"], unique=True)


def _create_deals_and_cups() -> None:
    op.create_table(
        "deals",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("seed", sa.String(64)),
        sa.Column("opens", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("master", sa.Integer),
    )
    op.create_index("deals_closes", "deals", ["closes"])
    op.create_table(
        "tries",
        reference("deal", "deals.id", 40, primary_key=True),
        person(primary_key=True),
        sa.Column("table", sa.String(6), nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
    )
    op.create_index("tries_person", "tries", ["person", "began"])
    op.create_index("tries_table", "tries", ["table"])
    op.create_table(
        "suspicions",
        person(primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("cleared", sa.Boolean, nullable=False),
    )
    op.create_table(
        "cups",
        sa.Column("code", sa.String(6), primary_key=True),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("host", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("opens", sa.BigInteger, nullable=False),
        sa.Column("closes", sa.BigInteger, nullable=False),
        sa.Column("by_code", sa.Boolean, nullable=False),
        sa.Column("named", sa.Boolean, nullable=False),
        sa.Column("ranking", sa.String(8), nullable=False),
        sa.Column("paced", sa.Boolean, nullable=False),
        sa.Column("every", sa.String(8), nullable=False),
        sa.Column("series", sa.String(6), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.create_index("cups_host", "cups", ["host"])
    op.create_index("cups_round", "cups", ["series", "round"], unique=True)
    op.create_table(
        "entries",
        reference("cup", "cups.code", 6, primary_key=True),
        person(primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.Column("removed", sa.Boolean, nullable=False),
    )
    op.create_index("entries_number", "entries", ["cup", "number"], unique=True)
    op.create_index("entries_person", "entries", ["person"])


def _create_processes() -> None:
    """Create the tables of rows that live no longer than their processes, so that PostgreSQL need not log them."""
    prefixes = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    process = "process", "processes.id", 16
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
        prefixes=prefixes,
    )
    op.create_table(
        "here",
        reference(*process, primary_key=True),
        number("number"),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("table", sa.String(6), nullable=False),
        prefixes=prefixes,
    )
    op.create_index("here_table", "here", ["table"])
    op.create_table(
        "listed",
        reference(*process, primary_key=True),
        sa.Column("table", sa.String(6), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        prefixes=prefixes,
    )
    op.create_table(
        "notes",
        reference(*process, primary_key=True),
        number("number"),
        sa.Column("data", sa.Text, nullable=False),
        prefixes=prefixes,
    )
