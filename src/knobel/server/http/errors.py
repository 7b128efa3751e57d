"""Responses to refusals and errors: a status and a `Problem`."""

import logging
from collections.abc import Mapping

from litestar import Response
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException, NotFoundException, WebSocketException
from litestar.types import ExceptionHandlersMap, Scope

from knobel.presentation.http_messages import Problem
from knobel.server.http.parts import AnyRequest
from knobel.server.http.statuses import status_of
from knobel.tables.refusals import Refused, TableReason
from knobel.unicode_text import BadText

logger = logging.getLogger("knobel")

DISCONNECT_TEXT = "client disconnected prematurely"
"""Litestar's error text when a client disconnects before its request is complete. No client reads the response."""


def problem(
    reason: str,
    message: str,
    proposal: str | None = None,
    rule: str | None = None,
    subject: str | None = None,
    *,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response[Problem]:
    """Return an error response with a `Problem`.

    :param status: the HTTP status, by default that of the reason.
    """
    body = Problem(reason=reason, message=message, proposal=proposal, rule=rule, subject=subject)
    code = status_of(reason) if status is None else status
    return Response(body, status_code=code, media_type="application/json", headers=headers)


def on_refused(_: AnyRequest, refusal: Refused) -> Response[Problem]:
    return problem(refusal.reason, str(refusal), refusal.proposal, refusal.rule, refusal.subject)


def on_http_error(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Return the response to an error that Litestar raised."""
    if isinstance(error, NotFoundException):
        return problem(TableReason.NOT_FOUND, "no such address")
    if error.status_code == 413:
        return problem(TableReason.TOO_LARGE, "the request is too large")
    if error.detail == DISCONNECT_TEXT:
        return problem(TableReason.MALFORMED, "the request ended before it was complete")
    if isinstance(error, ClientException) or error.status_code < 500:
        # That of status 405 names the methods that are allowed.
        return problem(TableReason.MALFORMED, error.detail, status=error.status_code, headers=error.headers)
    return on_error(_, error)


def on_undecodable(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Return the response to a body that is nested too deeply or is not Unicode text."""
    return problem(TableReason.MALFORMED, str(error))


def on_error(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Log an unexpected error; return a response without its details."""
    logger.error("unexpected", exc_info=error)
    return problem(TableReason.INTERNAL, "internal server error")


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
