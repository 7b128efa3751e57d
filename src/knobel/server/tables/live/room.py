"""A table with its connections, updates and automatic actions."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Literal

from knobel.bots import TABLE_BOTS
from knobel.presentation import messages
from knobel.presentation.command_dispatch import events_of
from knobel.presentation.projections import LARGE
from knobel.server.compute.bot_service import BotService
from knobel.server.database.store import Store
from knobel.server.limits.write_budget import charged_household
from knobel.server.people.accounts import Account
from knobel.server.tables.live.due_action_runner import DueActionRunner
from knobel.server.tables.live.presence import Presence
from knobel.server.tables.live.subscriptions import Subscriptions, TableConnection
from knobel.server.tables.log.table_log import PausesByPerson, TableLog, no_pauses
from knobel.tables import commands
from knobel.tables.commands import Events
from knobel.tables.due_actions import Timing
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState

HOST_COMMANDS = messages.Setup, messages.SeatBot, messages.Start
"""Commands of the host that affect the table's automatic actions."""


class RoomObserver:
    """Receives the events of a room. This base class ignores them."""

    def listing_changed(self, room: "Room") -> None:
        """Called when the table's entry in the list of tables may have changed."""

    def events_appended(self, room: "Room") -> None:
        """Called after events that this process appended are stored."""

    def coach_may_be_asked(self, room: "Room") -> None:
        """Called when a player may begin to ask the coach: a game has started, or a person has come."""


class Room:
    """A live table with its connections."""

    def __init__(
        self,
        code: str,
        store: Store,
        bots: BotService,
        timing: Timing,
        observer: RoomObserver,
        process_id: str = "",
        pauses: Callable[[], PausesByPerson] = no_pauses,
    ) -> None:
        """`pauses` returns the pauses of people in games over days."""
        self._observer = observer
        self.log = TableLog(code, store, self._log_changed, pauses)
        self.presence = Presence(process_id)
        self.admitted_people: set[str] = set()
        """Ids of the people admitted since the table was loaded."""
        self.subscriptions = Subscriptions(self.log, self.presence, lambda: observer.listing_changed(self))
        self.household = charged_household.get()
        """The household that opened or loaded the table. Its seats count against the quota of that household."""
        self._due_actions = DueActionRunner(self.log, self.presence, bots, timing)

    def close(self) -> None:
        """Break reference cycles, so that the memory of an unloaded table is freed immediately.

        The garbage collector checks old objects only rarely.
        """
        self.log.close()
        self.subscriptions.close()
        self._due_actions.close()

    async def seat_bot(self, bot: Account) -> None:
        """Seat a personal bot if it has no seat.

        :raises Refused: if it cannot have a seat.
        """
        if self.log.head.seat_of(bot.id) is None:
            if len(self.log.head.seats) > LARGE:
                raise Refused(TableReason.TOO_MANY, f"personal bots play at tables of at most {LARGE} seats")
            await self.log.execute(lambda state: commands.sit(state, bot.source(), None))

    def add_connection(self, connection: TableConnection) -> None:
        if not self.presence.is_occupied:
            self.log.resume()
        if self.presence.add_connection(connection):
            self.subscriptions.people_changed()
        connection.refresh()
        self._due_actions.wake()
        self._observer.coach_may_be_asked(self)

    def remove_connection(self, connection: TableConnection) -> None:
        if self.presence.remove_connection(connection):
            self.subscriptions.people_changed()
        self._due_actions.wake()

    async def act_unattended(self) -> None:
        """Run the due actions of a game over days until nothing is due soon, unless another process leads the table."""
        self.log.update_deadlines()
        self._due_actions.wake()
        await self._due_actions.act_unattended()

    def pauses_changed(self) -> None:
        """Compute the deadlines again, because a person at the table began or ended a pause."""
        self.log.update_deadlines()
        self.subscriptions.people_changed()
        self._due_actions.wake()

    def set_remote_presence(self, people: Mapping[str, Account], processes: frozenset[str]) -> None:
        """Set the people at this table on other processes, and those processes."""
        self.admitted_people.update(people)
        if self.presence.set_remote(people, processes):
            self.subscriptions.people_changed()
        self._due_actions.wake()

    async def rename(self, account: Account) -> None:
        """Rename a person at the table. If that is refused, the person's connections to it receive the reason."""
        if self.log.head.seat_of(account.id) is not None:
            try:
                await self.log.execute(lambda state: commands.rename(state, account.source()))
            except Refused as refusal:
                for connection in self.presence.connections:
                    if connection.account is account:
                        connection.refuse(None, refusal)
        if account.id in self.presence.present:
            self.subscriptions.people_changed()

    async def vacate_seat(self, account: Account) -> None:
        """Free the seat of a person during the person's erasure.

        :raises Refused: `storage`.
        """
        if self.log.head.seat_of(account.id) is not None:
            await self.log.execute(lambda state: commands.vacate(state, account.source(), self.presence.names()))
        await self.log.settle()

    async def execute(self, connection: TableConnection, command: messages.Command) -> None:
        """Execute a command that adds events to the log.

        :raises Refused: if the command is refused.
        """
        account = connection.account
        table_log = self.log

        def decide(state: TableState) -> Events:
            # The source is as new as the state: a person may be renamed while the command waits for the log.
            return events_of(
                state,
                command,
                account.source(command.id),
                self.presence.names,
                TABLE_BOTS,
                table_log.too_late_to_undo,
                table_log.new_seed,
                table_log.dice,
            )

        await self.log.execute(decide, account.id, command.id)
        if isinstance(command, HOST_COMMANDS):
            self._due_actions.household = charged_household.get()
        if isinstance(command, messages.SeatBot) and command.seat is None:
            await self._fill_seats(command, account)
        if isinstance(command, messages.Start):
            self._observer.coach_may_be_asked(self)

    async def _fill_seats(self, command: messages.SeatBot, account: Account) -> None:
        """Put bots in the remaining free seats, one at a time. After an error, the bots seated so far stay."""
        with contextlib.suppress(Refused):
            while any(seat.empty for seat in self.log.head.seats):
                await self.log.execute(
                    lambda state: commands.seat_bot(state, account.source(), None, command.level, TABLE_BOTS)
                )

    def _log_changed(self, appended: bool) -> None:
        """Send the new states, and disconnect people if the table was closed or they were removed.

        `appended`: this process appended the events, and announces them to the other processes.
        """
        self.subscriptions.log_changed()
        for connection in self.presence.connections:
            state = self.log.snapshot.state
            reason: Literal["closed", "removed"] = "closed" if state.closed else "removed"
            account = connection.account
            # A bot may only be connected while it has a seat.
            unseated = account.owner is not None and state.seat_of(account.id) is None
            if (state.closed or account.id in state.removed or unseated) and connection.closing is None:
                connection.send(messages.Gone(reason=reason))
                connection.close(4003, reason)
        self._due_actions.wake()
        if appended:
            self._observer.events_appended(self)
