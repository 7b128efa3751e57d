"""Long responses, produced completely before their headers are sent, so that an error becomes a proper refusal.

They are kept compressed until they are sent, which takes a tenth of the memory or less.
"""

import asyncio
import zlib
from collections.abc import AsyncIterable, AsyncIterator, Iterator, Mapping
from typing import Any

from litestar import Request
from litestar.response import Stream

from knobel.server.http.content_codings import accepts_coding

RECORD = "application/x-ndjson"
"""Media type of records and other JSON Lines."""
GZIP = 31
"""The `wbits` argument of zlib for gzip with the largest window."""
CHUNK_BYTES = 2**16
"""Bytes that are unpacked at a time, for a client that does not accept gzip."""


async def compressed_response(
    request: Request[Any, Any, Any],
    pieces: AsyncIterable[bytes],
    media_type: str,
    headers: Mapping[str, str] | None = None,
) -> Stream:
    """Return a response of all these pieces, compressed if the client accepts gzip.

    Errors raised while a piece is produced are raised here.
    """
    compressor = zlib.compressobj(wbits=GZIP)
    compressed: list[bytes] = []
    async for piece in pieces:
        for chunk in in_chunks(piece):
            compressed.append(compressor.compress(chunk))
            if len(chunk) == CHUNK_BYTES:
                await asyncio.sleep(0)
    compressed.append(compressor.flush())
    accepts_gzip = accepts_coding(request.headers.get("accept-encoding", ""), "gzip")
    all_headers = {"vary": "accept-encoding"} | dict(headers or {})
    if accepts_gzip:
        all_headers["content-encoding"] = "gzip"
    return Stream(
        _send_compressed(compressed) if accepts_gzip else _decompress(compressed),
        media_type=media_type,
        headers=all_headers,
    )


def in_chunks(body: bytes) -> Iterator[bytes]:
    """Yield a large body in pieces, so that sending it does not delay other requests."""
    view = memoryview(body)
    return (bytes(view[start : start + CHUNK_BYTES]) for start in range(0, len(body), CHUNK_BYTES))


async def _send_compressed(compressed: list[bytes]) -> AsyncIterator[bytes]:
    for piece in compressed:
        if piece:
            yield piece


async def _decompress(compressed: list[bytes]) -> AsyncIterator[bytes]:
    decompressor = zlib.decompressobj(wbits=GZIP)
    for piece in compressed:
        data = decompressor.decompress(piece, CHUNK_BYTES)
        while data:
            yield data
            data = decompressor.decompress(decompressor.unconsumed_tail, CHUNK_BYTES)
