"""The database's tables. How they came to be is in `migrations`."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("seen", BigInteger, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
)
"""SHA-256 of the secret in a cookie: one for each device of a person."""

tables = Table(
    "tables",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("opened", BigInteger, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table", String(6), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("score", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("ranked", Boolean, nullable=False),
    Index("results_best", "game", "options", "ranked", "score"),
    Index("results_person", "person", "game"),
)
"""How people ended; `first` is the seq at which the game started. `ranked`: good for the high-score lists."""
