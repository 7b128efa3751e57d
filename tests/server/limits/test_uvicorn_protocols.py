"""Slow, silent and flooding connections are closed, and other connections are not affected."""

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import websockets
from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Frame, Opcode

from knobel.server.limits.addresses import household, proxy_networks
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.limits.uvicorn_protocols import FRAME_RATE, text_frame_header
from knobel.server.runtime.settings import settings
from knobel.server.runtime.startup import CannotServe
from knobel.server.tables.connections.sockets import AnySocket, _close
from tests.server.client import TIMEOUT_S, Person, Server, Table, running, tell
from tests.server.http.test_bad_input import failing

OPTIONS = {"public_url": "http://knobel.example", "proxy": ["127.0.0.1"]}
SETTINGS = {"rejection_s": 600.0}
"""The waiting time of a refused connection is longer than any test."""
STRANGER = {"X-Forwarded-For": "198.51.100.66"}


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_texts_are_framed_as_the_library_frames_them(length: int) -> None:
    text = length * b"x"
    assert text_frame_header(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_limits_hold_for_a_household() -> None:
    assert household("2001:db8:1:22::1") == household("2001:db8:1:2f:ffff::9") == "2001:db8:1::/56"
    assert household("2001:db8:1:122::1") != household("2001:db8:1:22::1")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("192.0.2.7") != household("192.0.2.8")
    assert household("nobody knows") == "nobody knows"


def test_one_household_leaves_room_for_others() -> None:
    connection_limits = ConnectionLimits(30)
    assert [connection_limits.add_connection("192.0.2.7") for _ in range(12)] == [True] * 10 + [False] * 2
    assert connection_limits.add_connection("192.0.2.8")
    connection_limits.remove_connection("192.0.2.7")
    assert connection_limits.add_connection("192.0.2.7")


def test_a_full_server_turns_away() -> None:
    connection_limits = ConnectionLimits(30)
    assert sum(connection_limits.add_connection(f"192.0.2.{number}") for number in range(40)) == 30


def test_people_behind_a_proxy_are_distinguished() -> None:
    connection_limits = ConnectionLimits(30, proxy_networks(["10.0.0.0/24"]))
    assert all(connection_limits.add_connection("10.0.0.9") for _ in range(30))
    assert not connection_limits.add_connection("10.0.0.9")
    assert [connection_limits.add_socket("192.0.2.7") for _ in range(11)] == [True] * 10 + [False]


def test_banned_addresses_have_to_wait() -> None:
    clock = Clock()
    connection_limits = ConnectionLimits(30, clock=clock)
    connection_limits.reject_temporarily("2001:db8::1")
    assert not connection_limits.admit_request("2001:db8::2")
    assert connection_limits.admit_request("192.0.2.8")
    clock.now = settings.rejection_s
    assert connection_limits.admit_request("2001:db8::2")


def test_too_many_requests_of_one_household() -> None:
    connection_limits = ConnectionLimits(30, clock=Clock())
    assert sum(connection_limits.admit_request("192.0.2.7") for _ in range(4000)) == 3000
    assert connection_limits.admit_request("192.0.2.8")


@pytest.mark.parametrize("proxy", ["proxy.example", "10.0.0.1/8", "0.0.0.0/0", "10.0.0", ""])
def test_invalid_proxies_are_refused_at_start(tmp_path: Path, proxy: str) -> None:
    with pytest.raises(CannotServe, match="prox"):
        proxy_networks([proxy])
    assert "prox" in failing(tmp_path, proxy=[proxy])


def test_only_configured_proxies_are_trusted(tmp_path: Path) -> None:
    """Two visitors behind a proxy have separate limits; a client that is not the proxy has only its own address."""

    async def story(url: str, shared: bool) -> None:
        ann, ben = await Person(url).arrive(), await Person(url).arrive()
        code = await ann.open_table(game="knister", seats=2)
        socket = await connect(url, f"/api/tables/{code}/live", ann, {"X-Forwarded-For": "198.51.100.1"})
        await flood(socket)
        answer = await ben.http.get("/api/games", headers={"X-Forwarded-For": "198.51.100.2"})
        assert answer.status_code == (429 if shared else 200)
        assert (await ben.http.get("/api/games", headers={"X-Forwarded-For": "198.51.100.1"})).status_code == 429

    for proxies in ((), ("127.0.0.0/8",)):
        with running(tmp_path, SETTINGS, proxy=proxies) as server:
            tell(story(server.url, not proxies))


async def connect(url: str, path: str, person: Person, headers: dict[str, str] | None = None, **options: Any) -> Any:
    return await websockets.connect(
        url.replace("http", "ws", 1) + path,
        additional_headers={"Cookie": person.cookie} | (headers or {}),
        compression=None,
        **options,
    )


async def flood(socket: Any) -> int:
    """Send invalid messages and return the code with which the server closes."""
    for _ in range(400):
        await socket.send("{")
    with contextlib.suppress(websockets.ConnectionClosed):
        async for _ in socket:
            pass
    return int(socket.close_code or 0)


async def test_flooding_addresses_are_banned(ann: Person, ben: Person, server: Server) -> None:
    code = await ann.open_table(game="knister", seats=2)
    table = await ann.join(code)
    flooding = await connect(server.url, f"/api/tables/{code}/live", ben, STRANGER)
    assert await flood(flooding) == 1008
    with pytest.raises(websockets.InvalidStatus) as refusal:
        await connect(server.url, "/api/lobby", ben, STRANGER)
    assert refusal.value.response.status_code == 429
    assert json.loads(refusal.value.response.body or b"")["reason"] == "rate_limited"
    assert (await table.do("start"))["type"] == "accepted"
    await table.until(lambda: len(table.table["watchers"]) == 0)


async def test_frames_without_messages_are_limited_too(ann: Person, server: Server) -> None:
    code = await ann.open_table(game="knister", seats=1)
    address = {"X-Forwarded-For": "198.51.100.67"}
    socket = await connect(server.url, f"/api/tables/{code}/live", ann, address)
    with contextlib.suppress(websockets.ConnectionClosed):
        for _ in range(2 * FRAME_RATE[0]):
            await socket.pong()
    await asyncio.wait_for(socket.wait_closed(), TIMEOUT_S)
    assert (await ann.http.get("/api/games", headers=address)).status_code == 429


async def raw(server: Server, data: bytes) -> bytes:
    """Send bytes and return the server's answer before it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(data)
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def test_incomplete_requests_time_out(tmp_path: Path) -> None:
    begun = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\n"

    async def story(server: Server) -> None:
        silence, head, body = await asyncio.gather(
            raw(server, b""), raw(server, begun), raw(server, begun + b"Content-Length: 100\r\n\r\n{")
        )
        assert not silence + head + body

    with running(tmp_path, {"http_request_timeout_s": 0.5}) as server:
        tell(story(server))


def test_receivers_that_do_not_read_are_disconnected(tmp_path: Path) -> None:
    """A client that sends but does not receive is disconnected and is not present any more."""

    async def story(server: Server) -> None:
        ann, ben = await Person(server.url).arrive(), await Person(server.url).arrive("Ben")
        lobby = await ann.enter_lobby()

        def people() -> str:
            return str([message for message in lobby.others if message["type"] == "people"][-1:])

        deaf = await connect(server.url, "/api/lobby", ben, max_queue=1)
        await lobby.until(lambda: "Ben" in people())
        deaf.transport.pause_reading()
        with contextlib.suppress(websockets.ConnectionClosed, TimeoutError):
            async with asyncio.timeout(TIMEOUT_S):
                while True:
                    # Each of them requests a long answer.
                    await deaf.send(json.dumps({"type": "say", "id": "x", "to": "all", "text": ""}) + " " * 4000)
        await lobby.until(lambda: "Ben" not in people())
        deaf.transport.abort()

    with running(
        tmp_path,
        {
            "http_write_timeout_s": 0.5,
            "websocket_close_timeout_s": 0.5,
        },
    ) as server:
        tell(story(server))


def test_hosts(server: Server) -> None:
    """A foreign name that resolves to this server is refused."""
    for host, status in (
        ("knobel.example", 200), ("knobel.example:443", 200), ("localhost:8000", 200), ("192.0.2.7", 200),
        ("[::1]:80", 200), ("evil.example", 421), ("", 421), ("[", 421), ("\xff", 421), ("knobel.example.evil", 421),
    ):  # fmt: skip
        answer = httpx.get(f"{server.url}/api/games", headers={b"Host": host.encode("latin-1")})
        assert answer.status_code == status, host
        assert status == 200 or answer.json()["reason"] == "wrong_host"


@pytest.mark.parametrize("host", ["knobel-1:8000", "evil.example", ""])
def test_health_checks_need_no_host(server: Server, host: str) -> None:
    """Proxies and monitors name a server as they know it, as Caddy does in deploy/compose.postgres.yaml."""
    for path in ("/healthz", "/readyz"):
        assert httpx.get(f"{server.url}{path}", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", [b"http://[", b"http://]", b"\xff", b"", b"://", b"http://localhost:99999999"])
def test_malformed_origins(server: Server, origin: bytes) -> None:
    answer = httpx.post(f"{server.url}/api/session", headers={b"Origin": origin})
    assert (answer.status_code, answer.json()["reason"]) == (403, "wrong_origin")


async def test_invalid_utf8(ann: Person, server: Server) -> None:
    for body in (b'{"name":"\xff"}', b"\xff", b'{"name":"\xed\xa0\x80"}'):
        for method, path in (("POST", "/api/session"), ("PATCH", "/api/session"), ("POST", "/api/tables")):
            who = Person(server.url) if (method, path) == ("POST", "/api/session") else ann
            answer = await who.http.request(method, path, content=body)
            assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")
    table = await ann.join(await ann.open_table(game="knister", seats=2))
    assert table.socket is not None
    # The client library would not send this as text.
    table.socket.protocol.send_text(b"\xff")
    table.socket.send_data()
    assert await table.closed_with() == 1007
    await table.connect()


def test_clients_may_leave_while_they_are_refused() -> None:
    """Leaving is no error of the server, which would be logged with its traceback."""

    class Left:
        async def close(self, _code: int, _reason: str) -> None:
            raise ClientDisconnected

    asyncio.run(_close(cast("AnySocket", Left()), 4003, "no_table"))


def test_errors_of_sockets_are_logged(tmp_path: Path) -> None:
    server = Server(tmp_path, {"knobel.server.tables.connections.sockets.TableConnection": None})
    server.start()

    async def story(server: Server) -> None:
        ann = await Person(server.url).arrive()
        table = Table(ann, await ann.open_table(game="knister", seats=1))
        await table.connect_quietly()
        assert await table.closed_with() == 4500

    try:
        tell(story(server))
    finally:
        complaints = server.stop()
    assert complaints.count("ERROR knobel: unexpected") == 1
    assert "TypeError" in complaints


def test_damaged_logs(tmp_path: Path) -> None:
    """The error is reported once, and other tables continue."""
    server = Server(tmp_path)

    async def open_tables() -> tuple[str, str, str]:
        ann = await Person(server.url).arrive()
        codes = [await ann.open_table(game="knister", seats=2) for _ in range(2)]
        cookie = ann.cookie
        return codes[0], codes[1], cookie

    async def come_back(damaged: str, sound: str, cookie: str) -> None:
        ann = Person(server.url)
        ann.http.cookies.set("knobel", cookie.removeprefix("knobel="))
        table = Table(ann, damaged)
        await table.connect_quietly()
        assert await table.closed_with() == 4005
        answer = await ann.http.get(f"/api/tables/{damaged}")
        assert (answer.status_code, answer.json()["reason"]) == (500, "unreadable")
        await ann.join(sound)

    server.start()
    damaged, sound, cookie = tell(open_tables())
    assert server.stop() == ""
    with sqlite3.connect(tmp_path / "knobel.db") as database:
        database.execute("UPDATE events SET data = '{' WHERE \"table\" = ? AND seq = 1", (damaged,))
    database.close()
    server.start()
    try:
        tell(come_back(damaged, sound, cookie))
    finally:
        complaints = server.stop().splitlines()
    assert len(complaints) == 2
    assert all(f"table {damaged} cannot be read: event 1" in line for line in complaints)
