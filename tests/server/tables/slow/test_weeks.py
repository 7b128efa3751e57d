"""Games over days on servers whose clock is moved: weeks, pauses, absent people, restarts and kills at deadlines."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.client import Person, Server, Table, complaining, running, two

DAY_S = 86_400
FAST = {"slow_interval_s": 0.05, "process_timeout_ms": 1_500, "notes_timeout_ms": 1_500}
NAMES = ("Ann", "Ben", "Cat", "Dan")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server whose clock can be moved."""
    with running(tmp_path, FAST, clock=0) as server:
        yield server


async def four(server: Server, **settings: Any) -> tuple[list[Person], str]:
    """Return four people and the table at which they have started a game over days. Nobody is there."""
    people = [await Person(server.url).arrive(name) for name in NAMES]
    answer = await people[0].http.post("/api/tables", json={"settings": {"game": "knister", "seats": 4} | settings})
    assert answer.status_code == 201, answer.text
    link = f"{answer.json()['code']}-{answer.json()['key']}"
    for person in people[1:]:
        async with at(person, link) as table:
            assert (await table.do("sit"))["type"] == "accepted"
    async with at(people[0], link) as table:
        assert (await table.do("start"))["type"] == "accepted"
    return people, answer.json()["code"]


@asynccontextmanager
async def at(person: Person, link: str) -> AsyncIterator[Table]:
    table = await person.join(link)
    try:
        yield table
    finally:
        await table.close()
        person.tables.remove(table)


async def games(person: Person) -> list[dict[str, Any]]:
    answer = await person.http.get("/api/slow-games")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def listed(person: Person, condition: Any) -> dict[str, Any]:
    """Wait until the only game in a person's list fulfils a condition, and return it."""
    while True:
        (game,) = await games(person)
        if condition(game):
            return game
        await asyncio.sleep(0.02)


async def enter(person: Person, code: str, round_: int) -> None:
    """Visit the table for one entry in a round, as soon as it has begun."""
    await listed(person, lambda game: game["round"] >= round_ and game["state"] == "your_turn")
    async with at(person, code) as table:
        await table.until(lambda: table.choices)
        assert (await table.do("move", at=table.at, action=table.choices[0]["action"]))["type"] == "accepted"
        await table.until(lambda: not table.choices or table.position["info"]["round"] > round_)


def told(replay: str) -> tuple[int, int]:
    """Return the number of steps of a replay that its receiver had seen, and of all."""
    head, *steps = map(json.loads, replay.splitlines())
    return head["since"], max(step["at"] for step in steps)


def away(number: int) -> Any:
    return lambda game: game["seats"][number]["away"]


async def test_four_people_over_weeks(server: Server) -> None:
    """A pause, a person who never comes, a restart, and a kill at the deadline."""
    (ann, ben, cat, dan), code = await four(server, days=3, missing="bot")
    for person in (ann, ben, cat, dan):
        await enter(person, code, 1)
    # Dan never comes again. The server is killed before his deadline and started after it.
    for person in (ann, ben, cat):
        await enter(person, code, 2)
    game = await listed(ann, lambda game: game["round"] == 2)
    assert [seat["awaited"] for seat in game["seats"]] == [False, False, False, True]
    server.kill()
    server.set_clock(3 * DAY_S + 60)
    server.start()
    game = await listed(ann, lambda game: game["round"] == 3)
    assert away(3)(game)
    # Cat pauses: the others need not be there, and nobody plays for her until her time is over.
    assert (await cat.http.post("/api/pause", json={"days": 15})).status_code == 409
    assert (await cat.http.post("/api/pause", json={"days": 10})).json()["days_left"] == 4
    for person in (ann, ben):
        await enter(person, code, 3)
    server.set_clock(9 * DAY_S)
    (game,) = await games(cat)
    assert game["state"] == "your_turn"
    assert not any(away(number)(game) for number in (0, 1, 2))
    await enter(cat, code, 3)
    game = await listed(ann, lambda game: game["round"] == 4)
    # She ends the pause early, and her time runs again: its end is 3 days later.
    assert (await cat.http.delete("/api/pause")).json() == {"until": None, "days_left": 8}
    for person in (ann, ben):
        await enter(person, code, 4)
    assert not server.stop()
    server.set_clock(13 * DAY_S)
    server.start()
    await listed(ann, away(2))
    # Both come back, and their seats are theirs again.
    for person in (cat, dan):
        async with at(person, code) as table:
            await table.until(lambda table=table: not table.table["seats"][table.position["seat"]]["away"])
    game = await listed(ann, lambda game: not away(2)(game) and not away(3)(game))


