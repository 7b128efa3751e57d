"""The health of a server: version, uptime, people, load, disk, last backup and warnings."""

import asyncio
import contextlib
import os
import shutil
import time
from dataclasses import dataclass
from typing import Any

from knobel import __version__
from knobel.clock import now_ms
from knobel.optional_packages import has_compiler
from knobel.server.cluster.store import count_processes
from knobel.server.compute.bot_service import BotService
from knobel.server.compute.job_queue import JobQueue
from knobel.server.database.store import Store
from knobel.server.deals.store import DealStore
from knobel.server.operator.messages import ServerHealth
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import AccountRegistry
from knobel.server.people.reports.store import ReportStore
from knobel.server.runtime.locations import file_path, home, is_little_space, last_backup

BACKUP_MS = 7 * 24 * 3600 * 1000
"""Age of the last backup, in milliseconds, above which the operator is warned; without one, of the database."""
HIGH_LOAD = 1.5
"""Load of the machine per core above which the operator is warned."""
STARTED_S = time.monotonic()


@dataclass(slots=True, frozen=True, eq=False)
class HealthCheck:
    """Finds the state of the server."""

    _store: Store
    _options: ServerOptions
    _accounts: AccountRegistry
    _report_store: ReportStore
    _deals: DealStore
    _bots: BotService
    _job_queue: JobQueue

    async def check(self) -> ServerHealth:
        """Return the state of the server."""
        await self._store.check()
        reports = await self._report_store.list_latest(1, answered=False)
        machine = await asyncio.to_thread(_machine, self._options.database or "")
        first_deal = await self._deals.first_closing()
        found = ServerHealth(
            version=__version__,
            uptime=int(1000 * (time.monotonic() - STARTED_S)),
            processes=max(1, await count_processes(self._store)),
            people=len(self._accounts.connected()),
            tables=await self._store.count_tables(),
            bots=self._job_queue.capacity("bots"),
            coaches=self._job_queue.capacity("coach"),
            questions=self._bots.waiting,
            writes=self._store.waiting,
            warnings=[],
            **machine,
        )
        # A database of a few days needs no backup yet. Its first deals are from its first day.
        last_safe = found.backup or first_deal or now_ms()
        needs_backup = now_ms() - last_safe > BACKUP_MS
        found.warnings = _warnings(self._options, found, unanswered=bool(reports), needs_backup=needs_backup)
        return found


def _machine(database: str) -> dict[str, Any]:
    file = file_path(database)
    is_file = bool(database) and "://" not in database
    folder = file.parent if is_file else home()
    free: int | None = None
    size: int | None = None
    with contextlib.suppress(OSError):
        free = shutil.disk_usage(folder).free
        size = file.stat().st_size if is_file else None
    load = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else None
    return {
        "load": None if load is None else round(load, 2),
        "free": free,
        "size": size,
        "backup": last_backup(database),
    }


def _warnings(options: ServerOptions, found: ServerHealth, *, unanswered: bool, needs_backup: bool) -> list[str]:
    """Return the names of warnings; the page has a text for each."""
    free, size = found.free, found.size
    return [
        name
        for name, warned in {
            "disk": free is not None and is_little_space(free, size or 0),
            "load": found.load is not None and found.load > HIGH_LOAD,
            # Operators back up PostgreSQL with its tools.
            "backup": size is not None and needs_backup,
            "reports": unanswered,
            "compiler": not (has_compiler() or found.bots),
            "limits": options.public_url is not None and not options.proxy,
        }.items()
        if warned
    ]
