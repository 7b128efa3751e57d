"""New databases with all tables, copied from one made by the real migrations, which take longer than many a test."""

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine

from knobel.server.database import versions
from knobel.server.database.engine import database_url, open_engine


@cache
def _new_file() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "new.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            versions.upgrade(connection)
        engine.dispose()
        return file.read_bytes()


def make_file(file: Path) -> None:
    """Create an SQLite database with all tables, unless the file exists or its folder does not."""
    if file.parent.is_dir() and not file.exists():
        file.touch(0o600)
        file.write_bytes(_new_file())


def make_tables(database: str) -> None:
    """Create all tables in a PostgreSQL database, and leave it without connections."""

    async def made() -> None:
        engine = await open_engine(database_url(database))
        await engine.dispose()

    asyncio.run(made())