async def test_a_seat_is_given_up_and_a_table_waits(server: Server) -> None:
    (ann, ben, cat, dan), left = await four(server, days=1, missing="leave")
    for person in (ann, ben, cat):
        await enter(person, left, 1)
    server.set_clock(DAY_S + 60)
    await listed(ann, lambda game: game["round"] == 2)
    assert await games(dan) == []
    async with at(ann, left) as table:
        assert table.table["seats"][3]["kind"] == "bot"
        assert [entry["auto"] for entry in table.log if entry["kind"] == "stand"] == [True]


async def test_a_round_shows_who_has_entered_and_never_what(server: Server) -> None:
    (ann, ben, cat, _), code = await four(server, days=7)
    await enter(ann, code, 1)
    (game,) = await games(ben)
    assert [seat["awaited"] for seat in game["seats"]] == [False, True, True, True]
    answer = await ben.http.get(f"/api/tables/{code}/missed")
    assert '"kind":"move"' not in answer.text
    async with at(cat, code) as table:
        assert not any(entry["kind"] == "move" for entry in table.log)


async def test_missed_steps_are_replayed(server: Server) -> None:
    (ann, ben, cat, dan), code = await four(server, days=7)
    await enter(ann, code, 1)
    # The roll that Ann saw is the first step; her entry and all after it are told.
    for person in (ben, cat, dan):
        await enter(person, code, 1)
    await listed(ann, lambda game: game["round"] == 2)
    assert told((await ann.http.get(f"/api/tables/{code}/missed")).text) == (1, 6)
    async with at(ann, code):
        pass
    while told((await ann.http.get(f"/api/tables/{code}/missed")).text) != (6, 6):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


async def test_chat_is_kept_and_counted(server: Server) -> None:
    (ann, ben, *_), code = await four(server, days=7)
    async with at(ann, code) as table:
        assert (await table.do("say", to="table", text="<hello>"))["type"] == "accepted"
    assert not server.stop()
    server.start()
    assert (await games(ann))[0]["unread"] == 0
    assert (await games(ben))[0]["unread"] == 1
    async with at(ben, code) as table:
        await table.until(lambda: any(other.get("text") == "<hello>" for other in table.others))
    await listed(ben, lambda game: game["unread"] == 0)
    data = json.loads((await ann.http.get("/api/person")).text)
    assert [chat["text"] for chat in data["slow_chat"]] == ["<hello>"]


async def test_a_game_does_not_wait_for_an_erased_person(server: Server) -> None:
    (ann, ben, cat, dan), code = await four(server, days=7, missing="wait")
    for person in (ann, ben, cat):
        await enter(person, code, 1)
    assert (await dan.http.delete("/api/person")).status_code == 204
    game = await listed(ann, lambda game: game["round"] == 2)
    assert game["seats"][3]["bot"]


@pytest.fixture
def servers(tmp_path: Path, postgres_address: str) -> Iterator[tuple[Server, Server]]:
    with two(tmp_path, FAST, complaining, database=postgres_address, clock=0) as servers:
        yield servers


async def test_two_processes(servers: tuple[Server, Server]) -> None:
    """The process that has the deadline in hand is killed at it; the other one does what is due, once."""
    (ann, ben, cat, _), code = await four(servers[0], days=1)
    for person in (ann, ben, cat):
        await enter(person, code, 1)
    servers[0].kill()
    ann.url, ann.http.base_url = servers[1].url, httpx.URL(servers[1].url)
    servers[1].set_clock(DAY_S + 60)
    await listed(ann, lambda game: game["round"] == 2)
    async with at(ann, code) as table:
        assert [entry["kind"] for entry in table.log].count("away") == 1
