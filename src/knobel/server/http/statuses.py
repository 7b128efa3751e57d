"""The HTTP status and the close code of a WebSocket for each reason of a refusal."""

from collections.abc import Mapping

from knobel.tables.refusals import TableReason

STATUS: Mapping[str, int] = {
    TableReason.NO_SESSION: 401,
    TableReason.WRONG_TOKEN: 401,
    TableReason.REMOVED: 403,
    TableReason.LOCKED: 403,
    TableReason.CUP_REMOVED: 403,
    TableReason.GROUP_REMOVED: 403,
    TableReason.NOT_MEMBER: 403,
    TableReason.DEAL_RUNNING: 403,
    TableReason.WRONG_ORIGIN: 403,
    TableReason.PUSH_REFUSED: 403,
    TableReason.WEBHOOK_REFUSED: 403,
    TableReason.NO_TABLE: 404,
    TableReason.NO_GAME: 404,
    TableReason.NO_DEAL: 404,
    TableReason.NO_CUP: 404,
    TableReason.NO_GROUP: 404,
    TableReason.NO_TRANSFER: 404,
    TableReason.NO_SHEET: 404,
    TableReason.NOT_FOUND: 404,
    TableReason.NAME_TAKEN: 409,
    TableReason.PAUSE_TOO_LONG: 409,
    TableReason.TOO_LARGE: 413,
    TableReason.WRONG_HOST: 421,
    TableReason.KEY_USED: 422,
    TableReason.RATE_LIMITED: 429,
    TableReason.INTERNAL: 500,
    TableReason.UNREADABLE: 500,
    TableReason.NO_COACH: 501,
    TableReason.STORAGE: 503,
}
"""Statuses by reason. Other reasons have `DEFAULT_STATUS`."""
DEFAULT_STATUS = 400

TRY_AGAIN = 1013
"""Close code: a temporary problem, the client may reconnect."""
CLOSE_CODES: Mapping[str, int] = {
    TableReason.NO_TABLE: 4004,
    TableReason.UNREADABLE: 4005,
    TableReason.STORAGE: TRY_AGAIN,
}
"""Close codes by the reason why a connection to a table is refused. Other reasons have `DEFAULT_CLOSE_CODE`."""
DEFAULT_CLOSE_CODE = 4003


def status_of(reason: str) -> int:
    """Return the HTTP status of a refusal."""
    return STATUS.get(reason, DEFAULT_STATUS)


def close_code_of(reason: str) -> int:
    """Return the close code of a refused connection to a table."""
    return CLOSE_CODES.get(reason, DEFAULT_CLOSE_CODE)
