"""Admission check of tables: access by link or code, and limits on guessing codes."""

from litestar.di import Provide
from litestar.params import FromPath

from knobel.server.http.parts import AnyRequest, Part
from knobel.server.limits.code_guesses import CodeGuesses
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import address_of
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.live.room import Room
from knobel.tables.access import check_may_enter
from knobel.tables.refusals import Refused, TableReason


class TableAdmission:
    """Admits people by `CODE-key`, the end of a table's link, or by the code alone.

    After too many wrong codes of a household, a code alone is refused even if it is right; keys, seats and public
    tables still give access. The code of a closed table is never wrong: the pages at it connect again until they know.
    """

    def __init__(self, registry: RoomRegistry) -> None:
        self._registry = registry
        self._guesses = CodeGuesses()

    async def enter(self, link: str, person: str, address: str) -> Room:
        """Return the table of a link or code, if the person may enter it.

        :raises Refused: `no_table`, `removed`, `locked`, `rate_limited`.
        """
        room = await self.look(link, address, person)
        room.admitted_people.add(person)
        return room

    async def look(self, link: str, address: str, person: str = "") -> Room:
        """Return the table of a link or code, if the person, or a visitor without a session, may see it."""
        code, _, key = link.partition("-")
        room = await self._registry.get(code)
        was_admitted = room is not None and person in room.admitted_people
        guessing = self._guesses.are_too_many(address)
        try:
            if room is None:
                raise Refused(TableReason.NO_TABLE, f"there is no table {code[:10]}")
            check_may_enter(
                room.log.head,
                person,
                key,
                admitted_before=was_admitted,
                has_people=bool(room.presence.names()) and not guessing,
            )
        except Refused as refusal:
            if refusal.reason != TableReason.NO_TABLE or (room is not None and room.log.head.closed):
                raise
            if guessing:
                raise Refused(TableReason.RATE_LIMITED, "too many wrong codes") from None
            self._guesses.count(address)
            raise
        return room


async def enter_room(
    request: AnyRequest, link: FromPath[str], caller: Part[Account], admission: Part[TableAdmission]
) -> Room:
    """Return the table of the link in the path."""
    return await admission.enter(link, caller.id, address_of(request))


async def look_at_room(request: AnyRequest, link: FromPath[str], admission: Part[TableAdmission]) -> Room:
    """Return the table of the link in the path to a visitor who needs no session."""
    return await admission.look(link, address_of(request))


ENTERED_ROOM = {"room": Provide(enter_room), "seen_room": Provide(look_at_room)}
"""What route handlers receive about the table, by the name of the parameter."""
