"""Request bodies: limits on the bytes being received and on the server's memory."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn.server

from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uploads import (
    HOUSEHOLD_LIMIT_BYTES,
    MAX_UPLOAD_BYTES,
    PERSON_LIMIT_BYTES,
    TOTAL_LIMIT_BYTES,
    Uploads,
    announced_length,
)
from knobel.server.limits.uvicorn_protocols import READ_BYTES, BoundedReader, Config, HttpProtocol
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.startup import event_loop_factory
from knobel.server.serve import MAX_HEAD_BYTES
from tests.attack.attacks import UPLOAD, drained
from tests.attack.hostile_client import HostileClient
from tests.server.client import TIMEOUT_S, Server

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="strangers need addresses of their own")
REVIEW = "/api/coach/review"


def test_a_household_has_a_limit() -> None:
    uploads = Uploads()
    taken = [uploads.reserve("192.0.2.7", MAX_UPLOAD_BYTES) for _ in range(20)]
    assert sum(upload is not None for upload in taken) == HOUSEHOLD_LIMIT_BYTES // MAX_UPLOAD_BYTES
    assert uploads.reserve("192.0.2.8", MAX_UPLOAD_BYTES) is not None
    assert taken[0] is not None
    uploads.release(taken[0])
    assert uploads.reserve("192.0.2.7", MAX_UPLOAD_BYTES) is not None


@pytest.mark.parametrize("processes", [2, 1_000])
def test_each_process_reserves_its_share(monkeypatch: pytest.MonkeyPatch, processes: int) -> None:
    monkeypatch.setattr(process_share, "processes", processes)
    uploads, most = Uploads(), max(HOUSEHOLD_LIMIT_BYTES // processes, MAX_UPLOAD_BYTES)
    assert uploads.reserve("192.0.2.7", most) is not None
    assert uploads.reserve("192.0.2.7", 1) is None


def test_one_household_cannot_fill_the_memory() -> None:
    uploads = Uploads()
    for number in range(20):
        while uploads.reserve(f"192.0.2.{number}", MAX_UPLOAD_BYTES) is not None:
            pass
    assert sum(uploads.households.values()) < TOTAL_LIMIT_BYTES
    assert uploads.reserve("198.51.100.1", 100_000) is not None


def test_a_person_has_a_limit() -> None:
    uploads = Uploads()
    reserved = [uploads.reserve("192.0.2.7", MAX_UPLOAD_BYTES) for _ in range(6)]
    claimed = [uploads.claim(upload, "ann") for upload in reserved if upload is not None]
    assert claimed == [True] * (PERSON_LIMIT_BYTES // MAX_UPLOAD_BYTES) + [False] * 2
    last = reserved[-1]
    assert last is not None
    assert uploads.claim(last, "ben")
    for upload in reserved:
        assert upload is not None
        uploads.release(upload)
    assert not uploads.households
    assert uploads.reserve("192.0.2.7", HOUSEHOLD_LIMIT_BYTES) is not None


def test_bodies_of_unknown_length_reserve_the_maximum() -> None:
    assert announced_length({}) == 0
    assert announced_length({b"content-length": b"17"}) == 17
    assert announced_length({b"transfer-encoding": b"chunked"}) == MAX_UPLOAD_BYTES


@contextlib.asynccontextmanager
async def stalled(people: list[HostileClient], count: int, **headers: Any) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Start uploads whose last byte is missing."""
    async with contextlib.AsyncExitStack() as stack:
        readers = []
        for number in range(count):
            attacker = people[number % len(people)]
            reader, writer = await stack.enter_async_context(attacker.connection())
            announced = headers or {"Content_Length": UPLOAD + 1}
            writer.write(attacker.head("POST", REVIEW, **announced) + bytes(0 if headers else UPLOAD))
            readers.append(reader)
        yield readers


async def statuses(readers: list[asyncio.StreamReader]) -> list[int]:
    """Return the statuses of the responses received so far."""
    lines = [line for reader in readers if (line := await soon(reader.readline()))]
    return [int(line.split()[1]) for line in lines]


async def soon(line: Any) -> bytes:
    """Return the statuses received within a moment."""
    try:
        async with asyncio.timeout(0.1):
            return bytes(await line)
    except TimeoutError:
        return b""


async def status_line(reader: asyncio.StreamReader) -> tuple[bytes, asyncio.StreamReader]:
    """Return the first line of the response, as soon as there is one, and the reader."""
    return await reader.readline(), reader


async def status(attacker: HostileClient) -> int:
    """Return the status of the response to an invalid record."""
    return int((await attacker.ask("POST", REVIEW, b"{}")).split()[1])


