"""A server with a public HTTPS address: its cookie, its accepted origin, and strict transport security."""

from collections.abc import Iterator

import httpx
import pytest

from tests.server.client import Person, Server, running
from tests.server.limits.test_uvicorn_protocols import connect

HOST = {"Host": "knobel.example"}
MAX_AGE = "Max-Age=31536000"


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("https"), public_url="https://knobel.example", proxy=["127.0.0.1"]) as server:
        yield server


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("http"), proxy=["127.0.0.1"]) as server:
        yield server


def ask(server: Server, path: str = "/api/session", method: str = "POST", **headers: str) -> httpx.Response:
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.request(method, server.url + path, headers=HOST | told)


def cookies(answer: httpx.Response) -> dict[str, str]:
    """Return the cookies that a response sets, by name: the value and all attributes."""
    return dict(line.split("=", 1) for line in answer.headers.get_list("set-cookie"))


def test_responses_require_https(secure: Server, plain: Server) -> None:
    for path, status in (("/", 200), ("/api/games", 200), ("/api/session", 401)):
        answer = ask(secure, path, "GET")
        assert (answer.status_code, answer.headers["strict-transport-security"]) == (status, "max-age=31536000")
    assert "strict-transport-security" in ask(secure, Origin="https://evil.example").headers, "refusals too"
    for other in (ask(secure, "/api/games", "GET", Host="192.0.2.7"), ask(plain, "/api/games", "GET")):
        assert "strict-transport-security" not in other.headers


def test_the_cookie_is_bound_to_the_host(secure: Server) -> None:
    ((name, value),) = cookies(ask(secure)).items()
    assert name == "__Host-knobel"
    assert {"Secure", "HttpOnly", "Path=/", MAX_AGE} <= set(value.split("; "))
    assert "Domain" not in value
    secret = value.split(";")[0]
    again = ask(secure, Cookie=f"__Host-knobel={secret}")
    assert list(cookies(again)) == ["__Host-knobel"]
    left = cookies(ask(secure, method="DELETE", Cookie=f"__Host-knobel={secret}"))
    assert "Max-Age=0" in left["__Host-knobel"]
    assert "Secure" in left["__Host-knobel"], "browsers take nothing else under this name"


async def test_old_cookies_stay_valid(secure: Server) -> None:
    """The old cookie name is still accepted, and the next visit to the page replaces it."""
    secret = cookies(ask(secure))["__Host-knobel"].split(";")[0]
    old = f"knobel={secret}"
    who = ask(secure, method="GET", Cookie=old).json()["id"]
    person = Person(secure.url)
    person.http.cookies["knobel"] = secret
    socket = await connect(secure.url, "/api/lobby", person)
    assert await socket.recv()
    await socket.close()
    moved = ask(secure, Cookie=old)
    assert moved.json()["id"] == who
    assert cookies(moved)["__Host-knobel"].startswith(f"{secret};")
    assert "Max-Age=0" in cookies(moved)["knobel"]
    both = ask(secure, method="GET", Cookie=f"knobel=of-somebody-else; __Host-knobel={secret}")
    assert both.json()["id"] == who


def test_without_a_public_address(plain: Server) -> None:
    assert "Secure" not in cookies(ask(plain))["knobel"]
    assert "Secure" in cookies(ask(plain, X_Forwarded_Proto="https"))["knobel"]


@pytest.mark.parametrize(
    ("origin", "proto", "host", "secure_status", "plain_status"),
    [
        ("https://knobel.example", "https", "knobel.example", 200, 200),
        ("http://knobel.example", "https", "knobel.example", 403, 403),
        # A proxy that does not report the scheme of the request.
        ("https://knobel.example", "", "knobel.example", 200, 200),
        ("http://knobel.example", "", "knobel.example", 403, 200),
        # On the same machine, and on the local network.
        ("http://localhost:8000", "", "localhost:8000", 200, 200),
        ("http://192.0.2.7", "", "192.0.2.7", 200, 200),
        # A proxy that forwards its own name.
        ("https://knobel.example", "https", "127.0.0.1:8000", 200, 403),
        ("http://knobel.example", "https", "127.0.0.1:8000", 403, 403),
        ("https://evil.example", "https", "knobel.example", 403, 403),
        ("ftp://knobel.example", "", "knobel.example", 403, 403),
        ("null", "", "knobel.example", 403, 403),
    ],
)
def test_origins(
    secure: Server, plain: Server, origin: str, proto: str, host: str, secure_status: int, plain_status: int
) -> None:
    forwarded = {"X_Forwarded_Proto": proto} if proto else {}
    for server, status in ((secure, secure_status), (plain, plain_status)):
        assert ask(server, Origin=origin, Host=host, **forwarded).status_code == status
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
        opened = ask(
            server,
            "/api/lobby",
            "GET",
            Origin=origin,
            Host=host,
            Sec_WebSocket_Key="A" * 22 + "==",
            **upgrade,
            **forwarded,
        )
        assert opened.status_code == (101 if status == 200 else 403)
