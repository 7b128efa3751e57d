"""A group whose members are connected to different processes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Person, Server, complaining, two
from tests.server.cups.test_routes import sent
from tests.server.groups.test_routes import once, opened


@pytest.fixture
def servers(postgres_address: str, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with two(tmp_path, {}, complaining, database=postgres_address) as servers:
        yield servers


@pytest.mark.slow
async def test_members_on_two_processes_see_the_same(servers: tuple[Server, Server]) -> None:
    ann, ben = [await Person(server.url).arrive(name) for server, name in zip(servers, ("Ann", "Ben"), strict=True)]
    link = await opened(ann, ben)

    async def both(path: str, condition: Any) -> list[Any]:
        return [await once(person, link, path, condition) for person in (ann, ben)]

    # Presence: each sees the other, who is connected to another process.
    lobbies = [await person.enter_lobby() for person in (ann, ben)]
    found = await both("", lambda group: all(member["here"] for member in group["members"]))
    assert found[0]["tables"] == found[1]["tables"] == []
    await lobbies[1].close()
    await once(ann, link, "", lambda group: [member["here"] for member in group["members"]] == [True, False])

    # A table in progress.
    new = {"settings": {"game": "knister", "seats": 2}}
    table = await sent(await ann.http.post(f"/api/groups/{link}/tables", json=new))
    seats = [await person.join(f"{table['code']}-{table['key']}") for person in (ann, ben)]
    await seats[1].do("sit")
    await both("", lambda group: group["tables"] and group["tables"][0]["names"] == ["Ann", "Ben"])
    await seats[0].do("start")
    found = await both("", lambda group: group["tables"] and group["tables"][0]["playing"])
    assert found[0]["tables"] == found[1]["tables"]

    # The season.
    await asyncio.gather(*(seat.play() for seat in seats))
    found = await both("/season", lambda season: season["games"] == 1)
    tables = [[(row["name"], row["place"], row["total"]) for row in each["rows"]] for each in found]
    assert tables[0] == tables[1]
    assert {name for name, _, _ in tables[0]} == {"Ann", "Ben"}
    assert found[0]["records"] == found[1]["records"]
    await both("", lambda group: not group["tables"])
