"""Domain of groups and their webhooks: its parts of a server process, routes and tasks."""

from collections.abc import Iterator

from dishka import Provider, Scope, provide, provide_all

from knobel.server.groups import routes
from knobel.server.groups.routes import REQUESTED_GROUP
from knobel.server.groups.service import GroupService
from knobel.server.groups.store import GroupStore
from knobel.server.groups.tables import GroupTables
from knobel.server.groups.webhooks import routes as webhook_routes
from knobel.server.groups.webhooks.delivery import Delivery
from knobel.server.groups.webhooks.service import Webhooks
from knobel.server.groups.webhooks.store import WebhookStore
from knobel.server.groups.webhooks.tasks import WebhookWork
from knobel.server.http.domain import Domain, Task
from knobel.server.notices.outgoing import Outgoing
from knobel.server.options import ServerOptions


class GroupParts(Provider):
    scope = Scope.APP
    parts = provide_all(GroupStore, GroupTables, GroupService, WebhookStore, Webhooks, WebhookWork)

    @provide
    def delivery(self, groups: GroupService, options: ServerOptions) -> Iterator[Delivery]:
        # A separate client, so that a slow service does not delay the notices.
        outgoing = Outgoing(options.private_networks)
        yield Delivery(groups, outgoing, options)
        outgoing.close()


DOMAIN = Domain(
    provider=GroupParts,
    routes=(routes, webhook_routes),
    dependencies=REQUESTED_GROUP,
    exporters=(GroupStore, WebhookStore),
    tasks=(Task(WebhookWork, WebhookWork.run, "webhooks"),),
)
