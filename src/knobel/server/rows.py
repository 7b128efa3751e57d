"""The database's tables. How they came to be is in `migrations`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

NAMED = text("person IS NOT NULL")

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
    Column("browser", String(32), nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("secrets_person", "person"),
)
"""SHA-256 of the secret in a cookie: one for each device of a person."""

blocks = Table(
    "blocks",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Index("blocks_blocked", "blocked"),
)
"""Who hears nothing of whom."""

bots = Table(
    "bots",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Index("bots_owner", "owner"),
)
"""Which people are bots of somebody's own; the secret of such a one is its token."""

tables = Table(
    "tables",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("opened", BigInteger, nullable=False),
    Column("bookmark", Text, server_default=""),
)
"""`bookmark`: what the log has led to (see `tables.bookmark`), from where on it is read; empty if there is none yet,
NULL if there is to be none, for what was told before was changed."""

events = Table(
    "events",
    metadata,
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("person", String(32)),
    Index(
        "events_person", "person", sqlite_where=text("person IS NOT NULL"), postgresql_where=text("person IS NOT NULL")
    ),
)
"""`person`: whose name the event tells, if anybody's."""

idle = Table(
    "idle",
    metadata,
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("length", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("day", String(10), nullable=False),
)
"""For how many days nothing happened at a table, when that was last counted, on a `day`; `length` was its last seq
then. Of use only where tables are not kept for ever."""

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("reporter_name", String(64), nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("table", String(6)),
    Column("text", Text, nullable=False),
    Column("said", Text),
    Column("context", Text, nullable=False),
    Column("answer", Text),
    Column("told", Boolean, nullable=False),
    Index("reports_reporter", "reporter"),
)
"""Who reported whom, why, what they `said` if it is about that, and as `context` what the reporter had heard (JSON).
`told`: whether the reporter has read the answer."""

reviews = Table(
    "reviews",
    metadata,
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("stamp", String(64), nullable=False),
    Column("data", Text, nullable=False),
)
"""What the coach said of a game that began at seq `first` (JSON). Derived from the log: made again where the `stamp` is
no longer that of the engine."""

skills = Table(
    "skills",
    metadata,
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("accuracy", Float, nullable=False),
    Column("luck", Float, nullable=False),
    Column("kinds", Text, nullable=False),
)
"""How well a seat played a game that was reviewed, and its luck; `kinds`: by kind of decision how many there were and
the points lost (JSON). Derived as the review is."""

cards = Table(
    "cards",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("event", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Index("cards_due", "person", "due"),
)
"""The mistakes that somebody practises on: the event of a game's record with which it was made, the box that the card
is in, and when it is asked again (ms)."""

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

PASSING = {"passing": True}
"""What lasts no longer than the processes that serve: no part of a backup."""

processes = Table(
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("beat", BigInteger, nullable=False),
    info=PASSING,
)
"""The processes that serve this database; those that live let their `beat` grow."""

here = Table(
    "here",
    metadata,
    Column("process", String(16), ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("owner", String(32)),
    Column("table", String(6), nullable=False),
    Index("here_table", "table"),
    info=PASSING,
)
"""Who is connected to which process, by the process's `number` for the connection; `owner`: whose bot that is; `table`
is empty in the lobby."""

listed = Table(
    "listed",
    metadata,
    Column("process", String(16), ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(6), primary_key=True),
    Column("data", Text, nullable=False),
    info=PASSING,
)
"""The public tables that a process looks after, as the lobby shows them (JSON)."""

notes = Table(
    "notes",
    metadata,
    Column("process", String(16), ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
    info=PASSING,
)
"""What a process tells the others while no broker carries it: notes as a list (JSON), only the latest."""

transfers = Table(
    "transfers",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("process", String(16), nullable=False),
    info=PASSING,
)
"""Links by which another device becomes a person: SHA-256 of the token, and the process that lets it expire."""
