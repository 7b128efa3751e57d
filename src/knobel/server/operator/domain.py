"""Domain of the operator: its parts of a server process, and routes."""

from collections.abc import Mapping

from dishka import Provider, Scope, provide, provide_all

from knobel.server.database.store import Store
from knobel.server.deals.store import DealStore
from knobel.server.groups.store import GroupStore
from knobel.server.http.domain import Domain
from knobel.server.operator import routes
from knobel.server.operator.actions import Admin
from knobel.server.operator.overview import Overview
from knobel.server.operator.routes import OperatorAccess
from knobel.server.options import ServerOptions
from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import AccountRegistry
from knobel.server.people.erasure import PersonErasure
from knobel.server.people.reports.service import Reports
from knobel.server.people.store import PeopleStore
from knobel.server.people.sync import PeopleSync
from knobel.server.tables.chat_delivery import ChatDelivery
from knobel.server.tables.registry import RoomRegistry
from knobel.server.tables.room import Room


class OperatorParts(Provider):
    scope = Scope.APP
    parts = provide_all(Overview)

    @provide
    def access(self, options: ServerOptions) -> OperatorAccess:
        return OperatorAccess(options.operator_token)

    @provide
    def admin(
        self,
        store: Store,
        accounts: AccountRegistry,
        people_store: PeopleStore,
        account_updates: AccountUpdates,
        erasure: PersonErasure,
        reports: Reports,
        chat_delivery: ChatDelivery,
        rooms: Mapping[str, Room],
        registry: RoomRegistry,
        people_sync: PeopleSync,
        deals: DealStore,
        groups: GroupStore,
        overview: Overview,
    ) -> Admin:
        return Admin(
            store,
            accounts,
            people_store,
            account_updates,
            erasure,
            reports,
            chat_delivery,
            rooms,
            registry,
            lambda: people_sync.locations,
            deals,
            groups,
            overview,
        )


DOMAIN = Domain(provider=OperatorParts, routes=(routes,))
