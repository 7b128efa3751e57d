"""A server process: the parts of all domains, their tasks in the background, and their shutdown."""

import asyncio
import secrets
from functools import partial
from typing import TypeVar

from dishka import Container, Provider, Scope, from_context, make_container, provide

from knobel.optional_packages import has_compiler
from knobel.server.cluster.domain import ProcessId
from knobel.server.cluster.membership import Membership
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.coach_service import CoachService
from knobel.server.compute.job_queue import JobQueue
from knobel.server.database.store import Store
from knobel.server.deals.service import DailyDeals
from knobel.server.domains import DOMAINS
from knobel.server.http.domain import parts_of
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.write_budget import WriteBudget
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import AccountRegistry
from knobel.server.people.pauses.service import Pauses
from knobel.server.people.personal_export import PersonalExport
from knobel.server.people.reports.service import Reports
from knobel.server.people.reports.store import ReportStore
from knobel.server.people.store import PeopleStore
from knobel.server.people.sync import PeopleSync
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.runtime import metrics
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.tables.erasure import is_in_use
from knobel.server.tables.live.lobby import Lobby
from knobel.server.tables.live.room import Room
from knobel.server.tables.records.personal_games import PersonalGames
from knobel.server.tables.store import complete_options

T = TypeVar("T")

OF_APP = ("page", "docs", "engine_files")
"""The parts that exist before the process."""
PARTS = {"server_options": ServerOptions} | {
    name: part for name, part in parts_of(DOMAINS).items() if name not in OF_APP
}
"""The parts that route handlers receive, by the name of their parameter."""


class ProcessParts(Provider):
    """The given parts of a process, and the parts that collect data from all domains."""

    scope = Scope.APP
    store = from_context(Store)
    options = from_context(ServerOptions)
    connection_limits = from_context(ConnectionLimits)
    process_id = from_context(ProcessId)

    @provide
    def budget(self, store: Store) -> WriteBudget:
        return store.budget

    @provide
    def personal_export(
        self,
        container: Container,
        accounts: AccountRegistry,
        people_store: PeopleStore,
        report_store: ReportStore,
        store: Store,
        games: PersonalGames,
    ) -> PersonalExport:
        exporters = [container.get(kind) for domain in DOMAINS for kind in domain.exporters]
        return PersonalExport(
            accounts,
            people_store,
            report_store,
            store.time_slices,
            [exporter.export for exporter in exporters],
            games.export,
        )


class ServerProcess:
    def __init__(self, store: Store, options: ServerOptions, connection_limits: ConnectionLimits) -> None:
        self.process_id = secrets.token_hex(8)
        self.store, self.server_options, self.connection_limits = store, options, connection_limits
        self._container = make_container(
            *(domain.provider() for domain in DOMAINS),
            ProcessParts(),
            # One thread constructs the parts, some while it constructs others.
            lock_factory=None,
            context={
                Store: store,
                ServerOptions: options,
                ConnectionLimits: connection_limits,
                ProcessId: ProcessId(self.process_id),
            },
        )
        self.membership, self.rooms = self.part(Membership), self.part(dict[str, Room])
        self._bots, self._job_queue = self.part(BotService), self.part(JobQueue)
        self.is_in_use = partial(is_in_use, self.rooms, self.part(PeopleSync))
        self._tasks = BackgroundTasks()
        for part in PARTS.values():
            self.part(part)

    def part(self, kind: type[T]) -> T:
        found: T = self._container.get(kind)
        return found

    async def start(self) -> None:
        """Start the background tasks."""
        await complete_options(self.store)
        await self.part(Reports).start()
        await self.part(Pauses).start()
        await self.part(PeopleStore).delete_transfers(self.process_id if self.store.shared else None)
        self._job_queue.start()
        await self.membership.start()
        for domain in DOMAINS:
            for task in domain.tasks:
                self._tasks.start_lasting(partial(task.run, self.part(task.part)), task.name)
        loop, accounts = asyncio.get_running_loop(), self.part(AccountRegistry)
        metrics.set_gauges(
            tasks=lambda: len(asyncio.all_tasks(loop)),
            sockets=lambda: self.connection_limits.sockets,
            people=lambda: len(accounts.connected()),
            tables=lambda: len(self.rooms),
            tables_with_people=lambda: sum(bool(room.presence.connections) for room in list(self.rooms.values())),
            bot_questions=lambda: self._bots.waiting,
            bot_workers=lambda: self._job_queue.capacity("bots"),
            writes_waiting=lambda: self.store.waiting,
        )
        if self.server_options.compile_ahead and has_compiler():
            self._bots.compile_ahead()

    async def close(self) -> None:
        """Close all connections, and store unsaved events."""
        await self._tasks.close()
        for room in list(self.rooms.values()):
            for connection in room.presence.connections:
                connection.close(1012, "the server restarts")
            await room.log.settle()
        for connection in self.part(Lobby).connections:
            connection.close(1012, "the server restarts")
        await self.membership.close()
        await self.part(DailyDeals).close()
        await self.part(ReviewService).close()
        await self._bots.close()
        await self.part(CoachService).close()
        await self._job_queue.close()
        self._container.close()
        await self.store.close()
