"""A server below a path of its host: its page, API, WebSockets, links, cookies and documentation."""

import re
from collections.abc import Iterator

import httpx
import pytest

from knobel.server.http.root_path import parse_root_path, split_public_url
from tests.server.client import NO_TLS, Person, Server, running
from tests.server.pages.test_link_previews import shown
from tests.server.path_proxy import PathProxy, proxied

OPTIONS = {"root_path": "/games/"}


@pytest.fixture(scope="module", params=[True, False], ids=["removed", "kept"])
def proxy(request: pytest.FixtureRequest, server: Server) -> Iterator[PathProxy]:
    """Yield a proxy that removes the path from requests, and one that keeps it."""
    with proxied(server.port, "/games", strips=request.param) as running_proxy:
        yield running_proxy


@pytest.mark.parametrize(("path", "parsed"), [("/games/", "/games"), ("a/b-c.d", "/a/b-c.d"), ("/", ""), ("", "")])
def test_root_paths(path: str, parsed: str) -> None:
    assert parse_root_path(path) == parsed


@pytest.mark.parametrize("path", ["/a//b", "/a b", "/ä", "/a?b", "/../a", "/.", "/t/", "/api", "docs/knobel", "/play"])
def test_no_root_paths(path: str) -> None:
    with pytest.raises(ValueError, match="root path"):
        parse_root_path(path)


def test_public_urls() -> None:
    origin = "https://knobel.example"
    assert split_public_url(None, None) == (None, "")
    assert split_public_url(None, "/games") == (None, "/games")
    assert split_public_url(origin, "/games") == (origin, "/games")
    assert split_public_url(f"{origin}/games/", None) == (origin, "/games")
    assert split_public_url(f"{origin}/games/", "games") == (origin, "/games")
    with pytest.raises(ValueError, match="is not below the root path /other"):
        split_public_url(f"{origin}/games/", "/other")


def test_the_page_names_its_path(proxy: PathProxy) -> None:
    with httpx.Client(base_url=proxy.url, verify=NO_TLS) as http:
        for path in ("/", "/t/ABCDEF", "/rules/knister"):
            document = http.get(path).text
            assert document.index('<base href="/games/" />') < document.index("<link")
        for address in re.findall(r'(?:src|href)="\.(/[^"]+)"', document):
            assert http.get(address).status_code == 200, address
        assert http.get("/nowhere").status_code == 404
        manifest = http.get("/manifest.webmanifest").json()
        assert (manifest["start_url"], manifest["icons"][0]["src"]) == ("./", "icon.svg")


def test_addresses_without_a_slash_are_redirected(proxy: PathProxy) -> None:
    for path, location in (("", "/games/"), ("?x=1", "/games/?x=1"), ("/docs", "/games/docs/")):
        answer = httpx.get(proxy.url + path)
        assert (answer.status_code, answer.headers["location"]) == (308, location)
        assert "content-security-policy" in answer.headers


def test_the_server_is_described_below_its_path(proxy: PathProxy) -> None:
    assert httpx.get(f"{proxy.url}/api/openapi.json").json()["servers"] == [{"url": "/games/"}]
    assert httpx.get(f"{proxy.url}/readyz").json() == {"ok": True}


async def test_a_game_is_played_below_the_path(proxy: PathProxy) -> None:
    ann = await Person(proxy.url).arrive("Ann")
    (cookie,) = ann.http.cookies.jar
    assert (cookie.name, cookie.path) == ("knobel-games", "/games")
    code = await ann.open_table(game="knister", seats=1, start=True)
    table = await ann.join(code)
    assert table.table["state"] == "playing"
    assert (await table.do("roll", at=table.at))["type"] == "accepted"
    ben = await Person(proxy.url).arrive("Ben")
    link = (await ben.open_private(game="knister", seats=2))[1]
    await (await ben.join(link)).do("sit")
    preview = await shown(proxy.url, f"/t/{link}")
    assert preview["title"] == "Knister – spiel mit Ben!"
    assert preview["url"].endswith(f"/games/t/{link}")
    assert "/games/previews/" in preview["image"]


def test_public_urls_may_contain_the_path(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("public")
    with running(folder, public_url="https://knobel.example/games", proxy=["127.0.0.1"]) as server:
        headers = {"Host": "knobel.example"}
        answer = httpx.post(f"{server.url}/games/api/session", headers=headers)
        assert answer.json()["links"] == "https://knobel.example/games"
        assert answer.headers["set-cookie"].startswith("__Secure-knobel-games=")
        assert {"Path=/games", "Secure", "HttpOnly"} <= set(answer.headers["set-cookie"].split("; "))
        assert httpx.get(f"{server.url}/t/ABCDEF", headers=headers).text.count("https://knobel.example/games/") == 2
