"""The operator's page: the requests of `admin` over HTTP, authorized by the operator's token."""

import secrets

import msgspec
from litestar import Response, post

from knobel.server.database.engine import StoreError
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.operator.actions import Admin, Lines
from knobel.server.operator.messages import AnyOperatorRequest
from knobel.server.people.authentication import household_of
from knobel.server.runtime.rate_limiter import RateLimiter
from knobel.tables.refusals import Refused, TableReason

PATH = "/api/operator"
SCHEME = "Bearer "
LOCAL_OPERATOR = "knobel.local_operator"
"""Key in the scope of requests from `knobel admin`, whose token was checked."""

EARLIER_TAGS = {
    "tables": "list_tables",
    "table": "show_table",
    "people": "list_people",
    "close": "close_table",
    "remove": "remove_person",
    "erase": "erase_person",
    "reports": "list_reports",
    "answer": "answer_report",
    "tell": "broadcast_notice",
    "suspects": "list_suspects",
    "clear": "clear_suspect",
    "health": "show_health",
}
"""The values of `wish`, which named a request in version 1.0, with those of `request`. Both are accepted until 2.0."""

_request_decoder: msgspec.json.Decoder[AnyOperatorRequest] = msgspec.json.Decoder(AnyOperatorRequest)


def decode_request(body: bytes) -> AnyOperatorRequest:
    """Return the operator's request in a body, also if it has the form of version 1.0.

    :raises msgspec.MsgspecError: if it is no request.
    """
    try:
        return _request_decoder.decode(body)
    except msgspec.ValidationError:
        given = msgspec.json.decode(body)
        if not isinstance(given, dict) or "request" in given or not isinstance(given.get("wish"), str):
            raise
        tag = given.pop("wish")
        return _request_decoder.decode(msgspec.json.encode(given | {"request": EARLIER_TAGS.get(tag, tag)}))


class OperatorAccess:
    """Admits requests with the operator's token."""

    def __init__(self, token: str | None) -> None:
        """`token` is None if there is no operator's page."""
        self._token = token
        self._wrong = RateLimiter(10, 1 / 60)

    def check(self, request: AnyRequest) -> None:
        """Check the operator's token in the request's header.

        :raises Refused: `not_found` without an operator's page, `wrong_token`, or `rate_limited` after too many wrong
            tokens.
        """
        if LOCAL_OPERATOR in request.scope:
            return
        if self._token is None:
            raise Refused(TableReason.NOT_FOUND, "this server has no operator's page")
        household = household_of(request)
        # When the limit is reached, refuse the right token too, so that guessing tells nothing.
        if self._wrong.is_empty(household):
            raise Refused(TableReason.RATE_LIMITED, "too many wrong tokens from this address")
        given = request.headers.get("authorization", "").removeprefix(SCHEME)
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            self._wrong.take(household)
            raise Refused(TableReason.WRONG_TOKEN, "this is not the operator's token")


@post(PATH, status_code=200, include_in_schema=False)
async def operate(request: AnyRequest, operator_access: Part[OperatorAccess], admin: Part[Admin]) -> Response[Lines]:
    """Execute an operator's request and return the lines of its answer.

    :raises Refused: as `OperatorAccess.check`, `malformed`, `storage`, and the refusals of the request itself.
    """
    operator_access.check(request)
    try:
        operator_request = decode_request(await request.body())
    except msgspec.MsgspecError as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    try:
        lines = await admin.run(operator_request)
    except StoreError as error:
        raise Refused(TableReason.STORAGE, str(error)) from None
    return Response(lines)
