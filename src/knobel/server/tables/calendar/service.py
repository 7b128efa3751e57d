"""The calendar of a person: its secret address, and the deadlines in it."""

import secrets
from urllib.parse import urlsplit

from knobel.clock import now_ms
from knobel.server.database.guards import Unmet
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.notices.texts import text_of
from knobel.server.people.accounts import Account, hash_of
from knobel.server.people.pauses.service import Pauses
from knobel.server.tables.calendar.icalendar import Deadline, calendar
from knobel.server.tables.calendar.messages import CalendarState
from knobel.server.tables.calendar.store import CalendarRow, CalendarStore
from knobel.server.tables.slow.store import SlowTableStore
from knobel.tables.refusals import Refused, TableReason

PATH = "/api/calendar/"
SUFFIX = ".ics"
BURST, RATE = 60, 1 / 60
"""Requests for the calendar of a person: burst, and requests a second."""
NAME = "Knobel"
"""The name that calendar programs propose."""


class Calendars:
    """Makes, revokes and answers the secret addresses of calendars. The database has the hashes of the secrets."""

    def __init__(self, store: CalendarStore, slow_tables: SlowTableStore, pauses: Pauses) -> None:
        self._store, self._slow_tables, self._pauses = store, slow_tables, pauses
        self._requests = ActionLimit(BURST, RATE, "this calendar is asked for too often")

    async def state(self, person: str) -> CalendarState:
        """Return when the address of a person's calendar was made."""
        found = await self._store.of(person)
        return CalendarState(made=None if found is None else found.made)

    async def make(self, account: Account, language: str) -> CalendarState:
        """Make a new address of a person's calendar, which replaces the one before.

        :raises Refused: `no_session`, if the person was deleted.
        """
        secret, row = secrets.token_urlsafe(32), CalendarRow(account.id, language, now_ms())
        try:
            await self._store.replace(hash_of(secret), row)
        except Unmet:
            raise Refused(TableReason.NO_SESSION, "this person was deleted") from None
        return CalendarState(made=row.made, path=PATH + secret + SUFFIX)

    async def revoke(self, person: str) -> None:
        """Delete the address of a person's calendar, if there is one."""
        await self._store.remove(person)

    async def file(self, name: str, address: str) -> bytes:
        """Return the calendar with a name of its file, the secret with `SUFFIX`.

        :param address: the server's address, with which the links to tables begin.
        :raises Refused: `not_found`, if there is no such calendar any more; `rate_limited`.
        """
        found = await self._store.find(hash_of(name.removesuffix(SUFFIX))) if name.endswith(SUFFIX) else None
        if found is None:
            raise Refused(TableReason.NOT_FOUND, "no such calendar: its address was revoked or replaced")
        self._requests.check(found.person)
        return calendar(NAME, await self._deadlines(found, address))

    async def _deadlines(self, row: CalendarRow, address: str) -> list[Deadline]:
        host = urlsplit(address).hostname or "knobel"
        pauses = self._pauses.by_person.get(row.person, ())
        return [
            Deadline(
                uid=f"{table.code}@{host}",
                time=summary.end_of_turn(pauses),
                changed=table.changed,
                summary=text_of("turn", [summary.game], row.language)[0],
                url=f"{address}/t/{table.code}",
            )
            for table in await self._slow_tables.of(row.person)
            for summary in [table.summary]
            if any(seat.person == row.person and seat.awaited and not seat.away for seat in summary.seats)
        ]

    async def export(self, person: str) -> dict[str, dict[str, object] | None]:
        """Return the language and time of a person's calendar, for the export of their data."""
        found = await self._store.of(person)
        return {"calendar": None if found is None else {"language": found.language, "made": found.made}}
