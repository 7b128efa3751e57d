"""Long responses, produced completely before their headers are sent, so that an error becomes a proper refusal.

They are kept compressed until they are sent, which takes a tenth of the memory or less.
"""

import zlib
from collections.abc import AsyncIterable, AsyncIterator, Mapping
from typing import Any

from litestar import Request
from litestar.response import Stream

GZIP = 31
"""The `wbits` argument of zlib for gzip with the largest window."""
PORTION = 2**16
"""Bytes that are unpacked at a time, for a client that does not accept gzip."""


async def produced(
    request: Request[Any, Any, Any],
    pieces: AsyncIterable[bytes],
    media_type: str,
    headers: Mapping[str, str] | None = None,
) -> Stream:
    """Return a response of all these pieces, compressed if the client accepts gzip.

    Errors raised while a piece is produced are raised here.
    """
    pack = zlib.compressobj(wbits=GZIP)
    kept = [pack.compress(piece) async for piece in pieces]
    kept.append(pack.flush())
    reads_gzip = "gzip" in request.headers.get("accept-encoding", "")
    told = {"cache-control": "no-store", "vary": "accept-encoding"} | dict(headers or {})
    if reads_gzip:
        told["content-encoding"] = "gzip"
    return Stream(_sent(kept) if reads_gzip else _unpacked(kept), media_type=media_type, headers=told)


async def _sent(kept: list[bytes]) -> AsyncIterator[bytes]:
    for piece in kept:
        if piece:
            yield piece


async def _unpacked(kept: list[bytes]) -> AsyncIterator[bytes]:
    unpack = zlib.decompressobj(wbits=GZIP)
    for piece in kept:
        data = unpack.decompress(piece, PORTION)
        while data:
            yield data
            data = unpack.decompress(unpack.unconsumed_tail, PORTION)
