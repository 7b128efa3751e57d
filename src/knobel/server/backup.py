"""Backups: all of a database in one SQLite file, taken while a server uses it, and put back into one of any kind."""

import os
import shutil
import tempfile
from pathlib import Path

from sqlalchemy import func, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from knobel.server import postgres, rows
from knobel.server.database import StoreError, address, file_of, locked, opened, reason_of, snapshot, without_password

AT_ONCE = 1000
"""Rows that are held in memory."""


async def back_up(database: str, file: Path) -> int:
    """Write all that a database holds at this moment into a new file; how many rows those are.

    The file is there only when it is complete and on the disk.

    :raises StoreError: if that is impossible, or the file is there already.
    """
    _check(file, there=False)
    async with snapshot(database) as source:
        unfinished = file.with_name(f"{file.name}-unfinished")
        unfinished.unlink(missing_ok=True)
        engine = await opened(make_url(address(str(unfinished))))
        try:
            count = await _copied(source, engine)
        except BaseException:
            await engine.dispose()
            unfinished.unlink(missing_ok=True)
            raise
        await engine.dispose()
    with unfinished.open("rb+") as written:
        os.fsync(written.fileno())
    unfinished.rename(file)
    return count


async def restore(file: Path, database: str) -> int:
    """Put all that a backup holds into a database in which there is nothing; how many rows those are.

    A backup of an earlier version will do.

    :raises StoreError: if that is impossible; then nothing is put into the database.
    """
    _check(file, there=True)
    url = make_url(address(database))
    target = file_of(url)
    lock = None if target is None else locked(target)
    try:
        engine = await opened(url)
        try:
            await _check_empty(engine, database)
            with tempfile.TemporaryDirectory() as folder:
                # What an earlier version lacks is added to a copy.
                copy = Path(folder) / "backup.db"
                shutil.copyfile(file, copy)
                await (await opened(make_url(address(str(copy))))).dispose()
                async with snapshot(str(copy)) as source:
                    return await _copied(source, engine)
        finally:
            await engine.dispose()
    finally:
        if lock is not None:
            lock.close()


def _check(file: Path, *, there: bool) -> None:
    if file.exists() != there:
        raise StoreError(f"there is {'no' if there else 'already a'} file {file}")


async def _check_empty(engine: AsyncEngine, database: str) -> None:
    async with engine.connect() as connection:
        for table in (rows.people, rows.tables, rows.results):
            if (await connection.execute(select(func.count()).select_from(table))).scalar_one():
                raise StoreError(f"the database {without_password(database)} is not empty")


async def _copied(source: AsyncConnection, target: AsyncEngine) -> int:
    """Copy all rows, all or none; how many there were."""
    count = 0
    try:
        async with target.begin() as connection:
            # What is referred to comes first.
            for table in (table for table in rows.metadata.sorted_tables if not table.info.get("passing")):
                found = await source.stream(select(table))
                async for part in found.mappings().partitions(AT_ONCE):
                    await connection.execute(insert(table), [dict(row) for row in part])
                    count += len(part)
            if connection.dialect.name == "postgresql":
                await connection.run_sync(postgres.count_on, rows.reports.name, rows.reports.c.number.name)
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"cannot copy: {reason_of(error)}") from None
    return count
