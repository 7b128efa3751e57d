"""Events that were appended to a table's log and are not stored yet."""

import asyncio
from dataclasses import dataclass, field

from knobel.tables.logged_events import LoggedEvent
from knobel.tables.state import TableState


@dataclass(slots=True, eq=False)
class PendingEvents:
    """The events of one append, with the callers that wait until they are stored."""

    logged_events: list[LoggedEvent]
    state: TableState
    waiting: list[asyncio.Future[int]] = field(default_factory=list)

    @property
    def first(self) -> LoggedEvent:
        return self.logged_events[0]

    async def stored(self) -> int:
        """Wait until the events are stored. Return the seq of the first one.

        Cancelling the caller does not cancel the append.
        """
        # One future for each caller: to shield a shared future from cancelled callers takes as long as the write
        # itself.
        waiter: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.waiting.append(waiter)
        return await waiter

    def answer(self, error: BaseException | None = None) -> None:
        """Resolve the waiting callers: stored, or the error."""
        for waiter in self.waiting:
            if waiter.done():
                continue
            if error is None:
                waiter.set_result(self.first.seq)
            else:
                waiter.set_exception(error)
