"""News for the webhooks of groups, as rows that are written in the transaction of the event.

Tables, cups and seasons add rows; `groups.webhooks` sends them. They contain no names of people. The statements are
built once, because they are executed at the beginning and the end of every game, and building them takes longer.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Insert,
    Update,
    bindparam,
    delete,
    exists,
    false,
    insert,
    literal,
    select,
    update,
)

from knobel.server.database import schema
from knobel.server.database.due_rows import due_by, wants
from knobel.server.database.transaction import Execution

COLLECT_MS = 15_000
"""Time after an event in which others are collected, so that one message tells of many."""

COLUMNS = ("group", "kind", "subject", "number", "game", "time", "sending")

_webhooks, _news, _tables = schema.webhooks.c, schema.group_news.c, schema.group_tables.c


def game_begun(table: str, first: int, game: str, time: int) -> Iterator[Execution]:
    """Yield the statements that tell the group of a table, if any, of a game that begins at seq `first`."""
    yield from _BEGUN.told(time, subject=table, number=first, game=game)


def game_over(table: str, first: int, game: str, time: int) -> Iterator[Execution]:
    """Yield the statements that tell the group of a table, if any, that a game is over: not first that it begins."""
    yield _NOT_BEGUN, [_values(subject=table, number=first)]
    yield from _OVER.told(time, subject=table, number=first, game=game)


def season_over(group: str, number: int, time: int) -> Iterator[Execution]:
    """Yield the statements that tell a group that a season has ended."""
    yield from _SEASON.told(time, group=group, subject="", number=number, game="")


def _new(column: str) -> ColumnElement[Any]:
    """Return the parameter for a value of the new row; a parameter must not be named as a column."""
    return bindparam(f"new_{column}", type_=_news[column].type)


def _values(**values: str | int) -> dict[str, Any]:
    return {f"new_{column}": value for column, value in values.items()}


class _Statements(NamedTuple):
    """Statements that add news, and make the webhooks due that want them."""

    news: Insert
    due: Update

    @classmethod
    def of(cls, kind: str, whose: ColumnElement[bool]) -> "_Statements":
        """Return the statements for a kind of news, for the webhooks `whose` group it concerns."""
        wanted = whose, wants(schema.webhooks, kind), _webhooks.stopped.is_(None)
        # A repeated row must not let the transaction fail, which stores a game.
        row = _news.kind == kind, _news.subject == _new("subject"), _news.number == _new("number")
        values = literal(kind), *(_new(column) for column in ("subject", "number", "game", "time")), false()
        new = select(_webhooks.group, *values).where(*wanted, ~exists().where(_news.group == _webhooks.group, *row))
        due = (
            update(schema.webhooks)
            .where(*wanted)
            .values(due_by(schema.webhooks, bindparam("due_by", type_=BigInteger)))
        )
        return cls(insert(schema.group_news).from_select(COLUMNS, new), due)

    def told(self, time: int, **values: str | int) -> Iterator[Execution]:
        """Yield the statements with the values of a row."""
        for statement in self:
            yield statement, [_values(time=time, **values) | {"due_by": time + COLLECT_MS}]


_group_of_table = select(_tables.group).where(_tables.table == _new("subject"))
_of_table = _webhooks.group.in_(_group_of_table)
_BEGUN, _OVER = _Statements.of("begun", _of_table), _Statements.of("over", _of_table)
_SEASON = _Statements.of("season", _webhooks.group == _new("group"))
_NOT_BEGUN = delete(schema.group_news).where(
    _news.group.in_(_group_of_table),
    _news.kind == "begun",
    _news.subject == _new("subject"),
    _news.number == _new("number"),
    ~_news.sending,
)
