"""Who asks, and the requests about oneself: one's session, one's devices."""

from typing import Any, cast

import msgspec
from litestar import Request, Response, delete, get, patch, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from knobel.server import http_messages, messages
from knobel.server.browsers import browser_name
from knobel.server.forgetting import forget
from knobel.server.hub import Hub
from knobel.server.kept import everything
from knobel.server.network import household
from knobel.server.people import Device, Known
from knobel.server.produced import produced
from knobel.server.uploads import UPLOAD, Upload
from knobel.tables.reasons import Refused, TableReason

COOKIE = "knobel"
SECURE_COOKIE = "__Host-knobel"
"""The cookie's name where the public address is one of HTTPS: browsers take a cookie of such a name only from this very
host, and only by HTTPS."""
COOKIE_SECONDS = 365 * 24 * 3600
NOT_KEPT = {"cache-control": "no-store"}

AnyRequest = Request[Any, Any, Any]


def hub_of(request: AnyRequest) -> Hub:
    """The hub of this server."""
    hub: Hub = request.app.state.hub
    return hub


async def device_of(request: AnyRequest) -> Device:
    """The device that asks.

    :raises Refused: `no_session`.
    """
    device = await hub_of(request).people.device(secret_of(request))
    if device is None:
        raise Refused(TableReason.NO_SESSION, "open a session first")
    return device


async def person_of(request: AnyRequest) -> Known:
    """Who asks.

    :raises Refused: `no_session`.
    """
    return (await device_of(request)).who


def household_of(request: AnyRequest) -> str:
    """Return the household that asks."""
    return household(request.client.host if request.client else "")


def limit_newcomer(request: AnyRequest) -> None:
    """:raises Refused: `rate_limited`, if too many people or tables, or too many bytes, come from one address."""
    hub_of(request).store.budget.check()
    if not hub_of(request).newcomer_limit.take(household_of(request)):
        raise Refused(TableReason.RATE_LIMITED, "too many new people or tables from this address")


def limit_questions(request: AnyRequest, known: Known) -> None:
    """:raises Refused: `rate_limited`, if a person asks about positions too often."""
    if not hub_of(request).assess_limit.take(known.id):
        raise Refused(TableReason.RATE_LIMITED, "too many questions in so short a time")


def limit_upload(request: AnyRequest, known: Known) -> None:
    """Count the request's body for the person who sends it.

    :raises Refused: `rate_limited`, if too many bytes of that person's bodies are under way.
    """
    upload = cast("Upload | None", request.scope.get(UPLOAD))
    if upload is not None and not hub_of(request).visitors.uploads.claim(upload, known.id):
        raise Refused(TableReason.RATE_LIMITED, "too many uploads at the same time")


def limit_person(request: AnyRequest, known: Known) -> None:
    """:raises Refused: `rate_limited`, if a person asks too often for what is much work."""
    if not hub_of(request).person_limit.take(known.id):
        raise Refused(TableReason.RATE_LIMITED, "not so often, please")


def public_id(hashed: str) -> str:
    """What a device is called: not enough of its secret's hash to find anything with it."""
    return hashed[:16]


def browser_of(request: AnyRequest) -> str:
    """What the asker's browser is called in the list of their devices."""
    return browser_name(request.headers.get("user-agent", ""))


def language_of(request: AnyRequest) -> str:
    """The language that the asker's browser prefers, as two letters; empty if it does not say."""
    return request.headers.get("accept-language", "")[:2].lower()


def secret_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The secret in the cookie, under its name of today or that of before the server had a public address of HTTPS."""
    return connection.cookies.get(SECURE_COOKIE) or connection.cookies.get(COOKIE)


def session_cookies(request: AnyRequest, secret: str) -> list[Cookie]:
    """The cookie that keeps a secret for a year from now, and the removal of one under the other name.

    An empty secret removes both.
    """
    public_https = hub_of(request).options.public_https
    secure = public_https or request.url.scheme == "https"
    name, other = (SECURE_COOKIE, COOKIE) if public_https else (COOKIE, SECURE_COOKIE)
    values = {name: secret} | ({other: ""} if other in request.cookies else {})
    return [
        Cookie(
            key,
            value=value,
            max_age=COOKIE_SECONDS if value else 0,
            httponly=True,
            samesite="lax",
            secure=secure or key == SECURE_COOKIE,
        )
        for key, value in values.items()
    ]


def session_answer(request: AnyRequest, known: Known, secret: str | None = None) -> Response[http_messages.Session]:
    """Who one is; with a secret, in the cookie that proves it."""
    hub = hub_of(request)
    room = hub.seated_at(known.id)
    session = http_messages.Session(
        id=known.id,
        name=known.name,
        table=None if room is None else http_messages.SeatedAt(code=room.live.code, game=room.live.head.settings.game),
        links=hub.options.address_for_others,
        blocked=[messages.Person(id=person, name=name) for person, name in known.blocked.items()],
    )
    cookies = [] if secret is None else session_cookies(request, secret)
    return Response(session, cookies=cookies, headers=NOT_KEPT, status_code=200)


@post("/api/session", status_code=200)
async def open_session(request: AnyRequest) -> Response[http_messages.Session]:
    """Become somebody, called as the body says or by a friendly name; who is somebody stays so."""
    hub = hub_of(request)
    secret = secret_of(request)
    device = await hub.people.device(secret)
    if device is not None:
        await hub.people.saw(device, browser_of(request))
        return session_answer(request, device.who, secret)
    limit_newcomer(request)
    body = await request.body()
    try:
        name = msgspec.json.decode(body, type=http_messages.NewName).name if body.strip() else None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    known, secret = await hub.people.create(name, language_of(request), browser_of(request))
    return session_answer(request, known, secret)


@get("/api/session")
async def show_session(request: AnyRequest) -> Response[http_messages.Session]:
    """Who one is."""
    return session_answer(request, await person_of(request))


@patch("/api/session")
async def change_session(request: AnyRequest, data: JSONBody[http_messages.NewName]) -> Response[http_messages.Session]:
    """Be called something else."""
    known = await person_of(request)
    await hub_of(request).rename(known, data.name)
    return session_answer(request, known)


@post("/api/transfer", status_code=200)
async def offer_transfer(request: AnyRequest) -> http_messages.Transfer:
    """A link that makes another device one's own too."""
    hub_of(request).store.budget.check()
    token, expires = await hub_of(request).people.offer_transfer(await person_of(request))
    return http_messages.Transfer(path=f"/move/{token}", expires=expires)