async def become(count: int, address: str, port: int) -> list[HostileClient]:
    """Create people of one household."""
    people = [HostileClient(port, address) for _ in range(count)]
    for attacker in people:
        await attacker.create_session()
    return people


@on_linux
@pytest.mark.parametrize("headers", [{}, {"Transfer_Encoding": "chunked"}], ids=["length", "chunked"])
async def test_uploads_of_a_household(server: Server, headers: dict[str, str]) -> None:
    """Excess uploads are refused before they are read; uploads of another household are accepted."""
    presence = await become(8, "127.8.8.8", server.port)
    (other,) = await become(1, "127.8.8.9", server.port)
    most = HOUSEHOLD_LIMIT_BYTES // MAX_UPLOAD_BYTES
    async with stalled(presence, most, **headers), contextlib.AsyncExitStack() as stack:
        while True:
            more = await stack.enter_async_context(stalled(presence, 1, **headers))
            if found := await statuses(more):
                break
        assert found == [429]
        assert await status(other) == 400
    while await status(presence[0]) != 400:
        pass


@on_linux
async def test_uploads_of_a_person(server: Server) -> None:
    """Uploads of one person leave a share for the other people of the household."""
    ann, ben = await become(2, "127.8.7.8", server.port)
    async with stalled([ann], PERSON_LIMIT_BYTES // MAX_UPLOAD_BYTES), contextlib.AsyncExitStack() as stack:
        while True:
            more = await stack.enter_async_context(stalled([ann], 1, Content_Length=MAX_UPLOAD_BYTES))
            if found := await statuses(more):
                break
        assert found == [429]
        assert await status(ben) == 400


@on_linux
async def test_oversized_bodies_are_refused(server: Server) -> None:
    (ann,) = await become(1, "127.8.6.8", server.port)
    async with stalled([ann], 1, Content_Length=MAX_UPLOAD_BYTES + 1) as readers:
        assert b" 413 " in await readers[0].readline()


def peak_kilobytes(server: Server) -> int:
    """Return the peak memory of a server."""
    lines = Path(f"/proc/{server.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


@on_linux
async def test_stalled_uploads_take_little_memory(server: Server) -> None:
    """Two hundred uploads of 100 MB in total, of which the server reads 8 MB."""
    presence = await become(20, "127.8.5.8", server.port)
    before = peak_kilobytes(server)
    async with stalled(presence, 200) as readers:
        # The others are not answered, because their bodies are incomplete.
        refused = []
        async with asyncio.timeout(TIMEOUT_S):
            for answered in asyncio.as_completed([status_line(reader) for reader in readers]):
                line, reader = await answered
                assert b" 429 " in line
                refused.append(reader)
                if len(refused) > 150:
                    break
        # They are read completely, and the data is discarded.
        await asyncio.wait([asyncio.create_task(drained(reader)) for reader in refused], timeout=1)
    assert peak_kilobytes(server) < before + 40_000


LOOPS = pytest.mark.parametrize("loop", [None, event_loop_factory()], ids=["asyncio", "uvloop"])


@LOOPS
def test_bytes_are_read_in_small_portions(loop: Callable[[], asyncio.AbstractEventLoop] | None) -> None:
    """This also holds with uvloop, which reads large blocks for a plain protocol."""
    read: list[int] = []
    done = asyncio.Event()

    class Reading(asyncio.Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            transport.set_protocol(BoundedReader(self))

        def data_received(self, data: bytes) -> None:
            read.append(len(data))
            if sum(read) == 300_000:
                done.set()

    async def story() -> None:
        server = await asyncio.get_running_loop().create_server(Reading, "127.0.0.1", 0)
        async with server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(bytes(300_000))
            await done.wait()
            writer.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(story())
    assert max(read) <= READ_BYTES


@LOOPS
def test_long_heads_are_refused(loop: Callable[[], asyncio.AbstractEventLoop] | None) -> None:
    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})

    async def story() -> None:
        config = Config(app, lifespan="off", h11_max_incomplete_event_size=MAX_HEAD_BYTES)
        config.connection_limits = ConnectionLimits(10)
        config.load()
        state = uvicorn.server.ServerState()
        server = await asyncio.get_running_loop().create_server(lambda: HttpProtocol(config, state, {}), "127.0.0.1", 0)
        async with server:
            for length, answer in (
                (MAX_HEAD_BYTES - 100, b" 204 "),
                (MAX_HEAD_BYTES + READ_BYTES, b" 400 "),
                (120_000, b" 400 "),
            ):
                reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
                with contextlib.suppress(ConnectionError):
                    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: %b\r\n\r\n" % (b"y" * length))
                    assert answer in await reader.readline(), length
                writer.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(story())
