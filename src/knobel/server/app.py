"""The ASGI application: Litestar inside the guard."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException, NotFoundException, WebSocketException
from litestar.types import Scope

from knobel.presentation.http_messages import Problem
from knobel.server.cluster.broker import Broker
from knobel.server.database.store import Store
from knobel.server.demo import fill_demo
from knobel.server.http.middleware import App, EdgeMiddleware
from knobel.server.http.page_files import DOCS, FOLDER, Page
from knobel.server.http.root_path import RootPath
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.openapi import HANDLERS, show_document, show_messages
from knobel.server.operator.actions import Admin
from knobel.server.operator.admin_socket import AdminSocket
from knobel.server.operator.retention import Retention
from knobel.server.people.routes import AnyRequest
from knobel.server.runtime.settings import Options
from knobel.server.services import Services
from knobel.server.tables.sockets import lobby, table
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import BadText

logger = logging.getLogger("knobel")

MAX_BODY_BYTES = 16_384
STATUS: dict[str, int] = {
    TableReason.NO_SESSION: 401,
    TableReason.WRONG_TOKEN: 401,
    TableReason.REMOVED: 403,
    TableReason.LOCKED: 403,
    TableReason.CUP_REMOVED: 403,
    TableReason.DEAL_RUNNING: 403,
    TableReason.NO_TABLE: 404,
    TableReason.NO_GAME: 404,
    TableReason.NO_DEAL: 404,
    TableReason.NO_CUP: 404,
    TableReason.NO_TRANSFER: 404,
    TableReason.NOT_FOUND: 404,
    TableReason.NAME_TAKEN: 409,
    TableReason.TOO_LARGE: 413,
    TableReason.RATE_LIMITED: 429,
    TableReason.UNREADABLE: 500,
    TableReason.NO_COACH: 501,
    TableReason.STORAGE: 503,
}
DISCONNECT_TEXT = "client disconnected prematurely"
"""Litestar's error text when a client disconnects before its request is complete. No client reads the response."""
GC_THRESHOLDS = (20_000, 3, 500)
"""Thresholds of the garbage collector: full collections are rare, because they take longer the more objects exist."""


def problem(
    status: int,
    reason: str,
    message: str,
    proposal: str | None = None,
    rule: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response[Problem]:
    """Return an error response with a `Problem`."""
    body = Problem(reason=reason, message=message, proposal=proposal, rule=rule)
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def on_refused(_: AnyRequest, refusal: Refused) -> Response[Problem]:
    """Return the response to a `Refused`."""
    return problem(STATUS.get(refusal.reason, 400), refusal.reason, str(refusal), refusal.proposal, refusal.rule)


def on_http_error(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Return the response to an error that Litestar raised."""
    if isinstance(error, NotFoundException):
        return problem(404, TableReason.NOT_FOUND, "no such address")
    if error.status_code == 413:
        return problem(413, TableReason.TOO_LARGE, "the request is too large")
    if error.detail == DISCONNECT_TEXT:
        return problem(400, TableReason.MALFORMED, "the request ended before it was complete")
    if isinstance(error, ClientException) or error.status_code < 500:
        # That of status 405 names the methods that are allowed.
        return problem(error.status_code, TableReason.MALFORMED, error.detail, headers=error.headers)
    return on_error(_, error)


def on_undecodable(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Return the response to a body that is nested too deeply or is not Unicode text."""
    return problem(400, TableReason.MALFORMED, str(error))


def on_error(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Log an unexpected error; return a response without its details."""
    logger.error("unexpected", exc_info=error)
    return problem(500, TableReason.INTERNAL, "internal server error")


def on_end_of_connection(error: Exception, scope: Scope) -> None:
    """Log an unexpected error of a WebSocket, for which Litestar calls no exception handler; it closes with 4500."""
    if scope["type"] == ScopeType.WEBSOCKET and not isinstance(error, HTTPException | WebSocketException | Refused):
        logger.error("unexpected", exc_info=error)


def make_app(
    store: Store,
    options: Options,
    connection_limits: ConnectionLimits,
    broker: Broker | None = None,
    page: Path = FOLDER,
) -> App:
    """Return the application over a store. It closes the store when it shuts down."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        services = Services(store, options, connection_limits, broker)
        app.state.services = services
        await services.start()
        retention = None
        if options.retention is not None:
            packer = Retention(store, options.retention, options.archive, services.rooms, services.peers)
            retention = asyncio.create_task(packer.run(), name="retention")
        demo = asyncio.create_task(fill_demo(services), name="demo") if options.demo else None
        listener = None if options.admin_file is None else await AdminSocket.open(Admin(services), options.admin_file)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        try:
            yield
        finally:
            if retention is not None:
                retention.cancel()
            if demo is not None:
                demo.cancel()
            if listener is not None:
                await listener.close()
            await services.close()

    app = Litestar(
        route_handlers=[*HANDLERS, show_document, show_messages, lobby, table],
        lifespan=[lifespan],
        state=State({"page": Page(page, options.root_path), "docs": Page(DOCS, options.root_path)}),
        openapi_config=None,
        request_max_body_size=MAX_BODY_BYTES,
        exception_handlers={
            Refused: on_refused,
            HTTPException: on_http_error,
            RecursionError: on_undecodable,
            UnicodeDecodeError: on_undecodable,
            BadText: on_undecodable,
            Exception: on_error,
        },
        after_exception=[on_end_of_connection],
        logging_config=None,
    )
    return EdgeMiddleware(RootPath(app, options.root_path), connection_limits, options.public_url)  # type: ignore[arg-type]
