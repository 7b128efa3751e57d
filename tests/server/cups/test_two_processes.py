"""A cup over two processes, one of which is killed in the middle: the final table equals a plain calculation."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from knobel.clock import now_ms
from tests.server.client import Person, Server, Table, complaining, two
from tests.server.database.test_backup import knobel

BROKEN = OSError, httpx.TransportError, websockets.ConnectionClosed, websockets.InvalidHandshake
"""Errors of a connection to a process that was killed."""


FAST = {"process_timeout_ms": 1_500, "notes_timeout_ms": 1_500}


class Player:
    """A person who plays all deals of a cup with random moves, at another process if theirs does not answer."""

    def __init__(self, name: str, servers: list[Server]) -> None:
        self.name, self.servers = name, servers
        self.codes: dict[int, str] = {}
        """The table of each deal. A deal that was played to its end, unnoticed, opens another table when it is asked
        for again."""
        self.points: dict[int, int] = {}
        self.person = Person(servers[0].url)

    async def arrive(self) -> None:
        await self.person.arrive(self.name)

    def move(self) -> None:
        """Go to the other process, with the same cookie."""
        self.servers = self.servers[::-1]
        self.person.url = self.servers[0].url
        self.person.http.base_url = httpx.URL(self.servers[0].url)

    def wish(self, table: Table) -> tuple[str, dict[str, Any]] | None:
        """Return a roll or a random move; the same one until the position changes."""
        if table.position is None or table.turn["may_roll"] or not table.choices:
            return Table.wish(table)
        chosen = random.Random(f"{self.name} {table.code} {table.seq}").choice(table.choices)
        return "move", {"at": table.at, "action": chosen["action"]}

    async def play(self, link: str, deals: list[int]) -> None:
        for deal in deals:
            while deal not in self.points:
                try:
                    await self._play(link, deal)
                except BROKEN:
                    self.move()
                    await asyncio.sleep(0.2)

    async def _play(self, link: str, deal: int) -> None:
        if deal not in self.codes:
            answer = await self.person.http.post(f"/api/cups/{link}/deals/{deal}")
            if answer.status_code >= 500 or answer.status_code == 429:
                await asyncio.sleep(0.5)
                return
            assert answer.status_code in (200, 201), answer.text
            self.codes[deal] = answer.json()["code"]
        table = Table(self.person, self.codes[deal])
        table.wish = lambda: self.wish(table)  # type: ignore[method-assign]
        await table.connect()
        await table.play()
        self.points[deal] = table.position["scores"][0]
        await table.close()


def plain_table(players: list[Player], deals: int) -> list[tuple[int, str, float]]:
    """Return place, name and sum of the shares in percent, by comparing everybody with everybody."""
    totals: dict[str, float] = {player.name: 0.0 for player in players}
    for deal in range(1, deals + 1):
        played = [player for player in players if deal in player.points]
        for player in played:
            others = [other.points[deal] for other in played if other is not player]
            beaten = sum(
                1.0 if other < player.points[deal] else 0.5 * (other == player.points[deal]) for other in others
            )
            totals[player.name] += 100 * beaten / len(others)
    return sorted(
        (1 + sum(other > total + 1e-6 for other in totals.values()), name, total) for name, total in totals.items()
    )


@pytest.fixture
def servers(postgres_address: str, tmp_path: Path) -> Iterator[list[Server]]:
    """Start two processes, the first of which the test kills."""
    with two(tmp_path, FAST, complaining, database=postgres_address) as servers:
        yield list(servers)
    complaints = servers[1].complaints.read_text().splitlines()
    complaints = [line for line in complaints if "another process is gone" not in line]
    assert not complaints, complaints
    assert "no problems" in knobel("check", "--database", postgres_address)[1]


@pytest.mark.parametrize(("people", "deals"), [(4, 2), pytest.param(40, 5, marks=pytest.mark.slow)])
async def test_a_killed_process_changes_nothing(servers: list[Server], people: int, deals: int) -> None:
    host = await Person(servers[1].url).arrive("Host")
    new = {"title": "", "game": "knister", "deals": deals, "closes": now_ms() + 3_600_000, "ranking": "places"}
    link = (await host.http.post("/api/cups", json=new)).json()["code"]
    players = [Player(f"P{number:02}", servers[:: (-1) ** number]) for number in range(people)]
    for player in players:
        await player.arrive()
    # The last one comes late, and misses the first deal.
    chosen = [list(range(1 + (player is players[-1]), deals + 1)) for player in players]
    playing = asyncio.gather(*(player.play(link, each) for player, each in zip(players, chosen, strict=True)))
    while sum(len(player.points) for player in players) < people * deals // 3:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    servers[0].kill()
    await playing
    assert all(player.servers[0] is servers[1] for player in players)
    cup = (await host.http.get(f"/api/cups/{link}")).json()
    rows = sorted((row["place"], row["name"], row["total"]) for row in cup["rows"])
    expected = plain_table(players, deals)
    assert [row[:2] for row in rows] == [row[:2] for row in expected]
    assert [row[2] for row in rows] == pytest.approx([row[2] for row in expected])
    points = {row["name"]: [cell and cell["points"] for cell in row["cells"]] for row in cup["rows"]}
    assert points == {p.name: [p.points.get(deal) for deal in range(1, deals + 1)] for p in players}
    assert len({each for player in players for each in player.points.values()}) > 1, "the games differ"
