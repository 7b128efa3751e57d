"""Domain of notices: its parts of a server process, routes and tasks."""

from collections.abc import Iterator

from dishka import Provider, Scope, provide, provide_all

from knobel.server.cluster.membership import IsLeader
from knobel.server.http.domain import Domain, Task
from knobel.server.notices import routes
from knobel.server.notices.outgoing import Outgoing
from knobel.server.notices.service import Notices
from knobel.server.notices.store import NoticeStore
from knobel.server.notices.tasks import NoticeWork
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import IsPresent


class NoticeParts(Provider):
    scope = Scope.APP
    parts = provide_all(NoticeStore, Notices)

    @provide
    def work(
        self,
        store: NoticeStore,
        notices: Notices,
        options: ServerOptions,
        is_present: IsPresent,
        is_leader: IsLeader,
    ) -> Iterator[NoticeWork]:
        outgoing = Outgoing(options.private_networks)
        yield NoticeWork(store, notices, outgoing, is_present, is_leader)
        outgoing.close()


DOMAIN = Domain(
    provider=NoticeParts,
    routes=(routes,),
    exporters=(NoticeStore,),
    tasks=(Task(NoticeWork, NoticeWork.run, "notices"),),
)
