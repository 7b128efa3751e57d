"""The ASGI application: Litestar inside the middleware at the edge."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.datastructures import State

from knobel.server.database.store import Store
from knobel.server.demo import fill_demo
from knobel.server.http.errors import EXCEPTION_HANDLERS, on_end_of_connection
from knobel.server.http.middleware import App, EdgeMiddleware
from knobel.server.http.page_files import DOCS, FOLDER, PageFiles
from knobel.server.http.root_path import RootPath
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.openapi import DEPENDENCIES, HANDLERS, show_document, show_messages
from knobel.server.operator.local_access import LocalAccess
from knobel.server.operator.retention import Retention
from knobel.server.options import ServerOptions
from knobel.server.pages.engine_files import EngineFiles
from knobel.server.people.accounts import AccountRegistry
from knobel.server.process import PARTS, ServerProcess
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.locations import file_path
from knobel.server.tables.connections.chat_delivery import ChatDelivery
from knobel.server.tables.creation import TableCreation

MAX_BODY_BYTES = 16_384
GC_THRESHOLDS = (2_000, 3, 5_000)
"""Thresholds of the garbage collector.

A collection stops the event loop, for 2.5 microseconds an object: those of young objects are small, and full ones are
rare.
"""


def give_parts(app: Litestar, process: ServerProcess) -> None:
    """Let route handlers receive the parts of a process."""
    for name, part in PARTS.items():
        app.state[name] = process.part(part)


def make_app(
    store: Store,
    options: ServerOptions,
    connection_limits: ConnectionLimits,
    page: Path = FOLDER,
) -> App:
    """Return the application over a store. It closes the store when it shuts down."""
    engine_files = EngineFiles(None if options.browser_engines is None else file_path(options.browser_engines))
    state = {
        "page": PageFiles(page, options.root_path),
        "docs": PageFiles(DOCS, options.root_path),
        "engine_files": engine_files,
    }

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        process = ServerProcess(store, options, connection_limits)
        give_parts(app, process)
        await process.start()
        tasks = BackgroundTasks()
        if options.retention is not None:
            packer = Retention(
                store, options.retention, options.archive, process.is_in_use, lambda: process.membership.is_leader
            )
            tasks.start_lasting(packer.run, "retention")
        tasks.start(engine_files.write(), "engines for browsers")
        if options.demo:
            tasks.start(
                fill_demo(process.part(AccountRegistry), process.part(ChatDelivery), process.part(TableCreation)),
                "demo",
            )
        local_access = None if options.database is None else LocalAccess(app, options.database)  # type: ignore[arg-type]
        if local_access is not None:
            await local_access.open()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        try:
            yield
        finally:
            await tasks.close()
            if local_access is not None:
                await local_access.close()
            await process.close()

    app = Litestar(
        route_handlers=[*HANDLERS, show_document, show_messages],
        lifespan=[lifespan],
        dependencies=DEPENDENCIES,
        state=State(state),
        openapi_config=None,
        request_max_body_size=MAX_BODY_BYTES,
        exception_handlers=EXCEPTION_HANDLERS,
        after_exception=[on_end_of_connection],
        logging_config=None,
    )
    open_path = f"{options.root_path}/api/mailbox/" if options.mailbox else None
    inner = RootPath(app, options.root_path)  # type: ignore[arg-type]
    return EdgeMiddleware(inner, connection_limits, options.public_url, open_path)
