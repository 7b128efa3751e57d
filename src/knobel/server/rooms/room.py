"""A table with its connections, updates and automatic actions."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Literal

from knobel.server.jobs.bot_service import Bots
from knobel.server.limits.write_budget import payer
from knobel.server.people.accounts import Account
from knobel.server.rooms.command_decisions import decision
from knobel.server.rooms.live_table import LiveTable
from knobel.server.rooms.presence import Presence
from knobel.server.rooms.projections import LARGE
from knobel.server.rooms.subscriptions import Subscriptions, TableConnection
from knobel.server.rooms.timed_actions import TimedActions
from knobel.server.storage.store import Store
from knobel.server.wire import messages
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
        self.presence = Presence(me)
        self.guests: set[str] = set()
        """Ids of the people admitted since the table was loaded."""
        self.updates = Subscriptions(self.live, self.presence, noticed)
        self.household = payer.get()
        """The household that opened or loaded the table. Its seats count against the quota of that household."""
        self._timed_actions = TimedActions(self.live, self.presence, bots, timing)

    def close(self) -> None:
        """Break reference cycles, so that the memory of an unloaded table is freed immediately.

        The garbage collector checks old objects only rarely.
        """
        self.live.close()
        self.updates.close()
        self._timed_actions.close()

    async def seat(self, bot: Account) -> None:
        """Seat a personal bot if it has no seat.

        :raises Refused: if it cannot have a seat.
        """
        if self.live.head.seat_of(bot.id) is None:
            if len(self.live.head.seats) > LARGE:
                raise Refused(TableReason.TOO_MANY, f"personal bots play at tables of at most {LARGE} seats")
            await self.live.execute(lambda state: commands.sit(state, bot.source(), None))

    def arrive(self, connection: TableConnection) -> None:
        """Add a connection."""
        if not self.presence.inhabited:
            self.live.resume()
        if self.presence.enter(connection):
            self.updates.people_changed()
        connection.refresh()
        self._timed_actions.wake()

    def leave(self, connection: TableConnection) -> None:
        """Remove a connection."""
        if self.presence.leave(connection):
            self.updates.people_changed()
        self._timed_actions.wake()

    def others(self, elsewhere: Mapping[str, Account], processes: frozenset[str]) -> None:
        """Set the people at this table on other processes, and those processes."""
        self.guests.update(elsewhere)
        if self.presence.others(elsewhere, processes):
            self.updates.people_changed()
        self._timed_actions.wake()

    async def rename(self, who: Account) -> None:
        """Rename a person at the table."""
        if self.live.head.seat_of(who.id) is not None:
            with contextlib.suppress(Refused):
                await self.live.execute(lambda state: commands.rename(state, who.source()))
        if who.id in self.presence.present:
            self.updates.people_changed()

    async def dismiss(self, who: Account) -> None:
        """Free the seat of a person who is being deleted.

        :raises Refused: `storage`.
        """
        if self.live.head.seat_of(who.id) is not None:
            await self.live.execute(lambda state: commands.stand(state, who.source(), self.presence.names()))
        await self.live.settle()

    async def carry_out(self, connection: TableConnection, command: messages.Command, levels: tuple[str, ...]) -> None:
        """Execute a command that adds events to the log.

        :raises Refused: if the command is refused.
        """
        who = connection.who
        wish = decision(command, who.source(command.id), self.presence.names, levels, self.live.too_late_to_undo)
        await self.live.execute(wish, who.id, command.id)
        if isinstance(command, HOST_COMMANDS):
            self._timed_actions.household = payer.get()
        if isinstance(command, messages.SeatBot) and command.seat is None:
            await self._fill(command, who, levels)

    async def _fill(self, command: messages.SeatBot, who: Account, levels: tuple[str, ...]) -> None:
        """Put bots in the remaining free seats, one at a time. After an error, the bots seated so far stay."""
        with contextlib.suppress(Refused):
            while any(seat.empty for seat in self.live.head.seats):
                await self.live.execute(
                    lambda state: commands.seat_bot(state, who.source(), None, command.level, levels)
                )

    def _log_changed(self, live: LiveTable) -> None:
        self.updates.log_changed()
        for connection in self.presence.connections:
            state = live.snapshot.state
            gone: Literal["closed", "removed"] = "closed" if state.closed else "removed"
            who = connection.who
            # A bot may only be connected while it has a seat.
            unseated = who.owner is not None and state.seat_of(who.id) is None
            if (state.closed or who.id in state.removed or unseated) and connection.closing is None:
                connection.tell(messages.Gone(reason=gone))
                connection.close(4003, gone)
        self._timed_actions.wake()
