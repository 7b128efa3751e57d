"""Stored recovery sheets: the hash of each secret."""

from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import delete, exists, insert, select, update

from knobel.server.database import schema
from knobel.server.database.guards import Unmet, of_person
from knobel.server.database.store import DomainStore
from knobel.server.people.store import DeviceRow

_c = schema.recovery_sheets.c


class SheetTimes(NamedTuple):
    """When a sheet was made, and when it was last used, in ms."""

    made: int
    used: int | None


class RecoveryStore(DomainStore):
    """The recovery sheets in the database."""

    async def times(self, person: str) -> SheetTimes | None:
        """Return the times of a person's sheet, None if there is none."""
        return await self._store.first_as(SheetTimes, select(_c.made, _c.used).where(_c.person == person))

    async def owner(self, hashed: str) -> str | None:
        """Return the person whose sheet has a secret with this hash, None if there is none."""
        return await self._store.read_value(select(_c.person).where(_c.hash == hashed))

    async def replace(self, person: str, hashed: str, time: int) -> None:
        """Store a person's new sheet instead of the one before.

        :raises Unmet: if the person was deleted.
        """
        row = {"hash": hashed, "person": person, "made": time}
        before = delete(schema.recovery_sheets).where(_c.person == person, _c.hash != hashed)
        await self._store.write((insert(schema.recovery_sheets), [row]), before, guard=of_person(person))

    async def use(self, hashed: str, device: DeviceRow, most: int) -> bool:
        """Store the device on which a sheet is used. Return False if there is no such sheet any more.

        If the person then has more than `most` devices, the least recently used ones are deleted.
        """
        c = schema.secrets.c
        kept = select(c.hash).where(c.person == device.person, c.hash != device.hash)
        old = kept.order_by(c.seen.desc(), c.hash).offset(most - 1)
        try:
            await self._store.write(
                (insert(schema.secrets), [asdict(device)]),
                update(schema.people).where(schema.people.c.id == device.person).values(seen=device.seen),
                update(schema.recovery_sheets).where(_c.hash == hashed).values(used=device.added),
                delete(schema.secrets).where(c.hash.in_(old)),
                guard=of_person(device.person, exists().where(_c.hash == hashed, _c.person == device.person)),
            )
        except Unmet:
            return False
        return True

    async def revoke(self, person: str) -> None:
        """Delete a person's sheet, if there is one."""
        await self._store.write(delete(schema.recovery_sheets).where(_c.person == person))
