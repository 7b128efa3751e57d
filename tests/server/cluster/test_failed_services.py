"""Two servers, a worker and PostgreSQL, each of which is killed or frozen during play."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from knobel.games import GAMES
from knobel.server.database.backup import back_up
from tests.server import services
from tests.server.client import Person, Server, complaining, tell, two
from tests.server.database.test_backup import knobel
from tests.server.notes import Noted, check
from tests.server.worker_process import Worker, working

Part = Server | Worker | services.Service
ANSWERS_BETWEEN_FAILURES = 8
"""Number of answers of each table between two failures."""
SHORT_TIMEOUTS = {
    "database_timeout_s": 1.0,
    "process_timeout_ms": 2_000,
    "notes_timeout_ms": 1_000,
}
"""Short timeouts, so that a frozen component is detected soon."""
FROZEN = 3.5
"""Time in seconds for which a component is frozen."""


async def seated(urls: Sequence[str], number: int, game: str) -> list[Noted]:
    """Seat two people, each on a different process, and a bot at a table whose game has begun."""
    people = [await Person(urls[(number + seat) % 2]).arrive() for seat in range(2)]
    code = await people[0].open_table(game=game, seats=3, public=True, bots=("random",))
    tables = [Noted(person, code) for person in people]
    for table in tables:
        await table.connect()
    await tables[1].do("sit")
    await tables[0].do("start")
    return tables


class Answers:
    """Counts the answers that clients receive."""

    def __init__(self) -> None:
        self.count = 0
        self._more = asyncio.Event()

    def told(self) -> None:
        self.count += 1
        self._more.set()

    async def wait(self, more: int) -> None:
        """Wait for the given number of further answers."""
        until = self.count + more
        while self.count < until:
            self._more.clear()
            await self._more.wait()


async def while_all_falls(
    servers: Sequence[Server], parts: Sequence[Part], games: Sequence[str], *, frozen: bool
) -> list[Noted]:
    """Let a table play each game while components are killed or frozen one after the other."""
    urls, answers = [server.url for server in servers], Answers()
    pairs = await asyncio.gather(*(seated(urls, number, game) for number, game in enumerate(games)))

    async def fall() -> None:
        for part in parts:
            await answers.wait(len(games) * ANSWERS_BETWEEN_FAILURES)
            if frozen:
                part.freeze()
                await asyncio.sleep(FROZEN)
                part.thaw()
                continue
            await asyncio.to_thread(part.kill)
            await asyncio.to_thread(part.start)
        # A game must be running until all components have failed, at any speed of play.
        for tables in pairs:
            tables[0].last_game = tables[1].last_game = max(table.games for table in tables) + 1

    async with asyncio.timeout(600), asyncio.TaskGroup() as group:
        for tables in pairs:
            for table in tables:
                group.create_task(table.play_anywhere(urls, None, host=table is tables[0], told=answers.told))
        group.create_task(fall())
    return [table for tables in pairs for table in tables]


@pytest.mark.slow
@pytest.mark.parametrize("frozen", [pytest.param(False, id="killed"), pytest.param(True, id="frozen")])
def test_any_part_may_fail(postgres: services.Postgres, tmp_path: Path, *, frozen: bool) -> None:
    """Every table plays to its end, and every accepted command is in its log exactly once."""
    database, copy = postgres.new(), tmp_path / "copy.db"
    with (
        two(tmp_path, SHORT_TIMEOUTS if frozen else {}, complaining, database=database) as servers,
        working(database, coach=0) as worker,
    ):
        parts: list[Part] = [servers[0], worker, postgres, *([] if frozen else servers[1:])]
        seats = tell(while_all_falls(list(servers), parts, tuple(GAMES), frozen=frozen))
    asyncio.run(back_up(database, copy))
    assert check(copy, [table.notes for table in seats]) == []
    assert knobel("check", "--database", copy)[0] == 0
    assert all(table.over and table.games == table.last_game for table in seats)
