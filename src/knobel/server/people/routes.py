"""Authentication of requests, and the routes for the caller's own session, devices and data."""

from typing import Any, cast

import msgspec
from litestar import Request, Response, delete, get, patch, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from knobel.clock import now_ms
from knobel.presentation import http_messages, messages
from knobel.server.http.languages import preferred_language
from knobel.server.http.long_responses import compressed_response
from knobel.server.limits.addresses import household
from knobel.server.limits.uploads import UPLOAD_KEY, Upload
from knobel.server.people.accounts import Account, Device
from knobel.server.people.erasure import erase_person
from knobel.server.people.personal_export import export_person
from knobel.server.people.user_agents import browser_name
from knobel.server.services import Services
from knobel.tables.refusals import Refused, TableReason

COOKIE = "knobel"
"""The cookie's name, followed by the segments of the root path."""
HOST_PREFIX, SECURE_PREFIX = "__Host-", "__Secure-"
"""Prefixes of the cookie's name if the public URL uses HTTPS.

Browsers accept `__Host-` only from this host, over HTTPS and for all its paths; `__Secure-` also for a path.
"""
COOKIE_SECONDS = 365 * 24 * 3600

AnyRequest = Request[Any, Any, Any]


def services_of(request: AnyRequest) -> Services:
    """Return the parts of this server process."""
    services: Services = request.app.state.services
    return services


async def device_of(request: AnyRequest) -> Device:
    """Return the device that sent the request.

    :raises Refused: `no_session`.
    """
    device = await services_of(request).people.device(secret_of(request))
    if device is None:
        raise Refused(TableReason.NO_SESSION, "no session: send POST /api/session first")
    return device


async def person_of(request: AnyRequest) -> Account:
    """Return the person who sent the request.

    :raises Refused: `no_session`.
    """
    return (await device_of(request)).account


def household_of(request: AnyRequest) -> str:
    """Return the household from which the request was sent."""
    return household(request.client.host if request.client else "")


def limit_newcomer(request: AnyRequest) -> None:
    """Check the limits on new people, new tables and stored bytes of an address.

    :raises Refused: `rate_limited`, if a limit is exceeded.
    """
    services_of(request).store.budget.check()
    if not services_of(request).newcomer_limit.take(household_of(request)):
        raise Refused(TableReason.RATE_LIMITED, "too many new people or tables from this address")


def limit_questions(request: AnyRequest, account: Account) -> None:
    """Check the limit on a person's requests that evaluate positions.

    :raises Refused: `rate_limited`.
    """
    if not services_of(request).assess_limit.take(account.id):
        raise Refused(TableReason.RATE_LIMITED, "too many requests to the coach in a short time: try again later")


def limit_upload(request: AnyRequest, account: Account) -> None:
    """Count the request's body for the person who sends it.

    :raises Refused: `rate_limited`, if too many bytes of this person's bodies are being processed.
    """
    upload = cast("Upload | None", request.scope.get(UPLOAD_KEY))
    if upload is not None and not services_of(request).connection_limits.uploads.claim(upload, account.id):
        raise Refused(TableReason.RATE_LIMITED, "too many uploads at the same time")


def limit_person(request: AnyRequest, account: Account) -> None:
    """Check the limit on a person's expensive requests.

    :raises Refused: `rate_limited`.
    """
    if not services_of(request).person_limit.take(account.id):
        raise Refused(TableReason.RATE_LIMITED, "too many of these requests: try again in a few minutes")


def public_id(hashed: str) -> str:
    """Return a device's public id, a prefix of its secret's hash that is too short to identify the secret."""
    return hashed[:16]


def browser_of(request: AnyRequest) -> str:
    """Return the name of the caller's browser for the list of devices."""
    return browser_name(request.headers.get("user-agent", ""))


def language_of(request: AnyRequest) -> str:
    """Return the page's language that the caller's browser prefers."""
    return preferred_language(request.headers.get("accept-language", ""))


