"""Games of people during attacks, which must end as their logs say."""

import asyncio
from collections.abc import Iterable
from typing import Any, Protocol

from knobel.games import GAMES
from knobel.server.database.store import Store
from knobel.tables.events import decode
from knobel.tables.results import results
from knobel.tables.state import fold
from tests.attack.attacks import mutations
from tests.server.client import Person, Table, everybody_leaves


class Attacked(Protocol):
    """A server: its address, and its options with that of the database."""

    url: str
    port: int
    options: dict[str, Any]


async def honest_game(url: str, game: str) -> tuple[str, list[Table]]:
    """A new game of two players: the table's code, and the states that they receive."""
    ann, ben = await Person(url).arrive(), await Person(url).arrive()
    code, link = await ann.open_private(game=game, seats=2, public=False)
    first, second = await ann.join(link), await ben.join(link)
    assert (await second.do("sit"))["type"] == "accepted"
    assert (await first.do("start"))["type"] == "accepted"
    return code, [first, second]


async def check(server: Attacked, code: str, tables: list[Table]) -> None:
    """Check that the last states agree with the log, and that no other players are in it."""
    store = await Store.open(str(server.options["database"]))
    events = [decode(data) for data in await store.read_log(code)]
    await store.close()
    state = fold(events)
    assert state.play is not None
    scores = [(result.name, result.score) for result in results(state.play)]
    for table in tables:
        assert [(result["name"], result["score"]) for result in table.position["results"]] == scores
    assert {event.by for event in events} <= {None, *(table.person.id for table in tables)}


async def end(attackers: list[asyncio.Task[None]]) -> None:
    """End the attacks; none of them may have given up before."""
    assert not any(attacker.done() for attacker in attackers), "an attacker has given up"
    for attacker in attackers:
        attacker.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)


async def play(server: Attacked, names: Iterable[str] = GAMES) -> None:
    """Play games of these kinds concurrently to their ends, each with a client that sends almost valid messages."""
    games = [await honest_game(server.url, name) for name in names]
    codes = tuple(code for code, _ in games)
    attackers = [asyncio.create_task(mutations(server.port, 1, codes))]
    await asyncio.gather(*(table.play() for _, tables in games for table in tables))
    await end(attackers)
    for code, tables in games:
        await check(server, code, tables)
    await everybody_leaves()


async def strangers_are_gone(server: Attacked) -> None:
    """Wait until no hostile client is connected."""
    zoe = await Person(server.url).arrive("Zoe")
    lobby = Table(zoe, "")
    lobby.path = "/api/lobby"
    await lobby.connect_quietly()
    await lobby.until(lambda: any([who["id"] for who in seen.get("people", ())] == [zoe.id] for seen in lobby.others))
    await everybody_leaves()
