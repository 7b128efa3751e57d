"""Stored pauses of people."""

from sqlalchemy import and_, delete, exists, func, insert, select, update

from knobel.server.database import schema
from knobel.server.database.guards import Unmet, of_person
from knobel.server.database.store import DomainStore
from knobel.tables.slow_games import DAY_MS, Pause

_c = schema.pauses.c


def days_of(pause: Pause) -> int:
    """Return the number of days of a pause; a day that has begun counts."""
    return -((pause.begins - pause.ends) // DAY_MS)


class PauseStore(DomainStore):
    async def ending_after(self, time: int) -> dict[str, list[Pause]]:
        """Return the pauses of all people that end after a time (ms), in order, by person."""
        query = select(_c.person, _c.begins, _c.ends).where(_c.ends > time).order_by(_c.begins)
        found: dict[str, list[Pause]] = {}
        for row in await self._store.read(query):
            found.setdefault(row.person, []).append(Pause(row.begins, row.ends))
        return found

    async def of(self, person: str) -> list[Pause]:
        """Return all pauses of a person, in order."""
        query = select(_c.begins, _c.ends).where(_c.person == person).order_by(_c.begins)
        return [Pause(row.begins, row.ends) for row in await self._store.read(query)]

    async def add(self, person: str, pause: Pause, since: int, most_days: int) -> bool:
        """Store a pause. Return False if another pause has not ended, or if the person was deleted.

        The result is also False if this pause and the pauses that began after `since` (ms) have more than `most_days`
        days together.
        """
        days = (_c.ends - _c.begins + DAY_MS - 1) // DAY_MS
        used = select(func.coalesce(func.sum(days), 0)).where(_c.person == person, _c.begins > since).scalar_subquery()
        running = exists().where(_c.person == person, _c.ends > pause.begins)
        row = {"person": person, "begins": pause.begins, "ends": pause.ends}
        guard = of_person(person, ~running, used + days_of(pause) <= most_days)
        try:
            await self._store.write((insert(schema.pauses), [row]), guard=guard)
        except Unmet:
            return False
        return True

    async def end(self, person: str, time: int) -> None:
        """End the pause of a person that runs at a time (ms), if there is one; one that begins then is deleted.

        The deadlines of the person's games become earlier, so their tables are looked at again.
        """
        theirs = and_(_c.person == person, _c.ends > time)
        tables = select(schema.slow_players.c.table).where(schema.slow_players.c.person == person)
        slow = schema.slow_tables.c
        looked_at = update(schema.slow_tables).where(slow.table.in_(tables), slow.due.is_not(None)).values(due=time)
        await self._store.write(
            delete(schema.pauses).where(theirs, _c.begins >= time),
            update(schema.pauses).where(theirs).values(ends=time),
            looked_at,
        )
