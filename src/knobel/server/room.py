"""A table with its connections, updates and automatic actions."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Literal

from knobel.server import messages
from knobel.server.bots import Bots
from knobel.server.budget import payer
from knobel.server.crowd import Crowd
from knobel.server.driver import Driver
from knobel.server.live import LiveTable
from knobel.server.people import Known
from knobel.server.store import Store
from knobel.server.updates import TableConnection, Updates
from knobel.server.views import LARGE
from knobel.server.wishes import decision
from knobel.tables import commands
from knobel.tables.automatic import Timing
from knobel.tables.reasons import Refused, TableReason

HOST_COMMANDS = messages.Setup, messages.SeatBot, messages.Start
"""Commands of the host that affect the table's automatic actions."""


class Room:
    """A live table with its connections."""

    def __init__(
        self, code: str, store: Store, bots: Bots, timing: Timing, noticed: Callable[[LiveTable], None], me: str = ""
    ) -> None:
        """`noticed` is called when the table's entry in the lobby has changed. `me` is the id of this process."""
        self.live = LiveTable(code, store, self._log_changed)
        self.crowd = Crowd(me)
        self.guests: set[str] = set()
        """Ids of the people admitted since the table was loaded."""
        self.updates = Updates(self.live, self.crowd, noticed)
        self.household = payer.get()
        """The household that opened or loaded the table. Its seats count against the quota of that household."""
        self._driver = Driver(self.live, self.crowd, bots, timing)

    def close(self) -> None:
        """Break reference cycles, so that the memory of an unloaded table is freed immediately.

        The garbage collector checks old objects only rarely.
        """
        self.live.close()
        self.updates.close()
        self._driver.close()

    async def seat(self, bot: Known) -> None:
        """Seat a personal bot if it has no seat.

        :raises Refused: if it cannot have a seat.
        """
        if self.live.head.seat_of(bot.id) is None:
            if len(self.live.head.seats) > LARGE:
                raise Refused(TableReason.TOO_MANY, f"bots of one's own play at tables of at most {LARGE} seats")
            await self.live.execute(lambda state: commands.sit(state, bot.source(), None))

    def arrive(self, connection: TableConnection) -> None:
        """Add a connection."""
        if not self.crowd.inhabited:
            self.live.resume()
        if self.crowd.enter(connection):
            self.updates.people_changed()
        connection.refresh()
        self._driver.wake()

    def leave(self, connection: TableConnection) -> None:
        """Remove a connection."""
        if self.crowd.leave(connection):
            self.updates.people_changed()
        self._driver.wake()

    def others(self, elsewhere: Mapping[str, Known], processes: frozenset[str]) -> None:
        """Set the people at this table on other processes, and those processes."""
        self.guests.update(elsewhere)
        if self.crowd.others(elsewhere, processes):
            self.updates.people_changed()
        self._driver.wake()

    async def rename(self, who: Known) -> None:
        """Rename a person at the table."""
        if self.live.head.seat_of(who.id) is not None:
            with contextlib.suppress(Refused):
                await self.live.execute(lambda state: commands.rename(state, who.source()))
        if who.id in self.crowd.present:
            self.updates.people_changed()

    async def dismiss(self, who: Known) -> None:
        """Free the seat of a person who is being deleted.

        :raises Refused: `storage`.
        """
        if self.live.head.seat_of(who.id) is not None:
            await self.live.execute(lambda state: commands.stand(state, who.source(), self.crowd.names()))
        await self.live.settle()

    async def carry_out(self, connection: TableConnection, command: messages.Command, levels: tuple[str, ...]) -> None:
        """Execute a command that adds events to the log.

        :raises Refused: if the command is refused.
        """
        who = connection.who
        wish = decision(command, who.source(command.id), self.crowd.names, levels, self.live.too_late_to_undo)
        await self.live.execute(wish, who.id, command.id)
        if isinstance(command, HOST_COMMANDS):
            self._driver.household = payer.get()
        if isinstance(command, messages.SeatBot) and command.seat is None:
            await self._fill(command, who, levels)

    async def _fill(self, command: messages.SeatBot, who: Known, levels: tuple[str, ...]) -> None:
        """Put bots in the remaining free seats, one at a time. After an error, the bots seated so far stay."""
        with contextlib.suppress(Refused):
            while any(seat.empty for seat in self.live.head.seats):
                await self.live.execute(
                    lambda state: commands.seat_bot(state, who.source(), None, command.level, levels)
                )

    def _log_changed(self, live: LiveTable) -> None:
        self.updates.log_changed()
        for connection in self.crowd.connections:
            state = live.snapshot.state
            gone: Literal["closed", "removed"] = "closed" if state.closed else "removed"
            who = connection.who
            # A bot may only be connected while it has a seat.
            unseated = who.owner is not None and state.seat_of(who.id) is None
            if (state.closed or who.id in state.removed or unseated) and connection.closing is None:
                connection.tell(messages.Gone(reason=gone))
                connection.close(4003, gone)
        self._driver.wake()
