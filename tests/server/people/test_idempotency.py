"""A request with an idempotency key opens one table or cup, however often it arrives and whatever happens meanwhile."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from knobel.clock import now_ms
from knobel.server.shared_rows.openings import LIFETIME_MS
from tests.server import services
from tests.server.client import Person, Server, tell, two
from tests.server.cluster.test_several_processes import LONG_TIMEOUTS
from tests.slow import slow_except

HOUR_MS = 3_600_000
WISHES: dict[str, tuple[str, dict[str, Any]]] = {
    "table": ("/api/tables", {"settings": {"game": "knister", "seats": 2}}),
    "game": ("/api/tables", {"settings": {"game": "knister", "seats": 1}, "start": True}),
    "cup": ("/api/cups", {"title": "A", "game": "knister", "deals": 2, "closes": now_ms() + 24 * HOUR_MS}),
    "deal": ("/api/days/today/knister", {}),
    "unranked": ("/api/days/today/knaster", {"ranked": False}),
}
KEY = {"Idempotency-Key": "0123456789abcdef"}


async def opened(person: Person, kind: str, **headers: str) -> tuple[int, str]:
    """Send a request, and return the status of the answer and the code of what was opened."""
    path, body = WISHES[kind]
    answer = await person.http.post(path, json=body, headers=headers)
    return answer.status_code, answer.json().get("code", answer.json().get("reason"))


def count(server: Server) -> int:
    """Return the number of tables and cups in the database."""
    with contextlib.closing(sqlite3.connect(server.options["database"], timeout=60)) as database:
        return sum(database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in ("tables", "cups"))


@pytest.mark.parametrize("kind", slow_except("table", games=WISHES))
async def test_a_repeated_request_opens_nothing_more(own_server: Server, kind: str) -> None:
    ann, ben = await Person(own_server.url).arrive(), await Person(own_server.url).arrive()
    # Together, as when a proxy repeats a request that still runs; and after the process was killed.
    # Only the first one counts against the limits, of which the highest is 30.
    answers = await asyncio.gather(*(opened(ann, kind, **KEY) for _ in range(40)))
    assert {status for status, _ in answers} <= {200, 201}, answers
    ((code,), tables) = {code for _, code in answers}, count(own_server)
    assert tables == 1
    own_server.kill()
    await asyncio.to_thread(own_server.start)
    assert (await opened(ann, kind, **KEY))[1] == code
    assert count(own_server) == tables
    # Another key, no key and another person open more, except that a first try at a deal is continued.
    others = [await opened(ann, kind, **{"Idempotency-Key": "f" * 32}), await opened(ann, kind)]
    others.append(await opened(ben, kind, **KEY))
    assert len({code, *(other for _, other in others)}) == (2 if kind in ("deal", "unranked") else 4)


def test_two_processes_open_one_table(tmp_path: Path, postgres: services.Postgres) -> None:
    """nginx may send a request to the other process while the first one still stores it."""

    async def story(one: Server, other: Server) -> None:
        ann = await Person(one.url).arrive()
        there = Person(other.url)
        there.http.cookies = ann.http.cookies
        for kind in WISHES:
            answers = await asyncio.gather(
                *(opened(person, kind, **KEY | {"Idempotency-Key": kind * 3}) for person in (ann, there) * 5)
            )
            assert {status for status, _ in answers} <= {200, 201}, answers
            assert len({code for _, code in answers}) == 1, kind

    with two(tmp_path, LONG_TIMEOUTS, database=postgres.new()) as (one, other):
        tell(story(one, other))


async def test_a_key_belongs_to_one_request(plain_server: Server) -> None:
    """The answer to another request would name a table as a group, or a game as another one."""
    ann = await Person(plain_server.url).arrive()
    status, table = await opened(ann, "table", **KEY)
    assert status == 201
    assert (await opened(ann, "game", **KEY)) == (422, "key_used")
    statuses, codes = zip(*[await opened(ann, kind, **KEY) for kind in ("cup", "deal", "unranked")], strict=True)
    assert statuses == (201, 201, 201)
    group = await ann.http.post("/api/groups", json={"title": "A"}, headers=KEY)
    there = f"/api/groups/{group.json()['code']}/tables"
    of_group = await ann.http.post(there, json=WISHES["table"][1], headers=KEY)
    assert (group.status_code, of_group.status_code) == (201, 201)
    assert len({table, *codes, of_group.json()["code"]}) == 5
    assert await opened(ann, "table", **KEY) == (201, table)


async def test_openings_of_an_earlier_version_are_known(own_server: Server) -> None:
    """A client repeats a request whose server was killed for an upgrade."""
    ann = await Person(own_server.url).arrive()
    _, code = await opened(ann, "table", **KEY)
    with contextlib.closing(sqlite3.connect(own_server.options["database"], timeout=60)) as database, database:
        database.execute("UPDATE openings SET operation = '', request = ''")
    assert (await opened(ann, "table", **KEY))[1] == code


async def test_invalid_keys_are_refused_and_old_ones_forgotten(own_server: Server) -> None:
    ann = await Person(own_server.url).arrive()
    for key in ("", "short", "x" * 65, "a b c d e f g", "a;b;c;d;e"):
        assert await opened(ann, "table", **{"Idempotency-Key": key}) == (400, "malformed")
    await opened(ann, "table", **KEY)
    with contextlib.closing(sqlite3.connect(own_server.options["database"], timeout=60)) as database:
        with database:
            database.execute(f"UPDATE openings SET time = time - {LIFETIME_MS + 1}")
        await opened(ann, "table", **{"Idempotency-Key": "another key".replace(" ", "-")})
        assert database.execute("SELECT key FROM openings").fetchall() == [("another-key",)]


def test_nginx_repeats_only_safe_requests() -> None:
    configuration = (Path(__file__).parents[3] / "deploy" / "nginx.conf").read_text()
    assert "proxy_next_upstream error" in configuration
    assert "non_idempotent" not in configuration
