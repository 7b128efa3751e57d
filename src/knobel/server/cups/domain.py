"""Domain of cups: its parts of a server process, routes and tasks."""

from dishka import Provider, Scope, provide_all

from knobel.server.cups import routes
from knobel.server.cups.access import CupAccess
from knobel.server.cups.service import CupService
from knobel.server.cups.snapshots import CupSnapshots
from knobel.server.cups.store import CupStore
from knobel.server.cups.tasks import CupWork
from knobel.server.http.domain import Domain, Task


class CupParts(Provider):
    scope = Scope.APP
    parts = provide_all(CupStore, CupAccess, CupSnapshots, CupService, CupWork)


DOMAIN = Domain(
    provider=CupParts,
    routes=(routes,),
    dependencies=routes.REQUESTED_CUP,
    exporters=(CupStore,),
    tasks=(Task(CupWork, CupWork.run, "cups"),),
)