def cookie_names(root_path: str) -> tuple[str, str]:
    """Return the cookie's names with HTTPS and without it, which differ for each server of a host."""
    name = COOKIE + root_path.replace("/", "-")
    return (SECURE_PREFIX if root_path else HOST_PREFIX) + name, name


def secret_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Return the secret in the cookie, under its current name or the one used before the server had a public HTTPS
    URL."""
    secure, plain = cookie_names(connection.app.state.services.options.root_path)
    return connection.cookies.get(secure) or connection.cookies.get(plain)


def session_cookies(request: AnyRequest, secret: str, seconds: int = COOKIE_SECONDS) -> list[Cookie]:
    """Return the cookie that stores a secret, and the removal of a cookie under the other name.

    An empty secret removes both.
    """
    options = services_of(request).options
    secure = options.public_https or request.url.scheme == "https"
    secure_name, plain_name = cookie_names(options.root_path)
    name, other = (secure_name, plain_name) if options.public_https else (plain_name, secure_name)
    values = {name: secret} | ({other: ""} if other in request.cookies else {})
    return [
        Cookie(
            key,
            value=value,
            path=options.root_path or "/",
            max_age=seconds if value else 0,
            httponly=True,
            samesite="lax",
            secure=secure or key == secure_name,
        )
        for key, value in values.items()
    ]


def session_answer(request: AnyRequest, account: Account, secret: str | None = None) -> Response[http_messages.Session]:
    """Return the person's session, with a cookie if a secret is given."""
    services = services_of(request)
    room = services.tables.find_seated_room(account.id)
    session = http_messages.Session(
        id=account.id,
        name=account.name,
        table=None if room is None else http_messages.SeatedAt(code=room.live.code, game=room.live.head.settings.game),
        links=services.options.shareable_url,
        blocked=[messages.Person(id=person, name=name) for person, name in account.blocked.items()],
    )
    cookies = [] if secret is None else session_cookies(request, secret)
    return Response(session, cookies=cookies, status_code=200)


@post("/api/session", status_code=200)
async def open_session(request: AnyRequest) -> Response[http_messages.Session]:
    """Open a session. A new person gets the name in the body, or a suggested one. An existing session stays."""
    services = services_of(request)
    secret = secret_of(request)
    device = await services.people.device(secret)
    if device is not None:
        await services.people.record_visit(device, browser_of(request))
        return session_answer(request, device.account, secret)
    limit_newcomer(request)
    body = await request.body()
    try:
        name = msgspec.json.decode(body, type=http_messages.NewName).name if body.strip() else None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    account, secret = await services.people.create(name, language_of(request), browser_of(request), secret)
    return session_answer(request, account, secret)


@get("/api/session")
async def show_session(request: AnyRequest) -> Response[http_messages.Session]:
    """Return the caller's session."""
    return session_answer(request, await person_of(request))


@patch("/api/session")
async def change_session(request: AnyRequest, data: JSONBody[http_messages.NewName]) -> Response[http_messages.Session]:
    """Rename the caller."""
    account = await person_of(request)
    await services_of(request).account_updates.rename(account, data.name)
    return session_answer(request, account)


@post("/api/transfer", status_code=200)
async def offer_transfer(request: AnyRequest) -> http_messages.Transfer:
    """Create a link that adds another device to the caller."""
    services_of(request).store.budget.check()
    token, expires = await services_of(request).people.offer_transfer(await person_of(request))
    return http_messages.Transfer(path=f"/move/{token}", expires=expires)


@get("/api/transfer/{token:str}")
async def show_transfer(request: AnyRequest, token: FromPath[str]) -> Response[http_messages.Offer]:
    """Return the person to whom a transfer link belongs, for confirmation before it is redeemed."""
    people = services_of(request).people
    offered = await people.transfer_owner(token)
    yours = await people.find(secret_of(request)) is offered
    return Response(http_messages.Offer(name=offered.name, yours=yours))


