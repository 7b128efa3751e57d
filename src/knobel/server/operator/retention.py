"""Retention of old tables: they are packed into files and then deleted, if the operator has set a limit.

Days without an event at a table are counted one by one while the server runs. Dates are not compared. Therefore neither
a wrong clock nor a server that was off for a year makes a table old.
"""

import asyncio
import gzip
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from knobel.clock import today
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Store
from knobel.server.operator.store import IdleTables
from knobel.server.runtime import private_files

logger = logging.getLogger("knobel")

DAY_S = 24 * 3600
TABLES_PER_FILE = 100
"""Tables in a file."""


class Retention:
    """Packs and deletes the tables without an event for a number of days."""

    def __init__(
        self,
        store: Store,
        days: int,
        folder: Path,
        is_in_use: Callable[[str], bool],
        is_leader: Callable[[], bool] = lambda: True,
    ) -> None:
        """Packed tables are written to `folder`. Tables in use, by code, are kept. Only the leading process packs."""
        self._store, self._tables = store, IdleTables(store)
        self._days, self._folder, self._is_in_use, self._is_leader = days, folder, is_in_use, is_leader

    async def run(self) -> None:
        """Sweep once at the start and then once a day, until cancelled."""
        while True:
            try:
                if self._is_leader():
                    await self.sweep(today())
            except (StoreError, OSError) as error:
                logger.error("old tables stay: %s", error)
            await asyncio.sleep(DAY_S)

    async def sweep(self, day: str) -> None:
        """Count this day unless it was counted, then pack and delete old tables.

        :raises StoreError, OSError: on failure. No table is deleted that was not packed.
        """
        await self._tables.count_day(day)
        codes = (code for code in await self._tables.idle_for(self._days) if not self._is_in_use(code))
        while batch := list(islice(codes, TABLES_PER_FILE)):
            logs = {code: await self._store.read_log(code) for code in batch}
            file = await asyncio.to_thread(pack, self._folder, logs)
            for code, log in logs.items():
                # A table with new events since its log was read is kept.
                if not self._is_in_use(code):
                    await self._tables.delete(code, len(log))
            logger.warning("%d tables of %d days without an event are packed in %s", len(logs), self._days, file)


def pack(folder: Path, logs: Mapping[str, Sequence[str]]) -> Path:
    """Write logs into a new private file of a folder, compressed, one line each.

    Return after the file is on the disk.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    number = max((int(file.name[:6]) for file in folder.glob("[0-9]" * 6 + ".jsonl.gz")), default=0) + 1
    file = folder / f"{number:06}.jsonl.gz"
    unfinished = folder / "unfinished"
    unfinished.unlink(missing_ok=True)
    private_files.create(unfinished)
    with unfinished.open("wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8", newline="\n") as text:
            for code, log in logs.items():
                text.write(f'{{"table":"{code}","events":[{",".join(log)}]}}\n')
        raw.flush()
        os.fsync(raw.fileno())
    unfinished.rename(file)
    return file
