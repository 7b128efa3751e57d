"""Answers that depend on a person are kept by no cache that others share."""

import itertools
import re
from collections.abc import Iterator

import httpx
import pytest
from litestar.handlers import HTTPRouteHandler

from knobel.clock import now_ms
from knobel.server.openapi import HANDLERS, show_document, show_messages
from tests.server.client import Person, Server

PAGE = re.compile(r"/docs|/(\{|$)")
"""The routes of files, which are the same for everybody."""
ROUTES = sorted(
    (path, method)
    for handler in (*HANDLERS, show_document, show_messages)
    if isinstance(handler, HTTPRouteHandler)
    for path, method in itertools.product(handler.paths, handler.http_methods)
)


def addresses(path: str, known: dict[str, str]) -> Iterator[str]:
    """Yield addresses of a route: one of something that exists, if any, and one of something that does not."""
    kind = next((kind for kind in ("cup", "group") if path.startswith(f"/api/{kind}s")), "table")
    for link, number in ((known[kind], "1"), ("nothing", "7")):
        chosen = {"link": link, "day": known["day"], "game": "knister" if "{game:str}" in path else number}
        chosen |= {"person": known["person"], "token": link, "device": link, "bot": link}
        yield re.sub(r"\{(\w+):\w+\}", lambda found, all_=chosen, other=number: all_.get(found[1], other), path)  # type: ignore[misc]


@pytest.mark.parametrize("as_stranger", [pytest.param(False, marks=pytest.mark.slow), True])
async def test_shared_caches_keep_no_personal_answer(ann: Person, server: Server, as_stranger: bool) -> None:
    """Every route, with every method, says so: for answers and refusals, and for people who have no session."""
    # The game of which a review takes least.
    table = await ann.join(await ann.open_table(game="knoeffel", options={"columns": 1}, seats=1, start=True))
    await table.play()
    new = {"title": "A", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000, "by_code": True}
    cup = (await ann.http.post("/api/cups", json=new)).json()["code"]
    group = (await ann.http.post("/api/groups", json={"title": "A"})).json()["code"]
    day = (await ann.http.get("/api/days")).json()
    known = {
        "table": table.code,
        "cup": cup,
        "group": group,
        "day": day[0]["day"] if day else "2026-01-01",
        "person": ann.id,
    }
    # What ends the session, the cup or the person comes last.
    routes = sorted(ROUTES, key=lambda route: (route[1] == "DELETE", route == ("/api/person", "DELETE")))
    succeeded = set()
    async with httpx.AsyncClient(base_url=server.url) as stranger:
        client = stranger if as_stranger else ann.http
        for path, method in routes:
            if PAGE.match(path):
                continue
            for address in addresses(path, known):
                answer = await client.request(method, address)
                policy = answer.headers["cache-control"]
                assert "private" in policy, (method, address, answer.status_code)
                assert "no-store" in policy or "cookie" in answer.headers["vary"], (method, address)
                if answer.is_success:
                    succeeded.add((path, method))
    assert as_stranger or {("/api/scores/{game:str}", "GET"), ("/api/tables/{link:str}", "GET")} <= succeeded
    for path in ("/", "/sw.js", "/docs"):
        assert "set-cookie" not in (await ann.http.get(path)).headers


def test_refusals_at_the_edge_are_not_kept(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/session", headers={"origin": "http://elsewhere.example"})
    assert (answer.status_code, answer.headers["cache-control"]) == (403, "private, no-store")
