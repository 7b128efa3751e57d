"""Authentication of requests by the secret in a cookie, and what else is known about who sent them."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import Provide

from knobel.server.http.languages import preferred_language
from knobel.server.http.parts import AnyRequest, Part
from knobel.server.limits.addresses import household
from knobel.server.options import ServerOptions
from knobel.server.people.accounts import Account, AccountRegistry, Device
from knobel.server.people.user_agents import browser_name
from knobel.tables.refusals import Refused, TableReason

COOKIE = "knobel"
"""The cookie's name, followed by the segments of the root path."""
HOST_PREFIX, SECURE_PREFIX = "__Host-", "__Secure-"
"""Prefixes of the cookie's name if the public URL uses HTTPS.

Browsers accept `__Host-` only from this host, over HTTPS and for all its paths; `__Secure-` also for a path.
"""
COOKIE_SECONDS = 365 * 24 * 3600


async def find_device(request: AnyRequest, accounts: Part[AccountRegistry]) -> Device:
    """Return the device that sent the request.

    :raises Refused: `no_session`.
    """
    device = await accounts.device(secret_of(request))
    if device is None:
        raise Refused(TableReason.NO_SESSION, "no session: send POST /api/session first")
    return device


async def find_caller(caller_device: Part[Device]) -> Account:
    """Return the person who sent the request."""
    return caller_device.account


async def find_viewer(request: AnyRequest, accounts: Part[AccountRegistry]) -> Account | None:
    """Return the person who sent the request, None for a visitor without a session."""
    return await accounts.find(secret_of(request))


AUTHENTICATION = {
    "caller_device": Provide(find_device),
    "caller": Provide(find_caller),
    "viewer": Provide(find_viewer),
}
"""What route handlers receive about who sent the request, by the name of the parameter."""


def household_of(request: AnyRequest) -> str:
    return household(address_of(request))


def address_of(request: AnyRequest) -> str:
    """Return the network address from which the request was sent, empty if it is unknown."""
    return request.client.host if request.client else ""


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
    secure, plain = cookie_names(connection.app.state.server_options.root_path)
    return connection.cookies.get(secure) or connection.cookies.get(plain)


def session_cookies(
    request: AnyRequest, options: ServerOptions, secret: str, seconds: int = COOKIE_SECONDS
) -> list[Cookie]:
    """Return the cookie that stores a secret, and the removal of a cookie under the other name.

    An empty secret removes both.
    """
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
