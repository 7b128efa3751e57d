"""Limits hold when every request that they limit is sent many times at the same time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from knobel.clock import now_ms
from tests.server import services
from tests.server.client import Person, Server, running, tell
from tests.server.cups.test_routes import sent
from tests.server.groups.test_routes import opened
from tests.server.limits.generous import generous
from tests.server.notices.test_routes import SETTINGS as NOTICES
from tests.server.notices.test_routes import subscription

TIMES = 20
ARRIVAL_S = 0.3
"""Seconds in which the requests arrive. If it were too short, the test would find less."""
MOST = 3
"""The limit of all kinds of things on the server of this test."""
CHANGED: dict[str, Any] = {
    f"knobel.server.{name}": MOST
    for name in (
        "people.accounts.MAX_BLOCKED",
        "people.accounts.MAX_BOTS",
        "people.transfers.MAX_DEVICES",
        "people.recovery.service.MAX_DEVICES",
        "groups.service.MAX_GROUPS",
        "groups.service.MAX_MEMBERS",
        "cups.service.MAX_ENTRIES",
        "practice.exercises.store.MAX_ANSWERS",
    )
} | {
    "knobel.server.notices.service.MAX_DEVICES": MOST - 1,
    "knobel.server.people.recovery.service.BURST": 2 * TIMES,
    "person_slow_tables": MOST,
    "knobel.server.groups.service.ActionLimit": generous,
    "knobel.server.tables.creation.ActionLimit": generous,
}
OPTIONS: dict[str, Any] = {"webhook": ["hooks.example.org"], "push": True}

Send = Callable[[int], Awaitable[httpx.Response]]
Count = Callable[[], Awaitable[int]]


@dataclass(slots=True)
class Requests:
    """A request that is sent many times, each time with another number, and what it may store at most."""

    send: Send
    count: Count
    most: int = MOST
    least: int | None = None
    """What it stores at least; by default `most`."""


class Clients:
    """One person on several processes, and other people."""

    def __init__(self, servers: list[Server]) -> None:
        self.urls = [server.url for server in servers]
        self.ann: list[Person] = []

    async def arrive(self) -> "Clients":
        first = await Person(self.urls[0]).arrive("Ann")
        self.ann = [first, *(self._also(first, url) for url in self.urls[1:])]
        return self

    def _also(self, person: Person, url: str) -> Person:
        other = Person(url)
        other.id, other.name = person.id, person.name
        other.http.cookies = person.http.cookies
        return other

    def http(self, number: int) -> httpx.AsyncClient:
        """Return the person's connections to one of the processes."""
        return self.ann[number % len(self.ann)].http

    async def others(self, count: int) -> list[Person]:
        """Return other people, each at one of the processes."""
        return [await Person(self.urls[number % len(self.urls)]).arrive() for number in range(count)]

    async def members(self, link: str) -> int:
        """Return the number of members of a group of the person now."""
        return len((await sent(await self.http(0).patch(f"/api/groups/{link}", json={})))["members"])

    async def list(self, path: str, *names: str) -> int:
        """Return the length of a list in a response."""
        found = await sent(await self.http(0).get(path))
        for name in names:
            found = found[name]
        return len(found)


async def pauses(all_: Clients) -> Requests:
    return Requests(
        lambda n: all_.http(n).post("/api/pause", json={"days": 1}),
        lambda: all_.list("/api/person", "pauses"),
        most=1,
    )


async def bots(all_: Clients) -> Requests:
    return Requests(lambda n: all_.http(n).post("/api/bots", json={"name": f"Bot {n}"}), lambda: all_.list("/api/bots"))


async def devices(all_: Clients) -> Requests:
    """A person has one link at a time, so most of these requests find that theirs is gone."""

    async def move(number: int) -> httpx.Response:
        path = (await all_.http(number).post("/api/transfer")).json()["path"]
        return await Person(all_.urls[number % len(all_.urls)]).http.post(f"/api/transfer/{path.split('/')[2]}")

    return Requests(move, lambda: all_.list("/api/devices"), least=1)


