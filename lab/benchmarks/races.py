"""A thousand races of two processes for one place in a log: each has one winner, and all parts agree on it.

    python -m benchmarks.races --races 1000 --tables 10

Two servers share one PostgreSQL. At each table a player on either server repeatedly requests the last seat
at the same moment, while a spectator watches. In the end the database is read: its logs must have no gaps, and the
seat must have been taken by exactly the players that received it, in that order. Prints one JSON object.
"""

import argparse
import asyncio
import itertools
import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.server import services
from tests.server.client import Person, Server, Table, everybody_leaves

from benchmarks.shared import script


class Races:
    """Races at one table."""

    def __init__(self, urls: list[str]) -> None:
        self.urls = urls
        self.winners: list[str] = []
        self.by_server: Counter[str] = Counter()
        self.losers: Counter[str] = Counter()
        """Reasons of the refusals."""
        self.wrong: list[str] = []
        self.code = ""

    async def run(self, races: int) -> None:
        host, ann, ben = [await Person(url).arrive() for url in (self.urls[0], *self.urls)]
        self.code = await host.open_table(game="knister", seats=2, public=True)
        seen, *racers = [await person.join(self.code) for person in (host, ann, ben)]
        for race in range(races):
            await self._race(race, seen, racers)

    async def _race(self, race: int, seen: Table, racers: list[Table]) -> None:
        # The two players take turns in sending first.
        order = racers if race % 2 else racers[::-1]
        answers = await asyncio.gather(*(racer.do("sit", seat=1) for racer in order))
        won = [racer for racer, answer in zip(order, answers, strict=True) if answer["type"] == "accepted"]
        self.losers.update(answer["reason"] for answer in answers if answer["type"] == "rejected")
        if len(won) != 1:
            self.wrong.append(f"{self.code}, race {race}: {answers}")
            return
        winner = won[0].person
        self.winners.append(winner.id)
        self.by_server[winner.url] += 1
        for table in (seen, *racers):
            await table.until(lambda table=table: table.table["seats"][1]["person"] == winner.id)
        if (await won[0].do("stand"))["type"] != "accepted":
            self.wrong.append(f"{self.code}, race {race}: the winner cannot stand up")
        # A player can race only after seeing that the seat is free again.
        for table in (seen, *racers):
            await table.until(lambda table=table: table.table["seats"][1]["person"] is None)

    def compare(self, log: list[tuple[int, str]]) -> None:
        """Compare with the table's log."""
        if [seq for seq, _ in log] != list(range(len(log))):
            self.wrong.append(f"{self.code}: the log has gaps")
        events = [json.loads(data) for _, data in log]
        sat = [event["person"] for event in events if event["kind"] == "sit" and event["seat"] == 1]
        if sat != self.winners:
            self.wrong.append(f"{self.code}: the log tells of other winners")


async def raced(urls: list[str], races: int, tables: int) -> list[Races]:
    all_races = [Races(urls) for _ in range(tables)]
    await asyncio.gather(*(each.run(races // tables) for each in all_races))
    await everybody_leaves()
    return all_races


def told(options: argparse.Namespace) -> dict[str, Any]:
    with services.postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        database, servers = postgres.new(), []
        for name in ("one", "other"):
            (Path(folder) / name).mkdir()
            servers.append(Server(Path(folder) / name, database=database))
            servers[-1].start()
        all_races = asyncio.run(raced([server.url for server in servers], options.races, options.tables))
        complaints = "".join(server.stop() for server in servers)
        found = postgres.do('SELECT "table", seq, data FROM events ORDER BY 1, 2', database.split("/")[3].split("?")[0])
    logs = {
        table: [(row["seq"], row["data"]) for row in rows]
        for table, rows in itertools.groupby(found, lambda row: row["table"])
    }
    for each in all_races:
        each.compare(logs[each.code])
    return {
        "races": sum(len(each.winners) for each in all_races),
        "won_by_server": [sum(each.by_server[server.url] for each in all_races) for server in servers],
        "losers_were_told": dict(sum((each.losers for each in all_races), Counter())),
        "wrong": [line for each in all_races for line in each.wrong],
        "complaints": complaints.splitlines(),
    }


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--races", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=10)
    script.report(told(parser.parse_args()))


if __name__ == "__main__":
    main()
