"""Rows of receivers of messages, such as devices, each with the time at which its next message is due.

Their tables have the columns `due`, the time (ms) at which a row is processed, NULL if there is nothing to send;
`not_before`, the time before which nothing is sent, after a failure or while a process is sending; and `failures`, the
number of failures since the last success. Their primary key is the first column. A process claims a row by
compare-and-swap before it sends something. The claim expires, so that another process continues after a crash.

The column `kinds` has the kinds of messages that a receiver wants, each between spaces.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, case, select, update

from knobel.server.database.store import Statement


def joined(kinds: Collection[str]) -> str:
    """Return kinds as the column `kinds` has them."""
    return f" {' '.join(kinds)} "


def wants(rows: Table, kind: str) -> ColumnElement[bool]:
    """Return the condition that a receiver wants a kind of messages."""
    return rows.c.kinds.contains(f" {kind} ", autoescape=True)


def due_by(rows: Table, time: ColumnElement[int] | int) -> dict[str, Any]:
    """Return the values by which rows become due by a time, but not before something may be sent."""
    c = rows.c
    later = case((c.not_before > time, c.not_before), else_=time)
    return {"due": case((c.due <= later, c.due), else_=later)}


def due(rows: Table, now: int, count: int) -> Select[Any]:
    """Select the rows that are due by `now` (ms), at most `count`, the oldest first."""
    return select(*rows.c).where(rows.c.due <= now).order_by(rows.c.due).limit(count)


def claimed(rows: Table, key: str, known: int | None, until: int) -> Statement:
    """Return the statement that claims a row until a time (ms), unless it is not due at the `known` time any more."""
    return update(rows).where(_row(rows, key, known)).values(due=until, not_before=until)


def finished(rows: Table, key: str, claim: int, waits: ColumnElement[bool], again: int) -> Statement:
    """Return the statement that gives up a claim after a success.

    :param waits: the condition that something waits for the row: it is due `again` (ms) then.
    """
    values = {"due": case((waits, again), else_=None), "not_before": 0, "failures": 0}
    return update(rows).where(_row(rows, key, claim)).values(values)


def failed(rows: Table, key: str, claim: int, until: int) -> Statement:
    """Return the statement that gives up a claim after a failure, so that nothing is sent before a time (ms)."""
    values = {"due": until, "not_before": until, "failures": rows.c.failures + 1}
    return update(rows).where(_row(rows, key, claim)).values(values)


def _row(rows: Table, key: str, due: int | None) -> ColumnElement[bool]:
    return and_(next(iter(rows.primary_key)) == key, rows.c.due == due)
