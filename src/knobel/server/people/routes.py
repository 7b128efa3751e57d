"""Routes for the caller's own session, devices and data."""

from dataclasses import asdict

import msgspec
from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from knobel.clock import now_ms
from knobel.presentation import http_messages
from knobel.server.http.long_responses import compressed_response
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.options import ServerOptions
from knobel.server.people.account_updates import AccountUpdates
from knobel.server.people.accounts import Account, AccountRegistry, Device
from knobel.server.people.authentication import browser_of, language_of, public_id, secret_of, session_cookies
from knobel.server.people.erasure import PersonErasure
from knobel.server.people.personal_export import PersonalExport
from knobel.server.people.request_limits import RequestLimits, within_budget
from knobel.server.people.sessions import Sessions
from knobel.server.people.store import PeopleStore
from knobel.server.people.transfers import Transfers
from knobel.tables.refusals import Refused, TableReason


@get("/api/bots")
async def list_bots(caller: Part[Account], accounts: Part[AccountRegistry]) -> Response[list[http_messages.OwnBot]]:
    """Return the caller's bots, the oldest first."""
    return Response([http_messages.OwnBot(**asdict(bot)) for bot in await accounts.bots(caller)])


@post("/api/bots", guards=[within_budget])
async def create_bot(
    data: JSONBody[http_messages.NewName], caller: Part[Account], accounts: Part[AccountRegistry]
) -> Response[http_messages.OwnBot]:
    """Create a personal bot. Its token is returned only here."""
    bot, token = await accounts.create_bot(caller, data.name)
    return Response(http_messages.OwnBot(**asdict(bot), token=token), status_code=201)


@delete("/api/bots/{bot:str}", status_code=204)
async def revoke_bot(
    bot: FromPath[str],
    caller: Part[Account],
    accounts: Part[AccountRegistry],
    erasure: Part[PersonErasure],
    request_limits: Part[RequestLimits],
) -> None:
    """Revoke a bot's token and delete the bot. At its tables, a bot of the server plays on."""
    found = await accounts.personal_bot(caller, bot)
    request_limits.persons.check(found.id)
    await erasure.erase(found)


@post("/api/session", status_code=200)
async def open_session(
    request: AnyRequest, accounts: Part[AccountRegistry], sessions: Part[Sessions], request_limits: Part[RequestLimits]
) -> Response[http_messages.Session]:
    """Open a session. A new person gets the name in the body, or a suggested one. An existing session stays."""
    secret = secret_of(request)
    device = await accounts.device(secret)
    if device is not None:
        await accounts.record_visit(device, browser_of(request))
        return sessions.response(request, device.account, secret)
    request_limits.check_newcomer(request)
    body = await request.body()
    try:
        name = msgspec.json.decode(body, type=http_messages.NewName).name if body.strip() else None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    account, secret = await accounts.create(name, language_of(request), browser_of(request), secret)
    return sessions.response(request, account, secret)


@get("/api/session")
async def show_session(
    request: AnyRequest, caller: Part[Account], sessions: Part[Sessions]
) -> Response[http_messages.Session]:
    """Return the caller's session."""
    return sessions.response(request, caller)


@patch("/api/session")
async def change_session(
    request: AnyRequest,
    data: JSONBody[http_messages.NewName],
    caller: Part[Account],
    sessions: Part[Sessions],
    account_updates: Part[AccountUpdates],
) -> Response[http_messages.Session]:
    """Rename the caller."""
    await account_updates.rename(caller, data.name)
    return sessions.response(request, caller)


@post("/api/transfer", status_code=200, guards=[within_budget])
async def offer_transfer(caller: Part[Account], transfers: Part[Transfers]) -> http_messages.Transfer:
    """Create a link that adds another device to the caller."""
    token, expires = await transfers.offer(caller)
    return http_messages.Transfer(path=f"/move/{token}", expires=expires)


@get("/api/transfer/{token:str}")
async def show_transfer(
    token: FromPath[str], viewer: Part[Account | None], transfers: Part[Transfers]
) -> Response[http_messages.Offer]:
    """Return the person to whom a transfer link belongs, for confirmation before it is redeemed."""
    offered = await transfers.owner(token)
    return Response(http_messages.Offer(name=offered.name, yours=viewer is offered))


