"""Access to groups by link or code."""

from knobel.server.groups.opening import is_code
from knobel.server.groups.store import Group, GroupStore
from knobel.server.limits.link_access import LinkAccess
from knobel.tables.refusals import TableReason


class GroupAccess(LinkAccess[Group]):
    """Finds groups. Members, and removed people, need only the code."""

    def __init__(self, store: GroupStore) -> None:
        super().__init__("group", TableReason.NO_GROUP, is_code, store.find)
        self._store = store

    async def belongs_to(self, thing: Group, person: str) -> bool:
        return await self._store.row(thing.code, person) is not None
