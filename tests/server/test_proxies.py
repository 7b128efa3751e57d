"""Servers behind nginx and Caddy with the settings that `deploy` and the documentation show."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.server import services
from tests.server.client import Person, Server, tell
from tests.server.notes import Noted
from tests.server.proxies import DEPLOY, PROXIES, find_program, running_proxy, shipped_site

OPTIONS = {"root_path": "/games/", "proxy": ["127.0.0.1"]}
CONNECTIONS = """SELECT process, count(*) FROM here WHERE "table" = '{}' GROUP BY process"""


@contextmanager
def proxy(name: str, folder: Path, servers: Sequence[int], site: str) -> Iterator[str]:
    """Yield the address of a running proxy."""
    if find_program(name) is None:
        pytest.skip(f"no {name} on this machine")
    with running_proxy(name, folder, servers, site) as (port, _):
        yield f"http://127.0.0.1:{port}"


def documented(name: str) -> str:
    """Return the settings of a site below a path in the documentation."""
    text = (DEPLOY.parent / "docs" / "reference" / "operating.md").read_text()
    language = {"nginx": "nginx", "caddy": "caddyfile"}[name]
    found = re.search(rf"## Below a path\n.*?```{language}\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("name", PROXIES)
def test_below_a_path(name: str, server: Server, tmp_path: Path) -> None:
    async def story(url: str) -> None:
        ann = await Person(f"{url}/games").arrive("Ann")
        assert {cookie.path for cookie in ann.http.cookies.jar} == {"/games"}
        document = (await ann.http.get("/t/ABCDEF")).text
        (script,) = re.findall(r'<script type="module" crossorigin src="\.(/[^"]+)"', document)
        assert (await ann.http.get(script)).headers["content-type"].startswith("text/javascript")
        assert "Ann" not in (await ann.http.get(f"{url}/api/session")).text, "outside of the path"
        assert (await ann.http.get(f"{url}/games")).headers["location"].endswith("/games/")
        table = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
        assert (await table.do("roll", at=table.at))["type"] == "accepted"
        assert (await ann.http.get("/readyz")).json() == {"ok": True}

    with proxy(name, tmp_path, [server.port], documented(name)) as url:
        tell(story(url))


@pytest.mark.parametrize("name", PROXIES)
def test_a_table_is_at_one_process(name: str, postgres: services.Postgres, tmp_path: Path) -> None:
    """When that process is killed, all people of the table continue on another one, and nothing is lost."""
    address = postgres.new()
    servers: dict[str, Server] = {}

    def counts(statement: str) -> dict[str, int]:
        return dict(postgres.do(statement, urlsplit(address).path[1:]))

    async def processes_at(code: str, people: int) -> list[str]:
        """Wait until the rows of all connections to a table are written. Return the processes that have some."""
        while True:
            found = await asyncio.to_thread(counts, CONNECTIONS.format(code))
            if sum(found.values()) == people:
                return list(found)
            await asyncio.sleep(0.02)

    async def story(url: str) -> None:
        people = [await Person(url).arrive() for _ in range(4)]
        # A code that cannot be a header makes no server look as if it had failed.
        assert (await people[0].http.get("/api/tables/%00")).status_code in (400, 404)
        assert (await people[0].http.get("/readyz")).status_code == 200
        code = await people[0].open_table(game="knister", seats=4, public=True)
        tables = [Noted(person, code) for person in people]
        for table in tables:
            await table.connect()
        for table in tables[1:]:
            assert (await table.do("sit"))["type"] == "accepted"
        assert (await tables[0].do("start"))["type"] == "accepted"
        for table in tables:
            await table.until(
                lambda table=table: table.position is not None and table.position["turn"]["kind"] != "over"
            )
        (first,) = await processes_at(code, len(people))
        log = tables[0].log
        servers[first].kill()
        for table in tables:
            await table.come_back([url])
            assert table.log == log
        assert (await tables[0].do("roll", at=tables[0].at))["type"] == "accepted"
        # The rows of the process that was killed are still there.
        assert set(await processes_at(code, 2 * len(people))) == servers.keys()

    try:
        for number in "12":
            server = Server(tmp_path / number, {"process_timeout_ms": 60_000}, database=address)
            server.start()
            (new,) = counts("SELECT id, beat FROM processes").keys() - servers.keys()
            servers[new] = server
        with proxy(name, tmp_path, [server.port for server in servers.values()], shipped_site(name)) as url:
            tell(story(url))
    finally:
        for server in servers.values():
            server.kill()
