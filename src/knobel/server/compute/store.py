"""The job queue in PostgreSQL: the tables of PgQueuer, the live workers, and results too long for a notification.

The tables hold nothing that must outlive a crash: they are unlogged, and created by the first server or worker.
"""

import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import asyncpg
import msgspec
from pgqueuer.adapters.persistence.qb import QueryBuilderEnvironment, QueryQueueBuilder, QuerySchedulerBuilder
from pgqueuer.db import AsyncpgDriver
from pgqueuer.domain.settings import DBSettings, Durability
from pgqueuer.errors import PgqException
from pgqueuer.queries import Queries
from pgqueuer.types import JobId

from knobel.presentation.json import encode
from knobel.server.compute.job import FORMAT, JobResult, Lane, QueuedJob
from knobel.server.database.engine import driver_arguments
from knobel.server.runtime.settings import settings

ERRORS = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    PgqException,
)
"""The errors of a database that does not answer, or that refuses."""
MAX_NOTIFICATION_BYTES = 7_999
"""PostgreSQL's limit of the payload of a notification."""
MAX_LOG_BYTES = 32_000_000
"""Size of PgQueuer's log, with its indexes, above which it is emptied. It has three rows a job, which nobody reads."""
MAX_DEAD_ROWS = 2_000
"""Number of dead rows in the queue above which it is vacuumed, without waiting for PostgreSQL's autovacuum."""
LOG_LOCK_MS = 100
"""Milliseconds after which emptying the log gives up, so that no job waits for longer than that, as during a backup."""
PREPARATIONS = "knobel_preparations"
"""The channel on which servers announce jobs, so that workers load the data for them."""
OWN_TABLES = """
CREATE UNLOGGED TABLE IF NOT EXISTS knobel_workers (
    id text PRIMARY KEY, version text NOT NULL, bots integer NOT NULL, coach integer NOT NULL,
    seen timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE IF NOT EXISTS knobel_job_results (
    job text PRIMARY KEY, data text NOT NULL, created timestamptz NOT NULL DEFAULT now()
);
"""
BEAT = """
INSERT INTO knobel_workers (id, version, bots, coach) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET seen = now()
"""
CAPACITY = """
SELECT coalesce(sum(bots), 0)::integer AS bots, coalesce(sum(coach), 0)::integer AS coach
FROM knobel_workers WHERE version = $1 AND seen > now() - $2::interval
"""
STORE_RESULT = """
WITH stored AS (
    INSERT INTO knobel_job_results (job, data) VALUES ($2, $3) ON CONFLICT (job) DO UPDATE SET data = excluded.data
)
SELECT pg_notify($1, $4)
"""
TAKE_RESULT = "DELETE FROM knobel_job_results WHERE job = $1 RETURNING data"
PRUNE = """
DELETE FROM knobel_job_results WHERE created < now() - interval '10 minutes';
DELETE FROM knobel_workers WHERE seen < now() - interval '1 minute';
"""
SIZES = """
SELECT coalesce((SELECT n_dead_tup FROM pg_stat_user_tables WHERE relid = to_regclass($1::text)), 0) AS dead_rows,
pg_total_relation_size(to_regclass($2::text)) AS log_bytes
"""


class _Tables(DBSettings):
    """The names of PgQueuer's tables, which the environment must not change."""

    @classmethod
    def settings_customise_sources(  # type: ignore[override]
        cls, _: type, /, *, init_settings: Any, **__: Any
    ) -> tuple[Any, ...]:
        return (init_settings,)


TABLES = _Tables(prefix="knobel_", durability=Durability.volatile)


class StoredResult(msgspec.Struct, tag="stored", frozen=True):
    """The notification that the result of a job is in the database."""

    id: str


_result_decoder: msgspec.json.Decoder[JobResult | StoredResult] = msgspec.json.Decoder(JobResult | StoredResult)


def entrypoint(lane: Lane) -> str:
    """Return PgQueuer's name for the jobs of a lane in this format."""
    return f"{lane} {FORMAT}"


