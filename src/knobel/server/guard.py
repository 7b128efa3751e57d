"""The outermost layer: other origins cannot act for a person, and every answer carries the security headers."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from knobel.server.messages import Problem
from knobel.tables.reasons import TableReason

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: App, public_url: str | None = None) -> None:
        self._app = app
        self._public = None if public_url is None else _origin(public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if unsafe and not self._own_origin(headers):
            await self._refuse(scope, send)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *SECURITY_HEADERS]
            await send(message)

        await self._app(scope, receive, send_guarded)

    def _own_origin(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a request comes from our own page; browsers always say where a request of this kind comes from."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1").lower()
        return urlsplit(text).netloc.lower() == host != "" or (
            self._public is not None and _origin(text) == self._public
        )

    async def _refuse(self, scope: Scope, send: Send) -> None:
        if scope["type"] == "websocket":
            # Before it is accepted, a close is answered with status 403.
            await send({"type": "websocket.close", "code": 4003, "reason": TableReason.WRONG_ORIGIN})
            return
        body = msgspec.json.encode(Problem(reason=TableReason.WRONG_ORIGIN, message="this page is not ours"))
        headers = [(b"content-type", b"application/json"), *SECURITY_HEADERS]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.netloc.lower()
