"""Pauses: for up to 14 days in a year, the time of a person's turns in games over days does not run.

A process keeps all pauses in memory that may still matter for a running turn. Deadlines of tables in the database
become later by a pause; a table whose deadline is reached is looked at, and its deadline is computed again.
"""

import contextlib
from collections.abc import Callable

from knobel.clock import now_ms
from knobel.server.cluster.membership import Membership
from knobel.server.cluster.notes import Note
from knobel.server.database.engine import StoreError
from knobel.server.people.pauses.messages import PauseState
from knobel.server.people.pauses.store import PauseStore, days_of
from knobel.server.runtime.debounce import do_nothing
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.slow_games import DAY_MS, Pause

DAYS_A_YEAR = 14
"""Maximum number of days of pauses that begin within 365 days."""
YEAR_MS = 365 * DAY_MS
RELEVANT_MS = 60 * DAY_MS
"""Age of pauses in memory. A turn of 7 days with two pauses of 14 days is shorter."""


class PausesChanged(Note, frozen=True):
    """A person began or ended a pause."""

    person: str


class Pauses:
    def __init__(self, store: PauseStore, membership: Membership) -> None:
        self._store, self._notes = store, membership.notes
        self.by_person: dict[str, tuple[Pause, ...]] = {}
        """The pauses that may matter for a running turn, by person."""
        self.on_change: Callable[[str], None] = do_nothing
        """Called with the id of a person whose pauses have changed."""
        self._reads = membership.batched(self._read)
        membership.notes.on(PausesChanged, lambda note: self._reads.request(note.person))
        membership.on_refresh(lambda: self._reads.request(""))

    async def start(self) -> None:
        """Read the pauses."""
        await self._read(set())

    async def _read(self, _: set[str]) -> None:
        found = await self._store.ending_after(now_ms() - RELEVANT_MS)
        before, self.by_person = self.by_person, {person: tuple(pauses) for person, pauses in found.items()}
        for person in before.keys() | self.by_person.keys():
            if before.get(person) != self.by_person.get(person):
                self.on_change(person)

    def until(self, person: str, now: int) -> int | None:
        """Return the end (ms) of the pause of a person that runs at the time `now`, None if there is none."""
        return next((pause.ends for pause in self.by_person.get(person, ()) if pause.begins <= now < pause.ends), None)

    async def state(self, person: str) -> PauseState:
        """Return the pause of a person and the days that are left."""
        now = now_ms()
        pauses = await self._store.of(person)
        used = sum(days_of(pause) for pause in pauses if pause.begins > now - YEAR_MS)
        until = next((pause.ends for pause in pauses if pause.begins <= now < pause.ends), None)
        return PauseState(until=until, days_left=max(DAYS_A_YEAR - used, 0))

    async def begin(self, person: str, days: int) -> None:
        """Begin a pause of a number of days.

        :raises Refused: `pause_too_long`, if there are not so many days left, or there is a pause already.
        """
        now = now_ms()
        pause = Pause(now, now + days * DAY_MS)
        if not (
            1 <= days <= DAYS_A_YEAR and await self._store.add(person, pause, now - YEAR_MS, most_days=DAYS_A_YEAR)
        ):
            left = (await self.state(person)).days_left
            raise Refused(TableReason.PAUSE_TOO_LONG, f"a pause of 1 to {left} days is possible, one at a time")
        await self._changed(person)

    async def end(self, person: str) -> None:
        """End the running pause of a person, if there is one. A day that has begun counts."""
        await self._store.end(person, now_ms())
        await self._changed(person)

    async def _changed(self, person: str) -> None:
        with contextlib.suppress(StoreError):
            await self._read(set())
        self._notes.send(PausesChanged(person))

    async def export(self, person: str) -> dict[str, list[dict[str, int]]]:
        """Return the pauses of a person, for the export of their data."""
        return {"pauses": [pause._asdict() for pause in await self._store.of(person)]}
