"""Erasure of a person at tables: their seats become free, and their name is removed from the logs."""

from collections.abc import Mapping
from dataclasses import dataclass

from knobel.server.database.store import Store
from knobel.server.people.accounts import Account
from knobel.server.people.store import PeopleStore
from knobel.server.people.sync import PeopleSync
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.live.room import Room
from knobel.server.tables.live.sync import TableSync
from knobel.server.tables.log.log_loading import events
from knobel.server.tables.slow.store import SlowTableStore
from knobel.tables.events import encode
from knobel.tables.name_erasure import erase_name


def is_in_use(rooms: Mapping[str, Room], people_sync: PeopleSync, code: str) -> bool:
    """True if a table is in memory, or a person is at it on another process."""
    return code in rooms or code in people_sync.locations.values()


@dataclass(slots=True, frozen=True, eq=False)
class TableErasure:
    """Erases people at tables, in memory or not."""

    _store: Store
    _people_store: PeopleStore
    _rooms: Mapping[str, Room]
    _registry: RoomRegistry
    _sync: TableSync
    _slow_tables: SlowTableStore
    _people_sync: PeopleSync

    async def erase(self, account: Account) -> None:
        """Free the seats of a person and remove their name from the logs of their tables.

        :raises Refused: `storage`.
        """
        slow = set(await self._slow_tables.codes_of(account.id))
        for code in await self._people_store.tables(account.id):
            # A game over days waits for the person also while nobody is there.
            in_use = code in slow or is_in_use(self._rooms, self._people_sync, code)
            if in_use and (room := await self._registry.get(code)) is not None:
                await room.vacate_seat(account)
            slices = self._store.time_slices
            log = await events(await self._store.read_log(code), slices)
            nameless = await slices.all((seq, encode(event)) for seq, event in erase_name(log, account.id))
            await self._people_store.rewrite(code, account.id, nameless)
            if code in self._rooms:
                await self._rooms[code].log.reload()
            self._sync.announce_rewrite(code)
