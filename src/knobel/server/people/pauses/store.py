"""Stored pauses of people."""

from sqlalchemy import and_, delete, insert, select, update

from knobel.server.database import schema
from knobel.server.database.store import Statement, Store
from knobel.tables.slow_games import Pause

_c = schema.pauses.c


class PauseStore:
    """The pauses in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

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

    async def add(self, person: str, pause: Pause) -> None:
        """Store a pause."""
        row = {"person": person, "begins": pause.begins, "ends": pause.ends}
        await self._store.write((insert(schema.pauses), [row]))

    async def end(self, person: str, pause: Pause, time: int) -> None:
        """End a pause at a time (ms); a pause that has not begun is deleted.

        The deadlines of the person's games become earlier, so their tables are looked at again.
        """
        this = and_(_c.person == person, _c.begins == pause.begins)
        tables = select(schema.slow_players.c.table).where(schema.slow_players.c.person == person)
        slow = schema.slow_tables.c
        looked_at = update(schema.slow_tables).where(slow.table.in_(tables), slow.due.is_not(None)).values(due=time)
        change: Statement = (
            update(schema.pauses).where(this).values(ends=time)
            if pause.begins < time
            else delete(schema.pauses).where(this)
        )
        await self._store.write(change, looked_at)
