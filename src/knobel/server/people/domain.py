"""Domain of people: its parts of a server process and routes."""

from dishka import Provider, Scope, provide, provide_all

from knobel.server.cluster.membership import Membership
from knobel.server.http.domain import Domain
from knobel.server.people import routes
from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import AccountRegistry, IsPresent
from knobel.server.people.authentication import AUTHENTICATION
from knobel.server.people.chat import Chat
from knobel.server.people.companions import routes as companion_routes
from knobel.server.people.companions.store import CompanionStore
from knobel.server.people.erasure import PersonErasure
from knobel.server.people.pauses import routes as pause_routes
from knobel.server.people.pauses.service import Pauses
from knobel.server.people.pauses.store import PauseStore
from knobel.server.people.recovery import routes as recovery_routes
from knobel.server.people.recovery.service import RecoverySheets
from knobel.server.people.recovery.store import RecoveryStore
from knobel.server.people.reports.service import Reports
from knobel.server.people.reports.store import ReportStore
from knobel.server.people.request_limits import RequestLimits
from knobel.server.people.sessions import Sessions
from knobel.server.people.store import PeopleStore
from knobel.server.people.sync import PeopleSync
from knobel.server.people.transfers import Transfers
from knobel.server.shared_rows.openings import OpeningStore


class PeopleParts(Provider):
    scope = Scope.APP
    parts = provide_all(
        PeopleStore, OpeningStore, ReportStore, CompanionStore, AccountRegistry, PeopleSync, PauseStore, Pauses,
        Reports, RecoveryStore, RecoverySheets, Chat, RequestLimits, Sessions, AccountUpdates, PersonErasure,
    )  # fmt: skip

    @provide
    def transfers(self, accounts: AccountRegistry, store: PeopleStore, membership: Membership) -> Transfers:
        return Transfers(accounts, store, membership.process_id)

    @provide
    def is_present(self, accounts: AccountRegistry) -> IsPresent:
        return lambda person: accounts.find_connected(person) is not None


DOMAIN = Domain(
    provider=PeopleParts,
    routes=(routes, companion_routes, pause_routes, recovery_routes),
    dependencies=AUTHENTICATION,
    exporters=(RecoverySheets, Pauses),
)
