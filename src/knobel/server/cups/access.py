"""Access to cups by link or code."""

from knobel.server.cups.opening import is_code
from knobel.server.cups.store import Cup, CupStore
from knobel.server.groups.store import GroupStore
from knobel.server.limits.link_access import LinkAccess
from knobel.tables.refusals import Refused, TableReason


class CupAccess(LinkAccess[Cup]):
    """Finds cups. The host and the people who take part need only the code, and so do the members of a cup's group.

    Nobody else sees the cup of a group.
    """

    def __init__(self, store: CupStore, groups: GroupStore) -> None:
        super().__init__("cup", TableReason.NO_CUP, is_code, store.find)
        self._store, self._groups = store, groups

    async def was_deleted(self, code: str) -> bool:
        return await self._store.was_deleted(code)

    async def belongs_to(self, thing: Cup, person: str) -> bool:
        if thing.is_host(person) or await self._store.entry(thing.code, person) is not None:
            return True
        return bool(thing.group) and await self._groups.is_member(thing.group, person)

    def check_stranger(self, thing: Cup) -> None:
        if thing.group:
            raise Refused(TableReason.NOT_MEMBER, "this cup is only for the members of its group")
