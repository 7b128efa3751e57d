"""Responses that pages ask for again and again: unchanged ones are not sent again."""

import gzip
import hashlib
from collections.abc import MutableMapping
from typing import Any

import msgspec
from litestar import Response

from knobel.server.http.content_codings import accepts_coding
from knobel.server.http.parts import AnyRequest

HEADERS = {"cache-control": "private, no-cache", "vary": "cookie, accept-encoding"}
"""The browser keeps the response, and asks if it is valid."""
SHORT_BYTES = 1_000
"""Length of a response that is not compressed."""


def polled_response(
    request: AnyRequest, state: msgspec.Struct, packed: MutableMapping[str, bytes] | None = None
) -> Response[Any]:
    """Return a state as JSON. Its `ETag` changes whenever something in it changes.

    :param packed: keeps the compressed response by its `ETag`, if many people get the same one.
    """
    return polled_bytes(request, msgspec.json.encode(state), "application/json", packed)


def polled_bytes(
    request: AnyRequest, body: bytes, media_type: str, packed: MutableMapping[str, bytes] | None = None
) -> Response[Any]:
    """Return content of any type, as `polled_response`."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = HEADERS | {"etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    if len(body) <= SHORT_BYTES or not accepts_coding(request.headers.get("accept-encoding", ""), "gzip"):
        return Response(body, media_type=media_type, headers=headers)
    compressed = (packed or {}).get(tag) or gzip.compress(body, compresslevel=1)
    if packed is not None:
        packed[tag] = compressed
    return Response(compressed, media_type=media_type, headers=headers | {"content-encoding": "gzip"})
