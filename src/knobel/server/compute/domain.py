"""Domain of bots and the coach: its parts of a server process."""

from dishka import Provider, Scope, provide

from knobel.optional_packages import has_compiler
from knobel.server.cluster.domain import ProcessId
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.job_queue import JobQueue
from knobel.server.database.store import Store
from knobel.server.http.domain import Domain
from knobel.server.options import ServerOptions


class HasEngines:
    """True, when it is called, if this server or live workers can compute strong bots' moves and reviews."""

    def __init__(self, job_queue: JobQueue) -> None:
        self._job_queue = job_queue

    def __call__(self) -> bool:
        return has_compiler() or bool(self._job_queue.capacity("bots") and self._job_queue.capacity("coach"))


class ComputeParts(Provider):
    scope = Scope.APP
    has_engines = provide(HasEngines)

    @provide
    def job_queue(self, process_id: ProcessId, options: ServerOptions, store: Store) -> JobQueue:
        return JobQueue(process_id, (options.database or "") if store.shared else "")

    @provide
    def bots(self, job_queue: JobQueue) -> BotService:
        return BotService(job_queue)


DOMAIN = Domain(provider=ComputeParts)
