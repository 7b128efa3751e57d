"""Link previews in messengers show only the host of a table, and only for links that allow entry."""

import asyncio
import re

import httpx

from knobel.clock import now_ms
from tests.browser.routes import example_of, page_routes
from tests.server.client import Person, Server, everybody_leaves


async def shown(url: str, path: str, language: str = "de") -> dict[str, str]:
    """Return the metadata of the document at a path of a server."""
    async with httpx.AsyncClient(base_url=url) as messenger:
        document = (await messenger.get(path, headers={"accept-language": language})).text
        found = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)" />', document))
        picture = await messenger.get(found["image"])
        assert picture.headers["content-type"] == "image/jpeg"
        return found


async def test_previews_of_private_tables_need_the_key(server: Server) -> None:
    try:
        host = await Person(server.url).arrive('<Ben> & "Co"')
        code, link = await host.open_private(game="knoeffel", seats=2)
        table = await host.join(link)
        await table.do("sit")
        told = await shown(server.url, f"/t/{link}")
        assert told["title"] == "Knöffel – spiel mit &lt;Ben&gt; &amp; &quot;Co&quot;!"
        assert told["image"].endswith("/previews/knoeffel.jpg")
        assert told["url"].endswith(f"/t/{link}")
        assert (await shown(server.url, f"/t/{link}", "en-GB"))["title"].startswith("Knöffel: play with")
        # What the text around a link left at its end.
        for left in (".", ")", "%22.", "%E2%80%9D"):
            assert (await shown(server.url, f"/t/{link}{left}"))["title"] == told["title"]
        for nothing in (code, f"{code}-wrong", "ABCDEF-x"):
            assert (await shown(server.url, f"/t/{nothing}"))["title"] == "Knobel: Tisch"
        replay = await shown(server.url, f"/t/{link}/replay/1")
        assert replay["title"] == "Knöffel"
        await table.do("lock", locked=True)
        assert (await shown(server.url, f"/t/{link}"))["title"] == "Knobel: Tisch"
    finally:
        await everybody_leaves()


async def test_previews_of_cups(server: Server) -> None:
    host = await Person(server.url).arrive("Ann")
    new = {"title": "<4b>", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000, "by_code": False}
    cup = (await host.http.post("/api/cups", json=new)).json()
    link = f"{cup['code']}-{cup['key']}"
    for path in (f"/cup/{link}", f"/cup/{link}/projector", f"/cup/{link}/deal/1"):
        found = await shown(server.url, path)
        assert found["title"] == "&lt;4b&gt;: Cup in Knister"
        assert found["image"].endswith("/previews/knister.jpg")
    for nothing in (cup["code"], f"{cup['code']}-wrong", "ABCDE"):
        assert (await shown(server.url, f"/cup/{nothing}"))["title"] == "Knobel: Cups"
    public = (await host.http.post("/api/cups", json=new | {"title": "", "by_code": True})).json()
    assert (await shown(server.url, f"/cup/{public['code']}", "en"))["title"] == "Cup of Knister"


def test_games_are_shown(server: Server) -> None:
    told = asyncio.run(shown(server.url, "/rules/knister", "it"))
    assert (told["title"], told["image"].rsplit("/", 1)[1]) == ("Knister", "knister.jpg")
    assert asyncio.run(shown(server.url, "/day/2026-11-25", "de"))["title"] == "Knobel: Partie des Tages"
    assert asyncio.run(shown(server.url, "/"))["image"].endswith("/previews/knobel.jpg")


def test_all_pages_of_the_list_are_there(server: Server) -> None:
    routes = page_routes()
    for path in map(example_of, routes):
        answer = httpx.get(server.url + path, headers={"accept-language": "en"})
        assert answer.status_code == 200, path
        assert 'property="og:title" content="Kn' in answer.text, path
    assert len(routes) > 20
    assert httpx.get(f"{server.url}/nowhere").status_code == 404


def test_malformed_hosts_break_nothing(server: Server) -> None:
    for host in ("a:b:c", "[", "x:99999999"):
        assert httpx.get(server.url, headers={"host": host}).status_code == 200, host
