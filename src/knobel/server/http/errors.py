"""Responses to refusals and errors: a status and a `Problem`."""

import logging
from collections.abc import Mapping

from litestar import Response
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException, NotFoundException, WebSocketException
from litestar.types import ExceptionHandlersMap, Scope

from knobel.presentation.http_messages import Problem
from knobel.server.http.parts import AnyRequest
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import BadText

logger = logging.getLogger("knobel")

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


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    Refused: on_refused,
    HTTPException: on_http_error,
    RecursionError: on_undecodable,
    UnicodeDecodeError: on_undecodable,
    BadText: on_undecodable,
    Exception: on_error,
}
