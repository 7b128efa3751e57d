"""Tests, and the patience of their HTTP and WebSocket clients.

A machine that runs tests may be so busy that an answer takes minutes, and a client that gives up proves nothing.
"""

from typing import Any

import httpx
import websockets

PATIENCE_S = 1_800.0
"""Seconds that clients wait for an answer, or for a connection, unless a test says otherwise."""

_httpx: Any = httpx.get
_default = _httpx.__kwdefaults__["timeout"]
"""The timeout of every function and class of httpx."""
_default.connect = _default.read = _default.write = _default.pool = PATIENCE_S
_websockets: Any = websockets.connect.__init__
_websockets.__kwdefaults__ |= {"open_timeout": PATIENCE_S, "ping_interval": None}
