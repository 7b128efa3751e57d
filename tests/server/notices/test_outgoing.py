"""The server sends requests to public addresses only, and to push services that the operator permits."""

import asyncio
import ipaddress
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from knobel.server.limits.addresses import is_host_pattern
from knobel.server.notices.outgoing import RESOLVERS, Answer, CannotSend, Outgoing, is_public
from knobel.server.notices.push_services import check_endpoint
from knobel.tables.refusals import Refused
from tests.server.notices.push_service import HttpsService

PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:db8::1", "64:ff9b:1::9.9.9.9", "64:ff9b:1:a00:1::",
    "fec0::1", "::127.0.0.1", "::9.9.9.9", "::ffff:0:127.0.0.1", "::ffff:0:9.9.9.9", "2001:0:909:909::f5ff:fffe",
    "100::1", "4000::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "64:ff9b::909:909", "::ffff:9.9.9.9", "2002:909:909::"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


def test_the_operator_permits_a_private_network() -> None:
    networks = [ipaddress.ip_network("10.0.0.0/8")]
    assert is_public("10.1.2.3", networks)
    assert is_public("::ffff:10.1.2.3", networks)
    assert not is_public("127.0.0.1", networks)


@pytest.mark.parametrize("address", ["10.0.0.1", "::ffff:0:127.0.0.1"])
def test_a_name_that_leads_into_a_private_network(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    async def connect(*_: Any, **__: Any) -> None:
        raise AssertionError("there must be no connection")

    resolve_to(monkeypatch, (address, 443))
    monkeypatch.setattr("knobel.server.notices.outgoing.start_connection", connect)
    outgoing = Outgoing()
    with pytest.raises(CannotSend, match="no public address"):
        asyncio.run(outgoing.post("https://fcm.googleapis.com/x", b"", {}))
    outgoing.close()


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: tuple[str, int]) -> None:
    """Let all names have these addresses."""
    families = [socket.AF_INET6 if ":" in host else socket.AF_INET for host, _ in addresses]
    found = [(family, socket.SOCK_STREAM, 6, "", each) for family, each in zip(families, addresses, strict=True)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-by3p.notify.windows.com/w/?token=x",
        "https://FCM.googleapis.com:443/x",
        "https://push.example.org:8443/x",
    ],
)
def test_permitted_push_services(endpoint: str) -> None:
    check_endpoint(endpoint, ["push.example.org:8443"], "https://knobel.example")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://example.org/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://fcm.googleapis.com@example.org/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:x/x",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\r\nhost: y",
        "https://evilpush.apple.com/x",
        "https://push.apple.com/x",
        "https://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::1%.hook.example]/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_other_addresses_are_refused(endpoint: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_endpoint(endpoint, ["push.example.org:8443", "*.hook.example"], "https://knobel.example")
    assert refusal.value.reason == "push_refused"


def test_apples_service_wants_a_contact() -> None:
    with pytest.raises(Refused, match="--public-url") as refusal:
        check_endpoint("https://web.push.apple.com/x", [], "")
    assert refusal.value.reason == "push_needs_address"


def test_hosts_in_options() -> None:
    assert all(map(is_host_pattern, ["push.example.org", "*.example.org", "localhost:8443"]))
    assert not any(map(is_host_pattern, ["", "https://example.org", "example.org/x", "a b", "a:", "*", "exa*.org"]))


# --- hostile services -------------------------------------------------------------------------------------------------

LIMIT_S = 0.5
SLOW_REQUESTS = 100


class HostileService:
    """Answers as the path of a request demands."""

    def __init__(self) -> None:
        self.conversations: set[asyncio.Task[Any] | None] = set()
        self.endless_bytes = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a request until the other side has closed the connection."""
        self.conversations.add(asyncio.current_task())
        try:
            path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
            await getattr(self, path.removeprefix("/"))(writer)
            await reader.read()
        except OSError:
            pass
        finally:
            writer.transport.abort()

    async def repeat(self, writer: asyncio.StreamWriter, head: bytes, what: bytes, wait_s: float = 0) -> None:
        writer.write(head)
        while True:
            writer.write(what)
            await writer.drain()
            self.endless_bytes += len(what)
            await asyncio.sleep(wait_s)

    async def accepting(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

    async def silent(self, writer: asyncio.StreamWriter) -> None:
        pass

    async def slow(self, writer: asyncio.StreamWriter) -> None:
        await self.repeat(writer, b"HTTP/1.1 200 OK\r\nx: ", b"x", LIMIT_S / 20)

    async def endless_body(self, writer: asyncio.StreamWriter) -> None:
        await self.repeat(writer, b"HTTP/1.1 200 OK\r\n\r\n", bytes(10_000))

    async def large_header(self, writer: asyncio.StreamWriter) -> None:
        await self.repeat(writer, b"HTTP/1.1 200 OK\r\nx: ", b"x" * 10_000)

    async def endless_hints(self, writer: asyncio.StreamWriter) -> None:
        await self.repeat(writer, b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 400)

    async def garbage(self, writer: asyncio.StreamWriter) -> None:
        writer.write(bytes(range(256)) + b"\r\n\r\n")

    async def redirect(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 307 x\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n")

    async def huge_wait(self, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 429 x\r\nretry-after: -1e9\r\n\r\n")


@asynccontextmanager
async def hostile_service(folder: Path) -> AsyncIterator[tuple[HostileService, str, str]]:
    """Yield a service, its origin, and the origin of one that begins no encryption. At the end, nobody is connected."""
    known, service, context = HttpsService(folder), HostileService(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(known.certificate, known.private_key)

    async def no_encryption(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        service.conversations.add(asyncio.current_task())
        while await reader.read(1_000):
            writer.write(b"\x16\x03\x03")
        writer.close()

    encrypted = await asyncio.start_server(service.answer, "127.0.0.1", known.port, ssl=context)
    plain = await asyncio.start_server(no_encryption, "127.0.0.1", 0)
    async with encrypted, plain:
        yield service, known.origin, f"https://localhost:{plain.sockets[0].getsockname()[1]}"
        await asyncio.gather(*filter(None, service.conversations))


@pytest.fixture
def outgoing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Outgoing]:
    """Return a function that makes an object which trusts the service, with a time limit in seconds."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return lambda limit_s: Outgoing([ipaddress.ip_network("127.0.0.0/8")], limit_s)