@get("/api/transfer/{token:str}")
async def show_transfer(request: AnyRequest, token: FromPath[str]) -> Response[http_messages.Offer]:
    """Whom one would become by this link, to be asked before one does."""
    people = hub_of(request).people
    offered = await people.offered(token)
    yours = await people.find(secret_of(request)) is offered
    return Response(http_messages.Offer(name=offered.name, yours=yours), headers=NOT_KEPT)


@post("/api/transfer/{token:str}", status_code=200)
async def redeem_transfer(request: AnyRequest, token: FromPath[str]) -> Response[http_messages.Session]:
    """Become the person who offered the link; who is that person already leaves it to another device."""
    people = hub_of(request).people
    known = await people.find(secret_of(request))
    if known is not None and known is await people.offered(token):
        return session_answer(request, known)
    hub_of(request).store.budget.check()
    known, secret = await people.redeem_transfer(token, browser_of(request))
    return session_answer(request, known, secret)


@delete("/api/session", status_code=204)
async def close_session(request: AnyRequest) -> Response[None]:
    """Be nobody any more on this device."""
    device = await device_of(request)
    await _remove(request, device.who, device.hash)
    return Response(None, cookies=session_cookies(request, ""), status_code=204)


@get("/api/devices")
async def list_devices(request: AnyRequest) -> Response[list[http_messages.Device]]:
    """One's devices, the one that was seen last before the others."""
    device = await device_of(request)
    devices = [
        http_messages.Device(
            id=public_id(other.hash),
            browser=other.browser,
            added=other.added,
            seen=other.seen,
            here=other.hash == device.hash,
        )
        for other in await hub_of(request).people.devices(device.who)
    ]
    return Response(devices, headers=NOT_KEPT)


@delete("/api/devices/{device:str}", status_code=204)
async def remove_device(request: AnyRequest, device: FromPath[str]) -> None:
    """Let another device be one's own no longer."""
    known = await person_of(request)
    found = [other.hash for other in await hub_of(request).people.devices(known) if public_id(other.hash) == device]
    if not found:
        raise Refused(TableReason.NOT_FOUND, "you have no such device")
    await _remove(request, known, found[0])


async def _remove(request: AnyRequest, known: Known, hashed: str) -> None:
    hub = hub_of(request)
    await hub.people.remove_device(hashed)
    hub.peers.changed(known)
    hub.identify_again(known)


@put("/api/blocked/{person:str}")
async def block(request: AnyRequest, person: FromPath[str]) -> Response[http_messages.Session]:
    """Hear nothing more of somebody."""
    known = await person_of(request)
    hub_of(request).store.budget.check()
    await hub_of(request).people.block(known, person)
    hub_of(request).peers.changed(known)
    return session_answer(request, known)


@delete("/api/blocked/{person:str}", status_code=200)
async def unblock(request: AnyRequest, person: FromPath[str]) -> Response[http_messages.Session]:
    """Hear somebody again."""
    known = await person_of(request)
    await hub_of(request).people.unblock(known, person)
    hub_of(request).peers.changed(known)
    return session_answer(request, known)


@get("/api/person")
async def download_person(request: AnyRequest) -> Stream:
    """All that is kept of oneself."""
    known = await person_of(request)
    limit_person(request, known)
    headers = {"content-disposition": 'attachment; filename="knobel.json"'}
    return await produced(request, everything(hub_of(request), known), "application/json", headers)


@delete("/api/person", status_code=204)
async def forget_person(request: AnyRequest) -> Response[None]:
    """Be forgotten: nobody is this person any more, on no device."""
    known = await person_of(request)
    limit_person(request, known)
    await forget(hub_of(request), known)
    return Response(None, cookies=session_cookies(request, ""), status_code=204)


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