async def links(all_: Clients) -> Requests:
    """One link for many devices."""
    path = (await all_.http(0).post("/api/transfer")).json()["path"]
    return Requests(
        lambda n: Person(all_.urls[n % len(all_.urls)]).http.post(f"/api/transfer/{path.split('/')[2]}"),
        lambda: all_.list("/api/devices"),
        most=2,
    )


async def restored_devices(all_: Clients) -> Requests:
    """The oldest devices are logged out, perhaps the first one too."""
    secret = {
        "secret": " ".join((await sent(await all_.http(0).post("/api/recovery", json={"language": "en"})))["words"])
    }
    new = [Person(all_.urls[number % len(all_.urls)]) for number in range(TIMES)]

    async def count() -> int:
        answers = [await person.http.get("/api/devices") for person in new]
        found = [len(answer.json()) for answer in answers if answer.is_success]
        return max(len(found), *found)

    return Requests(lambda n: new[n].http.post("/api/recovery/restore", json=secret), count)


async def sheets(all_: Clients) -> Requests:
    """Only the last sheet is valid."""
    made: list[str] = []

    async def make(number: int) -> httpx.Response:
        answer = await all_.http(number).post("/api/recovery", json={"language": "en"})
        made.append(" ".join(answer.json()["words"]))
        return answer

    async def count() -> int:
        tried = [await all_.http(0).post("/api/recovery/owner", json={"secret": words}) for words in made]
        return sum(answer.is_success for answer in tried)

    return Requests(make, count, most=1)


async def calendars(all_: Clients) -> Requests:
    made: list[str] = []

    async def make(number: int) -> httpx.Response:
        answer = await all_.http(number).post("/api/calendar", json={"language": "en"})
        made.append(answer.json()["path"])
        return answer

    async def count() -> int:
        return sum([(await all_.http(0).get(path)).is_success for path in made])

    return Requests(make, count, most=1)


async def push_devices(all_: Clients) -> Requests:
    own = [all_.http(0), *[(await all_.ann[0].device(url)).http for url in (all_.urls[-1], all_.urls[0])]]
    return Requests(
        lambda n: own[n % MOST].put(
            "/api/notices", json={"subscription": subscription(f"{all_.ann[0].id}-{n}"), "settings": NOTICES}
        ),
        lambda: all_.list("/api/person", "push_devices"),
        most=MOST - 1,
    )


async def blocked(all_: Clients) -> Requests:
    others = await all_.others(TIMES)
    return Requests(
        lambda n: all_.http(n).put(f"/api/blocked/{others[n].id}"), lambda: all_.list("/api/person", "blocked")
    )


async def slow_tables(all_: Clients) -> Requests:
    new = {"settings": {"game": "knister", "days": 1, "seats": 2}, "plays": True}
    return Requests(
        lambda n: all_.http(n).post("/api/tables", json=new), lambda: all_.list("/api/person", "slow_tables")
    )


async def groups(all_: Clients) -> Requests:
    return Requests(
        lambda n: all_.http(n).post("/api/groups", json={"title": f"Group {n}"}), lambda: all_.list("/api/groups")
    )


async def groups_of_others(all_: Clients) -> Requests:
    hosts = await all_.others(5)
    links = [await opened(host) for host in hosts]
    return Requests(lambda n: all_.http(n).post(f"/api/groups/{links[n % 5]}/member"), lambda: all_.list("/api/groups"))


async def members(all_: Clients) -> Requests:
    link, others = await opened(all_.ann[0]), await all_.others(TIMES)
    return Requests(
        lambda n: others[n].http.post(f"/api/groups/{link}/member"),
        lambda: all_.members(link),
    )


async def members_taken_back(all_: Clients) -> Requests:
    link, others = await opened(all_.ann[0]), await all_.others(MOST + 2)
    for other in others:
        await sent(await other.http.post(f"/api/groups/{link}/member"))
        await sent(await all_.http(0).put(f"/api/groups/{link}/members/{other.id}", json={"removed": True}))
    return Requests(
        lambda n: all_.http(n).put(f"/api/groups/{link}/members/{others[n % len(others)].id}", json={"removed": False}),
        lambda: all_.members(link),
    )


