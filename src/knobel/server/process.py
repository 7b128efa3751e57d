"""The parts of a server process, constructed layer by layer: each knows only those before it."""

import asyncio
import secrets
from functools import partial

from knobel.optional_packages import has_compiler
from knobel.presentation.deal_days import day_of
from knobel.presentation.http_messages import SeatedAt
from knobel.server.cluster.membership import Membership
from knobel.server.cluster.notes import Notes
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.coach_service import CoachService
from knobel.server.compute.job_queue import JobQueue
from knobel.server.cups.access import CupAccess
from knobel.server.cups.service import CupService
from knobel.server.cups.snapshots import CupSnapshots
from knobel.server.cups.store import CupStore
from knobel.server.cups.tasks import CupWork
from knobel.server.database.disclosure import Advice
from knobel.server.database.openings import OpeningStore
from knobel.server.database.store import Store
from knobel.server.deals.first_tries import FirstTries
from knobel.server.deals.service import DailyDeals
from knobel.server.deals.tasks import DealReviews
from knobel.server.groups.service import GroupService
from knobel.server.groups.store import GroupStore
from knobel.server.groups.tables import GroupTables
from knobel.server.groups.webhooks.delivery import Delivery
from knobel.server.groups.webhooks.service import Webhooks
from knobel.server.groups.webhooks.store import WebhookStore
from knobel.server.groups.webhooks.tasks import WebhookWork
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.notices.outgoing import Outgoing
from knobel.server.notices.service import Notices
from knobel.server.notices.store import NoticeStore
from knobel.server.notices.tasks import NoticeWork
from knobel.server.operator.actions import Admin
from knobel.server.operator.overview import Overview
from knobel.server.operator.routes import OperatorAccess
from knobel.server.options import ServerOptions
from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import AccountRegistry
from knobel.server.people.chat import Chat
from knobel.server.people.companions.store import CompanionStore
from knobel.server.people.erasure import PersonErasure
from knobel.server.people.pauses.service import Pauses
from knobel.server.people.pauses.store import PauseStore
from knobel.server.people.personal_export import PersonalExport
from knobel.server.people.recovery.service import RecoverySheets
from knobel.server.people.recovery.store import RecoveryStore
from knobel.server.people.reports.service import Reports
from knobel.server.people.reports.store import ReportStore
from knobel.server.people.request_limits import RequestLimits
from knobel.server.people.sessions import Sessions
from knobel.server.people.store import PeopleStore
from knobel.server.people.sync import PeopleSync
from knobel.server.people.transfers import Transfers
from knobel.server.practice.exercises.store import ExerciseAnswers
from knobel.server.practice.own_games import OwnGames
from knobel.server.practice.reviews.service import ReviewService
from knobel.server.practice.service import TableReviews
from knobel.server.practice.store import Practice
from knobel.server.ratings.tasks import RatingUpdates
from knobel.server.runtime import memory, metrics
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.settings import settings
from knobel.server.tables.admission import TableAdmission
from knobel.server.tables.calendar.service import Calendars
from knobel.server.tables.calendar.store import CalendarStore
from knobel.server.tables.chat_delivery import ChatDelivery
from knobel.server.tables.connections import Connections
from knobel.server.tables.creation import TableCreation
from knobel.server.tables.erasure import TableErasure
from knobel.server.tables.lobby import Lobby
from knobel.server.tables.personal_games import PersonalGames
from knobel.server.tables.public_tables import PublicTables
from knobel.server.tables.quotas import Quotas
from knobel.server.tables.reactions import Reactions
from knobel.server.tables.registry import RoomRegistry, has_coached_game
from knobel.server.tables.returned_games import ReturnedGames
from knobel.server.tables.room import Room
from knobel.server.tables.slow.caretaker import Caretaker
from knobel.server.tables.slow.reaction_notices import ReactionNotices
from knobel.server.tables.slow.store import SlowTableStore
from knobel.server.tables.slow.visits import Visits
from knobel.server.tables.sockets import SocketParts
from knobel.server.tables.store import complete_options
from knobel.server.tables.sync import TableSync
from knobel.server.tables.uploaded_records import UploadedRecords
from knobel.tables.due_actions import Timing