@post("/api/transfer/{token:str}", status_code=200)
async def redeem_transfer(
    request: AnyRequest,
    token: FromPath[str],
    viewer: Part[Account | None],
    transfers: Part[Transfers],
    sessions: Part[Sessions],
    request_limits: Part[RequestLimits],
) -> Response[http_messages.Session]:
    """Add this device to the person who created the link.

    If it already belongs to that person, the link stays valid.
    """
    if viewer is not None and viewer is await transfers.owner(token):
        return sessions.response(request, viewer)
    request_limits.budget.check()
    account, secret = await transfers.redeem(token, browser_of(request))
    return sessions.response(request, account, secret)


@delete("/api/session", status_code=204)
async def close_session(
    request: AnyRequest,
    caller_device: Part[Device],
    account_updates: Part[AccountUpdates],
    server_options: Part[ServerOptions],
) -> Response[None]:
    """End the session on this device."""
    await account_updates.remove_device(caller_device.account, caller_device.hash)
    return Response(None, cookies=session_cookies(request, server_options, ""), status_code=204)


@get("/api/devices")
async def list_devices(
    caller_device: Part[Device], accounts: Part[AccountRegistry]
) -> Response[list[http_messages.Device]]:
    """Return the caller's devices, the latest used first."""
    devices = [
        http_messages.Device(
            id=public_id(other.hash),
            browser=other.browser,
            added=other.added,
            seen=other.seen,
            here=other.hash == caller_device.hash,
        )
        for other in await accounts.devices(caller_device.account)
    ]
    return Response(devices)


@delete("/api/devices/{device:str}", status_code=204)
async def remove_device(
    device: FromPath[str],
    caller: Part[Account],
    accounts: Part[AccountRegistry],
    account_updates: Part[AccountUpdates],
) -> None:
    """Remove one of the caller's devices."""
    found = [other.hash for other in await accounts.devices(caller) if public_id(other.hash) == device]
    if not found:
        raise Refused(TableReason.NOT_FOUND, "you have no such device")
    await account_updates.remove_device(caller, found[0])


@put("/api/blocked/{person:str}", guards=[within_budget])
async def block(
    request: AnyRequest,
    person: FromPath[str],
    caller: Part[Account],
    sessions: Part[Sessions],
    account_updates: Part[AccountUpdates],
) -> Response[http_messages.Session]:
    """Block a person: the caller no longer receives their messages."""
    await account_updates.block(caller, person)
    return sessions.response(request, caller)


@delete("/api/blocked/{person:str}", status_code=200)
async def unblock(
    request: AnyRequest,
    person: FromPath[str],
    caller: Part[Account],
    sessions: Part[Sessions],
    account_updates: Part[AccountUpdates],
) -> Response[http_messages.Session]:
    """Unblock a person."""
    await account_updates.unblock(caller, person)
    return sessions.response(request, caller)


@get("/api/person")
async def download_person(
    request: AnyRequest,
    caller: Part[Account],
    personal_export: Part[PersonalExport],
    request_limits: Part[RequestLimits],
) -> Stream:
    """Export all data that is stored about the caller.

    :raises Refused: `rate_limited`, also if the caller's household has others' exports made at the moment.
    """
    request_limits.persons.check(caller.id)
    headers = {"content-disposition": 'attachment; filename="knobel.json"'}
    with request_limits.export(request, await personal_export.cost(caller)):
        return await compressed_response(request, personal_export.pieces(caller), "application/json", headers)


@delete("/api/person", status_code=204)
async def forget_person(
    request: AnyRequest,
    caller_device: Part[Device],
    erasure: Part[PersonErasure],
    people_store: Part[PeopleStore],
    server_options: Part[ServerOptions],
    request_limits: Part[RequestLimits],
) -> Response[None]:
    """Delete the caller's data and end their sessions on all devices.

    The cookie is kept until the deals that the caller began are over, because they have no second first try.
    """
    request_limits.persons.check(caller_device.account.id)
    await erasure.erase(caller_device.account)
    seconds = await people_store.spent_tries.seconds_left(caller_device.hash, now_ms())
    secret = secret_of(request) if seconds else None
    cookies = session_cookies(request, server_options, secret or "", seconds)
    return Response(None, cookies=cookies, status_code=204)