async def entries(all_: Clients) -> Requests:
    new = {"title": "", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000}
    code = (await sent(await all_.http(0).post("/api/cups", json=new)))["code"]
    others = await all_.others(TIMES)
    return Requests(
        lambda n: others[n].http.post(f"/api/cups/{code}/entry"), lambda: all_.list(f"/api/cups/{code}", "rows")
    )


async def entries_taken_back(all_: Clients) -> Requests:
    new = {"title": "", "game": "knister", "deals": 1, "closes": now_ms() + 3_600_000}
    code = (await sent(await all_.http(0).post("/api/cups", json=new)))["code"]
    for number, other in enumerate(await all_.others(MOST + 2), 1):
        await sent(await other.http.post(f"/api/cups/{code}/entry"))
        await sent(await all_.http(0).put(f"/api/cups/{code}/entries/{number}", json={"removed": True}))
    return Requests(
        lambda n: all_.http(n).put(f"/api/cups/{code}/entries/{n % (MOST + 2) + 1}", json={"removed": False}),
        lambda: all_.list(f"/api/cups/{code}", "rows"),
    )


async def webhooks(all_: Clients) -> Requests:
    link = await opened(all_.ann[0])
    new = {"format": "json", "language": "en", "kinds": ["over"]}
    return Requests(
        lambda n: all_.http(n).put(f"/api/groups/{link}/webhook", json=new | {"url": f"https://hooks.example.org/{n}"}),
        lambda: all_.list("/api/person", "webhooks"),
        most=1,
    )


async def answers(all_: Clients) -> Requests:
    """Half of the answers have the same time."""

    def given(number: int) -> dict[str, Any]:
        return {"key": f"{number:x}", "right": True, "time": max(number, TIMES // 2)}

    return Requests(
        lambda n: all_.http(n).post("/api/practice/answers?game=knister", json={"answers": [given(n), given(n // 2)]}),
        lambda: all_.list("/api/person", "exercises"),
    )


REQUESTS = [
    pauses, bots, devices, links, restored_devices, sheets, calendars, push_devices, blocked, slow_tables, groups,
    groups_of_others, members, members_taken_back, entries, entries_taken_back, webhooks, answers,
]  # fmt: skip


async def check(prepare: Callable[[Clients], Awaitable[Requests]], servers: list[Server]) -> None:
    clients = await Clients(servers).arrive()
    requests = await prepare(clients)
    # What arrives while the processes stand still is read by them at the same time.
    for server in servers:
        server.freeze()
    sending = asyncio.gather(*(requests.send(number) for number in range(TIMES)))
    await asyncio.sleep(ARRIVAL_S)
    for server in servers:
        server.thaw()
    found = await sending
    statuses = {answer.status_code for answer in found}
    assert max(statuses) < 500, [answer.text for answer in found if answer.status_code >= 500]
    least = requests.most if requests.least is None else requests.least
    assert least <= await requests.count() <= requests.most, statuses


@pytest.fixture(scope="module")
def one_process(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("limited"), CHANGED, **OPTIONS) as server:
        yield server


@pytest.fixture(scope="module")
def two_processes(tmp_path_factory: pytest.TempPathFactory, postgres: services.Postgres) -> Any:
    database = postgres.new()
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp(name) for name in ("limited-1", "limited-2")]
        yield [stack.enter_context(running(folder, CHANGED, database=database, **OPTIONS)) for folder in folders]


@pytest.mark.parametrize("prepare", REQUESTS)
def test_many_requests_at_the_same_time(one_process: Server, prepare: Any) -> None:
    tell(check(prepare, [one_process]))


@pytest.mark.slow
@pytest.mark.parametrize("prepare", REQUESTS)
def test_many_requests_at_two_processes(two_processes: list[Server], prepare: Any) -> None:
    tell(check(prepare, two_processes))