EVICTION_INTERVAL_S = 30
"""Seconds between two evictions of tables without people."""


PARTS = (
    "store",
    "server_options",
    "openings",
    "request_limits",
    "accounts",
    "people_store",
    "companions",
    "pauses",
    "notices",
    "slow_tables",
    "calendars",
    "transfers",
    "account_updates",
    "recovery_sheets",
    "sessions",
    "erasure",
    "personal_export",
    "coach",
    "has_engines",
    "rooms",
    "lobby",
    "table_registry",
    "table_creation",
    "quotas",
    "admission",
    "sockets",
    "uploaded_records",
    "returned_games",
    "practice",
    "exercise_answers",
    "table_reviews",
    "own_games",
    "ratings",
    "daily_deals",
    "first_tries",
    "groups",
    "webhooks",
    "cups",
    "cup_access",
    "operator_access",
    "admin",
)
"""The attributes of a process that route handlers may receive, by the name of their parameter."""


class ServerProcess:
    """One server process."""

    def __init__(self, store: Store, options: ServerOptions, connection_limits: ConnectionLimits) -> None:
        self.process_id = secrets.token_hex(8)
        self.store, self.server_options, self.connection_limits = store, options, connection_limits
        self.membership = Membership(self.process_id, store, Notes(self.process_id, options.database or ""))
        self.rooms: dict[str, Room] = {}
        self._make_people_and_compute()
        self._make_tables()
        self._make_games()
        self._make_contests()
        self._make_operator()
        self._tasks = BackgroundTasks()

    def _make_people_and_compute(self) -> None:
        store = self.store
        self.people_store, self.openings, self.report_store = (
            PeopleStore(store),
            OpeningStore(store),
            ReportStore(store),
        )
        self.companions = CompanionStore(store)
        self.accounts = AccountRegistry(self.people_store)
        self.transfers = Transfers(self.accounts, self.people_store, self.process_id)
        self.sessions = Sessions(self.server_options, self._seat_of)
        self.request_limits = RequestLimits(store.budget, self.connection_limits.uploads)
        self.people_sync = PeopleSync(self.accounts, self.membership)
        self.chat = Chat(self.accounts, self.membership.notes)
        self.pause_store = PauseStore(store)
        self.pauses = Pauses(self.pause_store, self.membership)
        self.notice_store = NoticeStore(store)
        self.notices = Notices(self.notice_store, self.server_options)
        self.slow_tables = SlowTableStore(store)
        self.calendars = Calendars(CalendarStore(store), self.slow_tables, self.pauses)
        self.reports = Reports(self.report_store, self.accounts, self.chat)
        self.job_queue = JobQueue(self.process_id, (self.server_options.database or "") if store.shared else "")
        self.bots = BotService(self.job_queue)
        self.coach = CoachService(self.job_queue, partial(has_coached_game, self.rooms))

    def _make_tables(self) -> None:
        store, options, rooms = self.store, self.server_options, self.rooms
        self.quotas = Quotas(rooms, store.budget)
        self.lobby = Lobby(rooms)
        table_sync, public_tables = TableSync(rooms, self.membership), PublicTables(self.lobby, rooms, self.membership)
        self.rating_updates = RatingUpdates(
            store, self.coach, rooms, lambda: self.membership.is_leader, ladder=options.ladder
        )
        self.table_registry = RoomRegistry(
            rooms,
            store,
            self.bots,
            self.coach,
            Timing(int(1000 * options.grace), options.bot_pace, settings.personal_bot_turn_ms),
            self.lobby,
            self.chat,
            table_sync,
            public_tables,
            self.slow_tables,
            self.pauses,
            self.rating_updates.game_ended,
        )
        self.table_creation = TableCreation(store, rooms, self.quotas, self.table_registry.get)
        self.admission = TableAdmission(self.table_registry.get)
        self.connections = Connections(rooms, self.lobby, self.accounts, self.chat, self.reports, self.people_sync)
        self.chat_delivery = ChatDelivery(
            self.chat, self.accounts, rooms, self.connections, self.companions, self.membership, self.slow_tables
        )
        self.reaction_notices = ReactionNotices(self.notices)
        self.sockets = SocketParts(
            self.accounts,
            self.request_limits.commands,
            self.connection_limits,
            self.connections,
            self.reports,
            rooms,
            self.admission,
            self.quotas,
            self.chat_delivery,
            Visits(self.slow_tables),
            Reactions(rooms, self.membership.notes, self.reaction_notices.reacted),
        )
        self.caretaker = Caretaker(
            self.slow_tables,
            self.table_registry.get,
            self.table_registry.evict,
            lambda: self.membership.is_leader,
        )
        self.account_updates = AccountUpdates(
            self.accounts,
            self.people_store,
            self.connections,
            self.chat,
            self.reports,
            self.people_sync,
            store.budget,
            self.table_registry.rename,
        )
        self.recovery_sheets = RecoverySheets(RecoveryStore(store), self.accounts, self.account_updates)
        table_erasure = TableErasure(
            store, self.people_store, rooms, self.table_registry, table_sync, self.slow_tables, self.is_in_use
        )
        self.erasure = PersonErasure(
            self.accounts,
            self.account_updates,
            self.report_store,
            table_erasure.erase,
            options.keep_results,
        )

    def _make_games(self) -> None:
        store = self.store
        self.advice = Advice(store)
        self.uploaded_records = UploadedRecords(store, self.request_limits, self.advice)
        self.returned_games = ReturnedGames(store, self.people_store, self.openings)
        self.practice = Practice(store)
        self.exercise_answers = ExerciseAnswers(store)
        self.reviews = ReviewService(store, self.practice, self.coach)
        self.table_reviews = TableReviews(store, self.reviews, self.request_limits)
        self.own_games = OwnGames(store, self.practice, self.table_registry)
        self.ratings = self.rating_updates.ratings

    def _make_contests(self) -> None:
        store, registry = self.store, self.table_registry
        self.daily_deals = DailyDeals(store, self.bots)
        deal_store = self.daily_deals.store
        self.first_tries = FirstTries(
            deal_store, self.people_store, self.openings, self.table_creation, self.table_registry
        )
        self.deal_reviews = DealReviews(deal_store, self.reviews, registry, lambda: self.membership.is_leader)
        group_store = GroupStore(store)
        self.groups = GroupService(
            group_store,
            GroupTables(store, group_store, self.rooms),
            store.budget,
            lambda person: self.accounts.find_connected(person) is not None,
        )
        # Requests of their own, so that a slow service does not hold up the notices.
        self.outgoing_news = Outgoing(self.server_options.private_networks)
        delivery, webhook_store = Delivery(self.groups, self.outgoing_news, self.server_options), WebhookStore(store)
        self.webhooks = Webhooks(webhook_store, delivery)
        self.webhook_work = WebhookWork(webhook_store, self.groups, delivery, lambda: self.membership.is_leader)
        cup_store = CupStore(store)
        self.cup_access = CupAccess(cup_store, group_store)
        cup_snapshots = CupSnapshots(cup_store, deal_store, self.people_store)
        self.cups = CupService(cup_store, self.cup_access, cup_snapshots, group_store, store.budget)
        self.cup_work = CupWork(cup_store)
        self.outgoing = Outgoing(self.server_options.private_networks)
        self.notice_work = NoticeWork(
            self.notice_store,
            self.notices,
            self.outgoing,
            lambda person: self.accounts.find_connected(person) is not None,
            lambda: self.membership.is_leader,
            day_of,
        )
        self.personal_export = PersonalExport(
            self.accounts,
            self.people_store,
            self.report_store,
            store.time_slices,
            [
                self.recovery_sheets.export,
                self.pauses.export,
                self.slow_tables.export,
                self.calendars.export,
                self.notice_store.export,
                self.practice.export,
                self.exercise_answers.export,
                self.ratings.export,
                deal_store.export,
                cup_store.export,
                group_store.export,
                webhook_store.export,
            ],
            PersonalGames(store, self.people_store, self.rooms).export,
        )

    def _make_operator(self) -> None:
        self.operator_access = OperatorAccess(self.server_options.operator_token)
        self.overview = Overview(
            self.store,
            self.server_options,
            self.accounts,
            self.report_store,
            self.daily_deals.store,
            self.bots,
            self.job_queue,
        )
        self.admin = Admin(
            self.store,
            self.accounts,
            self.people_store,
            self.account_updates,
            self.erasure,
            self.reports,
            self.chat_delivery,
            self.rooms,
            self.table_registry,
            lambda: self.people_sync.locations,
            self.daily_deals.store,
            self.groups.store,
            self.overview,
        )

    def has_engines(self) -> bool:
        """True if this server or live workers can compute strong bots' moves and reviews."""
        return has_compiler() or bool(self.job_queue.capacity("bots") and self.job_queue.capacity("coach"))

    def is_in_use(self, code: str) -> bool:
        """True if a table is in memory, or someone is at it on another process."""
        return code in self.rooms or code in self.people_sync.locations.values()

    def _seat_of(self, person: str) -> SeatedAt | None:
        room = self.table_registry.find_seated_room(person)
        return None if room is None else SeatedAt(code=room.log.code, game=room.log.head.settings.game)

    async def start(self) -> None:
        """Start the background tasks."""
        await complete_options(self.store)
        await self.reports.start()
        await self.pauses.start()
        await self.people_store.delete_transfers(self.process_id if self.store.shared else None)
        self.job_queue.start()
        await self.membership.start()
        self._tasks.start_lasting(self.rating_updates.rate_ended, "rating games")
        self._tasks.start_lasting(self.rating_updates.sweep_regularly, "looking for unrated games")
        loop = asyncio.get_running_loop()
        metrics.set_gauges(
            tasks=lambda: len(asyncio.all_tasks(loop)),
            sockets=lambda: self.connection_limits.sockets,
            people=lambda: len(self.accounts.connected()),
            tables=lambda: len(self.rooms),
            tables_with_people=lambda: sum(bool(room.presence.connections) for room in list(self.rooms.values())),
            bot_questions=lambda: self.bots.waiting,
            bot_workers=lambda: self.job_queue.capacity("bots"),
            writes_waiting=lambda: self.store.waiting,
        )
        self._tasks.start_lasting(self._evict_regularly, "evicting tables")
        self._tasks.start_lasting(self.daily_deals.run, "deals")
        self._tasks.start_lasting(self.deal_reviews.run, "reviewing deals")
        self._tasks.start_lasting(self.cup_work.run, "cups")
        self._tasks.start_lasting(self.caretaker.run, "tables over days")
        self._tasks.start_lasting(self.notice_work.run, "notices")
        self._tasks.start_lasting(self.webhook_work.run, "webhooks")
        if self.server_options.compile_ahead and has_compiler():
            self.bots.compile_ahead()

    async def _evict_regularly(self) -> None:
        while True:
            await asyncio.sleep(EVICTION_INTERVAL_S)
            self.table_registry.evict_idle_rooms()
            await asyncio.to_thread(memory.trim)

    async def close(self) -> None:
        """Close all connections, and store unsaved events."""
        await self._tasks.close()
        self.outgoing.close()
        self.outgoing_news.close()
        for room in list(self.rooms.values()):
            for connection in room.presence.connections:
                connection.close(1012, "the server restarts")
            await room.log.settle()
        for connection in self.lobby.connections:
            connection.close(1012, "the server restarts")
        await self.membership.close()
        await self.daily_deals.close()
        await self.reviews.close()
        await self.bots.close()
        await self.coach.close()
        await self.job_queue.close()
        await self.store.close()
