"""Conditions of writes, such as limits: they are checked in the transaction that writes.

A check before a write would hold for each of many simultaneous requests. A write with a guard first locks the row of
its owner. Writes with guards of the same owner therefore follow each other on all processes, and each write sees the
rows of the previous one.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, bindparam, func, select

from knobel.server.database import schema


class Unmet(Exception):
    """The guard of a write did not hold. Nothing of the write is stored."""


@dataclass(slots=True, frozen=True, eq=False)
class Guard:
    """A condition of a write. The row of the table `owner` with the primary key `key` is locked while it is checked."""

    owner: Table
    key: str
    condition: ColumnElement[bool]


def of_person(person: str, *conditions: ColumnElement[bool]) -> Guard:
    """Return the guard of a write for a person, who must still exist and for whom these conditions must hold."""
    exists = select(schema.people.c.id).where(schema.people.c.id == person).exists()
    return Guard(schema.people, person, exists.where(*conditions))


def fewer(than: int, table: Any, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that the number of matching rows of a table, or of a join, is below a limit."""
    return select(func.count()).select_from(table).where(*conditions).scalar_subquery() < than


def lock_row(owner: Table, key: str) -> tuple[Select[Any], list[dict[str, Any]]]:
    """Return the statement that locks the row of an owner until the end of the transaction.

    The lock does not delay others who only refer to the row by a foreign key. SQLite has one writer and needs none.
    """
    (column,) = owner.primary_key
    lock = select(column).where(column == bindparam("locked")).with_for_update(key_share=True)
    return lock, [{"locked": key}]
