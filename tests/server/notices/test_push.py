"""Notices from a server to a push service on this machine, and what a person receives."""

import asyncio
import contextlib
import re
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from knobel.clock import now_ms
from knobel.server.cluster.membership import Membership
from knobel.server.notices.outgoing import Outgoing
from knobel.server.notices.store import NoticeStore
from knobel.server.notices.texts import text_of
from tests.server.client import Person, Server, complaining, tell, two
from tests.server.dying import DieAt
from tests.server.notices.push_service import Message, PushService, push_service
from tests.server.tables.slow.test_weeks import at, enter

DAY_S = 86_400
FAST: dict[str, Any] = {
    "slow_interval_s": 0.2,
    "notice_interval_s": 0.1,
    "notice_search_s": 0.1,
    "process_timeout_ms": 1_500,
    "notes_timeout_ms": 1_500,
    "knobel.server.notices.store.COLLECT_MS": 0,
    "knobel.server.notices.sending.CLAIM_MS": 1_000,
    "knobel.server.notices.tasks.PRESENT_RETRY_MS": 20,
    "knobel.server.notices.sending.MIN_BACKOFF_MS": 10,
}


@pytest.fixture
def push(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """Yield a push service whose certificate the servers trust that are started afterwards."""
    with push_service(tmp_path) as service:
        monkeypatch.setenv("SSL_CERT_FILE", str(service.certificate))
        yield service


@pytest.fixture
def server(tmp_path: Path, push: PushService) -> Iterator[Server]:
    server = Server(tmp_path, FAST, **push.options())
    server.set_clock(0)
    server.start()
    yield server
    assert not other_complaints(server.stop())


def other_complaints(log: str) -> list[str]:
    """Return the lines of a server's log but those about refused messages."""
    return [line for line in log.splitlines() if not re.search(r"knobel: (notices|webhooks): ", line)]


async def receive(person: Person, push: PushService, kinds: list[str] | None = None, **settings: Any) -> str:
    """Let the person's device receive notices. Return the path of its subscription."""
    chosen = {"kinds": kinds or ["turn"], "quiet": None, "zone": "UTC", "language": "en", "while_open": False}
    subscription = push.subscribe()
    wanted = {"subscription": subscription.wire(), "settings": chosen | settings}
    answer = await person.http.put("/api/notices", json=wanted)
    assert answer.status_code == 200, answer.text
    assert answer.json()["settings"] == chosen | settings
    return subscription.endpoint.removeprefix(push.origin)


async def until(condition: Callable[[], Any]) -> Any:
    while not (found := condition()):  # noqa: ASYNC110 -- it is in another process
        await asyncio.sleep(0.02)
    return found


async def seated(server: Server, names: tuple[str, ...] = ("Ann", "Ben"), **settings: Any) -> tuple[list[Person], str]:
    """Return people at a table over days, which has not started."""
    people = [await Person(server.url).arrive(name) for name in names]
    return people, await table_of(people, **settings)


async def table_of(people: list[Person], **settings: Any) -> str:
    wanted = {"game": "knister", "seats": len(people), "days": 3} | settings
    answer = await people[0].http.post("/api/tables", json={"settings": wanted})
    link = f"{answer.json()['code']}-{answer.json()['key']}"
    for person in people[1:]:
        async with at(person, link) as table:
            assert (await table.do("sit"))["type"] == "accepted"
    return str(answer.json()["code"])


async def start(person: Person, code: str) -> None:
    async with at(person, code) as table:
        assert (await table.do("start"))["type"] == "accepted"


async def move(person: Person, code: str) -> None:
    """Make one entry at a table."""
    async with at(person, code) as table:
        await table.until(lambda: table.choices)
        assert (await table.do("move", at=table.at, action=table.choices[0]["action"]))["type"] == "accepted"


async def titles(push: PushService, count: int) -> list[str]:
    """Wait until a number of messages have arrived, and return their titles, empty for one that removes something."""
    await until(lambda: len(push.messages) >= count)
    return [message.payload.get("title", "") for message in push.messages]


def is_removal(message: Message, tag: str) -> bool:
    """True if a message only removes the notices of a tag."""
    return message.payload["tag"] == tag and "title" not in message.payload


@asynccontextmanager
async def story_of(server: Server, push: PushService, **settings: Any) -> AsyncIterator[tuple[Person, Person, str]]:
    (ann, ben), code = await seated(server)
    await receive(ann, push, **settings)
    yield ann, ben, code


async def test_a_message_for_each_turn(server: Server, push: PushService) -> None:
    async with story_of(server, push) as (ann, ben, code):
        await start(ann, code)
        (message,) = await until(lambda: list(push.messages))
        number = message.payload.pop("id")
        assert message.payload == {"tag": "turn", "title": "Your turn: Knister", "body": "", "url": f"t/{code}"}
        assert (message.headers["topic"], message.headers["ttl"]) == ("turn", "86400")
        state = (await ann.http.get("/api/notices")).json()
        assert push.keys == {state["key"]}
        # She moves: what is shown is removed, and nothing more is sent until the next round.
        await enter(ann, code, 1)
        await until(lambda: len(push.messages) == 2)
        closing = push.messages[1]
        assert closing.payload.keys() == {"tag", "id"}
        assert closing.headers["ttl"] == "0"
        await enter(ben, code, 1)
        await until(lambda: len(push.messages) == 3)
        assert push.messages[2].payload["id"] > number


async def test_one_message_for_many_games(server: Server, push: PushService) -> None:
    people, first = await seated(server)
    codes = [first, await table_of(people), await table_of(people, game="knaster")]
    ann = people[0]
    await receive(ann, push, language="de")
    # She is there, so that nothing is sent until she leaves.
    lobby = await ann.enter_lobby()
    for code in codes:
        await start(ann, code)
    await until(lambda: counted(server, "TRUE", "notices") == len(codes))
    await lobby.close()
    (message,) = await until(lambda: list(push.messages))
    said = message.payload
    assert (said["title"], said["body"]) == text_of("turn", ["knister", "knister", "knaster"], "de")
    assert said["title"] != text_of("turn", ["knister"] * 3, "en")[0]
    assert said["url"] == "", "the home page"
    # A move at one of them does not close what is still true of the others.
    await move(ann, codes[0])
    await move(ann, codes[1])
    assert len(push.messages) == 1
    await move(ann, codes[2])
    await until(lambda: len(push.messages) == 2)
    assert "title" not in push.messages[1].payload


async def test_the_end_of_a_game_and_reactions(server: Server, push: PushService) -> None:
    people, code = await seated(server, ("Ann", "Ben", "Cat"), undo=False)
    ann, ben, cat = people
    await receive(ann, push, ["over", "reaction"], language="it")
    assert (await ann.http.put(f"/api/blocked/{cat.id}")).status_code == 200
    await start(ann, code)
    async with at(cat, code) as table:
        assert (await table.do("react", reaction="clap"))["type"] == "accepted"
    async with at(ben, code) as table:
        for reaction in ("clap", "laugh"):
            assert (await table.do("react", reaction=reaction))["type"] == "accepted"
    assert await titles(push, 1) == ["Qualcuno ha reagito: Knister"]
    # The three play to the end at the same time; then what Ann has seen is removed.
    tables = [await person.join(code) for person in people]
    await asyncio.gather(*(table.play() for table in tables))
    for table in tables:
        await table.close()
    # Here notices are not collected first: the end may be told before it is stored that she was there.
    await until(lambda: any(is_removal(message, "reaction") for message in push.messages))


async def test_a_game_that_ended_without_the_person(server: Server, push: PushService) -> None:
    (ann, ben), code = await seated(server, undo=False)
    await receive(ann, push, ["over"])
    await start(ann, code)
    # In this game the turns of a person do not depend on the others until the round is full.
    while True:
        await move(ann, code)
        async with at(ben, code) as table:
            await table.until(lambda table=table: table.choices)
            await table.do("move", at=table.at, action=table.choices[0]["action"])
            await table.until(lambda table=table: table.over or table.choices)
            if table.over:
                break
    assert await titles(push, 1) == ["Game over: Knister"]
    async with at(ann, code):
        pass
    assert await titles(push, 2) == ["Game over: Knister", ""]


async def test_cups_and_days(ann: Person, ben: Person, server: Server, push: PushService) -> None:
    await receive(ann, push, ["cup", "day"])
    assert await titles(push, 1) == ["Today’s games are here"]
    soon = now_ms() + 3600_000
    new = {"title": "Class 4b", "game": "knister", "deals": 2, "opens": soon, "closes": soon + 10 * 3600_000}
    cup = (await ben.http.post("/api/cups", json=new)).json()
    link = f"{cup['code']}-{cup['key']}" if cup["key"] else cup["code"]
    assert (await ann.http.post(f"/api/cups/{link}/entry")).status_code == 200
    server.set_clock(3700)
    await titles(push, 2)
    (message,) = [message.payload for message in push.messages if message.payload["tag"] == "cup"]
    assert (message["title"], message["url"]) == ("A cup has opened: Knister", f"cup/{cup['code']}")
    # The next day there is one message more.
    server.set_clock(DAY_S + 3700)
    await until(lambda: [message.payload["tag"] for message in push.messages].count("day") == 2)
    assert [message.payload["tag"] for message in push.messages].count("cup") == 1


async def test_cups_of_a_group(server: Server, push: PushService) -> None:
    ann, ben, cat = [await Person(server.url).arrive(name) for name in ("Ann", "Ben", "Cat")]
    opened = (await ben.http.post("/api/groups", json={"title": "Family"})).json()
    code, key = opened["code"], opened["key"]
    assert (await ann.http.post(f"/api/groups/{code}-{key}/member")).status_code < 300
    paths = [await receive(person, push, ["cup"]) for person in (ann, ben, cat)]
    soon = now_ms() + 3600_000
    new = {"title": "Ours", "game": "knister", "deals": 1, "opens": soon, "closes": soon + 10 * 3600_000}
    assert (await ben.http.post("/api/cups", json=new | {"group": code})).status_code == 201
    server.set_clock(3700)
    assert await titles(push, 1) == ["A cup has opened: Knister"]
    await until(lambda: waiting(server) == 0)
    # The host knows of it, and the third person is no member.
    assert [message.path for message in push.messages] == paths[:1]


async def test_notices_while_a_page_is_open(server: Server, push: PushService) -> None:
    (ann, ben), code = await seated(server)
    wanted, later = [await receive(person, push, while_open=person is ann) for person in (ann, ben)]
    # Both have a page open, which is not the table.
    await ann.enter_lobby()
    lobby = await ben.enter_lobby()
    await start(ann, code)
    assert await titles(push, 1) == ["Your turn: Knister"]
    # Ben's device was looked at, and waits.
    await until(lambda: counted(server, f"device IN (SELECT device FROM notices) AND endpoint LIKE '%{later}'"))
    assert [message.path for message in push.messages] == [wanted]
    await lobby.close()
    await titles(push, 2)
    assert [message.path for message in push.messages] == [wanted, later]


async def test_quiet_hours(server: Server, push: PushService) -> None:
    now = datetime.now(UTC)
    minute = now.hour * 60 + now.minute
    quiet = {"start": (minute - 60) % 1440, "end": (minute + 120) % 1440}
    async with story_of(server, push, quiet=quiet) as (ann, _, code):
        other = await receive(await Person(server.url).arrive("Cat"), push)
        assert other
        await start(ann, code)
        await until(lambda: waiting(server) > 0)
        assert push.messages == []
        server.set_clock(3 * 3600)
        assert await titles(push, 1) == ["Your turn: Knister"]


def waiting(server: Server) -> int:
    """Return the number of devices to which something will be sent later."""
    return counted(server, "due IS NOT NULL")


def counted(server: Server, condition: str, table: str = "push_devices") -> int:
    """Return the number of devices, or rows of another table, that fulfil a condition."""
    with contextlib.closing(sqlite3.connect(server.options["database"], timeout=60)) as database:
        return int(database.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()[0])


async def test_an_expired_subscription_is_deleted(server: Server, push: PushService) -> None:
    async with story_of(server, push) as (ann, _, code):
        push.answers = [(410, {})]
        await start(ann, code)
        while (await ann.http.get("/api/notices")).json()["settings"] is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        assert push.messages == []
        line = "notices: localhost answered 410: the subscription was deleted\n"
        await until(lambda: line in server.complaints.read_text())


async def test_refusals_are_in_the_log_once_a_minute(server: Server, push: PushService) -> None:
    async with story_of(server, push) as (ann, _, code):
        push.answers = [(403, {})] * 4
        await start(ann, code)
        await until(lambda: counted(server, "failures = 4"))
        server.set_clock(61)
        await until(lambda: "(3 times)" in server.complaints.read_text())
        lines = server.complaints.read_text().splitlines()
        assert [line.partition("knobel: ")[2] for line in lines] == [
            "notices: localhost answered 403: tried again later",
            "notices: localhost answered 403: tried again later (3 times)",
        ]
        assert await titles(push, 1) == ["Your turn: Knister"]


async def test_failures_back_off_and_lose_nothing(server: Server, push: PushService) -> None:
    async with story_of(server, push) as (ann, _, code):
        push.answers = [(500, {}), (503, {"retry-after": "7200"}), (301, {"location": push.origin + "/elsewhere"})]
        await start(ann, code)
        await until(lambda: counted(server, "failures = 2"))
        server.set_clock(7300)
        assert await titles(push, 1) == ["Your turn: Knister"]
        assert push.answers == []


async def test_a_restart_sends_what_was_due(server: Server, push: PushService) -> None:
    async with story_of(server, push) as (ann, _, code):
        lobby = await ann.enter_lobby()
        await start(ann, code)
        await until(lambda: counted(server, "TRUE", "notices"))
        assert push.messages == []
        server.kill()
        await lobby.close()
        server.start()
        assert await titles(push, 1) == ["Your turn: Knister"]


STEPS = [(step, after) for step in ("claim", "post", "mark_told", "finish") for after in (False, True)]


@pytest.mark.parametrize(
    ("step", "after"),
    [each if each == ("post", True) else pytest.param(*each, marks=pytest.mark.slow) for each in STEPS],
)
def test_a_kill_at_every_step(tmp_path: Path, push: PushService, step: str, after: bool) -> None:
    """What was due is sent, and nothing is shown twice: a repeated message has the same number and topic."""
    server = Server(tmp_path, FAST, **push.options())
    server.set_clock(0)

    async def story() -> None:
        (ann, _), code = await seated(server)
        await receive(ann, push)
        lobby = await ann.enter_lobby()
        await start(ann, code)
        await lobby.close()
        assert server.process is not None
        await asyncio.to_thread(server.process.join)
        assert server.process.exitcode == -signal.SIGKILL
        server.prepare = None
        server.start()
        await titles(push, 1)
        await until(lambda: not waiting(server))
        assert len({(message.payload["id"], message.headers["topic"]) for message in push.messages}) == 1
        if (step, after) not in (("post", True), ("mark_told", False)):
            assert len(push.messages) == 1
        # It goes on as usual.
        await enter(ann, code, 1)
        await until(lambda: "title" not in push.messages[-1].payload)

    server.prepare = DieAt(Outgoing if step == "post" else NoticeStore, step, after)
    server.start()
    try:
        tell(story())
    finally:
        server.kill()


@pytest.fixture
def leaders(tmp_path: Path, push: PushService, postgres_address: str) -> Iterator[tuple[Server, Server]]:
    """Start two processes that both believe that they lead."""
    options = {"database": postgres_address, "prepare": everybody_leads} | push.options()
    with two(tmp_path, FAST, complaining, **options) as servers:
        yield servers


async def test_two_processes_send_one_message(leaders: tuple[Server, Server], push: PushService) -> None:
    """The database decides who sends."""
    (ann, ben), code = await seated(leaders[0])
    await receive(ann, push)
    for round_ in range(1, 6):
        if round_ == 1:
            await start(ann, code)
        await titles(push, 2 * round_ - 1)
        await enter(ann, code, round_)
        await titles(push, 2 * round_)
        await enter(ben, code, round_)
    await titles(push, 11)
    ids = [message.payload["id"] for message in push.messages if "title" in message.payload]
    assert len(ids) == len(set(ids)) == 6


def everybody_leads() -> Callable[[], None]:
    Membership.is_leader = property(lambda _: True)  # type: ignore[assignment, method-assign]
    return lambda: None
