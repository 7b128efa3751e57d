"""Routes for the caller's recovery sheet, and for restoring a person on a new device."""

from litestar import Response, delete, get, post
from litestar.params import JSONBody

from knobel.presentation import http_messages
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.people.accounts import Account
from knobel.server.people.authentication import address_of, browser_of
from knobel.server.people.recovery.messages import NewSheet, RecoverySheet, SheetSecret, SheetState
from knobel.server.people.recovery.service import RecoverySheets
from knobel.server.people.request_limits import RequestLimits, within_budget
from knobel.server.people.sessions import Sessions


@get("/api/recovery")
async def show_sheet(caller: Part[Account], recovery_sheets: Part[RecoverySheets]) -> SheetState:
    """Return when the caller's recovery sheet was made and last used."""
    return await recovery_sheets.state(caller)


@post("/api/recovery", status_code=201, guards=[within_budget])
async def make_sheet(
    data: JSONBody[NewSheet], caller: Part[Account], recovery_sheets: Part[RecoverySheets]
) -> RecoverySheet:
    """Make a recovery sheet for the caller, which replaces the one before. It is sent only once."""
    return await recovery_sheets.make(caller, data.language)


@delete("/api/recovery", status_code=204)
async def revoke_sheet(caller: Part[Account], recovery_sheets: Part[RecoverySheets]) -> None:
    """Revoke the caller's recovery sheet."""
    await recovery_sheets.revoke(caller)


@post("/api/recovery/owner", status_code=200)
async def show_owner(
    request: AnyRequest,
    data: JSONBody[SheetSecret],
    viewer: Part[Account | None],
    recovery_sheets: Part[RecoverySheets],
) -> http_messages.Offer:
    """Return the person to whom a recovery sheet belongs, for confirmation before it is used."""
    owner = await recovery_sheets.owner(data.secret, address_of(request))
    return http_messages.Offer(name=owner.name, yours=viewer is owner)


@post("/api/recovery/restore", status_code=200)
async def restore(
    request: AnyRequest,
    data: JSONBody[SheetSecret],
    viewer: Part[Account | None],
    recovery_sheets: Part[RecoverySheets],
    sessions: Part[Sessions],
    request_limits: Part[RequestLimits],
) -> Response[http_messages.Session]:
    """Sign this device in as the person to whom a recovery sheet belongs. The sheet stays valid."""
    address = address_of(request)
    if viewer is not None and viewer is await recovery_sheets.owner(data.secret, address):
        return sessions.response(request, viewer)
    request_limits.budget.check()
    account, secret = await recovery_sheets.restore(data.secret, browser_of(request), address)
    return sessions.response(request, account, secret)
