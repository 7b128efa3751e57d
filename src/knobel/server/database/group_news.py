"""Rows of what the webhooks of groups are to be told, written in the transaction of the event.

Tables, cups and seasons add rows; `groups.webhooks` sends them. They contain no names of people.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, insert, literal, select, update

from knobel.server.database import schema
from knobel.server.database.due_rows import due_by
from knobel.server.database.store import Statement

COLLECT_MS = 15_000
"""Time after an event in which others are collected, so that one message tells of many."""

COLUMNS = ("group", "kind", "subject", "number", "game", "time", "sending")

_webhooks, _news, _tables = schema.webhooks.c, schema.group_news.c, schema.group_tables.c


def game_begun(table: str, first: int, game: str, time: int) -> Iterator[Statement]:
    """Yield the statements that tell the group of a table, if any, of a game that begins at seq `first`."""
    yield from _told("begun", _of_table(table), table, first, game, time)


def game_over(table: str, first: int, game: str, time: int) -> Iterator[Statement]:
    """Yield the statements that tell the group of a table, if any, that a game is over: not first that it begins."""
    begun = _news.group.in_(_group_of(table)), _news.kind == "begun", _news.subject == table, _news.number == first
    yield delete(schema.group_news).where(*begun, ~_news.sending), []
    yield from _told("over", _of_table(table), table, first, game, time)


def season_over(group: str, number: int, time: int) -> Iterator[Statement]:
    """Yield the statements that tell a group that a season has ended."""
    yield from _told("season", _webhooks.group == group, "", number, "", time)


def _group_of(table: str) -> Any:
    return select(_tables.group).where(_tables.table == table)


def _of_table(table: str) -> ColumnElement[bool]:
    return _webhooks.group.in_(_group_of(table))


def _told(
    kind: str, whose: ColumnElement[bool], subject: str, number: int, game: str, time: int
) -> Iterator[Statement]:
    wanted = whose, _webhooks[kind], _webhooks.stopped.is_(None)
    values = (literal(value) for value in (kind, subject, number, game, time, False))
    # A repeated row must not let the transaction fail, which stores a game.
    same = _news.group == _webhooks.group, _news.kind == kind, _news.subject == subject, _news.number == number
    new = select(_webhooks.group, *values).where(*wanted, ~exists().where(*same))
    yield insert(schema.group_news).from_select(COLUMNS, new), []
    yield update(schema.webhooks).where(*wanted).values(due_by(schema.webhooks, time + COLLECT_MS)), []
