"""Stored calendars: the hash of each secret."""

from typing import NamedTuple

from sqlalchemy import delete, insert, select

from knobel.server.database import schema
from knobel.server.database.guards import of_person
from knobel.server.database.store import DomainStore

_c = schema.calendars.c
_calendars = select(_c.person, _c.language, _c.made)


class CalendarRow(NamedTuple):
    """The calendar of a person, the language of its events, and when its address was made (ms)."""

    person: str
    language: str
    made: int


class CalendarStore(DomainStore):
    """The calendars in the database. Its methods raise `StoreError` if the database does not answer."""

    async def find(self, hashed: str) -> CalendarRow | None:
        """Return the calendar whose secret has this hash, None if there is none."""
        return await self._store.first_as(CalendarRow, _calendars.where(_c.hash == hashed))

    async def of(self, person: str) -> CalendarRow | None:
        """Return the calendar of a person, None if there is none."""
        return await self._store.first_as(CalendarRow, _calendars.where(_c.person == person))

    async def replace(self, hashed: str, calendar: CalendarRow) -> None:
        """Store a calendar instead of the person's one before.

        :raises Unmet: if the person was deleted.
        """
        before = delete(schema.calendars).where(_c.person == calendar.person, _c.hash != hashed)
        row = {"hash": hashed, **calendar._asdict()}
        await self._store.write((insert(schema.calendars), [row]), before, guard=of_person(calendar.person))

    async def remove(self, person: str) -> None:
        await self._store.write(delete(schema.calendars).where(_c.person == person))
