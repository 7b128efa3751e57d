"""Databases of earlier versions of Knobel, created by the real migrations, with people and games."""

import asyncio
import os
import signal
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, create_engine, insert
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from knobel.server.database import engine, versions
from knobel.server.database.store import Store
from knobel.server.tables.log.ranked_results import result_rows
from knobel.server.tables.log.table_log import entry
from knobel.tables import commands
from knobel.tables.settings import Settings
from knobel.tables.state import fold
from tests.logs import ANN, played
from tests.server.client import FORKS

CODE = "AAAAAA"


def make_old(database: str, version: str) -> None:
    """Create a database of an earlier version in which Ann has played one game and is in the middle of another."""
    if "://" not in database:
        Path(database).write_bytes(_old_file(version))
        return

    async def made() -> None:
        address = create_async_engine(make_url(database).set(drivername="postgresql+asyncpg"))
        async with address.begin() as connection:
            await connection.run_sync(_fill, version)
        await address.dispose()

    asyncio.run(made())


@cache
def _old_file(version: str) -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "old.db"
        made = create_engine(f"sqlite:///{file}")
        with made.begin() as connection:
            _fill(connection, version)
        made.dispose()
        return file.read_bytes()


Moment = Literal["before the upgrade", "before the commit", "after the commit"]
"""When a process is killed that upgrades a database."""


def be_killed(file: Path, moment: Moment) -> None:
    """Open a database in another process, which is killed during the upgrade."""
    process = FORKS.Process(target=_open_and_die, args=(str(file), moment))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def _open_and_die(file: str, moment: Moment) -> None:
    upgrade = versions.upgrade

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def upgrade_and_die(connection: Connection, *arguments: str) -> None:
        upgrade(connection, *arguments)
        die()

    match moment:
        case "before the upgrade":
            vars(versions)["upgrade"] = die
        case "before the commit":
            vars(versions)["upgrade"] = upgrade_and_die
        case "after the commit":
            vars(engine)["_keep_copy"] = die
    asyncio.run(Store.open(file))


def _fill(connection: Connection, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", "knobel.server.database:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, version)
    metadata = MetaData()
    metadata.reflect(connection)
    one = played(commands.open_table(ANN, Settings(game="knister", seats=1)))
    events = played(one, to_the_end=False)
    end = fold(one)
    (result,) = result_rows(end, one[-1].time)
    entries = [entry(seq, event) for seq, event in enumerate(events)]
    rows: dict[str, list[dict[str, Any]]] = {
        "people": [{"id": "ann", "name": "Ann", "seen": 7}],
        "secrets": [{"hash": "0" * 64, "person": "ann", "browser": "", "added": 7, "seen": 7}],
        "tables": [{"code": CODE, "opened": ANN.time, "bookmark": ""}],
        "events": [{"table": CODE, **_values(each)} for each in entries],
        "results": [{"table": CODE, **_values(result)}],
        "reports": [
            {"time": 1, "reporter": "ann", "reporter_name": "Ann", "person": "ben", "name": "Ben", "text": "loud"}
            | {"context": "[]", "told": False}
        ],
    }
    for name, values in rows.items():
        if (table := metadata.tables.get(name)) is not None:
            known = [{key: value for key, value in row.items() if key in table.c} for row in values]
            connection.execute(insert(table), known)


def _values(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}