@post("/api/transfer/{token:str}", status_code=200)
async def redeem_transfer(request: AnyRequest, token: FromPath[str]) -> Response[http_messages.Session]:
    """Add this device to the person who created the link.

    If it already belongs to that person, the link stays valid.
    """
    people = services_of(request).people
    account = await people.find(secret_of(request))
    if account is not None and account is await people.transfer_owner(token):
        return session_answer(request, account)
    services_of(request).store.budget.check()
    account, secret = await people.redeem_transfer(token, browser_of(request))
    return session_answer(request, account, secret)


@delete("/api/session", status_code=204)
async def close_session(request: AnyRequest) -> Response[None]:
    """End the session on this device."""
    device = await device_of(request)
    await _remove(request, device.account, device.hash)
    return Response(None, cookies=session_cookies(request, ""), status_code=204)


@get("/api/devices")
async def list_devices(request: AnyRequest) -> Response[list[http_messages.Device]]:
    """Return the caller's devices, the latest used first."""
    device = await device_of(request)
    devices = [
        http_messages.Device(
            id=public_id(other.hash),
            browser=other.browser,
            added=other.added,
            seen=other.seen,
            here=other.hash == device.hash,
        )
        for other in await services_of(request).people.devices(device.account)
    ]
    return Response(devices)


@delete("/api/devices/{device:str}", status_code=204)
async def remove_device(request: AnyRequest, device: FromPath[str]) -> None:
    """Remove one of the caller's devices."""
    account = await person_of(request)
    found = [
        other.hash for other in await services_of(request).people.devices(account) if public_id(other.hash) == device
    ]
    if not found:
        raise Refused(TableReason.NOT_FOUND, "you have no such device")
    await _remove(request, account, found[0])


async def _remove(request: AnyRequest, account: Account, hashed: str) -> None:
    services = services_of(request)
    await services.people.remove_device(hashed)
    services.peers.announce_account_change(account)
    services.connections.reauthenticate(account)


@put("/api/blocked/{person:str}")
async def block(request: AnyRequest, person: FromPath[str]) -> Response[http_messages.Session]:
    """Block a person: the caller no longer receives their messages."""
    account = await person_of(request)
    services_of(request).store.budget.check()
    await services_of(request).people.block(account, person)
    services_of(request).peers.announce_account_change(account)
    return session_answer(request, account)


@delete("/api/blocked/{person:str}", status_code=200)
async def unblock(request: AnyRequest, person: FromPath[str]) -> Response[http_messages.Session]:
    """Unblock a person."""
    account = await person_of(request)
    await services_of(request).people.unblock(account, person)
    services_of(request).peers.announce_account_change(account)
    return session_answer(request, account)


@get("/api/person")
async def download_person(request: AnyRequest) -> Stream:
    """Export all data that is stored about the caller."""
    account = await person_of(request)
    limit_person(request, account)
    headers = {"content-disposition": 'attachment; filename="knobel.json"'}
    return await compressed_response(request, export_person(services_of(request), account), "application/json", headers)


@delete("/api/person", status_code=204)
async def forget_person(request: AnyRequest) -> Response[None]:
    """Delete the caller's data and end their sessions on all devices.

    The cookie is kept until the deals that the caller began are over, because they have no second first try.
    """
    device = await device_of(request)
    limit_person(request, device.account)
    services = services_of(request)
    await erase_person(services, device.account)
    seconds = await services.people_store.spent_tries.seconds_left(device.hash, now_ms())
    secret = secret_of(request) if seconds else None
    return Response(None, cookies=session_cookies(request, secret or "", seconds), status_code=204)


HANDLERS = [
    open_session,
    show_session,
    change_session,
    close_session,
    offer_transfer,
    show_transfer,
    redeem_transfer,
    list_devices,
    remove_device,
    block,
    unblock,
    download_person,
    forget_person,
]
