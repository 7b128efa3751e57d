"""Tests, and the patience and the trust of their HTTP and WebSocket clients.

A machine that runs tests may be so busy that an answer takes minutes, and a client that gives up proves nothing.
"""

import os
import ssl
from functools import cache
from typing import Any

import httpx
import httpx._transports.default
import websockets

PATIENCE_S = 1_800.0
"""Seconds that clients wait for an answer, or for a connection, unless a test says otherwise."""

_httpx: Any = httpx.get
_default = _httpx.__kwdefaults__["timeout"]
"""The timeout of every function and class of httpx."""
_default.connect = _default.read = _default.write = _default.pool = PATIENCE_S
_websockets: Any = websockets.connect.__init__
_websockets.__kwdefaults__ |= {"open_timeout": PATIENCE_S, "ping_interval": None}


@cache
def _shared_context(environment: tuple[str | None, ...], *arguments: Any) -> ssl.SSLContext:  # noqa: ARG001
    return httpx.create_ssl_context(*arguments)


def _trust(verify: Any = True, cert: Any = None, trust_env: bool = True) -> ssl.SSLContext:
    """Replacement for `create_ssl_context`, which takes longer than most requests: equal clients share a context."""
    environment = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    return _shared_context(environment, verify, cert, trust_env)


_transports: Any = httpx._transports.default
_transports.create_ssl_context = _trust
