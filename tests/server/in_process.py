"""A server's application in the process of the test, for what cannot be seen from outside."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from knobel.server.app import give_parts, make_app
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.options import ServerOptions
from knobel.server.process import ServerProcess

URL = "http://127.0.0.1"


@asynccontextmanager
async def serving(store: Store, database: str | None = None) -> AsyncIterator[Any]:
    """Yield an application in this process. A server needs the address of a database that others may share."""
    options, limits = ServerOptions(database=database), ConnectionLimits(1_000)
    app: Any = make_app(store, options, limits)
    process = ServerProcess(store, options, limits)
    give_parts(app._app._app, process)
    await process.start()
    try:
        yield app
    finally:
        await process.close()


async def arrive(app: Any) -> httpx.AsyncClient:
    """Return a new person, whose requests reach the application in this process."""
    person = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=URL)
    assert (await person.post("/api/session")).is_success
    return person
