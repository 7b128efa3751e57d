"""The outermost ASGI layer: rate limits, checks of host and origin, memory for uploads, and security headers."""

import asyncio
import contextlib
import ipaddress
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from knobel.presentation.http_messages import Problem
from knobel.server.http.content_policy import policy
from knobel.server.http.statuses import status_of
from knobel.server.limits.addresses import household
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uploads import MAX_UPLOAD_BYTES, UPLOAD_KEY, announced_length
from knobel.server.limits.uvicorn_protocols import SOCKET_EXTENSION
from knobel.server.limits.write_budget import charged_household
from knobel.server.runtime import logging_setup, metrics
from knobel.tables.refusals import TableReason

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS = SAFE_METHODS | {"POST", "PUT", "PATCH", "DELETE"}
HEALTH_CHECKS = frozenset({"/healthz", "/readyz"})
"""Paths that are answered under every host name: proxies and monitors check processes by other names."""

SECURITY_HEADERS = [
    # Most answers depend on the person who asks. The page's files do not; their responses set another policy.
    (b"cache-control", b"private, no-store"),
    (b"content-security-policy", policy().encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), geolocation=(), microphone=()"),
]
FOR_DOCUMENTS = frozenset(
    {b"content-security-policy", b"referrer-policy", b"cross-origin-opener-policy", b"permissions-policy"}
)
"""Headers that change nothing for the scripts, styles and fonts of a document: it loads two dozen files."""
FILES_OF_DOCUMENTS = b"text/javascript", b"text/css", b"font/"
"""Beginnings of their types."""
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


class Refusal(NamedTuple):
    """Reason and text of a request refused by the guard, and its status unless that of the reason."""

    reason: TableReason
    message: str
    special_status: int | None = None

    @property
    def status(self) -> int:
        return self.special_status or status_of(self.reason)


TOO_MANY_REQUESTS = Refusal(TableReason.RATE_LIMITED, "too many requests from this address")
TOO_MANY = Refusal(TableReason.TOO_MANY, "too many connections from this address", special_status=429)
TOO_LARGE = Refusal(TableReason.TOO_LARGE, f"a request has at most {MAX_UPLOAD_BYTES} bytes")
TOO_MANY_UPLOADS = Refusal(TableReason.RATE_LIMITED, "too many uploads from this address at the same time")
WRONG_HOST = Refusal(TableReason.WRONG_HOST, "this host name is not served here: see --public-url")
NOT_TEXT = Refusal(TableReason.MALFORMED, "an address holds no zero bytes")
WRONG_ORIGIN = Refusal(TableReason.WRONG_ORIGIN, "requests from other sites are refused")


