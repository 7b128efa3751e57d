"""A long response is sent completely or refused completely."""

from collections.abc import AsyncGenerator, AsyncIterator

import pytest
from litestar.testing import RequestFactory

from knobel.server.http.long_responses import CHUNK_BYTES, compressed_response
from knobel.server.practice.coach_routes import stream_answers
from knobel.tables.refusals import Refused, TableReason


async def pieces(count: int, error: Exception | None = None) -> AsyncIterator[bytes]:
    for number in range(count):
        yield str(number).encode() * CHUNK_BYTES
    if error is not None:
        raise error


async def test_errors_during_production_are_no_partial_responses() -> None:
    with pytest.raises(Refused):
        await compressed_response(RequestFactory().get(), pieces(2, Refused(TableReason.STORAGE, "gone")), "text/plain")


async def test_uncompressed_responses_are_sent_in_portions() -> None:
    answer = await compressed_response(RequestFactory().get(), pieces(12), "text/plain")
    assert answer.headers.get("content-encoding") is None
    sent = [piece async for piece in answer.iterator]  # type: ignore[union-attr]
    assert max(map(len, sent)) == CHUNK_BYTES
    assert b"".join(sent) == b"".join([piece async for piece in pieces(12)])  # type: ignore[arg-type]


async def test_the_quick_assessment_remains_if_a_better_one_is_refused() -> None:
    async def answers() -> AsyncGenerator[bytes]:
        yield b"quick"
        yield b"better"
        raise Refused(TableReason.RATE_LIMITED, "too much to do")

    answer = await stream_answers(answers())
    assert [piece async for piece in answer.iterator] == [b"quick\n", b"better\n"]  # type: ignore[union-attr]
