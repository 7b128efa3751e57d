"""A table and the people at it: who is here, what they are sent, and what happens by itself, put together."""

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
"""Commands of the host that decide what the table does by itself."""


class Room:
    """A live table with its people."""

    def __init__(
        self, code: str, store: Store, bots: Bots, timing: Timing, noticed: Callable[[LiveTable], None], me: str = ""
    ) -> None:
        """`noticed` is called when what the lobby shows of the table has changed; `me` is this process."""
        self.live = LiveTable(code, store, self._log_changed)
        self.crowd = Crowd(me)
        self.guests: set[str] = set()
        """Who was let in since the table is in memory, by id."""
        self.updates = Updates(self.live, self.crowd, noticed)
        self.household = payer.get()
        """The household of whoever opened or loaded the table, for which its seats count."""
        self._driver = Driver(self.live, self.crowd, bots, timing)

    def close(self) -> None:
        """Let parts go that know each other, so that the memory of a table which nobody needs any more is free at once.

        The garbage collector, which finds what goes in circles, looks at old things very seldom.
        """
        self.live.close()
        self.updates.close()
        self._driver.close()

    async def seat(self, bot: Known) -> None:
        """Seat somebody's own bot, if it has no seat yet.

        :raises Refused: if it cannot have one.
        """
        if self.live.head.seat_of(bot.id) is None:
            if len(self.live.head.seats) > LARGE:
                raise Refused(TableReason.TOO_MANY, f"bots of one's own play at tables of at most {LARGE} seats")
            await self.live.execute(lambda state: commands.sit(state, bot.source(), None))

    def arrive(self, connection: TableConnection) -> None:
        """Somebody connects."""
        if not self.crowd.inhabited:
            self.live.resume()
        if self.crowd.enter(connection):
            self.updates.people_changed()
        connection.refresh()
        self._driver.wake()

    def leave(self, connection: TableConnection) -> None:
        """A connection is gone."""
        if self.crowd.leave(connection):
            self.updates.people_changed()
        self._driver.wake()

    def others(self, elsewhere: Mapping[str, Known], processes: frozenset[str]) -> None:
        """Others are connected to other processes than before."""
        self.guests.update(elsewhere)
        if self.crowd.others(elsewhere, processes):
            self.updates.people_changed()
        self._driver.wake()

    async def rename(self, who: Known) -> None:
        """Tell the table what somebody is now called."""
        if self.live.head.seat_of(who.id) is not None:
            with contextlib.suppress(Refused):
                await self.live.execute(lambda state: commands.rename(state, who.source()))
        if who.id in self.crowd.present:
            self.updates.people_changed()

    async def dismiss(self, who: Known) -> None:
        """Somebody goes for good.

        :raises Refused: `storage`.
        """
        if self.live.head.seat_of(who.id) is not None:
            await self.live.execute(lambda state: commands.stand(state, who.source(), self.crowd.names()))
        await self.live.settle()

    async def carry_out(self, connection: TableConnection, command: messages.Command, levels: tuple[str, ...]) -> None:
        """Carry out a command that goes into the log.

        :raises Refused: if it cannot be.
        """
        who = connection.who
        wish = decision(command, who.source(command.id), self.crowd.names, levels, self.live.too_late_to_undo)
        await self.live.execute(wish, who.id, command.id)
        if isinstance(command, HOST_COMMANDS):
            self._driver.household = payer.get()
        if isinstance(command, messages.SeatBot) and command.seat is None:
            await self._fill(command, who, levels)

    async def _fill(self, command: messages.SeatBot, who: Known, levels: tuple[str, ...]) -> None:
        """Let bots take the seats that are still free; if that ends meanwhile, those who sit stay."""
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
            # A bot is here to play.
            unseated = who.owner is not None and state.seat_of(who.id) is None
            if (state.closed or who.id in state.removed or unseated) and connection.closing is None:
                connection.tell(messages.Gone(reason=gone))
                connection.close(4003, gone)
        self._driver.wake()
