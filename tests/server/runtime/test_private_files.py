"""Only the server's own user may read the files that it writes, with any umask."""

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from knobel.server.database.backup import back_up
from knobel.server.database.store import Entry, Log, Store
from knobel.server.operator.retention import pack


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """Set a umask that withholds no permission."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


async def test_the_database_and_files_beside_it(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "knobel.db"), alone=True)
    await store.append(Log("AAAAAA"), [Entry(0, 1, "{}")])
    assert modes(tmp_path) == dict.fromkeys(("knobel.db", "knobel.db-wal", "knobel.db-shm", "knobel.db-lock"), 0o600)
    await store.close()


def test_backups_and_archives(tmp_path: Path) -> None:
    database, folder = tmp_path / "knobel.db", tmp_path / "archive"

    async def story() -> None:
        await (await Store.open(str(database))).close()
        await back_up(str(database), tmp_path / "backup.db")

    asyncio.run(story())
    assert modes(tmp_path) == dict.fromkeys(("knobel.db", "knobel.db.last-backup", "backup.db"), 0o600)
    pack(folder, {"AAAAAA": ["{}"]})
    assert modes(tmp_path)["archive"] == 0o700
    assert modes(folder) == {"000001.jsonl.gz": 0o600}
