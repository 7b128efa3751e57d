"""Domain of tables: its parts of a server process, routes and tasks."""

from collections.abc import Mapping
from functools import partial

from dishka import Provider, Scope, alias, provide, provide_all

from knobel.presentation import http_messages
from knobel.server.compute.coach_service import CoachService
from knobel.server.compute.job_queue import JobQueue
from knobel.server.http.domain import Domain, Task
from knobel.server.options import ServerOptions
from knobel.server.people.account_updates import LocalConnections, LocalTables
from knobel.server.people.erasure import ErasureAtTables
from knobel.server.runtime.settings import settings
from knobel.server.shared_rows.disclosure import Advice
from knobel.server.tables import routes
from knobel.server.tables.calendar import routes as calendar_routes
from knobel.server.tables.calendar.service import Calendars
from knobel.server.tables.calendar.store import CalendarStore
from knobel.server.tables.connections import sockets
from knobel.server.tables.connections.chat_delivery import ChatDelivery
from knobel.server.tables.connections.connections import Connections
from knobel.server.tables.connections.reactions import Reactions
from knobel.server.tables.connections.sockets import SocketParts
from knobel.server.tables.creation import TableCreation
from knobel.server.tables.erasure import TableErasure
from knobel.server.tables.live.admission import ENTERED_ROOM, TableAdmission
from knobel.server.tables.live.lobby import Lobby
from knobel.server.tables.live.public_tables import PublicTables
from knobel.server.tables.live.quotas import Quotas
from knobel.server.tables.live.registry import RoomRegistry, has_coached_game
from knobel.server.tables.live.room import Room
from knobel.server.tables.live.sync import TableSync
from knobel.server.tables.records import record_routes
from knobel.server.tables.records.personal_games import PersonalGames
from knobel.server.tables.records.returned_games import ReturnedGames
from knobel.server.tables.records.uploaded_records import UploadedRecords
from knobel.server.tables.slow import routes as slow_routes
from knobel.server.tables.slow.caretaker import Caretaker
from knobel.server.tables.slow.reaction_notices import ReactionNotices
from knobel.server.tables.slow.seats import SlowSeats
from knobel.server.tables.slow.store import SlowTableStore
from knobel.server.tables.slow.visits import Visits
from knobel.tables.due_actions import Timing


class TableParts(Provider):
    scope = Scope.APP
    read_only_rooms = alias(source=dict[str, Room], provides=Mapping[str, Room])
    local_connections = alias(source=Connections, provides=LocalConnections)
    local_tables = alias(source=RoomRegistry, provides=LocalTables)
    erasure_at_tables = alias(source=TableErasure, provides=ErasureAtTables)
    parts = provide_all(
        Lobby, TableSync, PublicTables, RoomRegistry, Connections, ChatDelivery, SlowTableStore, CalendarStore,
        Calendars, SlowSeats, Visits, ReactionNotices, Advice, UploadedRecords, ReturnedGames, PersonalGames,
        Quotas, TableAdmission, Reactions, SocketParts, Caretaker, TableErasure, TableCreation,
    )  # fmt: skip

    @provide
    def rooms(self) -> dict[str, Room]:
        return {}

    @provide
    def coach(self, job_queue: JobQueue, rooms: Mapping[str, Room]) -> CoachService:
        return CoachService(job_queue, partial(has_coached_game, rooms))

    @provide
    def timing(self, options: ServerOptions) -> Timing:
        return Timing(int(1000 * options.grace), options.bot_pace, settings.personal_bot_turn_ms)


DOMAIN = Domain(
    provider=TableParts,
    routes=(record_routes, routes, slow_routes, calendar_routes, sockets),
    dependencies=ENTERED_ROOM,
    lines=(http_messages.Replay, http_messages.Step),
    exporters=(SlowTableStore, Calendars),
    tasks=(
        Task(RoomRegistry, RoomRegistry.evict_regularly, "evicting tables"),
        Task(Caretaker, Caretaker.run, "tables over days"),
    ),
)
