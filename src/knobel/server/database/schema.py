"""The tables of the database. `migrations` creates and changes them."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData()

UNRATED = text("ranked AND engine IS NULL")
OF_GROUP = text("\"group\" <> ''")
NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""The type of numbers that the database gives to rows, and no two rows ever share: see `counters`."""


def table(name: str, *parts: SchemaItem, **options: Any) -> Table:
    """Return a table of the database; `options` are those of `sqlalchemy.Table`."""
    return Table(name, metadata, *parts, **options)


people = table(
    "people",
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""People, with the time (ms) of their last visit on any device."""

secrets = table(
    "secrets",
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("browser", String(32), nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("secrets_person", "person"),
)
"""SHA-256 hashes of the secrets in the cookies, one for each device of a person."""

recovery_sheets = table(
    "recovery_sheets",
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index("recovery_sheets_person", "person"),
)
"""Recovery sheets: the SHA-256 hash of the secret, when the sheet was made, and when it was last used (ms)."""

blocks = table(
    "blocks",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Index("blocks_blocked", "blocked"),
)
"""People (`person`) who block other people (`blocked`)."""

bots = table(
    "bots",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Index("bots_owner", "owner"),
)
"""The people that are personal bots. The secret of a bot is its token."""

tables = table(
    "tables",
    Column("code", String(6), primary_key=True),
    Column("opened", BigInteger, nullable=False),
    Column("bookmark", Text, server_default=""),
)
"""`bookmark` is not used by this version.

During an upgrade, processes of the previous version may run on the same database. They store the state of a table
there, which contains names, unless it is NULL.
"""

events = table(
    "events",
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("person", String(32)),
    Index(
        "events_person", "person", sqlite_where=text("person IS NOT NULL"), postgresql_where=text("person IS NOT NULL")
    ),
)
"""`person` is the person whose name the event contains, if any."""

EPHEMERAL = {"ephemeral": True}
"""Marks tables that are needed only while processes or games run. They are not part of a backup."""

seeds = table(
    "seeds",
    Column("commitment", String(64), primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE")),
    Index("seeds_table", "table"),
    info=EPHEMERAL,
)
"""The secret seeds of dice that are still to be rolled, by their SHA-256 hash.

A seed is deleted when it is published: for a table's game at its end, for a deal when its time is over. Seeds are not
part of a backup, because a reader of the backup could know the coming rolls. A game that is restored continues on
another seed.
"""

deals = table(
    "deals",
    Column("id", String(40), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seed", String(64)),
    Column("opens", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
    Column("master", Integer),
    Index("deals_closes", "closes"),
    Index("deals_commitment", "commitment"),
)
"""Deals: the same dice for everybody who plays one, each alone. The id of a deal of the day is `DATE/GAME`,
that of a deal of a cup `CODE/NUMBER`.

A first try may begin from `opens` to `closes` (ms). The `seed` of the dice is published some time after that; until
then it is only in `seeds`. `master` is the result of the best bot, None until it is known.
"""

tries = table(
    "tries",
    Column("deal", String(40), ForeignKey("deals.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(6), nullable=False),
    Column("began", BigInteger, nullable=False),
    Index("tries_person", "person", "began"),
    Index("tries_table", "table"),
)
"""First tries at deals, each at a separate table. Its result is in `results`, once the game is over."""

spent_tries = table(
    "spent_tries",
    Column("device", String(64), primary_key=True),
    Column("deal", String(40), ForeignKey("deals.id", ondelete="CASCADE"), nullable=False),
    Index("spent_tries_deal", "deal"),
    info=EPHEMERAL,
)
"""First tries of erased people at deals that are still open.

`device` is a hash of the device's secret under the secret seed of the deal. Rows are deleted when that is published.
"""

suspicions = table(
    "suspicions",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("cleared", Boolean, nullable=False),
)
"""People who played many deals exactly as the engine does. Others do not see their results until they are cleared."""

cups = table(
    "cups",
    Column("code", String(6), primary_key=True),
    Column("key", String(32), nullable=False),
    Column("host", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("title", String(100), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("opens", BigInteger, nullable=False),
    Column("closes", BigInteger, nullable=False),
    Column("by_code", Boolean, nullable=False),
    Column("named", Boolean, nullable=False),
    Column("ranking", String(8), nullable=False),
    Column("paced", Boolean, nullable=False),
    Column("every", String(8), nullable=False),
    Column("series", String(6), nullable=False),
    Column("round", Integer, nullable=False),
    Column("group", String(6), nullable=False, server_default=""),
    Column("teams", Text, nullable=False, server_default=""),
    Index("cups_host", "host"),
    Index("cups_opens", "opens"),
    Index("cups_every", "every"),
    Index("cups_group", "group", sqlite_where=OF_GROUP, postgresql_where=OF_GROUP),
    Index("cups_round", "series", "round", unique=True),
)
"""Cups: contests at the deals `CODE/1` to `CODE/deals`.

`series` is the code of the first cup of the series to which the cup belongs, its own if it is the first, and `round`
its number there. The first cup of a series that is not deleted has the period of the series in `every`, until it ends.
`host` is NULL after the erasure of the person. `group` is the code of the group whose members may take part, empty for
everybody. `teams` holds the settings of the teams (JSON, `cups.messages.Teams`), empty without teams.
"""

entries = table(
    "entries",
    Column("cup", String(6), ForeignKey("cups.code", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("joined", BigInteger, nullable=False),
    Column("removed", Boolean, nullable=False),
    Column("team", Integer),
    Index("entries_number", "cup", "number", unique=True),
    Index("entries_person", "person"),
)
"""The people who take part in cups. `number` counts them from 1, `removed`: the host has removed the entry.

`team` is the number of the person's team, from 0.
"""

groups = table(
    "groups",
    Column("code", String(6), primary_key=True),
    Column("key", String(32), nullable=False),
    Column("title", String(100), nullable=False),
    Column("by_code", Boolean, nullable=False),
    Column("opened", BigInteger, nullable=False),
)
"""Groups: people who play together again and again. A group without members is deleted."""

members = table(
    "members",
    Column("group", String(6), ForeignKey("groups.code", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("joined", BigInteger, nullable=False),
    Column("removed", Boolean, nullable=False),
    Index("members_number", "group", "number", unique=True),
    Index("members_person", "person"),
)
"""The people in groups: members, and people whom the host has `removed`. The host is the member with the lowest
`number`.

A new member gets the highest number. When the host leaves, the member with the lowest number becomes the host.
"""

seasons = table(
    "seasons",
    Column("group", String(6), ForeignKey("groups.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("began", BigInteger, nullable=False),
)
"""The seasons of groups, counted from 1, each until the next one begins."""

group_tables = table(
    "group_tables",
    Column("table", String(6), primary_key=True),
    Column("group", String(6), ForeignKey("groups.code", ondelete="CASCADE"), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Index("group_tables_group", "group", "opened"),
)
"""The tables that were opened for a group. Deleted tables stay in this list, because their results count for it."""

paper_results = table(
    "paper_results",
    Column("code", String(6), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("group", String(6), ForeignKey("groups.code", ondelete="CASCADE"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("score", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("saved_by", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Index("paper_results_group", "group", "time"),
    Index("paper_results_person", "person"),
    Index("paper_results_saved_by", "saved_by"),
)
"""Results on the sheets of games that were played on paper, which a member (`saved_by`) saved for a group.

`code` identifies the game. `person` is NULL for people who are no members, and after the erasure of the person.
"""

DUE = text("due IS NOT NULL")

webhooks = table(
    "webhooks",
    Column("group", String(6), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("url", Text, nullable=False),
    Column("format", String(8), nullable=False),
    Column("language", String(2), nullable=False),
    Column("kinds", Text, nullable=False, server_default=""),
    Column("searched", BigInteger, nullable=False),
    Column("stopped", Integer),
    Column("due", BigInteger),
    Column("not_before", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    ForeignKeyConstraint(["group", "person"], ["members.group", "members.person"], ondelete="CASCADE"),
    Index("webhooks_person", "person"),
    Index("webhooks_due", "due", sqlite_where=DUE, postgresql_where=DUE),
)
"""The webhooks of groups: addresses of other services, with the kinds of news that are sent to them.

`person` is the member who gave the address: if they leave the group, it is deleted. Cups were looked for until the time
`searched` (ms). `stopped` is the last status of a webhook that failed too often, 0 without an answer; NULL while news
are sent. For the other columns see `database.due_rows`.
"""

group_news = table(
    "group_news",
    Column("id", NUMBER, primary_key=True),
    Column("group", String(6), ForeignKey("webhooks.group", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("subject", String(6), nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", String(32), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("sending", Boolean, nullable=False),
    Index("group_news_group", "group", "kind", "subject", "number", unique=True),
    sqlite_autoincrement=True,
)
"""News that are not yet sent to the webhook of a group. `subject` is the code of a table or cup, or empty for a season;
`number` is the first seq of the game at the table, the number of the season, or 0.

`sending`: a process has begun to send it. Such news are not sent again after a crash, because it is unknown if they
have arrived.
"""

idle = table(
    "idle",
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("length", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("day", String(10), nullable=False),
)
"""Number of days without an event at a table, as last counted on `day`. `length` was the last seq then.

Used only if tables are not kept forever.
"""

openings = table(
    "openings",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("code", String(6), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("operation", String(32), primary_key=True, server_default=""),
    Column("request", String(32), nullable=False, server_default=""),
    info=EPHEMERAL,
)
"""The tables, cups and groups that were opened by requests with an idempotency key, for a day.

`operation` is a hash of the request's method and path, `request` one of its query and body. Earlier versions stored
neither.
"""

reports = table(
    "reports",
    Column("number", NUMBER, primary_key=True),
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
    sqlite_autoincrement=True,
)
"""Reports of people, with the reported message as `said` and the chat that the reporter received as `context` (JSON).

`told`: the reporter has read the answer.
"""

reviews = table(
    "reviews",
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("stamp", String(64), nullable=False),
    Column("data", Text, nullable=False),
)
"""The coach's review of a game that began at seq `first` (JSON).

Derived from the log. It is made again if the `stamp` differs from the engine's.
"""

skills = table(
    "skills",
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("accuracy", Float, nullable=False),
    Column("luck", Float, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("themes", Text),
    Column("insights", Text),
)
"""Accuracy and luck of a seat in a reviewed game.

`kinds` (JSON) holds the number of decisions and the points lost by kind of decision, `themes` (JSON) the points lost by
theme; it is NULL if the coach did not know themes yet. `insights` (JSON) holds the same as `kinds` by insight and class
(`presentation/insights.py`). Derived from the log, as the review is.
"""

cards = table(
    "cards",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("event", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("theme", String(40)),
    Index("cards_due", "person", "due"),
)
"""Mistakes that people practise.

A card has the event of the game's record, its box, and the time of its next repetition (`due`, ms). `theme` is the
theme of the mistake, empty if it has none, and NULL if the coach did not store themes of mistakes yet.
"""

exercise_answers = table(
    "exercise_answers",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("key", String(16), primary_key=True),
    Column("time", BigInteger, primary_key=True, autoincrement=False),
    Column("right", Boolean, nullable=False),
    Column("day", String(10), nullable=False),
)
"""Answers of people to shipped exercises, each identified by the exercise's key and the time (ms).

They are only added, so devices that answer at the same time lose nothing. `day` is the date whose exercise of the day
it was, empty for another exercise.
"""

results = table(
    "results",
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
    Column("luck", Float),
    Column("engine", String(64)),
    Index("results_best", "game", "options", "ranked", "score"),
    Index("results_person", "person", "game", "options", "ranked", "time"),
    Index("results_own_best", "person", "game", "options", "ranked", "score"),
    Index("results_recent", "game", "options", "ranked", "time"),
    Index("results_unrated", "time", sqlite_where=UNRATED, postgresql_where=UNRATED),
)
"""Results of people. `first` is the seq at which the game began. `ranked`: counts for the high-score lists and ratings.

`luck` is the sum of the luck of the seat's rolls, in points, computed by the engine with the hash `engine`. Both are
NULL until it is computed. A result with an `engine` but without `luck` cannot be rated.
"""

ratings = table(
    "ratings",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("options", Text, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("mean", Float, nullable=False),
    Column("error", Float),
    Index("ratings_game", "game", "options", "mean"),
)
"""The latest rating of each person at each game with each option set, for comparisons between people.

Derived from the results.
"""

ladder = table(
    "ladder",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table", String(6), nullable=False),
    Column("first", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Index("ladder_table", "table", "first", "person", unique=True),
)
"""Strength of people by their places at tables of several people, after each of their games.

`number` counts a person's games of a kind, from 1. `table` and `first` identify the game.
"""

pauses = table(
    "pauses",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("begins", BigInteger, primary_key=True, autoincrement=False),
    Column("ends", BigInteger, nullable=False),
    Index("pauses_ends", "ends"),
)
"""The pauses of people in games over days (ms)."""

slow_tables = table(
    "slow_tables",
    Column("table", String(6), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("state", String(8), nullable=False),
    Column("summary", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("due", BigInteger),
    Index("slow_tables_due", "due", sqlite_where=DUE, postgresql_where=DUE),
)
"""Tables at which games are played over days. Derived from the log, and written in the same transaction.

`state` is open, playing or over, `summary` (JSON) what lists of tables show, `changed` the time (ms) of the last event.
`due` is the time (ms) from which an automatic action may be due, NULL if there is none.
"""

slow_players = table(
    "slow_players",
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(6), ForeignKey("slow_tables.table", ondelete="CASCADE"), primary_key=True),
    Column("seen", Integer, nullable=False),
    Column("read", BigInteger, nullable=False),
    Index("slow_players_table", "table"),
)
"""The people with a seat at these tables.

`seen` is the position of the game (`Position.at`) that the person saw last, -1 if none, and `read` the time (ms) until
which they have read the chat.
"""

slow_chat = table(
    "slow_chat",
    Column("number", NUMBER, primary_key=True),
    Column("table", String(6), ForeignKey("slow_tables.table", ondelete="CASCADE"), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Index("slow_chat_table", "table", "time"),
    Index("slow_chat_person", "person"),
    sqlite_autoincrement=True,
)
"""The latest chat messages at these tables. They are kept because the people are rarely there at the same time."""

push_devices = table(
    "push_devices",
    Column("device", String(64), ForeignKey("secrets.hash", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("public_key", String(128), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("kinds", Text, nullable=False, server_default=""),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", String(64), nullable=False),
    Column("language", String(2), nullable=False),
    Column("while_open", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("not_before", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Index("push_devices_person", "person"),
    Index("push_devices_endpoint", "endpoint", unique=True),
    Index("push_devices_due", "due", sqlite_where=DUE, postgresql_where=DUE),
)
"""Devices that receive notices by Web Push: the subscription of the browser, and the kinds of notices that the person
wants.

The times of quiet hours are minutes of the day in the time zone `zone`. `due` is the time (ms) at which the device is
processed, NULL if there is nothing to send; `not_before` the time before which nothing is sent, after a failure or
while a process is sending; `failures` the number of failures since the last success.
"""

notices = table(
    "notices",
    Column("id", NUMBER, primary_key=True),
    Column("device", String(64), ForeignKey("push_devices.device", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("subject", String(16), nullable=False),
    Column("game", String(32), nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("told", Boolean, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Index("notices_device", "device", "kind", "subject", unique=True),
    Index("notices_subject", "subject"),
    sqlite_autoincrement=True,
)
"""Notices for devices, sent or not. `subject` is the code of a table or cup, or the date of a day.

`told`: the message was sent. `withdrawn`: it is not true any more, for example because the person has moved elsewhere.
"""

calendars = table(
    "calendars",
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("language", String(2), nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("calendars_person", "person"),
)
"""Calendars of deadlines: the SHA-256 hash of the secret in the address, and when the address was made (ms)."""

server_keys = table(
    "server_keys",
    Column("name", String(16), primary_key=True),
    Column("key", Text, nullable=False),
)
"""Private keys of the server. `push` signs the requests to push services."""

processes = table(
    "processes",
    Column("id", String(16), primary_key=True),
    Column("beat", BigInteger, nullable=False),
    info=EPHEMERAL,
)
"""The processes that serve this database. A live process increments its `beat`."""

connections = table(
    "here",
    Column("process", String(16), ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),
    Column("name", String(64), nullable=False),
    Column("owner", String(32)),
    Column("table", String(6), nullable=False),
    Index("here_table", "table"),
    info=EPHEMERAL,
)
"""The connections of each process, by the process's `number`.

`owner` is the owner of a bot. `table` is empty in the lobby.
"""

listed_tables = table(
    "listed",
    Column("process", String(16), ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(6), primary_key=True),
    Column("data", Text, nullable=False),
    info=EPHEMERAL,
)
"""The public tables that a process leads, as the lobby shows them (JSON)."""

transfers = table(
    "transfers",
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("process", String(16), nullable=False),
    info=EPHEMERAL,
)
"""Transfer links: the SHA-256 hash of the token, and the process that removes the link when it expires."""