class EdgeMiddleware:
    """ASGI middleware that checks requests and adds security headers to responses."""

    def __init__(
        self, app: App, connection_limits: ConnectionLimits, public_url: str | None = None, open_path: str | None = None
    ) -> None:
        """Pages of all sites may send requests to paths that begin with `open_path`."""
        self._app = app
        self._limits = connection_limits
        self._open_path = open_path
        self._public = None if public_url is None else origin(public_url)
        self._public_host = None if public_url is None else urlsplit(public_url).hostname
        self._public_https = self._public is not None and self._public[0] == "https"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        # Requests are cancelled only when the server shuts down.
        with contextlib.suppress(asyncio.CancelledError):
            await self._check_and_handle(scope, receive, send)

    async def _check_and_handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        logging_setup.request.set(secrets.token_hex(8))
        address = scope["client"][0] if scope["client"] else ""
        charged_household.set(household(address))
        refusal = self._refusal(scope, address)
        if refusal is not None:
            await self._refuse(scope, send, refusal)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send, address)
        else:
            await self._serve_request(scope, receive, send, address)

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """Answer a request; memory for its body is reserved until the response is complete."""
        length = announced_length(dict(scope["headers"]))
        if length > MAX_UPLOAD_BYTES:
            await self._refuse(scope, send, TOO_LARGE)
            return
        upload = self._limits.uploads.reserve(household(address), length) if length else None
        if length and upload is None:
            await self._refuse(scope, send, TOO_MANY_UPLOADS)
            return
        scope[UPLOAD_KEY] = upload
        try:
            guarded = with_security_headers(send, scope["method"], self._security_headers(scope))
            if scope["method"] == "HEAD":
                # Every route that answers GET answers HEAD in the same way. uvicorn leaves out the body.
                scope = dict(scope) | {"method": "GET"}
            await self._app(scope, receive, guarded)
        finally:
            if upload is not None:
                self._limits.uploads.release(upload)

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        if not self._limits.add_socket(address):
            await self._refuse(scope, send, TOO_MANY)
            return
        socket = scope["extensions"][SOCKET_EXTENSION]["socket"]
        try:
            await self._app(scope, receive, send)
        finally:
            # The application has returned; the connection may be open.
            socket.call_at_end(partial(self._limits.remove_socket, address))

    def _refusal(self, scope: Scope, address: str) -> Refusal | None:
        headers = dict(scope["headers"])
        if not self._limits.admit_request(address):
            return TOO_MANY_REQUESTS
        if scope["path"] not in HEALTH_CHECKS and not self._is_own_host(headers):
            return WRONG_HOST
        if "\0" in scope["path"] or b"%00" in scope["query_string"] or b"\0" in scope["query_string"]:
            # PostgreSQL cannot store zero bytes, so a query with one would fail.
            return NOT_TEXT
        if self._open_path is not None and scope["path"].startswith(self._open_path):
            return None
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        return WRONG_ORIGIN if unsafe and not self._is_own_origin(scope["scheme"], headers) else None

    def _is_own_host(self, headers: dict[bytes, bytes]) -> bool:
        """True if the request names this server's host.

        Another domain name that resolves to this server is refused, to prevent DNS rebinding. IP addresses and
        `localhost` are always accepted.
        """
        if self._public_host is None:
            return True
        name = _host_name(headers)
        return name in (self._public_host, "localhost") or _is_address(name)

    def _is_own_origin(self, scheme: str, headers: dict[bytes, bytes]) -> bool:
        """True if a request comes from this server's page. Browsers send the origin with every unsafe request.

        A page that was loaded over HTTP may have been modified on the way, so its requests are refused over HTTPS. The
        opposite is allowed: behind an HTTPS proxy that is not named in the options, requests seem to come over HTTP.
        """
        header = headers.get(b"origin")
        if header is None:
            return True
        requested = origin(header.decode("latin-1"))
        if requested == self._public:
            return True
        host = headers.get(b"host", b"").decode("latin-1").lower()
        schemes = ("https",) if scheme in ("https", "wss") or self._uses_public_https(headers) else ("http", "https")
        return requested[0] in schemes and requested[1] == host != ""

    def _uses_public_https(self, headers: dict[bytes, bytes]) -> bool:
        """True if the public address uses HTTPS and the request names its host."""
        return self._public_https and _host_name(headers) == self._public_host

    def _security_headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        if self._uses_public_https(dict(scope["headers"])):
            return [*SECURITY_HEADERS, STRICT_TRANSPORT]
        return SECURITY_HEADERS

    async def _refuse(self, scope: Scope, send: Send, refusal: Refusal) -> None:
        # A WebSocket that is not yet accepted gets an HTTP response.
        kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
        body = msgspec.json.encode(Problem(reason=refusal.reason, message=refusal.message))
        content = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        headers = [*content, *self._security_headers(scope)]
        await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
        await send({"type": f"{kind}.body", "body": body})


def with_security_headers(send: Send, method: str, security_headers: list[tuple[bytes, bytes]]) -> Send:
    """Return a `send` that adds the security headers and the request's id to responses, and counts the responses."""

    async def send_guarded(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            identified = (b"x-request-id", logging_setup.request.get().encode())
            own = [
                (name, with_head(value) if name == b"allow" else value) for name, value in message.get("headers", ())
            ]
            # Headers of the response have precedence.
            chosen = {name.lower() for name, _ in own}
            if is_file_of_documents(own):
                chosen |= FOR_DOCUMENTS
            message["headers"] = [*own, *(one for one in security_headers if one[0] not in chosen), identified]
            # Unknown methods share one label, so that clients cannot create any number of labels.
            metrics.requests.labels(method if method in METHODS else "other", message["status"]).inc()
        await send(message)

    return send_guarded


def is_file_of_documents(headers: list[tuple[bytes, bytes]]) -> bool:
    """True for a script, style or font whose name has a digest. Scripts of workers set the policy that they need."""
    given = {name.lower(): value for name, value in headers}
    is_constant = b"immutable" in given.get(b"cache-control", b"")
    return is_constant and given.get(b"content-type", b"").startswith(FILES_OF_DOCUMENTS)


def with_head(allow: bytes) -> bytes:
    """Return the value of an `Allow` header with HEAD, which every resource allows that allows GET."""
    methods = [method.strip() for method in allow.split(b",")]
    return b", ".join(sorted({*methods, b"HEAD"} if b"GET" in methods else methods))


def _split(url: str) -> tuple[str, str, str]:
    """Return scheme, host with port, and host of an address; empty strings if it is invalid."""
    try:
        parts = urlsplit(url)
        return parts.scheme.lower(), parts.netloc.lower(), parts.hostname or ""
    except ValueError:
        return "", "", ""


def origin(url: str) -> tuple[str, str]:
    """Return the scheme, and the host with port, of an address."""
    return _split(url)[:2]


def _host_name(headers: dict[bytes, bytes]) -> str:
    """Return the host that a request names, without the port; empty if it names none."""
    return _split("//" + headers.get(b"host", b"").decode("latin-1"))[2]


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
