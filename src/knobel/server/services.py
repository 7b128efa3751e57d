"""The parts of a server process, and how they are connected."""

import asyncio
import secrets
from functools import partial

from knobel.optional_packages import has_compiler
from knobel.server.cluster import broker
from knobel.server.cluster.notes import Notes
from knobel.server.compute.bot_service import Bots
from knobel.server.compute.coach_service import Coach
from knobel.server.compute.worker_registry import WorkerRegistry
from knobel.server.cups.access import CupAccess
from knobel.server.cups.snapshots import CupSnapshots
from knobel.server.cups.tasks import CupWork
from knobel.server.database.disclosure import Advice
from knobel.server.database.openings import OpeningStore
from knobel.server.database.store import Store
from knobel.server.deals.service import DailyDeals
from knobel.server.deals.tasks import DealReviews
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.peers import Peers
from knobel.server.people.accounts import People
from knobel.server.people.chat import Chat
from knobel.server.people.reports.service import Reports
from knobel.server.people.reports.store import ReportStore
from knobel.server.people.store import PeopleStore
from knobel.server.ratings.tasks import RatingUpdates
from knobel.server.runtime import memory, metrics
from knobel.server.runtime.settings import Options
from knobel.server.runtime.token_bucket import RateLimiter
from knobel.server.tables.account_updates import AccountUpdates
from knobel.server.tables.admission import TableAdmission
from knobel.server.tables.chat_delivery import ChatDelivery
from knobel.server.tables.connections import Connections
from knobel.server.tables.creation import TableCreation
from knobel.server.tables.lobby import Lobby
from knobel.server.tables.quotas import Quotas
from knobel.server.tables.registry import RoomRegistry, has_coached_game
from knobel.server.tables.room import Room
from knobel.server.tables.store import complete_options

EVICTION_INTERVAL_S = 30
"""Seconds between two evictions of tables without people."""


class Services:
    """The parts of one server process. Requests reach them as `app.state.services`."""

    def __init__(
        self,
        store: Store,
        options: Options,
        connection_limits: ConnectionLimits,
        note_broker: broker.Broker | None = None,
    ) -> None:
        process_id = secrets.token_hex(8)
        note_broker = note_broker or broker.NoBroker()
        self.store, self.options, self.connection_limits = store, options, connection_limits
        self.rooms: dict[str, Room] = {}
        self.people_store = PeopleStore(store)
        self.openings = OpeningStore(store)
        self.people = People(self.people_store, process_id)
        self.worker_registry = WorkerRegistry(process_id, note_broker)
        self._note_broker = note_broker
        self.bots = Bots(self.worker_registry)
        self.coach = Coach(store, self.worker_registry, partial(has_coached_game, self.rooms))
        self.daily_deals = DailyDeals(store, self.bots)
        self.chat = Chat(self.people)
        self.reports = Reports(ReportStore(store), self.people, self.chat)
        self.quotas = Quotas(self.rooms, store.budget)
        self.command_limit = RateLimiter(120, 30)
        self.table_limit = RateLimiter(30, 0.5)
        self.cup_limit = RateLimiter(10, 1 / 120)
        self.newcomer_limit = RateLimiter(800, 3)
        self.review_limit = RateLimiter(30, 0.2)
        self.assess_limit = RateLimiter(60, 1)
        self.token_limit = RateLimiter(10, 1 / 60)
        """Limit of wrong operator tokens."""
        self.person_limit = RateLimiter(5, 1 / 60)
        """Limit of requests for a person's whole data, such as export and erasure."""
        self.lobby = Lobby(self.rooms)
        self.peers = Peers(process_id, store, Notes(process_id, options.database), self)
        self.rating_updates = RatingUpdates(store, self.coach, self.rooms, self.peers, ladder=options.ladder)
        self.ratings = self.rating_updates.ratings
        self.tables = RoomRegistry(
            self.rooms,
            store,
            self.bots,
            self.coach,
            options.timing,
            self.lobby,
            self.chat,
            self.peers,
            self.rating_updates.game_ended,
        )
        self.deal_reviews = DealReviews(self.daily_deals.store, self.coach, self.tables, self.peers)
        self.table_creation = TableCreation(store, self.rooms, self.quotas, self.tables.get)
        self.admission = TableAdmission(self.tables.get)
        self.cups = CupWork(store)
        self.advice = Advice(store)
        self.cup_access = CupAccess(self.cups.store)
        self.cup_snapshots = CupSnapshots(self.cups.store, self.daily_deals.store, self.people_store)
        self.connections = Connections(self.rooms, self.lobby, self.people, self.chat, self.reports, self.peers)
        self.chat_delivery = ChatDelivery(self.chat, self.people, self.rooms, self.connections, self.peers)
        self.account_updates = AccountUpdates(
            self.people, self.people_store, self.rooms, self.connections, self.reports, self.peers, store.budget
        )
        self._eviction: asyncio.Task[None] | None = None

    @property
    def has_engines(self) -> bool:
        """True if this server or its workers can compute strong bots' moves and reviews."""
        return has_compiler() or self.worker_registry.can_have_workers

    async def start(self) -> None:
        """Start the background tasks."""
        await complete_options(self.store)
        await self.reports.start()
        await self.people_store.delete_transfers(self.peers.process_id if self.store.shared else None)
        await self.peers.start()
        await self._note_broker.open(self.peers.process_id, self.worker_registry.receive_encoded, lambda: None)
        self.rating_updates.start()
        loop = asyncio.get_running_loop()
        metrics.set_gauges(
            tasks=lambda: len(asyncio.all_tasks(loop)),
            sockets=lambda: self.connection_limits.sockets,
            people=lambda: len(self.people.connected()),
            tables=lambda: len(self.rooms),
            tables_with_people=lambda: sum(bool(room.presence.connections) for room in list(self.rooms.values())),
            bot_questions=lambda: self.bots.waiting,
            bot_workers=lambda: self.worker_registry.capacity("bots"),
            writes_waiting=lambda: self.store.waiting,
        )
        self._eviction = asyncio.create_task(self._evict_regularly(), name="evicting tables")
        self.daily_deals.start()
        self.deal_reviews.start()
        self.cups.start()
        if self.options.compile_ahead and has_compiler():
            self.bots.compile_ahead()

    async def _evict_regularly(self) -> None:
        while True:
            await asyncio.sleep(EVICTION_INTERVAL_S)
            self.tables.evict_idle_rooms()
            await asyncio.to_thread(memory.trim)

    async def close(self) -> None:
        """Close all connections, and store unsaved events."""
        if self._eviction is not None:
            self._eviction.cancel()
        await self.rating_updates.close()
        for room in list(self.rooms.values()):
            for connection in room.presence.connections:
                connection.close(1012, "the server restarts")
            await room.live.settle()
        for connection in self.lobby.connections:
            connection.close(1012, "the server restarts")
        await self.deal_reviews.close()
        await self.peers.close()
        await self._note_broker.close()
        await self.daily_deals.close()
        await self.cups.close()
        await self.bots.close()
        await self.coach.close()
        await self.store.close()
