"""The operator's page: the requests of `admin` over HTTP, authorized by the operator's token."""

import secrets

import msgspec
from litestar import Response, post

from knobel.server.database.engine import StoreError
from knobel.server.limits.addresses import household
from knobel.server.operator.actions import Admin, AnyOperatorRequest, Lines
from knobel.server.people.routes import AnyRequest, services_of
from knobel.tables.refusals import Refused, TableReason

SCHEME = "Bearer "

_request_decoder: msgspec.json.Decoder[AnyOperatorRequest] = msgspec.json.Decoder(AnyOperatorRequest)


def check_token(request: AnyRequest) -> None:
    """Check the operator's token in the request's header.

    :raises Refused: `not_found` without an operator's page, `wrong_token`, or `rate_limited` after too many wrong
        tokens.
    """
    services = services_of(request)
    token = services.options.operator_token
    if token is None:
        raise Refused(TableReason.NOT_FOUND, "this server has no operator's page")
    household_key = household(request.client.host if request.client else "")
    # When the limit is reached, refuse the right token too, so that guessing tells nothing.
    if services.token_limit.is_empty(household_key):
        raise Refused(TableReason.RATE_LIMITED, "too many wrong tokens from this address")
    given = request.headers.get("authorization", "").removeprefix(SCHEME)
    if not secrets.compare_digest(given.encode(), token.encode()):
        services.token_limit.take(household_key)
        raise Refused(TableReason.WRONG_TOKEN, "this is not the operator's token")


@post("/api/operator", status_code=200, include_in_schema=False)
async def operate(request: AnyRequest) -> Response[Lines]:
    """Execute an operator's request and return the lines of its answer.

    :raises Refused: as `check_token`, `malformed`, `storage`, and the refusals of the request itself.
    """
    check_token(request)
    try:
        operator_request = _request_decoder.decode(await request.body())
    except msgspec.MsgspecError as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    try:
        lines = await Admin(services_of(request)).run(operator_request)
    except StoreError as error:
        raise Refused(TableReason.STORAGE, str(error)) from None
    return Response(lines)


HANDLERS = [operate]
