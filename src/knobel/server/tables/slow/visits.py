"""The latest visits of people to their tables over days: the position of the game and the chat that they have seen."""

import contextlib

from knobel.clock import now_ms
from knobel.server.database.engine import StoreError
from knobel.server.people.accounts import Account
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.tables.log.table_log import TableLog
from knobel.server.tables.slow.store import SlowTableStore


class Visits:
    """Records at the end of a visit to a table how much a person has seen.

    After a crash of the server, this record is missing, and the person's replay also shows moves that they have seen.
    """

    def __init__(self, store: SlowTableStore) -> None:
        self._store = store
        self._tasks = BackgroundTasks()

    async def read_until(self, table_log: TableLog, account: Account) -> int | None:
        """Return the time (ms) until which a person has read the chat of a table over days, None for other tables."""
        state = table_log.head
        if state.settings.days is None or state.seat_of(account.id) is None:
            return None
        return await self._store.read_until(table_log.code, account.id)

    def left(self, table_log: TableLog, account: Account) -> None:
        """Record a visit that has ended."""
        state = table_log.snapshot.state
        if state.settings.days is None or state.seat_of(account.id) is None:
            return
        at = -1 if state.play is None else state.play.at
        self._tasks.start(self._record(table_log.code, account.id, at), "end of a visit")

    async def _record(self, code: str, person: str, at: int) -> None:
        with contextlib.suppress(StoreError):
            await self._store.record_visit(code, person, at, now_ms())