async def posted(request: Awaitable[Answer]) -> Answer | str:
    try:
        return await request
    except CannotSend as error:
        return str(error)


async def test_hostile_services(tmp_path: Path, outgoing: Callable[[float], Outgoing]) -> None:
    """Requests end, and read no more than they need."""
    expected: dict[str, Answer | str] = {
        "accepting": Answer(204),
        "silent": "localhost does not answer",
        "slow": "localhost does not answer",
        "endless_body": Answer(200),
        "large_header": "too long",
        "endless_hints": "too long",
        "garbage": "localhost: ",
        "redirect": Answer(307),
        "huge_wait": Answer(429),
    }
    sender = outgoing(LIMIT_S)
    async with hostile_service(tmp_path) as (service, origin, plain):
        urls = [*(f"{origin}/{path}" for path in expected), plain]
        answers = await asyncio.gather(*(posted(sender.post(url, b"body", {})) for url in urls))
        for path, answer, wanted in zip([*expected, "plain"], answers, [*expected.values(), ""], strict=True):
            if isinstance(wanted, Answer):
                assert answer == wanted, path
            else:
                assert isinstance(answer, str), path
                assert wanted in answer, path
    assert service.endless_bytes < 5_000_000, "they fit the buffers of the system"
    sender.close()


@pytest.mark.parametrize("dead", ["silent", "refusing"])
async def test_a_name_with_a_dead_address(
    tmp_path: Path, outgoing: Callable[[float], Outgoing], monkeypatch: pytest.MonkeyPatch, dead: str
) -> None:
    async with hostile_service(tmp_path) as (_, origin, _):
        with socket.create_server(("127.0.0.2", 0), backlog=0) as first, ExitStack() as callers:
            place = first.getsockname()
            if dead == "silent":
                # The system answers no more callers as soon as some wait to be accepted.
                for _ in range(4):
                    caller = callers.enter_context(socket.socket())
                    caller.setblocking(False)
                    caller.connect_ex(place)
            else:
                first.close()
            resolve_to(monkeypatch, place, ("127.0.0.1", int(origin.rpartition(":")[2])))
            sender = outgoing(60)
            assert await sender.post(f"{origin}/accepting", b"", {}) == Answer(204)
            sender.close()


async def test_slow_services_hold_up_no_others(tmp_path: Path, outgoing: Callable[[float], Outgoing]) -> None:
    sender = outgoing(60)
    async with hostile_service(tmp_path) as (service, origin, plain):
        threads = threading.active_count()
        urls = [f"{origin}/silent", f"{origin}/slow", plain]
        slow = [asyncio.create_task(sender.post(url, b"", {})) for url in urls for _ in range(SLOW_REQUESTS // 3)]
        while len(service.conversations) < len(slow):  # noqa: ASYNC110 -- for the service
            await asyncio.sleep(0.01)
        assert await sender.post(f"{origin}/accepting", b"", {}) == Answer(204)
        assert threading.active_count() <= threads + RESOLVERS
        assert not any(task.done() for task in slow)
        for task in slow:
            task.cancel()
    sender.close()


async def test_a_name_that_is_resolved_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: resolved.wait() and [])
    threads, sender = threading.active_count(), Outgoing(timeout_s=0.1)
    requests = (sender.post("https://chat.example/", b"", {}) for _ in range(3 * RESOLVERS))
    answers = await asyncio.gather(*map(posted, requests))
    assert set(answers) == {"chat.example does not answer"}
    assert threading.active_count() <= threads + RESOLVERS
    resolved.set()
    sender.close()
