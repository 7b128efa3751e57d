"""Backups: all rows of a database in one SQLite file, taken while a server runs, and restored into any database."""

import tempfile
from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from knobel.clock import now_ms
from knobel.server.database import counters, schema, sqlite
from knobel.server.database.engine import StoreError, database_url, file_of, lock_database, open_engine
from knobel.server.database.snapshot import (
    UNCOPIED_TABLES,
    copy_rows,
    copy_tables,
    private_copy,
    remove_abandoned,
    snapshot,
    snapshot_as_it_is,
)
from knobel.server.runtime.locations import note_backup, without_password


async def back_up(database: str, file: Path) -> int:
    """Write a snapshot of all rows of a database into a new private file; return their number.

    The backup has the version of the database, so the program that wrote the database can restore the backup too.
    The file appears only when it is complete and on the disk.

    :raises StoreError: if the backup fails, or the file exists already.
    """
    _check_absent(file)
    remove_abandoned(file.parent, file.suffix)
    async with snapshot_as_it_is(database) as (source, version):
        number = await copy_rows(source, version, file)
    note_backup(database)
    return number


async def restore(file: Path, database: str) -> int:
    """Copy all rows of a backup into a database that no person has used; return their number.

    The backup may be of an earlier version. The rows that a server writes at its start are replaced. The numbers of new
    rows are larger than all numbers that the server of the backup may have given since.

    :raises StoreError: if the restore fails; then nothing is changed, and no database is created.
    """
    _check_exists(file)
    with tempfile.TemporaryDirectory() as folder:
        copy = private_copy(file, Path(folder))
        async with snapshot(str(copy), name=f"the backup {file}") as source:
            if (found := (await source.exec_driver_sql("PRAGMA quick_check(1)")).scalar()) != "ok":
                raise StoreError(f"the backup {file} is damaged: {found}")
            return await _write(source, database)


def _check_absent(file: Path) -> None:
    if file.exists():
        raise StoreError(f"there is already a file {file}")
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent}")


def _check_exists(file: Path) -> None:
    if not file.exists():
        raise StoreError(f"there is no file {file}")


async def _write(source: AsyncConnection, database: str) -> int:
    url = database_url(database)
    target = file_of(url)
    is_new = target is not None and not target.exists()
    lock = None if target is None else lock_database(target)
    try:
        engine = await open_engine(url)
        try:
            number = await copy_tables(
                source,
                engine,
                before=lambda target: _clear(target, database),
                numbers=lambda last: counters.beyond(last, now_ms()),
            )
        finally:
            await engine.dispose()
    except BaseException:
        if is_new and target is not None:
            sqlite.remove(target)
        raise
    finally:
        if lock is not None:
            lock.close()
    return number


async def _clear(target: AsyncConnection, database: str) -> None:
    """Delete the rows that a server writes when it starts.

    :raises StoreError: if there are other rows.
    """
    for table in schema.metadata.sorted_tables:
        if table.name in UNCOPIED_TABLES or table is schema.deals:
            continue
        if (await target.execute(select(table).limit(1))).first() is not None:
            raise StoreError(f"the database {without_password(database)} is not empty")
    await target.execute(delete(schema.seeds))
    await target.execute(delete(schema.deals))