class JobStore:
    """The job queue over a dedicated connection. Its methods raise one of `errors` if the database does not answer."""

    errors = ERRORS

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self._driver = AsyncpgDriver(connection)
        self.queries = Queries(
            self._driver,
            qbe=QueryBuilderEnvironment(TABLES),
            qbq=QueryQueueBuilder(TABLES),
            qbs=QuerySchedulerBuilder(TABLES),
        )

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, database: str) -> AsyncIterator["JobStore"]:
        """Connect, and create or upgrade the tables.

        :raises StoreError: if `database` is no address.
        """
        arguments = driver_arguments(database)
        # A lost job does no harm, so no job waits for the disk.
        arguments["server_settings"] = arguments["server_settings"] | {"synchronous_commit": "off"}
        connection = await asyncpg.connect(**arguments)
        try:
            store = cls(connection)
            await store._set_up()
            yield store
        finally:
            connection.terminate()

    async def _set_up(self) -> None:
        has_own = await self.queries.has_table("knobel_job_results")
        if has_own and not (await self.queries.plan_upgrade()).statements:
            return
        async with self.queries.schema_lock():
            await self.queries.upgrade()
            await self.queries.optimize_autovacuum()
            await self._driver.execute(OWN_TABLES)

    def disconnect(self) -> None:
        """Close the connection immediately; running queries fail."""
        self._connection.terminate()

    def on_disconnected(self, callback: Callable[[], None]) -> None:
        """Call a function when the connection is lost or closed."""
        self._connection.add_termination_listener(lambda _: callback())

    # --- servers ------------------------------------------------------------------------------------------------------

    async def capacity(self) -> dict[str, int]:
        """Return how many jobs of each lane the live workers of this format can run at a time."""
        timeout = timedelta(milliseconds=settings.worker_timeout_ms)
        (row,) = await self._driver.fetch(CAPACITY, str(FORMAT), timeout)
        return {"bots": row["bots"], "coach": row["coach"]}  # type: ignore[dict-item]

    async def announce(self, job: bytes) -> None:
        """Announce a job, in the wire format, to all workers."""
        await self._driver.notify(PREPARATIONS, job.decode())

    async def post(self, lane: Lane, job: QueuedJob) -> JobId:
        """Add a job to the queue, and return its number there."""
        (number,) = await self.queries.enqueue(entrypoint(lane), encode(job))
        return number

    async def withdraw(self, number: JobId) -> None:
        """Remove a job from the queue."""
        await self.queries.mark_job_as_cancelled([number])

    async def listen_for_results(self, process_id: str, receive: Callable[[JobResult | StoredResult], None]) -> None:
        """Pass the results of this process's jobs to `receive`."""
        await self._driver.add_listener(_results_of(process_id), lambda text: receive(_result_decoder.decode(text)))

    async def take_result(self, job: str) -> JobResult | None:
        """Remove and return the stored result of a job; None if there is none."""
        found = await self._driver.fetch(TAKE_RESULT, job)
        return msgspec.json.decode(str(found[0]["data"]), type=JobResult) if found else None

    # --- workers ------------------------------------------------------------------------------------------------------

    async def beat(self, worker: str, bots: int, coach: int) -> None:
        """Store that a worker lives, and how many jobs of each lane it can run at a time."""
        await self._driver.execute(BEAT, worker, str(FORMAT), bots, coach)

    async def retire(self, worker: str) -> None:
        """Store that a worker takes no more jobs."""
        await self._driver.execute("DELETE FROM knobel_workers WHERE id = $1", worker)

    async def listen_for_preparations(self, receive: Callable[[str], None]) -> None:
        """Pass announced jobs, in the wire format, to `receive`."""
        await self._driver.add_listener(PREPARATIONS, lambda text: receive(str(text)))

    async def send_result(self, process_id: str, result: JobResult) -> None:
        channel, data = _results_of(process_id), encode(result)
        if len(data) <= MAX_NOTIFICATION_BYTES:
            await self._driver.notify(channel, data.decode())
        else:
            note = encode(StoredResult(result.id)).decode()
            await self._driver.fetch(STORE_RESULT, channel, result.id, data.decode(), note)

    async def prune(self) -> None:
        """Keep the tables small: delete what lost servers and workers left behind, and what PgQueuer keeps."""
        await self._driver.execute(PRUNE)
        queue, log = TABLES.queue_table, TABLES.queue_table_log
        (found,) = await self._driver.fetch(SIZES, queue, log)
        if int(str(found["dead_rows"])) > MAX_DEAD_ROWS:
            await self._driver.execute(f"VACUUM (SKIP_LOCKED) {queue}")
        if int(str(found["log_bytes"])) > MAX_LOG_BYTES:
            with contextlib.suppress(asyncpg.LockNotAvailableError):
                # One transaction.
                await self._driver.execute(f"SET LOCAL lock_timeout = {LOG_LOCK_MS}; TRUNCATE {log}")


def _results_of(process_id: str) -> str:
    return f"knobel_results_{process_id}"
