"""People play during attacks: their games end as the logs say, and the server logs no error.

`KNOBEL_ATTACK`, a number of seconds, also runs each attack alone for its share of them.
"""

import asyncio
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from knobel.games import GAMES
from knobel.server.database.store import Store
from knobel.tables.events import decode
from knobel.tables.results import results
from knobel.tables.state import fold
from tests.attack.attacks import ATTACKS, attacking, malformed_traffic, mutations, nonsense, small_frames, unread_pings
from tests.attack.long_record import store_long_game
from tests.server.client import Person, Server, Table, everybody_leaves, running, told

SECONDS = float(os.environ.get("KNOBEL_ATTACK", "0"))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attackers need addresses of their own")


async def honest_game(url: str, game: str) -> tuple[str, list[Table]]:
    """A new game of two players: the table's code, and the states that they receive."""
    ann, ben = await Person(url).arrive(), await Person(url).arrive()
    code, link = await ann.open_private(game=game, seats=2, public=False)
    first, second = await ann.join(link), await ben.join(link)
    assert (await second.do("sit"))["type"] == "accepted"
    assert (await first.do("start"))["type"] == "accepted"
    return code, [first, second]


async def check(server: Server, code: str, tables: list[Table]) -> None:
    """Check that the last states agree with the log, and that no other players are in it."""
    store = await Store.open(str(server.options["database"]))
    events = [decode(data) for data in await store.read_log(code)]
    await store.close()
    state = fold(events)
    assert state.play is not None
    scores = [(result.name, result.score) for result in results(state.play)]
    for table in tables:
        assert table.position is not None
        assert [(result["name"], result["score"]) for result in table.position["results"]] == scores
    assert {event.by for event in events} <= {None, *(table.person.id for table in tables)}


async def end(attackers: list[asyncio.Task[None]]) -> None:
    """End the attacks; none of them may have given up before."""
    assert not any(attacker.done() for attacker in attackers), "an attacker has given up"
    for attacker in attackers:
        attacker.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)


async def play(server: Server, names: Iterable[str] = GAMES) -> None:
    """Play games of these kinds concurrently to their ends, each with a client that sends almost valid messages."""
    games = [await honest_game(server.url, name) for name in names]
    codes = tuple(code for code, _ in games)
    attackers = [asyncio.create_task(mutations(server.port, 1, codes))]
    await asyncio.gather(*(table.play() for _, tables in games for table in tables))
    await end(attackers)
    for code, tables in games:
        await check(server, code, tables)
    await everybody_leaves()


async def strangers_are_gone(server: Server) -> None:
    """Wait until no hostile client is connected."""
    zoe = await Person(server.url).arrive("Zoe")
    lobby = Table(zoe, "")
    lobby.path = "/api/lobby"
    await lobby.connect_quietly()
    await lobby.until(lambda: any([who["id"] for who in seen.get("people", ())] == [zoe.id] for seen in lobby.others))
    await everybody_leaves()


def test_games_under_attack(tmp_path: Path) -> None:
    """All cheap attacks together, to keep this test quick."""

    async def story(server: Server) -> None:
        attackers = [
            asyncio.create_task(attack(server.port, 1))
            for attack in (malformed_traffic, nonsense, small_frames, unread_pings)
        ]
        await play(server, ("knister", "kniffeliger"))
        await end(attackers)
        await strangers_are_gone(server)

    with running(tmp_path) as server:
        asyncio.run(told(story, server))


@pytest.mark.skipif(not SECONDS, reason="make attack")
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack(tmp_path: Path, name: str, processes: int, request: pytest.FixtureRequest) -> None:
    """One attack in a separate process, for its share of the time; on one server with SQLite, and on two processes."""

    async def story(server: Server) -> None:
        ends = time.monotonic() + SECONDS / len(ATTACKS) / 2
        with attacking(name, server.port):
            while True:
                await play(server)
                if time.monotonic() > ends:
                    break
        await strangers_are_gone(server)

    options: dict[str, Any] = {}
    if processes > 1:
        database = request.getfixturevalue("postgres").new()
        options = {"database": database, "processes": processes}
    with running(tmp_path, **options) as server:
        if name == "records":
            if processes > 1:
                pytest.skip("its long game is written into an SQLite file")
            store_long_game(tmp_path / "knobel.db")
        asyncio.run(told(story, server))
