"""Rows of people who join a thing, such as a cup or a group: the database numbers them."""

from sqlalchemy import BigInteger, ColumnElement, Table, bindparam, exists, false, func, insert, literal, select

from knobel.server.database.store import Statement

COLUMNS = ("person", "number", "joined", "removed")


def locked(owner: Table, code: str) -> Statement:
    """Return the statement that locks a thing against other processes until the end of the transaction."""
    return select(owner.c.code).where(owner.c.code == bindparam("locked")).with_for_update(), [{"locked": code}]


def joined(
    rows: Table, owner: Table, code: str, person: str, now: int, most: int, *conditions: ColumnElement[bool]
) -> list[Statement]:
    """Return the statements that add a person to a thing with the next number, from 1.

    The database numbers the rows in one statement, while no other process may add any. No row is added if the person
    has one, if the thing does not exist or does not meet the conditions, or if it has `most` rows.

    :param rows: the table of the rows; its first column is the code of the thing in the table `owner`.
    """
    of = rows.columns.keys()[0]
    others = rows.alias().c
    number = select(1 + func.coalesce(func.max(others.number), 0)).where(others[of] == code).scalar_subquery()
    count = select(func.count()).select_from(others.person.table).where(others[of] == code).scalar_subquery()
    known = exists().where(others[of] == code, others.person == person)
    row = select(owner.c.code, literal(person), number, literal(now, BigInteger), false()).where(
        owner.c.code == code, count < most, ~known, *conditions
    )
    return [locked(owner, code), insert(rows).from_select([of, *COLUMNS], row)]
