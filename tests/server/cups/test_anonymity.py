"""A cup without names: no answer and no message tells the others a name, neither during the cup nor afterwards."""

import asyncio
import io
import itertools
import json
import re
import zipfile
from typing import Any

import httpx
import pytest
from litestar.handlers import HTTPRouteHandler

from knobel.server.cups import routes as cups
from knobel.server.pages import routes as pages
from knobel.server.tables import routes as tables
from tests.server.client import Person, Server
from tests.server.cups.test_routes import begin, opened, play, sent

NAMES = re.compile("Quirin|Wendelin|Zacharias|Kunibert")
GET = [
    (module, path)
    for module in (cups, tables, pages)
    for handler in vars(module).values()
    if isinstance(handler, HTTPRouteHandler) and "GET" in handler.http_methods
    for path in handler.paths
]
GET_CUP = [path for module, path in GET if module is cups]
GET_OTHERS = [
    path for module, path in GET if module is not cups and path.startswith("/api/") and "{link:str}" not in path
]


def addresses(link: str, people: int) -> list[str]:
    """Return the addresses of everything that can be seen of a cup with two deals, and of the server."""
    filled = []
    for path, number, entry in itertools.product(GET_CUP, (1, 2), range(1, people + 1)):
        values = {"link": link, "number": str(number), "entry": str(entry)}
        filled.append(re.sub(r"\{(\w+):\w+\}", lambda found, known=values: known[found[1]], path))  # type: ignore[misc]
    return sorted({*filled, *(path.replace("{game:str}", "knister") for path in GET_OTHERS)})


def text_of(answer: httpx.Response) -> str:
    """Return the text of an answer, that of a spreadsheet file unpacked."""
    if not answer.content.startswith(b"PK"):
        return answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        return "".join(file.read(name).decode() for name in file.namelist())


async def search(person: httpx.AsyncClient, link: str) -> dict[str, str]:
    """Check that no answer contains a name; return the answers by address."""
    found = {}
    for address in addresses(link, 3):
        answer = await person.get(address)
        assert not (name := NAMES.search(text_of(answer))), (address, name)
        if answer.is_success:
            found[address] = text_of(answer)
    return found


def messages(tables: list[Any]) -> str:
    """Return what these sockets have received, without the list of all who are connected to the server.

    It says of nobody that they play in a cup.
    """
    everybody = [person for table in tables for other in table.others for person in other.get("people", ())]
    assert not any(person["table"] for person in everybody), "at a private table"
    others = [other for table in tables for other in table.others if "people" not in other]
    return json.dumps([[[table.table, table.position, table.log] for table in tables], others])


@pytest.mark.parametrize("ranking", [pytest.param("points", marks=pytest.mark.slow), "places"])
async def test_no_answer_and_no_message_has_a_name(server: Server, ranking: str) -> None:
    host, ann, ben, dan, eve = [
        await Person(server.url).arrive(name)
        for name in ("Host", f"Quirin {ranking}", f"Wendelin {ranking}", f"Kunibert {ranking}", None)
    ]
    link = await opened(host, named=False, ranking=ranking, every="week")
    for person in (ann, ben, eve, dan):
        await sent(await person.http.post(f"/api/cups/{link}/entry"))
    await play(ann, link, 1)
    await sent(await ann.http.patch("/api/session", json={"name": f"Zacharias {ranking}"}))
    await asyncio.gather(play(ann, link, 2), play(ben, link, 1), play(eve, link, 1))
    running, longer = await begin(ben, link, 2), await begin(dan, link, 1)
    own = await begin(eve, link, 2)
    await own.play()
    lobby = await eve.enter_lobby()
    await lobby.receive()
    found = await search(eve.http, link)
    assert f"/api/cups/{link}/deals/1/entries/1/replay" in found, "others' games are shown"
    async with httpx.AsyncClient(base_url=server.url) as stranger:
        await search(stranger, link)
    assert not NAMES.search(messages([own, lobby]))
    # The host sees the names, and people their own.
    for address in ("", "/table.csv", "/season", "/deals/1/entries/1/replay"):
        path = f"/api/cups/{link}{address}"
        if "replay" not in address:
            assert NAMES.search(text_of(await host.http.get(path))), address
        assert "table" in address or NAMES.search(text_of(await ann.http.get(path))), address
    replay = (await ann.http.get(f"/api/cups/{link}/deals/1/entries/1/replay")).text
    assert "Quirin" not in replay, "the replay has the present name"
    assert [row["name"] for row in (await ann.http.get("/api/scores/knister")).json()["mine"]][:1] != []
    # Nor does the end of the cup tell, nor its deletion.
    await sent(await host.http.patch(f"/api/cups/{link}", json={"end": True}))
    await running.play()
    await search(eve.http, link)
    assert (await host.http.delete(f"/api/cups/{link}", params={"series": True})).status_code == 204
    await search(eve.http, link)
    await longer.play()
    await search(eve.http, link)
