"""Domain of the cluster: its parts of a server process."""

from typing import NewType

from dishka import Provider, Scope, provide

from knobel.server.cluster.membership import IsLeader, Membership
from knobel.server.cluster.notes import Notes
from knobel.server.database.store import Store
from knobel.server.http.domain import Domain
from knobel.server.options import ServerOptions

ProcessId = NewType("ProcessId", str)
"""The id of a process among those of a database."""


class ClusterParts(Provider):
    scope = Scope.APP

    @provide
    def notes(self, process_id: ProcessId, options: ServerOptions) -> Notes:
        return Notes(process_id, options.database or "")

    @provide
    def membership(self, process_id: ProcessId, store: Store, notes: Notes) -> Membership:
        return Membership(process_id, store, notes)

    @provide
    def is_leader(self, membership: Membership) -> IsLeader:
        return lambda: membership.is_leader


DOMAIN = Domain(provider=ClusterParts)
