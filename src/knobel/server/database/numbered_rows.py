"""Rows of people who join a thing, such as a cup or a group: the database numbers them.

A person whom the host has removed keeps the row and its number, but takes nobody's place.
"""

from sqlalchemy import BigInteger, ColumnElement, Table, exists, false, func, insert, literal, select

from knobel.server.database.guards import Guard, fewer, lock_row
from knobel.server.database.store import Statement

COLUMNS = ("person", "number", "joined", "removed")


def joined(
    rows: Table, owner: Table, code: str, person: str, now: int, most: int, *conditions: ColumnElement[bool]
) -> list[Statement]:
    """Return the statements that add a person to a thing with the next number, from 1.

    The database numbers the rows in one statement, while no other process may add any. No row is added if the person
    has one, if the thing does not exist or does not meet the conditions, or if `most` people are in it.

    :param rows: the table of the rows; its first column is the code of the thing in the table `owner`.
    """
    of = rows.columns.keys()[0]
    others = rows.alias().c
    number = select(1 + func.coalesce(func.max(others.number), 0)).where(others[of] == code).scalar_subquery()
    known = exists().where(others[of] == code, others.person == person)
    row = select(owner.c.code, literal(person), number, literal(now, BigInteger), false()).where(
        owner.c.code == code, _has_room(rows, code, most), ~known, *conditions
    )
    return [lock_row(owner, code), insert(rows).from_select([of, *COLUMNS], row)]


def has_room(rows: Table, owner: Table, code: str, most: int) -> Guard:
    """Return the guard of a write that takes a person back: fewer than `most` people are in the thing."""
    return Guard(owner, code, _has_room(rows, code, most))


def _has_room(rows: Table, code: str, most: int) -> ColumnElement[bool]:
    others = rows.alias()
    return fewer(most, others, others.c[rows.columns.keys()[0]] == code, others.c.removed.is_(False))
